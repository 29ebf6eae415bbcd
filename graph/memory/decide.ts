import type { BaseStore } from '@langchain/langgraph-checkpoint';

import type { MemoryAuthor } from '#contract/revision';

import { apart, TooMuchWorkError } from './apart/apart.ts';
import { movedOn } from './rebase.ts';
import {
  admission,
  applyChange,
  refusal,
  type Applied,
  type Basis,
  type MemoryChange,
  type Refusal,
} from './change.ts';
import type { MemorySnapshot } from './file.ts';
import { lineKey, linesMissing, quoted } from './lines.ts';
import { nearestLine } from './nearest-line.ts';
import { findTextByHash, listRevisions } from './revisions.ts';
import { describeSecret, findAddedSecret } from './secrets.ts';
import { brokenLine, withoutBlanksLeft } from './tidy-edit.ts';
import type { WriteEffects, WriterView, WriteRequest } from './write-request.ts';

/** A change that may be made: from what, to what. */
export interface Decided {
  readonly current: MemorySnapshot;
  readonly applied: Applied;
  readonly warnings: readonly string[];
  readonly effects?: WriteEffects;
}

/** What a request makes of the memory as it is, or why it is refused. Writes nothing. */
export async function decideOn(
  store: BaseStore,
  current: MemorySnapshot,
  request: WriteRequest,
): Promise<Decided | Refusal> {
  const made = await apply(store, current, request);
  if ('refused' in made) return made;
  const { applied, effects } = made;
  const checked = check(current.text, applied, request.author);
  if ('refused' in checked) return checked;
  const { confirmed } = request.view ?? {};
  const dropped = effects?.dropped ?? [];
  if (confirmed !== 'all' && dropped.some((line) => !confirmed?.has(lineKey(line))))
    return dropsLines(dropped);
  return { current, applied, warnings: checked.warnings, ...(effects && { effects }) };
}

interface Made {
  readonly applied: Applied;
  readonly effects?: WriteEffects;
}

async function apply(
  store: BaseStore,
  current: MemorySnapshot,
  request: WriteRequest,
): Promise<Made | Refusal> {
  const { change, base, view, asDecided } = request;
  if (view && change.kind === 'replace')
    return writeWhole(store, current, request, change.text, view);
  if (view && change.kind === 'edit') return tidyEdit(store, current, request, change);
  const applied = asDecided
    ? await applyAsDecided(store, current, request)
    : applyChange(current.text, current.receipt.sha256, change, base);
  return 'refused' in applied ? applied : { applied };
}

/** A whole file that an agent wrote, merged with what was written since it looked. */
async function writeWhole(
  store: BaseStore,
  current: MemorySnapshot,
  request: WriteRequest,
  written: string,
  view: WriterView,
): Promise<Made | Refusal> {
  const { base, asDecided = false } = request;
  const now = current.receipt.sha256;
  if (base === undefined && now !== null) return refusal('not-read', NOT_READ);
  if (base !== now && (await wroteMeanwhile(store, current, request))) return ownCall();
  const shown = await textOf(store, current, request, base);
  const read = await textOf(store, current, request, view.read);
  const inView = { shown, read };
  const applied = await inTime(
    apart('applyWhole', { current: current.text, written, inView, asDecided }),
  );
  if ('refused' in applied) return applied;
  const effects = effectsOf(current.text ?? '', applied.text ?? '', written, [shown, read]);
  return { applied, effects };
}

function effectsOf(
  before: string,
  after: string,
  written: string,
  inView: readonly (string | undefined)[],
): WriteEffects {
  const seen = inView.filter((text) => text !== undefined).join('\n');
  const unseen = new Set(linesMissing(before, seen));
  return {
    dropped: linesMissing(before, after).filter((line) => !unseen.has(line)),
    kept: linesMissing(after, written),
    gone: linesMissing(written, after),
  };
}

/** An agent's edit, which breaks no line in two and leaves no blank line where it took one away. */
async function tidyEdit(
  store: BaseStore,
  current: MemorySnapshot,
  request: WriteRequest,
  change: Extract<MemoryChange, { kind: 'edit' }>,
): Promise<Made | Refusal> {
  const { oldText, newText } = change;
  const before = current.text ?? '';
  const broken = brokenLine(before, oldText, newText);
  if (broken) return broken;
  const made = request.asDecided
    ? await applyAsDecided(store, current, request)
    : await editInView(store, current, request, change);
  if ('refused' in made || made.text === undefined)
    return 'refused' in made ? made : { applied: made };
  return { applied: { ...made, text: withoutBlanksLeft(before, made.text, newText) } };
}

