import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { uuid6 } from '@langchain/langgraph-checkpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chat, config, say, texts } from '../testing/chat.ts';
import { filesHolding } from './testing/files-holding.ts';
import { SaverFixture } from './testing/saver-fixture.ts';

let f: SaverFixture;

beforeEach(() => {
  f = new SaverFixture();
});

afterEach(() => f.close());

describe('pruning', () => {
  it('keeps of each run its input and its end, of the thread its beginning, and nothing unused', async () => {
    const said: string[][] = [];
    for (let n = 0; n < 40; n += 1) {
      said.push(await f.turn(`r${n}`, `question ${n}`));
      await f.saver.pruneRun('t', `r${n}`);
    }
    expect((await f.checkpoints()).length).toBe(81);
    expect(await f.unusedNodes()).toBe(0);
    const states = [];
    for await (const state of chat(f.saver).getStateHistory({ configurable: { thread_id: 't' } }))
      states.unshift(texts(state.values));
    expect(states).toEqual([[], ...said.flatMap((end) => [end.slice(0, -2), end])]);
    expect((await f.turn('more', 'go on')).length).toBe(123);
  });

  it('keeps a value that the last checkpoint took over from one that goes', async () => {
    let parent: string | undefined;
    let version = 0;
    const put = async (run: string, list: string[], changed: boolean) => {
      const id = uuid6(0);
      if (changed) version += 1;
      await f.saver.put(
        config(run, { checkpoint_ns: '', checkpoint_id: parent }),
        {
          v: 4,
          id,
          ts: '',
          channel_values: { list },
          channel_versions: { list: version },
          versions_seen: {},
        },
        { source: 'loop', step: 0, parents: {} },
        changed ? { list: version } : {},
      );
      parent = id;
    };
    for (const run of ['r1', 'r2', 'r3']) {
      const list = [`of ${run}`.padEnd(150, '.')];
      await put(run, list, true);
      await put(run, list, false);
      await f.saver.pruneRun('t', run);
      const last = await f.saver.getTuple(config(run, { checkpoint_ns: '' }));
      expect(last?.checkpoint.channel_values).toEqual({ list });
    }
  });

  it('lets an earlier answer be gone on from', async () => {
    for (const run of ['r1', 'r2', 'r3']) {
      await f.turn(run, run);
      await f.saver.pruneRun('t', run);
    }
    const before = await f.checkpoints();
    const [third, , second, , first, , root] = before.map(({ checkpoint }) => checkpoint.id);
    const id = second;
    const said = await f.turn('fork', 'instead', { checkpoint_id: id });
    expect(said.slice(-3)).toEqual(['instead', 'thinking of instead', 'answer 8']);
    await f.saver.pruneRun('t', 'fork');
    const parents = new Map(
      (await f.checkpoints()).map(({ checkpoint, parentConfig }) => [
        checkpoint.id,
        parentConfig?.configurable?.['checkpoint_id'] as string | undefined,
      ]),
    );
    /** Each turn's end is two steps below the end of the turn before: its input stands between. */
    const turnBefore = (end: string | undefined) => parents.get(parents.get(end ?? '') ?? '');
    expect(turnBefore((await f.checkpoints())[0]?.checkpoint.id)).toBe(second);
    expect([third, second, first].map(turnBefore)).toEqual([second, first, root]);
    expect(parents.size).toBe(9);
    expect(await f.unusedNodes()).toBe(0);
  });

  it('lets an answer be given anew where its question stands and nothing was done yet', async () => {
    for (const run of ['r1', 'r2']) {
      await f.turn(run, run);
      await f.saver.pruneRun('t', run);
    }
    const [end] = await f.checkpoints();
    const parent = end?.parentConfig?.configurable ?? {};
    const asked = await chat(f.saver).getState({ configurable: parent });
    expect(texts(asked.values).at(-1)).toBe('r2');
    expect(asked.next).toEqual(['think']);
    expect(asked.tasks[0]?.result).toBeUndefined();
    const again: unknown = await chat(f.saver).invoke(null, config('again', parent));
    expect(texts(again)).toEqual(await f.texts(end?.config.configurable ?? {}));
    await f.saver.pruneRun('t', 'again');
    const [anew] = await f.checkpoints();
    expect(anew?.parentConfig?.configurable).toEqual(parent);
    expect(await f.unusedNodes()).toBe(0);
  });

  it('keeps the state that a command made, before anything was done with it', async () => {
    await f.turn('r1', 'one');
    await f.saver.pruneRun('t', 'r1');
    const command = new Command({ update: { messages: [say('by command')] }, goto: 'think' });
    await chat(f.saver).invoke(command, config('r2'));
    await f.saver.pruneRun('t', 'r2');
    const [end, begun] = await f.checkpoints();
    expect(end?.parentConfig?.configurable?.['checkpoint_id']).toBe(begun?.checkpoint.id);
    expect((await f.texts(begun?.config.configurable ?? {})).at(-1)).toBe('by command');
  });

  it('lets the first words be said anew, with no trace of the old ones', async () => {
    for (const run of ['r1', 'r2']) {
      await f.turn(run, run);
      await f.saver.pruneRun('t', run);
    }
    const root = (await f.checkpoints()).at(-1)?.checkpoint.id;
    const said = await f.turn('fork', 'instead', { checkpoint_id: root });
    expect(said).toEqual(['instead', 'thinking of instead', 'answer 2']);
    await f.saver.pruneRun('t', 'fork');
    const [, begun] = await f.checkpoints();
    expect(begun?.parentConfig?.configurable?.['checkpoint_id']).toBe(root);
    const now = await chat(f.saver).getState({ configurable: { thread_id: 't' } });
    expect(texts(now.values)).toEqual(said);
    expect(await f.unusedNodes()).toBe(0);
  });

  it('keeps a checkpoint in mid-run that another run branched from', async () => {
    await f.turn('r1', 'one');
    const middle = (await f.checkpoints()).find((tuple) => tuple.metadata?.step === 1);
    const id = middle?.checkpoint.id;
    await f.turn('r2', 'instead', { checkpoint_id: id });
    await f.saver.pruneRun('t', 'r1');
    const kept = await f.checkpoints();
    expect(kept.some((tuple) => tuple.checkpoint.id === id)).toBe(true);
    expect(
      kept.filter((tuple) => Reflect.get(tuple.metadata ?? {}, 'run_id') === 'r1').length,
    ).toBe(4);
    expect((await f.turn('r3', 'again', { checkpoint_id: id })).at(-3)).toBe('again');
  });

  it('keeps an interrupt that waits for its answer', async () => {
    await f.turn('r1', 'please approve this');
    await f.saver.pruneRun('t', 'r1');
    expect((await f.checkpoints()).length).toBe(2);
    const state = await chat(f.saver).getState({ configurable: { thread_id: 't' } });
    expect(
      state.tasks.flatMap((task) => task.interrupts).map(({ value }) => value as unknown),
    ).toEqual(['sure?']);
    const resumed: unknown = await chat(f.saver).invoke(
      new Command({ resume: 'yes' }),
      config('r2'),
    );
    expect(texts(resumed)).toEqual(['please approve this', 'approved: yes', 'answer 2']);
    await f.saver.pruneRun('t', 'r2');
    expect(await f.unusedNodes()).toBe(0);
  });

  it('keeps what a subgraph needs to be resumed, and its own memory', async () => {
    const inner = new StateGraph(MessagesAnnotation)
      .addNode('first', () => ({ messages: [say('inner first')] }))
      .addNode('ask', () => ({ messages: [say(`inner heard ${String(interrupt('what?'))}`)] }))
      .addEdge(START, 'first')
      .addEdge('first', 'ask');
    const outer = (own: boolean) =>
      new StateGraph(MessagesAnnotation)
        .addNode('sub', inner.compile(own ? { checkpointer: true } : {}))
        .addEdge(START, 'sub')
        .compile({ checkpointer: f.saver });
    for (const own of [false, true]) {
      const run = own ? 'own' : 'shared';
      await outer(own).invoke({ messages: [say('start')] }, config(`${run} 1`));
      const before = (await f.checkpoints()).length;
      await f.saver.pruneRun('t', `${run} 1`);
      expect((await f.checkpoints()).length).toBeLessThan(before);
      const values: unknown = await outer(own).invoke(
        new Command({ resume: 'this' }),
        config(`${run} 2`),
      );
      expect(texts(values).slice(-2)).toEqual(['inner first', 'inner heard this']);
      await f.saver.pruneRun('t', `${run} 2`);
      const kept = (await f.checkpoints()).map(
        (tuple) => tuple.config.configurable?.['checkpoint_ns'] as string,
      );
      expect(kept.filter((ns) => ns === 'sub').length).toBe(own ? 2 : 0);
      await f.saver.deleteThread('t');
    }
  });
});

