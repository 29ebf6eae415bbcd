import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { describe, expect, it } from 'vitest';

import { createConverter } from './create-converter.ts';
import {
  LOGIN,
  playwrightTest,
  rewriteSimply,
  seleniumTest,
  validateSimply,
  Workshop,
} from './testing/workshop.ts';

const first = { uploads: [LOGIN] };
const rule = 'Use getByTestId for every form field';
const byTestId = playwrightTest(['logs in', 'logs out'], [rule]);
const plain = playwrightTest(['logs in', 'logs out']);

describe('the first turn', () => {
  it('converts what was sent, and says so exactly', async () => {
    const workshop = new Workshop();
    const { events, spoken } = await workshop.turn('a', first);
    expect(events[0]).toEqual({
      node: 'intake',
      turn: 1,
      attempt: 0,
      conventions: [],
      from_previous_turn: false,
    });
    expect(events.map(({ node }) => node)).toEqual([
      'intake',
      'convert',
      'validate',
      'critique',
      'report',
    ]);
    const state = await workshop.state('a');
    expect(state).toMatchObject({ turn: 1, refinement: '', conventions: [], baseline: [] });
    expect(state.result).toEqual([{ name: 'login.test.ts', text: plain }]);
    expect(state.report).toMatchObject({ status: 'accepted', reasons: [], converter: 'rules' });
    expect(state.messages.map(({ type }) => type)).toEqual(['human', 'ai']);
    expect(state.messages[0]?.text).toBe('Convert login.test.js');
    expect(state.messages[1]?.text).toContain('fixed rules; no model reviewed this');
    expect(spoken.at(-1)?.text).toBe(state.messages[1]?.text);
  });

  it('takes a rule at once', async () => {
    const workshop = new Workshop();
    await workshop.turn('a', { ...first, refinement: rule });
    const state = await workshop.state('a');
    expect(state.conventions).toEqual([rule]);
    expect(state.result[0]?.text).toBe(byTestId);
  });

  it.each([
    ['a rule alone', { refinement: rule }, /no source yet/],
    ['nothing', {}, /no source yet/],
    ['no Selenium', { uploads: [{ name: 'a.js', text: 'let a;' }] }, /uses no Selenium/],
    ['an empty file', { uploads: [{ name: 'a.js', text: '' }] }, /is empty/],
    ['adopted files', { ...first, adopted: [{ name: 'x.ts', text: '' }] }, /x\.ts is no file/],
  ])('refuses %s in a sentence', async (_, input, sentence) => {
    await expect(new Workshop().turn('a', input)).rejects.toThrow(sentence);
  });
});

