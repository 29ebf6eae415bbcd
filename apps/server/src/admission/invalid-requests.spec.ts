import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { everythingStored, trimmed } from '../testing/stored-digest.ts';
import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

const owner = newScope();

let server: TestServer;
let threadId: string;

beforeAll(async () => {
  server = await startTestServer();
  const client = server.client(owner);
  ({ thread_id: threadId } = await client.threads.create());
  await client.runs.wait(threadId, 'memory', { input: said('Hi.') });
  await trimmed(server.dataDir);
});
afterAll(() => server.close());

const said = (content: unknown, fields = {}) => ({
  messages: [{ role: 'human', content, ...fields }],
});
const message = (fields: object) => ({ messages: [{ type: 'human', content: 'Hi.' }, fields] });

/** Updates that no graph of messages can live with, and the part that the refusal must name. */
const UNSOUND: readonly (readonly [string, unknown, string])[] = [
  ['content that is a number', said(5), 'messages[0].content'],
  ['content that is an object', said({ text: 'x' }), 'messages[0].content'],
  ['content that is null', said(null), 'messages[0].content'],
  ['no content', { messages: [{ role: 'human' }] }, 'messages[0].content'],
  ['a block that is null', said([null]), 'messages[0].content[0]'],
  ['a block without a type', said([{ text: 'x' }]), 'messages[0].content[0].type'],
  ['a text block without text', said([{ type: 'text', text: 7 }]), 'messages[0].content[0].text'],
  ['an image of nothing', said([{ type: 'image_url' }]), 'messages[0].content[0].image_url'],
  ['a file of nothing', said([{ type: 'file' }]), 'messages[0].content[0].url'],
  ['messages that are true', { messages: true }, 'messages'],
  ['messages that are null', { messages: null }, 'messages'],
  ['messages that are an object without a role', { messages: { a: 1 } }, 'messages'],
  ['a message that is null', { messages: [null] }, 'messages[0]'],
  ['a message that is a list', { messages: [['human', 'x'], [[]]] }, 'messages[1]'],
  ['a message with an unknown role', { messages: [{ role: 'x', content: '' }] }, 'messages[0]'],
  ['an id that is a number', said('x', { id: 7 }), 'messages[0].id'],
  ['a name that is an object', said('x', { name: {} }), 'messages[0].name'],
  [
    'further fields that are text',
    said('x', { additional_kwargs: 'x' }),
    'messages[0].additional_kwargs',
  ],
  [
    'a tool message whose content is an object',
    message({ type: 'tool', tool_call_id: 'a', content: { a: 1 } }),
    'messages[1].content',
  ],
  ['a tool message of no call', message({ type: 'tool', content: '' }), 'messages[1].tool_call_id'],
  [
    'tool calls that are text',
    message({ type: 'ai', content: '', tool_calls: 'x' }),
    'messages[1].tool_calls',
  ],
  [
    'a tool call that is null',
    message({ type: 'ai', content: '', tool_calls: [null] }),
    'messages[1].tool_calls[0]',
  ],
  [
    'a tool call with arguments in a text',
    message({ type: 'ai', content: '', tool_calls: [{ name: 'a', args: '{}' }] }),
    'messages[1].tool_calls[0].args',
  ],
  [
    'a raw tool call whose arguments are cut',
    message({
      type: 'ai',
      content: '',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'a', arguments: '{"a":' } }],
    }),
    'messages[1].tool_calls[0].function.arguments',
  ],
  [
    'raw tool calls that are text',
    message({ type: 'ai', content: '', additional_kwargs: { tool_calls: 'x' } }),
    'messages[1].additional_kwargs.tool_calls',
  ],
  [
    'the removal of an unknown message',
    { messages: [{ type: 'remove', id: 'x' }] },
    'messages[0].id',
  ],
  ['the removal of nothing', { messages: [{ type: 'remove' }] }, 'messages[0].id'],
  [
    'a removal after that of everything',
    {
      messages: [
        { type: 'remove', id: '__remove_all__' },
        { type: 'remove', id: 'x' },
      ],
    },
    'messages[1]',
  ],
  ['messages past their reducer', { messages: { __overwrite__: [] } }, 'messages'],
  [
    'a stored message with unsound fields',
    { messages: [{ lc: 1, type: 'constructor', id: ['HumanMessage'], kwargs: { content: 5 } }] },
    'messages[0].kwargs.content',
  ],
  ['a plan that is text', { todos: 'x' }, 'todos'],
  ['a plan with a step that is text', { todos: ['x'] }, 'todos[0]'],
  ['files that are text', { files: 'x' }, 'files'],
  ['a file that is a number', { files: { '/a': 5 } }, 'files./a'],
  ['half of a Unicode pair', said('a\ud83d'), 'messages[0].content'],
  ['half of a Unicode pair as a key', { files: { '/\ude00': 'x' } }, 'files'],
];

