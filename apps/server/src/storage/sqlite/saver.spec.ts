import { HumanMessage } from '@langchain/core/messages';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { type BaseCheckpointSaver, MemorySaver, uuid6 } from '@langchain/langgraph-checkpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chat, config, say, texts } from '../testing/chat.ts';
import { OWNER, SaverFixture } from './testing/saver-fixture.ts';
import { SqliteSaver } from './saver.ts';

let f: SaverFixture;

beforeEach(() => {
  f = new SaverFixture();
});

afterEach(() => f.close());

describe('a run', () => {
  it('is stored like MemorySaver stores it', async () => {
    const memory = new MemorySaver();
    const inputs = ['one', 'two', 'three'];
    for (const [index, input] of inputs.entries()) {
      const options = config(`r${index}`);
      await chat(f.saver).invoke({ messages: [say(input)] }, options);
      await chat(memory).invoke({ messages: [say(input)] }, options);
    }
    const read = async (from: BaseCheckpointSaver) => {
      const states = [];
      for await (const state of chat(from).getStateHistory({ configurable: { thread_id: 't' } }))
        states.push({
          texts: texts({ messages: [], ...state.values }),
          next: state.next,
          step: state.metadata?.step,
          source: state.metadata?.source,
          tasks: state.tasks.map((task) => [task.name, task.result === undefined]),
        });
      return states;
    };
    expect(await read(f.saver)).toEqual(await read(memory));
    expect((await read(f.saver)).length).toBe(12);
  });

  it('is named on each of its checkpoints, and found by its name', async () => {
    await f.turn('r1', 'one');
    await f.turn('r2', 'two');
    const found = [];
    const filter = { run_id: 'r1' };
    for await (const tuple of f.saver.list({ configurable: { thread_id: 't' } }, { filter }))
      found.push(tuple.metadata);
    expect(found.length).toBe(4);
    expect(found.every((metadata) => Reflect.get(metadata ?? {}, 'run_id') === 'r1')).toBe(true);
  });

  it('is all there when the database is opened again', async () => {
    const said = await f.turn('r1', 'one');
    await f.reopen();
    expect(
      texts((await chat(f.saver).getState({ configurable: { thread_id: 't' } })).values),
    ).toEqual(said);
  });

  it('stores a value that did not change no second time', async () => {
    await f.turn('r1', 'one');
    const tuple = await f.saver.getTuple({ configurable: { thread_id: 't' } });
    const before = f.nodes();
    if (!tuple) throw new Error('no checkpoint');
    const id = uuid6(9);
    await f.saver.put(
      tuple.config,
      { ...tuple.checkpoint, id },
      { source: 'loop', step: 9, parents: {} },
      {},
    );
    expect(f.nodes()).toBe(before);
    const copy = await f.saver.getTuple({ configurable: { thread_id: 't', checkpoint_id: id } });
    expect(copy?.checkpoint.channel_values).toEqual(tuple.checkpoint.channel_values);
  });

  it('gives each branch its own value where two write the same version', async () => {
    const base = await f.saver.put(
      { configurable: { thread_id: 't', checkpoint_ns: '' } },
      {
        v: 4,
        id: uuid6(0),
        ts: '',
        channel_values: { c: 'base' },
        channel_versions: { c: 1 },
        versions_seen: {},
      },
      { source: 'input', step: 0, parents: {} },
      { c: 1 },
    );
    const branch = async (value: string) => {
      const to = await f.saver.put(
        base,
        {
          v: 4,
          id: uuid6(1),
          ts: '',
          channel_values: { c: value },
          channel_versions: { c: 2 },
          versions_seen: {},
        },
        { source: 'loop', step: 1, parents: {} },
        { c: 2 },
      );
      return async () => (await f.saver.getTuple(to))?.checkpoint.channel_values;
    };
    const [left, right] = [await branch('left'), await branch('right')];
    expect([await left(), await right()]).toEqual([{ c: 'left' }, { c: 'right' }]);
  });

  it('is refused where it cannot be stored, and leaves the thread as it was', async () => {
    const said = await f.turn('r1', 'one');
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('bad', () => ({
        messages: [new HumanMessage({ content: 'x', id: (() => 1) as never })],
      }))
      .addEdge(START, 'bad')
      .compile({ checkpointer: f.saver });
    await expect(graph.invoke({ messages: [say('two')] }, config('r2'))).rejects.toMatchObject({
      kind: 'unserializable',
      message: expect.stringContaining('id') as string,
    });
    expect((await f.turn('r3', 'three')).slice(0, 3)).toEqual(said);
  });
});

describe('a run attempt', () => {
  const begin = (status: string, attempt: number) =>
    f.database.write(() => {
      f.database
        .run(`INSERT OR IGNORE INTO thread (id, owner, created_at, updated_at, active_at, metadata, status)
        VALUES ('t', '${OWNER}', 0, 0, 0, '{}', 'idle')`);
      f.database.run(
        `INSERT OR REPLACE INTO run (id, thread, owner, assistant, created_at, updated_at, not_before,
           status, attempt, metadata, strategy, request)
         VALUES ('r1', 't', '${OWNER}', 'a', 0, 0, 0, ?, ?, '{}', 'reject', '{}')`,
        status,
        attempt,
      );
    });
  const fenced = (attempt: number) =>
    new SqliteSaver(f.database, OWNER, { owner: OWNER, threadId: 't', runId: 'r1', attempt });
  const run = (attempt: number) =>
    chat(fenced(attempt)).invoke({ messages: [say('one')] }, config('ignored'));

  it('writes while it holds the run, and under its name', async () => {
    await begin('running', 1);
    await run(1);
    const found = await f.checkpoints();
    expect(found.length).toBe(4);
    for (const { metadata } of found) expect(metadata).toMatchObject({ run_id: 'r1' });
  });

  it.each([
    ['cancelled', 'interrupted', 1],
    ['taken over', 'running', 2],
  ])('writes nothing once it was %s', async (_name: string, status: string, attempt: number) => {
    await begin(status, attempt);
    await expect(run(1)).rejects.toMatchObject({ kind: 'fenced' });
    const writes = fenced(1).putWrites(
      { configurable: { thread_id: 't', checkpoint_ns: '', checkpoint_id: 'c' } },
      [['messages', 'late']],
      'task',
    );
    await expect(writes).rejects.toMatchObject({ kind: 'fenced' });
    expect(
      f.total('SELECT (SELECT count(*) FROM checkpoint) + (SELECT count(*) FROM write) AS n'),
    ).toBe(0);
    expect(f.nodes()).toBe(0);
  });

  it('is stopped in the middle by one update', async () => {
    await begin('running', 1);
    const attempt = fenced(1);
    const [first] = await Promise.allSettled([
      attempt.putWrites(
        { configurable: { thread_id: 't', checkpoint_id: 'c' } },
        [['m', 1]],
        'one',
      ),
      f.database.write(() => f.database.run(`UPDATE run SET status = 'interrupted'`)),
    ]);
    expect(first.status).toBe('fulfilled');
    const late = attempt.putWrites(
      { configurable: { thread_id: 't', checkpoint_id: 'c' } },
      [['m', 2]],
      'two',
    );
    await expect(late).rejects.toMatchObject({ kind: 'fenced' });
  });
});
