import { randomUUID } from 'node:crypto';

import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';

import type { MemoryScope } from '#contract/scope';

import { memoryRules } from '#graph/agents/memory/memory-rules';

import { rulesFrom } from '../../assistants/rules.ts';
import { Assistants } from '../../assistants/assistants.ts';
import type { ServedGraph } from '../../assistants/graphs.ts';
import { HttpError } from '../../http/http-error.ts';
import { admitRun } from './admit-run.ts';
import { runBody } from './run-body.ts';

const owner = '3f2b8a54-6c1e-4d8e-9a77-0123456789ab' as MemoryScope;
const foreign = '4f2b8a54-6c1e-4d8e-9a77-0123456789ab';
const threadId = '0199d0c0-0000-7000-8000-000000000001';
const checkpoint_id = '0199d0c0-0000-7000-8000-000000000002';

const rulesOf = rulesFrom(new Map([['memory', memoryRules]]));
/** A graph of messages; the other has channels of its own. */
const chat = new StateGraph(MessagesAnnotation)
  .addNode('hear', () => ({}))
  .addNode('tools', () => ({}))
  .addNode('a', () => ({}))
  .addNode('b', () => ({}))
  .addEdge(START, 'hear')
  .addEdge('hear', 'tools')
  .addEdge('tools', 'a')
  .addEdge('a', 'b')
  .compile() as unknown as ServedGraph;
const assistants = new Assistants(
  new Map([
    ['memory', chat],
    ['other', chat],
  ]),
  rulesOf,
  new Date(0),
);

function admit(body: object, graph = 'memory') {
  const assistant = assistants.find(graph);
  if (assistant === undefined) throw new Error('no such assistant');
  return admitRun(runBody.parse({ assistant_id: graph, input: {}, ...body }), {
    owner,
    assistant,
    graph: chat,
    threadId,
    rules: rulesOf(graph),
  });
}

function refusal(body: object, graph?: string): string {
  try {
    admit(body, graph);
  } catch (error) {
    if (error instanceof HttpError) return `${error.status} ${error.message}`;
    throw error;
  }
  return 'admitted';
}

describe('the context of a run', () => {
  it('is filled in for the memory graph, by assistant id too', () => {
    expect(admit({})['context']).toEqual({ memory_scope: owner });
  });

  it('may be exactly the owner’s', () => {
    const context = { memory_scope: owner };
    expect(admit({ context })['context']).toEqual(context);
  });

  it.each([
    ['another owner', { memory_scope: foreign }, /^403 /],
    ['an extra key', { memory_scope: owner, x: 1 }, /^422 context must be exactly/],
    ['nothing in it', {}, /^422 /],
    ['null', null, /^422 /],
    ['a string', owner, /^422 /],
    ['upper case', { memory_scope: owner.toUpperCase() }, /^422 /],
    ['version 1', { memory_scope: '3f2b8a54-6c1e-1d8e-9a77-0123456789ab' }, /^422 /],
    ['white space', { memory_scope: `${owner} ` }, /^422 /],
  ])('is refused with %s', (_, context, expected) => {
    expect(refusal({ context })).toMatch(expected);
  });

  it('of another graph is its own affair', () => {
    expect(admit({}, 'other')).not.toHaveProperty('context');
    expect(admit({ context: { model: 'x' } }, 'other')['context']).toEqual({ model: 'x' });
  });
});

describe('private state', () => {
  it.each([
    ['input', { input: { _memory_contents: {} } }],
    ['input', { input: { _memory_scope_owner: owner } }],
    ['input', { input: { _memory_contents: {} }, command: { resume: true } }],
    ['command.update', { command: { update: { _memory_contents: {} } } }],
    ['command.update', { command: { update: [['_memory_scope_owner', foreign]] } }],
    [
      'command.goto.input',
      { command: { goto: { node: 'tools', input: { _memory_contents: {} } } } },
    ],
    [
      'command.goto.input',
      { command: { goto: ['a', { node: 'b', input: { _memory_scope_owner: foreign } }] } },
    ],
  ])('is refused in %s', (where, body) => {
    expect(refusal(body)).toBe(
      `422 ${where}.${JSON.stringify(body).includes('_contents') ? '_memory_contents' : '_memory_scope_owner'}: only the server itself may record what was read from memory.`,
    );
  });
});

describe('the request', () => {
  it('follows the command when there is an input beside it', () => {
    const request = admit({ input: {}, command: { resume: 'yes' } });
    expect(request['command']).toEqual({ resume: 'yes' });
    expect(request).not.toHaveProperty('input');
  });

  it('takes goto with a null update, and an empty command for none', () => {
    expect(admit({ command: { goto: '__end__', update: null } })['command']).toEqual({
      goto: '__end__',
    });
    expect(admit({ input: { a: 1 }, command: {} })['input']).toEqual({ a: 1 });
  });

  it('puts aside what only another process could mean by a config', () => {
    const configurable = {
      langgraph_auth_user: { identity: 'x' },
      langgraph_request_id: 'r',
      tone: 'a',
    };
    const config = { run_id: randomUUID(), callbacks: [{}], tags: ['t'], configurable };
    const kept = { tags: ['t'], configurable: { tone: 'a' } };
    expect(admit({ config })['config']).toEqual(kept);
  });

  it('keeps content as it was sent, keys that look special included', () => {
    const content = [{ type: 'text', text: 'x', lc: 1, id: ['x'], constructor: { prototype: 1 } }];
    const input = { messages: [{ role: 'human', content }], '': { toString: null } };
    expect(JSON.stringify(admit({ input })['input'])).toBe(JSON.stringify(input));
  });

  it('stands where checkpoint, checkpoint_id or configurable say', () => {
    const at = { checkpoint_id };
    expect(
      admit({ checkpoint: { ...at, checkpoint_ns: '', thread_id: threadId } })['checkpoint'],
    ).toEqual(at);
    expect(admit({ checkpoint_id })['checkpoint']).toEqual(at);
    expect(admit({ config: { configurable: at } })['checkpoint']).toEqual(at);
    expect(admit({})).not.toHaveProperty('checkpoint');
  });

  it.each([
    [{ config: { configurable: { thread_id: checkpoint_id } } }, /thread of this run/],
    [{ checkpoint: { thread_id: checkpoint_id } }, /thread of this run/],
    [{ config: { configurable: { __pregel_checkpointer: {} } } }, /may not set/],
    [{ config: { configurable: { checkpoint_id: 'x' } } }, /UUID/],
    [{ input: 'hello' }, /input must be a JSON object/],
    [{ input: [1] }, /input must be a JSON object/],
    [
      { input: { messages: [{ role: 'human', content: 'x' }, { role: 'nobody' }] } },
      /messages\[1\]/,
    ],
    [{ input: { messages: [{ content: 'x' }] } }, /messages\[0\] is not a message/],
    [{ input: { messages: [7] } }, /messages\[0\] is not a message/],
  ])('is refused: %o', (body, expected) => {
    expect(refusal(body)).toMatch(expected);
  });

  it.each([
    { config: { context: { memory_scope: foreign } } },
    { config: { store: {} } },
    { stream_mode: ['everything'] },
    { multitask_strategy: 'whatever' },
    { webhook: 'https://example.org' },
    { after_seconds: -1 },
    { checkpoint_id: 'not-a-uuid' },
    { metadata: [] },
  ])('does not parse: %o', (body) => {
    expect(runBody.safeParse({ assistant_id: 'memory', ...body }).success).toBe(false);
  });
});