type Make = (update: unknown) => readonly [path: string, body: unknown, where: string];

const run = (fields: object) => ({ assistant_id: 'memory', ...fields });
const onThread = (path: string) => `/threads/${threadId}${path}`;

const WAYS_IN: Readonly<Record<string, Make>> = {
  'a run': (input) => [onThread('/runs'), run({ input }), 'input'],
  'a streamed run': (input) => [onThread('/runs/stream'), run({ input }), 'input'],
  'a run to wait for': (input) => [onThread('/runs/wait'), run({ input }), 'input'],
  'a run without a thread': (input) => ['/runs', run({ input }), 'input'],
  'a batch': (input) => ['/runs/batch', [run({ input: said('Hi.') }), run({ input })], 'input'],
  'a command': (update) => [onThread('/runs/wait'), run({ command: { update } }), 'command.update'],
  'a state update': (values) => [onThread('/state'), { values }, 'values'],
  'a state update as a node': (values) => [
    onThread('/state'),
    { values, as_node: 'model_request' },
    'values',
  ],
};

describe.each(Object.keys(WAYS_IN))('%s', (way) => {
  it.each(UNSOUND)('with %s is refused by its path; nothing is stored', async (_, update, part) => {
    const [path, body, where] = WAYS_IN[way]?.(update) ?? ['', undefined, ''];
    const { status, message: sentence } = await refused(path, body);
    expect(status).toBe(422);
    expect(sentence).toContain(`${where}.${part}`);
  });
});

describe('a command', () => {
  it.each([
    ['pairs', { update: [['messages', true]] }, 'command.update[0][1]'],
    ['an unknown node', { goto: 'nowhere' }, 'command.goto'],
    ['an unknown node among others', { goto: ['model_request', { node: 'x' }] }, 'command.goto[1]'],
    [
      'an unsound input of a node',
      { goto: [{ node: 'model_request', input: { messages: [{ role: 'human', content: 5 }] } }] },
      'command.goto[0].input.messages[0].content',
    ],
    ['half of a Unicode pair as an answer', { resume: { text: '\udc00' } }, 'command.resume.text'],
  ])('with %s is refused by its path; nothing is stored', async (_, command, part) => {
    const { status, message: sentence } = await refused(onThread('/runs/wait'), run({ command }));
    expect([status, sentence]).toEqual([422, expect.stringContaining(part)]);
  });
});

