import type { MemoryReceipt, ReadReceipt } from '#contract/revision';
import { isCount, isInstant, isSha256, nullOr, shapeOf } from '#contract/shape';

/** What the store holds now, as far as this page knows. */
export interface StoreNow {
  /** The newest revision heard of; undefined while nothing is known. */
  readonly newest: number | undefined;
  /** SHA-256 of the text that was read last, null without a file; undefined while nothing is known. */
  readonly sha256: string | null | undefined;
  /** The revision that `sha256` was read of. */
  readonly revision: number | null | undefined;
}

/** A receipt in words. */
export interface ReceiptWords {
  readonly used: string;
  /** Revision whose text can be shown; undefined where there is none. */
  readonly opens: number | undefined;
  /** What is known of the store since; undefined while nothing is, or nothing has changed. */
  readonly since: string | undefined;
}

/** Says which memory an answer was given, and whether the store has moved on since. Pure. */
export function describeReceipt(receipt: MemoryReceipt, now: StoreNow): ReceiptWords {
  const { revision, sha256 } = receipt;
  const opens = revision !== null && revision > 0 && sha256 !== null ? revision : undefined;
  return { used: usedWords(receipt), opens, since: sinceWords(receipt, now) };
}

function usedWords({ revision, sha256 }: MemoryReceipt): string {
  if (sha256 === null)
    return revision === null || revision === 0
      ? $localize`used no memory: there was none`
      : $localize`used no memory: erased by version ${revision}:revision:`;
  return revision === null
    ? $localize`used memory that is in no version`
    : $localize`used memory version ${revision}:revision:`;
}

function sinceWords({ revision, sha256 }: MemoryReceipt, now: StoreNow): string | undefined {
  const { newest } = now;
  const movedOn = newest !== undefined && revision !== null && newest > revision;
  const isRead = now.revision !== undefined && (newest === undefined || now.revision === newest);
  if (isRead && now.sha256 !== undefined && now.sha256 === sha256)
    return movedOn ? $localize`now version ${newest}:revision:, with the same text` : undefined;
  if (movedOn) return $localize`memory has moved on since: now version ${newest}:revision:`;
  if (isRead && now.sha256 !== undefined && now.sha256 !== sha256)
    return $localize`memory has been changed since`;
  return undefined;
}

const isReceipt = shapeOf<MemoryReceipt>({ revision: nullOr(isCount), sha256: nullOr(isSha256) });

const hasCall = shapeOf<{ readonly call: number }>({ call: isCount });
const hasTime = shapeOf<{ readonly read_at: string }>({ read_at: isInstant });

/** The receipt that a message carries; undefined where it carries none, or one that says nothing. */
export function readReceipt(value: unknown): ReadReceipt | undefined {
  if (!isReceipt(value)) return undefined;
  return {
    revision: value.revision,
    sha256: value.sha256,
    ...(hasCall(value) && { call: value.call }),
    ...(hasTime(value) && { read_at: value.read_at }),
  };
}
