import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { HumanMessage, RemoveMessage } from '@langchain/core/messages';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Storage } from '../storage.ts';
import { openSqliteStorage } from './sqlite-storage.ts';

const OWNER = 'owner';
const EVERYTHING = { limit: 100, offset: 0 };

let directory: string;
let storage: Storage;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'index-'));
  storage = await openSqliteStorage(directory);
});
afterEach(async () => {
  await storage.close();
  rmSync(directory, { recursive: true });
});

async function thread(owner = OWNER): Promise<string> {
  const threadId = randomUUID();
  await storage.threads.create({ threadId, owner, metadata: {} }, 'raise');
  return threadId;
}

function graph(saver = storage.checkpointer(OWNER)) {
  return new StateGraph(MessagesAnnotation)
    .addNode('hear', () => ({}))
    .addEdge(START, 'hear')
    .compile({ checkpointer: saver });
}

const at = (threadId: string) => ({
  configurable: { thread_id: threadId },
  durability: 'sync' as const,
});

async function say(threadId: string, ...messages: (HumanMessage | RemoveMessage)[]) {
  await graph().invoke({ messages }, at(threadId));
}

async function found(words: string): Promise<string[]> {
  const { items } = await storage.conversations.search(OWNER, words, EVERYTHING);
  return items.map((hit) => hit.thread.threadId);
}

/** The index as the database holds it: what was said, the postings and the statistics. */
function stored() {
  const db = new DatabaseSync(join(directory, 'throughline.db'), { readOnly: true });
  const all = (sql: string) => db.prepare(sql).all();
  const index = {
    statistics: all('SELECT owner, passages, words FROM search_owner'),
    postings: all('SELECT word, hex(entries) AS entries FROM search_posting ORDER BY word, part'),
    pending: all('SELECT count(*) AS n FROM search_block WHERE inverted < passages'),
    stale: all('SELECT thread FROM search_stale'),
    titles: all('SELECT thread, title FROM search_thread ORDER BY thread'),
  };
  db.close();
  return index;
}

describe('the index', () => {
  it('is written in the commit that ends a run', async () => {
    const threadId = await thread();
    const runId = randomUUID();
    await storage.runs.create(
      {
        runId,
        threadId,
        owner: OWNER,
        assistantId: 'a',
        metadata: {},
        multitaskStrategy: 'reject',
        request: {},
        notBefore: new Date(0),
      },
      'reject',
    );
    await storage.runs.claim(runId, 0, new Date());
    const attempt = { owner: OWNER, threadId, runId, attempt: 1 };
    const message = new HumanMessage('the hangar at Bozeman');
    await graph(storage.fenced(attempt)).invoke({ messages: [message] }, at(threadId));
    expect(stored().statistics).toEqual([]);
    await storage.runs.finish(attempt, { status: 'success', threadStatus: 'idle' });
    expect(stored()).toMatchObject({
      statistics: [{ owner: OWNER, passages: 1, words: 4 }],
      titles: [{ thread: threadId, title: 'the hangar at Bozeman' }],
      stale: [],
    });
  });

  it('finds parts of words in scripts without blanks, as such words stand', async () => {
    const [tokyo, other] = [await thread(), await thread()];
    await say(tokyo, new HumanMessage('明日は東京タワーへ行きます。'));
    await say(other, new HumanMessage('京都の塔、東の町'));
    for (const words of ['東京タワー', 'タワー', '東京', '京タ', 'ワーへ'])
      expect(await found(words), words).toEqual([tokyo]);
    expect(new Set(await found('東'))).toEqual(new Set([tokyo, other]));
    expect(await found('東町')).toEqual([]);
    expect(await found('ﾀﾜｰ')).toEqual([tokyo]);
    const thai = await thread();
    await say(thai, new HumanMessage('เราจอดเครื่องบินไว้ที่โรงเก็บ'));
    for (const words of ['เครื่องบิน', 'โรงเก็บ', 'จอด'])
      expect(await found(words), words).toEqual([thai]);
    const { items } = await storage.conversations.search(OWNER, 'タワー', EVERYTHING);
    const { text = '', matches = [] } = items[0]?.turns[0]?.excerpt ?? {};
    expect(matches.map(([from, to]) => text.slice(from, to))).toEqual(['タワー']);
  });

  it('holds a conversation of many long messages, and shows the very one that was found', async () => {
    const threadId = await thread();
    const long = (n: number) => `marker${n} ${'padding words in between '.repeat(240)}end${n}`;
    for (let n = 0; n < 30; n++)
      await say(threadId, new HumanMessage({ id: `m${n}`, content: long(n) }));
    expect(await found('padding')).toEqual([threadId]);
    expect(stored().postings.length).toBeGreaterThan(10);
    for (const n of [0, 7, 29]) {
      const { items } = await storage.conversations.search(OWNER, `end${n}`, EVERYTHING);
      expect(items.map(({ turns }) => turns.map((turn) => turn.messageId))).toEqual([[`m${n}`]]);
    }
  });

  it('made anew is the same as the one that was kept up', async () => {
    const ids = [await thread(), await thread(), await thread()];
    for (const [n, id] of ids.entries())
      for (let turn = 0; turn < 4; turn++)
        await say(
          id,
          new HumanMessage(`${'a longer text of many words '.repeat(400)} ${n} ${turn}`),
        );
    await storage.threads.patch(OWNER, ids[0] ?? '', { title: 'Given title' });
    await found('longer');
    // Which words are in postings already depends on the order in which they came.
    const known = () => {
      const { statistics, stale, titles } = stored();
      return { statistics, stale, titles };
    };
    const kept = known();
    expect(stored().postings).not.toEqual([]);
    expect(await storage.conversations.reindex()).toBe(3);
    expect(known()).toEqual(kept);
    expect(new Set(await found('longer'))).toEqual(new Set(ids));
    expect(await found('given')).toEqual([ids[0]]);
  });
});