describe('taking a run back', () => {
  it('leaves the thread as it was before', async () => {
    const said = await f.turn('r1', 'one');
    const before = { nodes: f.nodes(), checkpoints: await f.checkpoints() };
    await f.turn('r2', 'two');
    await f.saver.deleteRunCheckpoints('t', 'r2');
    expect(await f.checkpoints()).toEqual(before.checkpoints);
    expect(f.nodes()).toBe(before.nodes);
    expect((await f.turn('r3', 'three')).slice(0, 3)).toEqual(said);
  });

  it('lets an interrupt wait again that the run had answered', async () => {
    await f.turn('r1', 'please approve this');
    const before = await f.checkpoints();
    await chat(f.saver).invoke(new Command({ resume: 'yes' }), config('r2'));
    await f.saver.deleteRunCheckpoints('t', 'r2');
    expect(await f.checkpoints()).toEqual(before);
    const values: unknown = await chat(f.saver).invoke(new Command({ resume: 'no' }), config('r3'));
    expect(texts(values)[1]).toBe('approved: no');
  });
});

describe('erasing', () => {
  const secret = 'a sentence nobody shall find again';
  const found = () => filesHolding(f.directory, secret);

  it('leaves no trace of a thread in any file', async () => {
    await f.turn('r1', `remember ${secret}`);
    await f.turn('r2', `${secret} again`);
    expect(found()).not.toEqual([]);
    await f.saver.deleteThread('t');
    expect(found()).toEqual([]);
    expect(await f.checkpoints()).toEqual([]);
    for (const table of ['history', 'node', 'checkpoint', 'write'])
      expect(f.total(`SELECT count(*) AS n FROM ${table}`), table).toBe(0);
  });

  it('leaves no piece of a deflated text that is spread over many pages', async () => {
    await f.turn('r1', randomBytes(30_000).toString('base64'));
    const largest = 'SELECT body FROM node ORDER BY length(body) DESC LIMIT 1';
    const packed = Buffer.from(f.database.get(largest)?.['body'] as Uint8Array);
    expect(packed.length).toBeGreaterThan(20_000);
    const pieces = Array.from({ length: 500 }, (_, n) => packed.subarray(n * 40, n * 40 + 40));
    const left = () => {
      const files = readdirSync(f.directory).filter((name) => !name.endsWith('.lock'));
      const bytes = Buffer.concat(files.map((name) => readFileSync(join(f.directory, name))));
      return pieces.filter((piece) => bytes.includes(piece)).length;
    };
    // All but those that are cut by the end of a page.
    expect(left()).toBeGreaterThan(480);
    await f.saver.deleteThread('t');
    expect(left()).toBe(0);
  });

  it('leaves no trace of a run taken back', async () => {
    await f.turn('r1', 'one');
    await f.turn('r2', `remember ${secret}`);
    expect(found()).not.toEqual([]);
    await f.saver.deleteRunCheckpoints('t', 'r2');
    expect(found()).toEqual([]);
  });

  it('leaves other threads alone', async () => {
    await f.turn('r1', 'one');
    await f.saver.deleteThread('another');
    expect((await f.checkpoints()).length).toBe(4);
  });
});
