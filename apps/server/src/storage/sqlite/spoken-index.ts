import { BaseMessage } from '@langchain/core/messages';

import { partsOf } from '#contract/attachments';

import { decode } from '../decode.ts';
import type { JsonObject } from '../storage.ts';
import { storedChannels } from './checkpoint-body.ts';
import type { Connection } from './connection.ts';
import type { Database } from './database.ts';
import { jsonObject } from './json-column.ts';
import { findHistory, loadTrees } from './node-table.ts';
import { integer, text, textOrUndefined } from './row.ts';
import { asMarkable } from './snippet.ts';

/** What a person or the agent said in words. */
export interface Spoken {
  /** Id of the message, or its place where it has none. */
  readonly message: string;
  readonly role: (typeof ROLES)[number];
  readonly text: string;
  /** Names of the files that came with it. */
  readonly files: readonly string[];
}

const ROLES = ['human', 'ai'] as const;

/** Under this message id the index holds the title that a person gave. */
export const TITLE = '';

/** Threads brought up to date in one transaction, so that nobody waits long behind a first search. */
const THREADS_AT_ONCE = 8;

/** The title that a person gave, in the metadata of a thread; undefined where it says none. */
export function givenTitle(metadata: JsonObject): string | undefined {
  const title = metadata['title'];
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}

/** Id of the newest checkpoint of the graph itself, undefined before the first. */
export function newestCheckpoint(db: Connection, thread: string): string | undefined {
  const row = db.get(
    `SELECT checkpoint.id FROM checkpoint JOIN history ON history.id = checkpoint.history
     WHERE history.thread = ? AND ns = '' ORDER BY checkpoint.id DESC LIMIT 1`,
    thread,
  );
  return row && text(row, 'id');
}

/**
 * What was said in a thread, as its newest checkpoint holds it: the text of messages of people and
 * of the agent, and the names of attached files. Neither what is in those files, nor what tools got and gave, nor any other channel, nor a summary that nobody
 * said.
 */
export function readSpoken(db: Connection, thread: string): Spoken[] {
  const history = findHistory(db, thread);
  if (history === undefined) return [];
  const row = db.get(
    `SELECT body FROM checkpoint WHERE history = ? AND ns = '' ORDER BY id DESC LIMIT 1`,
    history,
  );
  if (!row) return [];
  const load = (stored: string) => loadTrees(db, history, [stored])[0] ?? null;
  const channels = storedChannels(text(row, 'body'), (names) => load(JSON.stringify(names)));
  const stored = channels.values.get('messages');
  const messages: unknown = stored === undefined ? [] : decode(load(stored));
  return Array.isArray(messages) ? messages.flatMap(asSpoken) : [];
}

function asSpoken(message: unknown, place: number): Spoken[] {
  if (!BaseMessage.isInstance(message)) return [];
  const { id } = message;
  // What is in a file that a person attached was not said by them.
  const { attachments, text: said } =
    message.type === 'human' ? partsOf(message.content) : { attachments: [], text: message.text };
  const files = attachments.map(({ name }) => name).filter((name) => name.trim() !== '');
  const role = ROLES.find((each) => each === message.type);
  if (role === undefined || (said.trim() === '' && files.length === 0)) return [];
  if (message.additional_kwargs['lc_source'] === 'summarization') return [];
  return [{ message: id ?? `#${place}`, role, text: said, files }];
}

/** Indexes what an owner's threads have come to hold since they were last indexed. */
export async function indexSpoken(db: Database, owner: string): Promise<void> {
  const threads = db.all('SELECT id, metadata FROM thread WHERE owner = ?', owner);
  const stale = threads
    .filter((row) => isStale(db, text(row, 'id'), givenTitle(jsonObject(row, 'metadata'))))
    .map((row) => text(row, 'id'));
  for (let start = 0; start < stale.length; start += THREADS_AT_ONCE) {
    const some = stale.slice(start, start + THREADS_AT_ONCE);
    await Promise.all(some.map((thread) => db.write(() => indexThread(db, owner, thread))));
  }
}

/** Takes all of a thread out of the index; the next search indexes what is there then. Only inside `write`. */
export function forgetSpoken(db: Connection, thread: string): void {
  db.run('DELETE FROM spoken WHERE thread = ?', thread);
  db.run('DELETE FROM indexed WHERE thread = ?', thread);
}

function isStale(db: Connection, thread: string, title: string | undefined): boolean {
  const row = db.get('SELECT checkpoint, title FROM indexed WHERE thread = ?', thread);
  return (
    row === undefined ||
    textOrUndefined(row, 'checkpoint') !== newestCheckpoint(db, thread) ||
    textOrUndefined(row, 'title') !== title
  );
}

function indexThread(db: Connection, owner: string, thread: string): void {
  // It may have been deleted, or changed once more, while this waited for its turn.
  const row = db.get('SELECT metadata FROM thread WHERE id = ? AND owner = ?', thread, owner);
  if (!row) return;
  const title = givenTitle(jsonObject(row, 'metadata'));
  const wanted = new Map(
    readSpoken(db, thread).map(({ files, message, text: said }) => [
      message,
      [said, ...files].filter((part) => part.trim() !== '').join('\n'),
    ]),
  );
  if (title !== undefined) wanted.set(TITLE, title);
  for (const known of db.all('SELECT id, message, body FROM spoken WHERE thread = ?', thread)) {
    const message = text(known, 'message');
    const said = wanted.get(message);
    if (said !== undefined && asMarkable(said) === text(known, 'body')) wanted.delete(message);
    else db.run('DELETE FROM spoken WHERE id = ?', integer(known, 'id'));
  }
  for (const [message, said] of wanted)
    db.run(
      'INSERT INTO spoken (thread, message, body) VALUES (?, ?, ?)',
      thread,
      message,
      asMarkable(said),
    );
  db.run(
    'INSERT OR REPLACE INTO indexed (thread, checkpoint, title) VALUES (?, ?, ?)',
    thread,
    newestCheckpoint(db, thread) ?? null,
    title ?? null,
  );
}