/** An agent's edit: to the lines that it saw, wherever they stand now. */
async function editInView(
  store: BaseStore,
  current: MemorySnapshot,
  request: WriteRequest,
  change: Extract<MemoryChange, { kind: 'edit' }>,
): Promise<Applied | Refusal> {
  const { base, view } = request;
  const now = current.receipt.sha256;
  const shown = await textOf(store, current, request, base);
  const read = await textOf(store, current, request, view?.read);
  const seen = [shown, read].find((text) => text?.includes(change.oldText));
  const applied =
    seen === undefined || base === now
      ? applyChange(current.text, now, change, shown === undefined ? base : now)
      : await inTime(apart('rebase', seen, current.text, change));
  if (!('refused' in applied) || applied.refused !== 'changed-meanwhile') return applied;
  if (await wroteMeanwhile(store, current, request)) return ownCall();
  const nearest = nearestLine(current.text ?? '', change.oldText);
  return movedOn(nearest === undefined ? [] : [nearest]);
}

/** The change as it was decided on, whatever the file reads now. */
async function applyAsDecided(
  store: BaseStore,
  current: MemorySnapshot,
  request: WriteRequest,
): Promise<Applied | Refusal> {
  const { text, receipt } = current;
  const { change, base } = request;
  const basis = change.kind === 'edit' ? base : change.basedOn;
  if (basis === undefined && text !== undefined) return refusal('not-read', NOT_READ);
  if (basis === undefined || basis === receipt.sha256)
    return applyChange(text, receipt.sha256, change, base);
  const decidedOn = await textOf(store, current, request, basis);
  if (decidedOn === undefined) return movedOn([]);
  return inTime(apart('rebase', decidedOn, text, change));
}

/** A text by its hash, no file as an empty one; undefined when it is not kept. */
async function textOf(
  store: BaseStore,
  { text, receipt }: MemorySnapshot,
  { scope }: WriteRequest,
  hash: Basis,
): Promise<string | undefined> {
  if (hash === undefined) return undefined;
  if (hash === null) return '';
  return hash === receipt.sha256 ? text : findTextByHash(store, scope, hash);
}

/** Most revisions that one message's own calls are looked for in. */
const NEWEST = 50;

/** Whether another call of the very message that asks has written since the message was made. */
async function wroteMeanwhile(
  store: BaseStore,
  current: MemorySnapshot,
  { scope, author, base }: WriteRequest,
): Promise<boolean> {
  if (author.message_id === null || current.receipt.sha256 === base) return false;
  for (const revision of await listRevisions(store, scope, { limit: NEWEST })) {
    if (revision.sha256 === base) return false;
    if (isSameMessage(revision.author, author)) return true;
  }
  return false;
}

function isSameMessage(one: MemoryAuthor, other: MemoryAuthor): boolean {
  return one.thread_id === other.thread_id && one.message_id === other.message_id;
}

const NOT_READ = 'The memory file exists; read it first, then write it again.';

function ownCall(): Refusal {
  return refusal(
    'changed-meanwhile',
    'Another call of this same message of yours has changed that place already; this call wrote nothing. The text at the end of your next system prompt holds the other change. If this one is still wanted, make it to that text; put neighbouring changes into one edit.',
  );
}

function dropsLines(lines: readonly string[]): Refusal {
  const count = lines.length === 1 ? 'this line' : `these ${lines.length} lines`;
  return {
    ...refusal(
      'drops-lines',
      `Nothing was written, because your text leaves out ${count} of the memory file:\n${quoted(lines)}\nIf the person wants that gone, send the same call again and it will be made. If not, put it back, or use edit_file, which touches only the lines that you quote.`,
    ),
    lines,
  };
}

function check(
  before: string | undefined,
  applied: Applied,
  author: MemoryAuthor,
): { warnings: string[] } | Refusal {
  if (applied.text === undefined) return { warnings: [] };
  const refused = admission(applied.text);
  if (refused) return refused;
  const secret = findAddedSecret(before, applied.text);
  if (secret === undefined) return { warnings: [] };
  if (author.kind === 'agent' || author.kind === 'subagent')
    return refusal(
      'secret',
      `This looks like ${describeSecret(secret)}; memory must not hold it. Leave it out, and tell the person that it was not kept.`,
    );
  return {
    warnings: [
      `This looks like ${describeSecret(secret)}. Memory is sent to the model with every call.`,
    ],
  };
}

/** What cannot be compared in its time is refused as a place that has changed. */
async function inTime(comparing: Promise<Applied | Refusal>): Promise<Applied | Refusal> {
  try {
    return await comparing;
  } catch (error) {
    if (error instanceof TooMuchWorkError) return movedOn([]);
    throw error;
  }
}