describe('a later turn', () => {
  it('needs nothing but the rule', async () => {
    const workshop = new Workshop();
    await workshop.turn('a', { ...first, out: 'out/login.ts' });
    const { events } = await workshop.turn('a', { refinement: rule });
    expect(events[0]).toEqual({
      node: 'intake',
      turn: 2,
      attempt: 0,
      conventions: [rule],
      from_previous_turn: true,
    });
    expect(events[1]).toMatchObject({ way: 'refinement_feedback' });
    const state = await workshop.state('a');
    expect(state).toMatchObject({ turn: 2, refinement: '', out: 'out/login.ts' });
    expect(state.baseline[0]?.text).toBe(plain);
    expect(state.result[0]?.text).toBe(byTestId);
    expect(state.messages.map(({ text }) => text)).toContain(rule);
  });

  it('keeps every rule in force, oldest first, once', async () => {
    const workshop = new Workshop();
    await workshop.turn('a', first);
    for (const each of ['B', 'A', ' b ', 'C']) await workshop.turn('a', { refinement: each });
    const state = await workshop.state('a');
    expect(state.conventions).toEqual(['B', 'A', 'C']);
    expect(state.turn).toBe(5);
    expect(state.result[0]?.text).toBe(playwrightTest(['logs in', 'logs out'], ['B', 'A', 'C']));
  });

  it('does not say a message twice that came with its rule', async () => {
    const workshop = new Workshop();
    await workshop.turn('a', first);
    await workshop.turn('a', { refinement: rule, messages: [new HumanMessage(rule)] });
    const { messages } = await workshop.state('a');
    expect(messages.filter(({ text }) => text === rule)).toHaveLength(1);
  });

  it('takes new bytes of a file of the same name, with a rule or without', async () => {
    const workshop = new Workshop();
    await workshop.turn('a', first);
    await workshop.turn('a', { uploads: [{ name: LOGIN.name, text: seleniumTest('signs in') }] });
    let state = await workshop.state('a');
    expect(state.result[0]?.text).toBe(playwrightTest(['signs in']));
    expect(state.sources).toHaveLength(1);
    const both = { uploads: [LOGIN], refinement: rule };
    await workshop.turn('a', both);
    state = await workshop.state('a');
    expect(state.result[0]?.text).toBe(byTestId);
    expect(state.turn).toBe(3);
  });

  it('refuses an unknown file beside the ones that are there', async () => {
    const workshop = new Workshop();
    await workshop.turn('a', first);
    const other = { name: 'other.test.js', text: seleniumTest('x') };
    await expect(workshop.turn('a', { uploads: [other] })).rejects.toThrow(
      /other\.test\.js is none of this conversation's files \(login\.test\.js\)/,
    );
  });

  it('drops a rule that was withdrawn, and takes one in its place', async () => {
    const workshop = new Workshop();
    await workshop.turn('a', { ...first, refinement: 'A' });
    await workshop.turn('a', { refinement: 'B' });
    await workshop.turn('a', { conventions: ['B'] });
    expect((await workshop.state('a')).result[0]?.text).toBe(
      playwrightTest(['logs in', 'logs out'], ['B']),
    );
    await workshop.turn('a', { conventions: [], refinement: 'C' });
    expect((await workshop.state('a')).conventions).toEqual(['C']);
  });

  it('goes on from what the person edited by hand', async () => {
    const workshop = new Workshop();
    await workshop.turn('a', first);
    const edited = { name: 'login.test.ts', text: `${plain}// my own line\n` };
    await workshop.turn('a', { refinement: rule, adopted: [edited] });
    let state = await workshop.state('a');
    expect(state.baseline).toEqual([edited]);
    expect(state.result[0]?.text).toBe(`${byTestId}// my own line\n`);
    await workshop.turn('a', { conventions: [] });
    state = await workshop.state('a');
    expect(state.result).toEqual([edited]);
  });

  it('says where an edit by hand stands against a rule', async () => {
    const workshop = new Workshop();
    await workshop.turn('a', { ...first, refinement: 'A' });
    const mine = playwrightTest(['logs in', 'logs out'], ['mine']);
    await workshop.turn('a', {
      conventions: ['B'],
      adopted: [{ name: 'login.test.ts', text: mine }],
    });
    const { result, report } = await workshop.state('a');
    expect(result[0]?.text).toBe(mine);
    expect(report?.status).toBe('needs-review');
    expect(report?.ledger).toMatchObject([{ kind: 'rule', line: 1, file: 'login.test.ts' }]);
  });
});

describe('a message', () => {
  it('is answered, and becomes no rule', async () => {
    const workshop = new Workshop();
    await workshop.turn('a', { ...first, refinement: rule });
    const before = await workshop.state('a');
    const { events, spoken } = await workshop.say('a', 'Did you use page objects?');
    expect(events).toEqual([]);
    expect(spoken.at(-1)?.text).toContain(`Instructions in force:\n- ${rule}`);
    const { messages, open, heard, ...after } = await workshop.state('a');
    expect(messages).toHaveLength(before.messages.length + 2);
    expect(open).toBeNull();
    expect(heard).toBe(messages.at(-2)?.id);
    expect({ ...before, ...after }).toEqual(before);
  });

  it('before any file is told what is needed', async () => {
    const workshop = new Workshop();
    await workshop.say('a', 'Hello?');
    const { messages } = await workshop.state('a');
    expect(messages.at(-1)?.text).toContain('Send Selenium test files');
    await workshop.turn('a', first);
    expect((await workshop.state('a')).turn).toBe(1);
  });
});

