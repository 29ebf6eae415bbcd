import { expect, it } from 'vitest';

import { addChunk, addMessages, dropUnfinished, transcriptOf, type Transcript } from './transcript';

const ai = (id: string, content: unknown, over: Record<string, unknown> = {}) => ({
  type: 'ai',
  id,
  content,
  ...over,
});
const piece = (index: number, args: string, over: Record<string, unknown> = {}) => ({
  index,
  args,
  ...over,
});
const stream = (...chunks: unknown[]) => chunks.reduce<Transcript>(addChunk, []);

it('joins chunks by id, in strings and in blocks', () => {
  const transcript = stream(
    ai('a', 'Hel'),
    ai('b', [{ type: 'text', text: 'Wor' }]),
    ai('a', 'lo'),
    ai('b', [
      { type: 'text', text: 'l' },
      { type: 'reasoning', reasoning: 'hidden' },
      { type: 'text', text: 'd' },
    ]),
  );
  expect(transcript.map(({ text }) => text)).toEqual(['Hello', 'World']);
});

it('ignores repeated chunks of a message that is complete', () => {
  const complete = addMessages([], [ai('a', 'Hello')]);
  expect(addChunk(complete, ai('a', 'Hel'))).toBe(complete);
});

it('reconciles a complete message with what was streamed of it', () => {
  const streamed = stream(ai('a', 'Hel'));
  expect(addMessages(streamed, [ai('a', 'Hello')])).toMatchObject([
    { text: 'Hello', complete: true },
  ]);
});

it('joins the pieces of parallel tool calls by their place, which may begin anywhere', () => {
  const [message] = stream(
    ai('a', '', { tool_call_chunks: [piece(1, '{"x', { id: 'c1', name: 'edit_file' })] }),
    ai('a', '', { tool_call_chunks: [piece(2, '{}', { id: 'c2', name: 'ls' })] }),
    ai('a', '', { tool_call_chunks: [piece(1, '":1}')] }),
  );
  expect(message?.toolCalls).toMatchObject([
    { id: 'c1', name: 'edit_file', argumentsText: '{"x":1}' },
    { id: 'c2', name: 'ls', argumentsText: '{}' },
  ]);
});

it('keeps a tool result with its call, before and after the message is complete', () => {
  const call = { id: 'c1', name: 'ls', args: { path: '/' } };
  const result = { type: 'tool', id: 't', tool_call_id: 'c1', content: 'a\nb', status: 'error' };
  const streamed = addChunk(
    stream(ai('a', '', { tool_call_chunks: [piece(0, '{', { id: 'c1', name: 'ls' })] })),
    result,
  );
  const complete = addMessages(streamed, [ai('a', '', { tool_calls: [call] })]);
  for (const transcript of [complete, transcriptOf([ai('a', '', { tool_calls: [call] }), result])])
    expect(transcript[0]?.toolCalls).toEqual([
      {
        id: 'c1',
        place: 0,
        name: 'ls',
        argumentsText: '{\n  "path": "/"\n}',
        result: { messageId: 't', text: 'a\nb', failed: true },
      },
    ]);
});

it('drops what is unfinished, and removes what LangGraph removes', () => {
  const transcript = addChunk(addMessages([], [ai('a', '1'), ai('b', '2')]), ai('c', 'half'));
  expect(dropUnfinished(transcript).map(({ id }) => id)).toEqual(['a', 'b']);
  const removed = addMessages(transcript, [{ type: 'remove', id: 'a' }]);
  expect(removed.map(({ id }) => id)).toEqual(['b', 'c']);
  const replaced = addMessages(transcript, [{ type: 'remove', id: '__remove_all__' }, ai('z', '')]);
  expect(replaced.map(({ id }) => id)).toEqual(['z']);
});

it.each([null, 'text', 7, [], { type: 'ai' }, { type: 'system', id: 's', content: 'x' }])(
  'shows nothing of %j',
  (value) => {
    expect(addMessages([], [value])).toEqual([]);
    expect(addChunk([], value)).toEqual([]);
  },
);

it('keeps a tool’s result in full, blocks that are no text included', () => {
  const [message] = transcriptOf([
    { type: 'ai', id: 'a', content: '', tool_calls: [{ id: 'c', name: 'read_file', args: {} }] },
    {
      type: 'tool',
      id: 't',
      tool_call_id: 'c',
      content: [
        { type: 'text', text: 'two' },
        { type: 'image', url: 'x' },
      ],
    },
  ]);
  expect(message?.toolCalls[0]?.result?.text).toBe('two\n{\n  "type": "image",\n  "url": "x"\n}');
});

it('keeps thoughts apart from the words, joins their pieces, and knows how long they took', () => {
  const thinks = (text: string) => ai('a', '', { additional_kwargs: { reasoning_content: text } });
  const answers = ai('a', 'Yes.', { response_metadata: { thought_ms: 8_000 } });
  const whole = ai('a', 'Yes.', {
    additional_kwargs: { reasoning_content: 'Hm. So.' },
    response_metadata: { thought_ms: 8_000 },
  });
  const expected = { text: 'Yes.', thought: 'Hm. So.', thoughtMs: 8_000 };
  expect(stream(thinks('Hm. '), thinks('So.'), answers)).toMatchObject([expected]);
  expect(addMessages([], [whole])).toMatchObject([expected]);
  expect(transcriptOf([ai('b', 'No.')])[0]).not.toHaveProperty('thought');
});

it.each([
  [
    { cut: true, finish_reason: 'length' },
    { cut: true, cutBy: 'length' },
  ],
  [
    { cut: true, finish_reason: 'content_filter' },
    { cut: true, cutBy: 'filter' },
  ],
  [
    { cut: true, finish_reason: 'whatever' },
    { cut: true, cutBy: 'other' },
  ],
  [{ cut: true }, { cut: true, cutBy: undefined }],
  [{ finish_reason: 'stop' }, { cut: false, cutBy: undefined }],
])('tells of %j who cut the answer', (about, expected) => {
  const [message] = transcriptOf([ai('a', 'Well', { response_metadata: about })]);
  expect({ cut: message?.cut, cutBy: message?.cutBy }).toEqual(expected);
});
