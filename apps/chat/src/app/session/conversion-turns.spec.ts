import { describe, expect, it } from 'vitest';

import { offline } from '../transport/testing/fake-transport';
import { TransportError } from '../transport/transport-error';
import { until } from '../testing/until';
import { ai, human, sessionHarness, texts } from './testing/session-harness';

const CONVERT = { graphId: 'convert', title: 'Convert', description: '' };
const T = 'thread-1';
const FILE = { kind: 'text' as const, name: 'a.test.js', text: 'it();\n' };
const UPLOADS = [{ name: FILE.name, text: FILE.text }];
const SOURCE = { sources: [{ ...UPLOADS[0], hash: 'a'.repeat(64) }] };

function setUp(state?: Record<string, unknown>) {
  const harness = sessionHarness([{ ...CONVERT, features: ['conversion'] as const }]);
  harness.transport.onRun = (run) => run.end('success');
  if (state !== undefined) {
    harness.transport.setMessages(T, [human('a', 'x'), ai('b', 'y')], state);
    harness.transport.metadata.set(T, { graph_id: 'convert' });
  }
  return harness;
}

/** A conversation that was opened again, with files to be changed. */
async function opened() {
  const harness = setUp(SOURCE);
  const session = harness.open(T);
  await harness.assistants.load();
  await session.open();
  return { ...harness, session };
}

describe('a conversion', () => {
  it('begins with files, which go as its source and stand in no message', async () => {
    const { assistants, open, transport } = setUp();
    await assistants.load();
    const session = open();
    session.draft.attach([FILE]);
    await session.send('');
    const { attachments, text, values } = transport.run.request;
    expect({ attachments, text, values }).toEqual({
      attachments: undefined,
      text: 'Convert a.test.js.',
      values: { uploads: UPLOADS },
    });
    expect(session.draft.attachments()).toEqual([]);
  });

  it('gives the files back that the server has not taken', async () => {
    const { assistants, open, transport } = setUp();
    await assistants.load();
    transport.fail('createThread', new TransportError('server', 'It failed.'));
    const session = open();
    session.draft.attach([FILE]);
    await session.send('');
    expect(session.draft.attachments()).toEqual([FILE]);
    expect(session.draft.text()).toBe('');
  });

  it('is changed by words, and by none that are marked as a question', async () => {
    const { session, transport } = await opened();
    await session.send('Use roles.');
    expect(transport.run.request.values).toEqual({ refinement: 'Use roles.' });
    session.draft.markRemark(true);
    await session.send('How many?');
    expect(transport.run.request.values).toBeUndefined();
    await session.send('Use ids.');
    expect(transport.run.request.values).toEqual({ refinement: 'Use ids.' });
  });

  it('takes words as a change also while they wait for the turn before, and when sent again', async () => {
    const { session, transport } = await opened();
    transport.onRun = () => undefined;
    const first = session.send('one');
    await until(() => session.state().turn === 'running');
    transport.fail('enqueue', offline());
    await session.send('two');
    expect(transport.runs).toHaveLength(1);
    const [unsent] = session.state().queue;
    await session.sendAgain(unsent?.id ?? '');
    expect(transport.run.request).toMatchObject({ text: 'two', values: { refinement: 'two' } });
    for (const run of transport.runs) run.end('success');
    await first;
  });

  it('tries a change that failed again as the change it was', async () => {
    const { session, transport } = await opened();
    transport.onRun = (run) => run.fail(new TransportError('run-failed', 'It failed.'));
    await session.send('one');
    expect(texts(session).at(-1)).toBe('human: one');
    transport.onRun = (run) => run.end('success');
    await session.send('one');
    expect(transport.runs.map(({ request }) => request.values)).toEqual([
      { refinement: 'one' },
      { refinement: 'one' },
    ]);
    expect(transport.runs[1]?.request.messageId).toBe(transport.runs[0]?.request.messageId);
  });

  it('withdraws a rule by the thread’s values, which are read anew', async () => {
    const { session, transport } = await opened();
    expect(await session.setValues({ conventions: ['b'] })).toBeUndefined();
    expect(session.state().values).toMatchObject({ conventions: ['b'] });
    transport.fail('setValues', offline());
    expect(await session.setValues({ conventions: [] })).toMatch(/could not be reached/);
    expect(session.state().values).toMatchObject({ conventions: ['b'] });
  });
});