describe('a turn that does not end', () => {
  const NODES = ['intake', 'convert', 'validate', 'criticize', 'conclude'] as const;

  it.each(NODES)('in %s goes on, and counts no attempt twice', async (node) => {
    const workshop = new Workshop();
    await workshop.turn('a', first);
    const broken = diesOnce(workshop, node);
    await expect(broken.turn('a', { refinement: rule })).rejects.toThrow('killed');
    await broken.turn('a', null);
    const state = await workshop.state('a');
    expect(state).toMatchObject({ turn: 2, attempt: 1, conventions: [rule], refinement: '' });
    expect(state.attempts).toHaveLength(1);
    expect(state.result[0]?.text).toBe(byTestId);
    expect(state.messages.filter(({ text }) => text === rule)).toHaveLength(1);
    expect(state.messages.filter((message) => AIMessage.isInstance(message))).toHaveLength(2);
  });

  it.each(NODES)('and is stopped in %s leaves baseline, rules and result', async (node) => {
    const workshop = new Workshop();
    await workshop.turn('a', { ...first, refinement: 'A' });
    const { conventions, baseline, result, turn, report } = await workshop.state('a');
    await expect(diesOnce(workshop, node).turn('a', { refinement: 'B' })).rejects.toThrow('killed');
    expect(await workshop.state('a')).toMatchObject({
      conventions,
      baseline,
      result,
      turn,
      report,
    });
    await workshop.turn('a', { refinement: 'C' });
    const after = await workshop.state('a');
    expect(after).toMatchObject({ turn: 2, conventions: ['A', 'C'], baseline: result, attempt: 1 });
  });

  it('is followed by one that says what it was asked', async () => {
    const workshop = new Workshop();
    await workshop.turn('a', first);
    await expect(diesOnce(workshop, 'convert').turn('a', { refinement: 'B' })).rejects.toThrow(
      'killed',
    );
    await workshop.turn('a', {});
    await workshop.turn('a', { refinement: 'C' });
    const { messages, conventions, turn } = await workshop.state('a');
    expect(messages.filter(({ type }) => type === 'human').map(({ text }) => text)).toEqual([
      'Convert login.test.js',
      'B',
      'Convert again.',
      'C',
    ]);
    expect([conventions, turn]).toEqual([['C'], 3]);
  });

  it('of which nothing came may be sent with other files', async () => {
    const workshop = new Workshop();
    await expect(diesOnce(workshop, 'validate').turn('a', first)).rejects.toThrow('killed');
    const other = { name: 'other.test.js', text: seleniumTest('x') };
    await workshop.turn('a', { uploads: [other] });
    const { sources, turn } = await workshop.state('a');
    expect(sources.map(({ name }) => name)).toEqual(['other.test.js']);
    expect(turn).toBe(1);
  });
});

/** The same conversation, in which one step ends like a process that is killed: nothing of it is kept. */
function diesOnce(workshop: Workshop, node: string): Workshop {
  const dying = new Workshop(undefined, { checkpointer: workshop.saver });
  const step = dying.graph.nodes[node as 'intake'].bound as unknown as {
    func: (...of: unknown[]) => unknown;
  };
  const { func } = step;
  step.func = async (...of) => {
    step.func = func;
    await func(...of);
    throw new Error('killed');
  };
  return dying;
}

it('is the same graph without a checkpointer', async () => {
  const remembering = new Workshop();
  await remembering.turn('a', { ...first, refinement: rule });
  const { messages, heard, ...remembered } = await remembering.state('a');
  const graph = createConverter({ rewrite: rewriteSimply, validate: validateSimply });
  const {
    messages: said,
    heard: last,
    ...made
  } = await graph.invoke({ ...first, refinement: rule });
  expect([messages[0]?.id, said[0]?.id]).toEqual([heard, last]);
  expect(made).toEqual(remembered);
  expect(said.map(({ text }) => text)).toEqual(messages.map(({ text }) => text));
  await expect(graph.invoke({ refinement: rule })).rejects.toThrow(/no source yet/);
});

it('begins clean in a second thread, and reads no store', async () => {
  const workshop = new Workshop();
  await workshop.turn('a', { ...first, refinement: rule });
  await workshop.turn('b', first);
  const { conventions, result } = await workshop.state('b');
  expect(conventions).toEqual([]);
  expect(result[0]?.text).toBe(plain);
});