/** Whether a word, or another form of it, stands in a conversation or in its title. */
function holds(
  { messages, title }: { readonly messages: [string, string][]; readonly title: string },
  word: string,
): boolean {
  return [title, ...messages.map(([, said]) => said)].some((each) =>
    each
      .replaceAll('é', 'e')
      .split(' ')
      .some((other) => other.startsWith(word) || `${other}s` === word),
  );
}

const VOCABULARY = ['hangar', 'hangars', 'bozeman', 'pc-12', 'élan', '東京', 'wing', 'wingspan'];
const text = fc
  .array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 4 })
  .chain((words) =>
    // Long enough, at times, for the postings to be brought up to date.
    fc
      .constantFrom(1, 1, 1, 900)
      .map((times) => Array.from({ length: times }, () => words.join(' ')).join(' ')),
  );
const step = fc.oneof(
  fc.record({ kind: fc.constant('say' as const), thread: fc.nat(2), text }),
  fc.record({ kind: fc.constant('change' as const), thread: fc.nat(2), text }),
  fc.record({ kind: fc.constant('remove' as const), thread: fc.nat(2) }),
  fc.record({ kind: fc.constant('title' as const), thread: fc.nat(2), text }),
  fc.record({ kind: fc.constant('erase' as const), thread: fc.nat(2) }),
);

describe('whatever is said, changed, removed and erased', () => {
  it('is found exactly where it stands, and nothing is left of the rest', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const owner = randomUUID();
        const saver = storage.checkpointer(owner);
        const threads: { id: string; messages: [string, string][]; title: string }[] = [];
        for (let n = 0; n < 3; n++)
          threads.push({ id: await thread(owner), messages: [], title: '' });
        for (const { kind, thread: n, ...more } of steps) {
          const target = threads[n];
          if (!target) throw new Error('no such thread');
          const said = 'text' in more ? more.text : '';
          const invoke = (message: HumanMessage | RemoveMessage) =>
            graph(saver).invoke({ messages: [message] }, at(target.id));
          const last = target.messages.at(-1);
          if (kind === 'title') {
            target.title = said;
            await storage.threads.patch(owner, target.id, { title: said });
          } else if (kind === 'erase') {
            await storage.threads.delete(owner, target.id);
            threads[n] = { id: await thread(owner), messages: [], title: '' };
          } else if (kind === 'remove' && last) {
            target.messages.pop();
            await invoke(new RemoveMessage({ id: last[0] }));
          } else if (kind === 'say' || (kind === 'change' && last)) {
            const id = kind === 'say' || !last ? randomUUID() : last[0];
            if (kind === 'change') target.messages.pop();
            target.messages.push([id, said]);
            await invoke(new HumanMessage({ id, content: said }));
          }
          for (const word of [
            'hangar',
            'wing',
            'wingspan',
            'pc-12',
            'elan',
            '東',
            'bozeman hangars',
          ]) {
            const parts = word.split(' ');
            const whole = threads.filter((each) => parts.every((part) => holds(each, part)));
            // Where none has all of the words, the closest are found.
            const closest = threads.filter((each) => parts.some((part) => holds(each, part)));
            const holding = whole.length > 0 ? whole : closest;
            const { items, total } = await storage.conversations.search(owner, word, EVERYTHING);
            const ids = items.map((hit) => hit.thread.threadId);
            expect([total, ...ids.sort()]).toEqual([
              holding.length,
              ...holding.map(({ id }) => id).sort(),
            ]);
          }
        }
        for (const { id } of threads) await storage.threads.delete(owner, id);
        const db = new DatabaseSync(join(directory, 'throughline.db'), { readOnly: true });
        for (const table of ['owner', 'thread', 'block', 'posting', 'stale'])
          expect(db.prepare(`SELECT * FROM search_${table}`).all()).toEqual([]);
        db.close();
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});

it('leaves nothing of a deleted conversation, whichever way it was found', async () => {
  const id = randomUUID();
  await storage.threads.create(
    { threadId: id, owner: OWNER, metadata: { title: 'vanishing' } },
    'raise',
  );
  const page = { limit: 10, offset: 0 };
  expect((await storage.conversations.search(OWNER, 'vanishing', page)).items).toHaveLength(1);
  await storage.threads.delete(OWNER, id);
  await storage.conversations.search(OWNER, 'anything', page);
  await storage.close();
  const db = new DatabaseSync(join(directory, 'throughline.db'));
  const count = (table: string) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'];
  const tables = ['owner', 'thread', 'block', 'posting', 'stale'];
  expect(tables.map((table) => count(`search_${table}`))).toEqual([0, 0, 0, 0, 0]);
  db.close();
  storage = await openSqliteStorage(directory);
});