describe('a place', () => {
  const input = { messages: [{ role: 'human', content: 'Hi.' }] };
  it.each(['nowhere', 'tools:0199d0c0-0000-7000-8000-000000000001', 'a|b', '|', ':'])(
    'in the namespace %s is refused; nothing is stored',
    async (checkpoint_ns) => {
      const checkpoint = { checkpoint_ns };
      const replies = [
        await refused(onThread('/runs/wait'), run({ input, checkpoint })),
        await refused(onThread('/runs/wait'), run({ input, config: { configurable: checkpoint } })),
        await refused(onThread('/state'), { values: input, checkpoint }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([422, 422, 422]);
      for (const { message: sentence } of replies) expect(sentence).toContain('checkpoint_ns');
      const reads = [
        await server.ask(owner, 'POST', onThread('/state/checkpoint'), { checkpoint }),
        await server.ask(owner, 'POST', onThread('/history'), { checkpoint }),
      ];
      expect(reads.map(({ status }) => status)).toEqual([200, 200]);
    },
  );
});

it('makes of files given as plain texts files that the agent can read', async () => {
  const client = server.client(owner);
  const { thread_id: thread } = await client.threads.create();
  await client.runs.wait(thread, 'memory', {
    input: { ...said('Hi.'), files: { '/a.md': '# One' } },
  });
  await client.threads.updateState(thread, { values: { files: { '/b.md': 'Two' } } });
  const command = { update: { files: { '/c.md': 'Three', '/a.md': null } } };
  await client.runs.wait(thread, 'memory', { command });
  const { values } = await client.threads.getState<{ files: Record<string, unknown> }>(thread);
  expect(values.files).toEqual({
    '/b.md': expect.objectContaining({ content: 'Two', mimeType: 'text/plain' }) as unknown,
    '/c.md': expect.objectContaining({ content: 'Three', mimeType: 'text/plain' }) as unknown,
  });
});

it('takes every form of message that the API knows', async () => {
  const client = server.client(owner);
  const { thread_id: thread } = await client.threads.create();
  const call = { name: 'ls', args: {}, id: 'call-1' };
  const raw = { id: 'call-2', type: 'function', function: { name: 'ls', arguments: '{}' } };
  const messages = [
    'plain text',
    ['human', 'a pair'],
    { role: 'user', content: [{ type: 'text', text: 'blocks' }], id: 'mine' },
    { type: 'ai', content: '', tool_calls: [call], usage_metadata: { input_tokens: 1 } },
    { type: 'tool', content: [{ type: 'text', text: 'done' }], tool_call_id: 'call-1' },
    { role: 'assistant', content: 'x', tool_calls: [raw] },
    { role: 'tool', content: 'done', tool_call_id: 'call-2', status: 'success' },
    {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'HumanMessage'],
      kwargs: { content: 'kept' },
    },
    {
      type: 'human',
      content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }],
    },
    { type: 'remove', id: 'mine' },
  ];
  await client.threads
    .updateState(thread, {
      values: { messages },
      asNode: 'model_request',
    })
    .catch(() => undefined);
  const { values } = await client.runs
    .wait(thread, 'memory', { input: { messages } })
    .then((result) => ({ values: result as { messages: { content: unknown }[] } }));
  expect(values.messages.map(({ content }) => content)).toContain('kept');
  expect(values.messages.map(({ content }) => content)).toContain('a pair');
  expect(JSON.stringify(values.messages)).not.toContain('blocks');
});

describe('after all that', () => {
  it('the thread works, and has what it had', async () => {
    const client = server.client(owner);
    const { values } = await client.threads.getState<{ messages: { id: string }[] }>(threadId);
    expect(values.messages).toHaveLength(2);
    const [first] = values.messages;
    const removal = { messages: [{ type: 'remove', id: first?.id }] };
    await client.threads.updateState(threadId, { values: removal });
    await client.runs.wait(threadId, 'memory', { input: said('Still there?') });
    expect((await client.threads.get(threadId)).status).toBe('idle');
  });
});

async function refused(path: string, body: unknown): Promise<{ status: number; message: string }> {
  const before = everythingStored(server.dataDir);
  const reply = await server.ask(owner, 'POST', path, body);
  const { message: sentence = '', ...rest } = (await reply.json()) as { message?: string };
  expect(Object.keys(rest), sentence).toEqual(['error']);
  expect(everythingStored(server.dataDir)).toEqual(before);
  return { status: reply.status, message: sentence };
}
