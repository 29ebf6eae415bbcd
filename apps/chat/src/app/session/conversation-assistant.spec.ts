import { describe, expect, it } from 'vitest';

import { MEMORY_ASSISTANT } from '../assistants/assistants';
import { offline } from '../transport/testing/fake-transport';
import { ai, human, sessionHarness } from './testing/session-harness';

const ECHO = { graphId: 'echo', title: 'Echo', description: '', features: [] };
const T = 'thread-1';
const SAID = [human('message-1', 'hi'), ai('a', 'hi again')];

function setUp(threadGraph?: string) {
  const harness = sessionHarness([MEMORY_ASSISTANT, ECHO]);
  harness.transport.onRun = (run) => {
    run.tell('messages', [ai('a', 'hi again'), {}]);
    harness.transport.setMessages(T, SAID);
    run.end('success');
  };
  if (threadGraph !== undefined) {
    harness.transport.setMessages(T, []);
    harness.transport.metadata.set(T, { graph_id: threadGraph });
  }
  return harness;
}

describe('the assistant of a conversation', () => {
  it('is the one that was chosen when it began, whatever is chosen later', async () => {
    const { assistants, open, transport } = setUp();
    await assistants.load();
    assistants.choose('echo');
    const session = open();
    await session.send('hi');
    assistants.choose('memory');
    await session.send('more');
    expect(transport.metadata.get(T)).toMatchObject({ graph_id: 'echo' });
    expect(transport.runs.map(({ request }) => request.assistant)).toEqual([
      { graphId: 'echo', takesScope: false },
      { graphId: 'echo', takesScope: false },
    ]);
    expect(session.assistant.summary()).toEqual(ECHO);
  });

  it('is its own when it is opened again, and what it lacks is not offered', async () => {
    const { open, transport } = setUp('echo');
    const session = open(T);
    expect(session.assistant.has('memory')).toBe(true);
    await session.open();
    expect(session.assistant.summary()).toBeUndefined();
    await session.send('hi');
    expect(session.assistant.has('memory')).toBe(false);
    expect(session.assistant.has('instructions')).toBe(false);
    expect(transport.run.request.assistant.graphId).toBe('echo');
  });

  it('is asked for again where it could not be read, and nothing is sent to another one', async () => {
    const { open, transport } = setUp('echo');
    // Asked for when it is opened, for its branches, and by the first message.
    transport.fail('readMetadata', offline(), offline(), offline());
    const session = open(T);
    await session.open();
    await session.send('hi');
    expect(transport.runs).toEqual([]);
    expect(session.draft.text()).toBe('hi');
    await session.send('hi');
    expect(transport.run.request.assistant.graphId).toBe('echo');
  });

  it('gets no memory mode that was chosen for another one', async () => {
    const { assistants, open, transport } = setUp();
    const session = open();
    await session.settings.chooseMode('temporary');
    await assistants.load();
    assistants.choose('echo');
    await session.send('hi');
    expect(transport.metadata.get(T)).toEqual({ graph_id: 'echo' });
    expect(session.settings.mode()).toBe('automatic');
  });
});

describe('an answer of an assistant that reads no memory', () => {
  it('is confirmed without an observation of memory', async () => {
    const { assistants, open } = setUp();
    await assistants.load();
    assistants.choose('echo');
    const session = open();
    await session.send('hi');
    expect(session.state().confirmation).toMatchObject({ saved: true });
  });

  it('is confirmed so when its conversation is opened again', async () => {
    const { open, transport } = setUp('echo');
    await open(T).send('hi');
    const session = open(T);
    await session.open();
    expect(transport.runs).toHaveLength(1);
    expect(session.state().confirmation).toMatchObject({ saved: true });
  });

  it('is not so with the memory assistant: there an observation is missing', async () => {
    const { open } = setUp('memory');
    const session = open(T);
    await session.send('hi');
    expect(session.state().confirmation).toMatchObject({ saved: false });
  });
});
