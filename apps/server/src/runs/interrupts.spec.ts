import { afterEach, expect, it } from 'vitest';

import { askingGraph, steppingGraph } from '#graph/fixtures/graphs';

import { EngineHarness, say } from './testing/engine-harness.ts';

let harness: EngineHarness;
afterEach(() => harness.close());

it('ends an interrupted run with success and leaves the thread interrupted', async () => {
  const asking = askingGraph();
  harness = await EngineHarness.open({ asking });
  const thread = await harness.thread();
  const body = { graph_id: 'asking', stream_mode: ['updates', 'values'] };
  const ended = await harness.run(thread, { ...body, input: say('go') });
  expect(ended?.status).toBe('success');
  expect(await harness.threadStatus(thread)).toBe('interrupted');
  const events = await harness.events(ended?.runId ?? '');
  expect(events.at(-1)?.data).toMatchObject({ __interrupt__: [{ value: 'first?' }] });
});

it('binds an answer to the interrupt that waits, and answers one question at a time', async () => {
  const asking = askingGraph();
  harness = await EngineHarness.open({ asking });
  const thread = await harness.thread();
  await harness.run(thread, { graph_id: 'asking', input: say('go') });
  const first = await harness.run(thread, { graph_id: 'asking', command: { resume: 'A' } });
  expect(first?.request).toMatchObject({
    command: { resume: { [String(await interruptBefore())]: 'A' } },
  });
  expect(await harness.threadStatus(thread)).toBe('interrupted');
  expect((await harness.state(asking, thread)).tasks[0]?.interrupts[0]?.value).toBe('second?');
  await harness.run(thread, { graph_id: 'asking', command: { resume: 'B' }, input: {} });
  expect(await harness.threadStatus(thread)).toBe('idle');
  expect(await harness.texts(asking, thread)).toEqual(['go', 'answers: A, B']);

  async function interruptBefore(): Promise<unknown> {
    const again = await harness.thread();
    await harness.run(again, { graph_id: 'asking', input: say('go') });
    const resume = first?.request['command'] as { resume: object };
    return Object.keys(resume.resume)[0];
  }
});

it('stops before and after the nodes that the body names, and goes on without input', async () => {
  const stepping = steppingGraph();
  harness = await EngineHarness.open({ stepping });
  const thread = await harness.thread();
  const body = { graph_id: 'stepping', interrupt_before: ['two'], interrupt_after: ['two'] };
  await harness.run(thread, { ...body, input: say('go') });
  const steps = async () => (await harness.state(stepping, thread)).values['steps'] as string[];
  expect(await steps()).toEqual(['one']);
  expect(await harness.threadStatus(thread)).toBe('interrupted');
  await harness.run(thread, body);
  expect(await steps()).toEqual(['one', 'two']);
  expect(await harness.threadStatus(thread)).toBe('interrupted');
  await harness.run(thread, body);
  expect(await steps()).toEqual(['one', 'two', 'three']);
  expect(await harness.threadStatus(thread)).toBe('idle');
});

it('lets a person end what waits, with goto __end__', async () => {
  const asking = askingGraph();
  harness = await EngineHarness.open({ asking });
  const thread = await harness.thread();
  await harness.run(thread, { graph_id: 'asking', input: say('go') });
  const ended = await harness.run(thread, {
    graph_id: 'asking',
    input: {},
    command: { goto: '__end__', update: null },
    stream_mode: ['values'],
  });
  expect(ended?.status).toBe('success');
  expect(await harness.threadStatus(thread)).toBe('idle');
  expect((await harness.state(asking, thread)).next).toEqual([]);
  const events = await harness.events(ended?.runId ?? '');
  expect(events.map(({ event }) => event)).toEqual(['metadata', 'values']);
});
