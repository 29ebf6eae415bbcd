import { hash } from 'node:crypto';

import { BaseMessage } from '@langchain/core/messages';

import { partsOf } from '#contract/attachments';

import { decodeSharing } from '../decode.ts';
import type { JsonObject } from '../storage.ts';
import type { Tag } from '../tree.ts';
import { storedChannels } from './checkpoint-body.ts';
import type { Connection } from './connection.ts';
import { findHistory, type HistoryKey, loadTrees } from './node-table.ts';
import { text } from './row.ts';

/** What a person or the agent said in words. */
export interface MessageText {
  /** Id of the message, or its place where it has none. */
  readonly message: string;
  readonly role: (typeof ROLES)[number];
  readonly text: string;
  /** Names of the files that came with it. */
  readonly files: readonly string[];
  /** What is in those of them that are text. */
  readonly inside: readonly string[];
  /** Tells it from any other message and from any other wording of it. */
  readonly digest: Uint8Array;
}

const ROLES = ['human', 'ai'] as const;

/** Bytes of a digest: enough to tell apart the messages that one place of one thread ever held. */
export const DIGEST_BYTES = 5;

/** The title that a person gave, in the metadata of a thread; undefined where it says none. */
export function givenTitle(metadata: JsonObject): string | undefined {
  const title = metadata['title'];
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}

export function digestOf(...parts: readonly string[]): Uint8Array {
  return hash('sha1', JSON.stringify(parts), 'buffer').subarray(0, DIGEST_BYTES);
}

/** Reads what was said in threads. Messages read before are kept as long as their nodes are. */
export class MessageTextReader {
  readonly #db: Connection;
  readonly #messages = new WeakMap<Tag, unknown>();
  readonly #spoken = new WeakMap<object, MessageText>();

  constructor(db: Connection) {
    this.#db = db;
  }

  /** Id of the newest checkpoint of the graph itself, undefined before the first. */
  newestCheckpoint(key: HistoryKey): string | undefined {
    return this.#checkpoints(key, 1)[0];
  }

  /** Ids of the checkpoints of the graph itself, newest first. */
  checkpoints(key: HistoryKey): string[] {
    return this.#checkpoints(key, -1);
  }

  /**
   * What was said in a thread, as a checkpoint holds it: the text of messages of people and of the
   * agent, and attached files: their names, and what is in those that are text. Neither what tools
   * got and gave, nor any other channel, nor a summary that nobody said.
   */
  read(key: HistoryKey, checkpoint = this.newestCheckpoint(key)): MessageText[] {
    return this.#channel(key, checkpoint).flatMap((message, place) =>
      this.#asMessageText(message, place),
    );
  }

  /** When a checkpoint was made, in milliseconds since the epoch. */
  timeOf(key: HistoryKey, checkpoint: string): number {
    const body = this.#body(key, checkpoint);
    const time = body === undefined ? NaN : Date.parse(String((JSON.parse(body) as unknown[])[1]));
    return Number.isNaN(time) ? 0 : time;
  }

  #checkpoints(key: HistoryKey, limit: number): string[] {
    const history = findHistory(this.#db, key);
    if (history === undefined) return [];
    return this.#db
      .all(
        `SELECT id FROM checkpoint WHERE history = ? AND ns = '' ORDER BY id DESC LIMIT ?`,
        history,
        limit,
      )
      .map((row) => text(row, 'id'));
  }

  #body(key: HistoryKey, checkpoint: string): string | undefined {
    const row = this.#db.get(
      `SELECT * FROM checkpoint WHERE history = ? AND ns = '' AND id = ?`,
      findHistory(this.#db, key) ?? null,
      checkpoint,
    );
    return row && text(this.#db.damage.verified('checkpoint', row), 'body');
  }

  #channel(key: HistoryKey, checkpoint: string | undefined): unknown[] {
    const body = checkpoint === undefined ? undefined : this.#body(key, checkpoint);
    const history = findHistory(this.#db, key);
    if (body === undefined || history === undefined) return [];
    const load = (stored: string) => loadTrees(this.#db, history, [stored])[0] ?? null;
    const channels = storedChannels(body, (names) => load(JSON.stringify(names)));
    const stored = channels.values.get('messages');
    if (stored === undefined) return [];
    const messages = decodeSharing(load(stored), this.#messages);
    return Array.isArray(messages) ? messages : [];
  }

  #asMessageText(message: unknown, place: number): MessageText[] {
    if (!BaseMessage.isInstance(message)) return [];
    const before = this.#spoken.get(message);
    if (before) return [before];
    const spoken = asMessageText(message, place);
    if (!spoken) return [];
    // What has no id is known by its place, which may change.
    if (message.id !== undefined) this.#spoken.set(message, spoken);
    return [spoken];
  }
}

function asMessageText(message: BaseMessage, place: number): MessageText | undefined {
  const role = ROLES.find((each) => each === message.type);
  const { attachments, text: said } =
    message.type === 'human'
      ? partsOf(message.content)
      : { attachments: [], text: wordsOf(message.content) };
  const files = attachments.map(({ name }) => name).filter(isSomething);
  const inside = attachments.flatMap((file) => (file.kind === 'text' ? [file.text] : []));
  if (role === undefined || ![said, ...files, ...inside].some(isSomething)) return undefined;
  if (isSummary(message.additional_kwargs)) return undefined;
  const id = message.id ?? `#${place}`;
  const digest = digestOf(role, id, said, ...files, ...inside);
  return { message: id, role, text: said, files, inside, digest };
}

function isSomething(text: string): boolean {
  return text.trim() !== '';
}

/** All that can be found of it, as it is read: what was said, then the files that came with it. */
export function wholeText({ files, inside, text }: MessageText): string {
  return [text, ...files, ...inside].filter(isSomething).join('\n').toWellFormed();
}

/**
 * The words of a content that may have any shape: messages of earlier versions were stored as they
 * came, and what the library makes of theirs throws.
 */
function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block: unknown) => {
      if (typeof block === 'string') return block;
      const { type, text: words } = (block ?? {}) as Record<string, unknown>;
      return type === 'text' && typeof words === 'string' ? words : '';
    })
    .join('');
}

function isSummary(more: unknown): boolean {
  return typeof more === 'object' && more !== null && 'lc_source' in more
    ? more.lc_source === 'summarization'
    : false;
}
