import type { Upload } from '#contract/conversion';
import { conventionProblem, conventionsProblem } from '#contract/conventions';
import type { OutFile, SourceFile } from '#contract/convert';

import { readSources, type ReadSources } from './sources.ts';

/** A turn that makes no sense on its thread: `message` is a sentence for the person who sent it. */
export class TurnRefused extends Error {
  override readonly name = 'TurnRefused';
}

/** What the thread holds that a turn has to fit. */
export interface Before {
  readonly sources: readonly SourceFile[];
  readonly conventions: readonly string[];
  readonly result: readonly OutFile[];
}

/** What a turn was sent, apart from messages. */
export interface Sent {
  readonly uploads: readonly Upload[];
  readonly refinement: string;
  readonly adopted: readonly OutFile[];
}

/** Whether nothing but a message was sent: it is answered, and converts nothing. */
export function isChat(sent: Sent, hasMessage: boolean): boolean {
  const { uploads, refinement, adopted } = sent;
  return hasMessage && uploads.length === 0 && refinement.trim() === '' && adopted.length === 0;
}

/** Why a turn cannot be converted on its thread, as a sentence; undefined when it can. */
export function turnProblem(before: Before, sent: Sent): string | undefined {
  return (
    sourcesAfter(before, sent.uploads).refused ??
    conventionProblem(sent.refinement) ??
    conventionsProblem([...before.conventions, sent.refinement]) ??
    adoptedProblem(before, sent.adopted)
  );
}

/**
 * The sources with the newest bytes of those that were sent. As long as nothing has been converted,
 * what is sent takes the place of what was there.
 */
export function sourcesAfter(before: Before, uploads: readonly Upload[]): ReadSources {
  if (uploads.length === 0)
    return before.sources.length > 0
      ? { sources: before.sources }
      : { refused: 'This conversation has no source yet. Send the files to convert first.' };
  if (before.result.length === 0) return readSources(uploads);
  const sent = new Map(uploads.map((file) => [file.name, file]));
  const known = new Set(before.sources.map(({ name }) => name));
  const unknown = uploads.find(({ name }) => !known.has(name));
  if (unknown !== undefined)
    return {
      refused: `${unknown.name} is none of this conversation's files (${[...known].join(', ')}). Convert it in a new conversation.`,
    };
  return readSources(before.sources.map((file) => sent.get(file.name) ?? file));
}

function adoptedProblem({ result }: Before, adopted: readonly OutFile[]): string | undefined {
  const known = new Set(result.map(({ name }) => name));
  const unknown = adopted.find(({ name }) => !known.has(name));
  return unknown === undefined
    ? undefined
    : `${unknown.name} is no file of this conversation's result, so it cannot be taken over.`;
}
