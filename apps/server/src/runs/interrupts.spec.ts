import { afterEach, expect, it } from 'vitest';

import { askingGraph, steppingGraph } from '#graph/fixtures/graphs';

import { EngineBench, say } from './testing/engine-bench.ts';

let bench: EngineBench;
afterEach(() => bench.close());

it('ends an interrupted run with success and leaves the thread interrupted', async () => {
  const asking = askingGraph();
  bench = await EngineBench.open({ asking });
  const thread = await bench.thread();
  const body = { graph_id: 'asking', stream_mode: ['updates', 'values'] };
  const ended = await bench.run(thread, { ...body, input: say('go') });
  expect(ended?.status).toBe('success');
  expect(await bench.threadStatus(thread)).toBe('interrupted');
  const events = await bench.events(ended?.runId ?? '');
  expect(events.at(-1)?.data).toMatchObject({ __interrupt__: [{ value: 'first?' }] });
});

it('binds an answer to the interrupt that waits, and answers one question at a time', async () => {
  const asking = askingGraph();
  bench = await EngineBench.open({ asking });
  const thread = await bench.thread();
  await bench.run(thread, { graph_id: 'asking', input: say('go') });
  const first = await bench.run(thread, { graph_id: 'asking', command: { resume: 'A' } });
  expect(first?.request).toMatchObject({
    command: { resume: { [String(await interruptBefore())]: 'A' } },
  });
  expect(await bench.threadStatus(thread)).toBe('interrupted');
  expect((await bench.state(asking, thread)).tasks[0]?.interrupts[0]?.value).toBe('second?');
  await bench.run(thread, { graph_id: 'asking', command: { resume: 'B' }, input: {} });
  expect(await bench.threadStatus(thread)).toBe('idle');
  expect(await bench.texts(asking, thread)).toEqual(['go', 'answers: A, B']);

  async function interruptBefore(): Promise<unknown> {
    const again = await bench.thread();
    await bench.run(again, { graph_id: 'asking', input: say('go') });
    const resume = first?.request['command'] as { resume: object };
    return Object.keys(resume.resume)[0];
  }
});

it('stops before and after the nodes that the body names, and goes on without input', async () => {
  const stepping = steppingGraph();
  bench = await EngineBench.open({ stepping });
  const thread = await bench.thread();
  const body = { graph_id: 'stepping', interrupt_before: ['two'], interrupt_after: ['two'] };
  await bench.run(thread, { ...body, input: say('go') });
  const steps = async () => (await bench.state(stepping, thread)).values['steps'] as string[];
  expect(await steps()).toEqual(['one']);
  expect(await bench.threadStatus(thread)).toBe('interrupted');
  await bench.run(thread, body);
  expect(await steps()).toEqual(['one', 'two']);
  expect(await bench.threadStatus(thread)).toBe('interrupted');
  await bench.run(thread, body);
  expect(await steps()).toEqual(['one', 'two', 'three']);
  expect(await bench.threadStatus(thread)).toBe('idle');
});

it('lets a person end what waits, with goto __end__', async () => {
  const asking = askingGraph();
  bench = await EngineBench.open({ asking });
  const thread = await bench.thread();
  await bench.run(thread, { graph_id: 'asking', input: say('go') });
  const ended = await bench.run(thread, {
    graph_id: 'asking',
    input: {},
    command: { goto: '__end__', update: null },
    stream_mode: ['values'],
  });
  expect(ended?.status).toBe('success');
  expect(await bench.threadStatus(thread)).toBe('idle');
  expect((await bench.state(asking, thread)).next).toEqual([]);
  const events = await bench.events(ended?.runId ?? '');
  expect(events.map(({ event }) => event)).toEqual(['metadata', 'values']);
});
