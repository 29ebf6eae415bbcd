import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  ChatMessage,
  ChatMessageChunk,
  FunctionMessage,
  FunctionMessageChunk,
  HumanMessage,
  HumanMessageChunk,
  RemoveMessage,
  SystemMessage,
  SystemMessageChunk,
  ToolMessage,
  ToolMessageChunk,
} from '@langchain/core/messages';
import { Document } from '@langchain/core/documents';
import { Command, Overwrite, Send } from '@langchain/langgraph';
import { DeltaSnapshot } from '@langchain/langgraph-checkpoint';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode } from './encode.ts';
import { deserialize, serialize, Serializer } from './serializer.ts';
import { StorageError } from './storage-error.ts';

/** The library deprecates the field, and goes on writing it. */
const kwargs = (value: Record<string, unknown>) => ({ ['additional_kwargs']: value });
const kwargsOf = (message: BaseMessage) =>
  Reflect.get(message, 'additional_kwargs') as Record<string, unknown>;
const again = (value: unknown) => deserialize(serialize(value));

function refusal(value: unknown): StorageError {
  try {
    serialize(value);
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
  throw new Error('the value was stored');
}

describe('values', () => {
  it('come back exactly, whatever a person puts in JSON', () => {
    const key = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('$', 'lc', '__proto__', 'constructor', 'toJSON', 'id', 'type', '0'),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string({ unit: 'binary' }),
        fc.constantFrom('$', 'M', 'o', '\ud800', 'a\udc00b', '\u0000'),
        fc.double(),
        fc.integer(),
        fc.bigInt(),
        fc.boolean(),
        fc.constantFrom(null, undefined, -0, NaN, Infinity, -Infinity),
        fc.date(),
        fc.uint8Array(),
        fc.array(tie('value')),
        fc.array(tie('value')).map((items) => new Set(items)),
        fc.array(fc.tuple(tie('value'), tie('value'))).map((entries) => new Map(entries)),
        fc.dictionary(key, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, (original) => {
        expect(isDeepStrictEqual(again(original), original)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a key that is ours', { $: ['u'] }],
    ['a reference of ours', [{ $: 5 }, { $: -5, other: 1 }]],
    ['an lc object', { lc: 1, type: 'constructor', id: ['langchain', 'x'], kwargs: { a: 1 } }],
    ['an own __proto__', JSON.parse('{"__proto__":{"polluted":true},"a":1}') as unknown],
    ['unpaired surrogates', ['\ud83d', '\ude00\ud83d', { '\udfff': 1 }]],
  ])('come back as they are: %s', (_name: string, value: unknown) => {
    expect(again(value)).toStrictEqual(value);
    expect(JSON.stringify(again(value))).toBe(JSON.stringify(value));
  });

  it('keep the order of keys and the absence of a prototype', () => {
    const bare = Object.assign(Object.create(null) as object, { b: 1, a: 2 });
    expect(Object.getPrototypeOf(again(bare))).toBe(null);
    expect(Object.keys(again({ b: 1, $: 2, a: 3 }) as object)).toEqual(['b', '$', 'a']);
    expect(({} as Record<string, unknown>)['polluted']).toBe(undefined);
  });

  it('keep the difference between bytes and Buffers', () => {
    expect(again(Buffer.from('ab'))).toStrictEqual(Buffer.from('ab'));
    expect(Buffer.isBuffer(again(new Uint8Array([1, 2])))).toBe(false);
  });

  it('keep what a graph passes around', () => {
    const send = new Send('tools', { messages: [new HumanMessage('hi')] }, { timeout: 500 });
    expect(again(send)).toStrictEqual(send);
    expect(again(send)).toBeInstanceOf(Send);
    const command = new Command({
      resume: { ok: true },
      update: { a: undefined },
      goto: ['x', send],
    });
    expect(again(command)).toStrictEqual(command);
    expect(again(command)).toBeInstanceOf(Command);
    const overwrite = again(new Overwrite([1]));
    expect(overwrite).toBeInstanceOf(Overwrite);
    expect(overwrite).toStrictEqual(new Overwrite([1]));
    const snapshot = again(new DeltaSnapshot([new AIMessage('hi')]));
    expect(snapshot).toBeInstanceOf(DeltaSnapshot);
    expect(snapshot).toStrictEqual(new DeltaSnapshot([new AIMessage('hi')]));
  });

  it('keep what an error says', () => {
    const error = Object.assign(new TypeError('bad', { cause: new Error('why') }), { code: 7 });
    const back = again(error) as TypeError & { code: number };
    expect(back).toBeInstanceOf(Error);
    expect([back.name, back.message, back.code]).toEqual(['TypeError', 'bad', 7]);
    expect((back.cause as Error).message).toBe('why');
    expect(back.stack).toBe('TypeError: bad');
    expect('cause' in (again(new Error('x')) as Error)).toBe(false);
  });
});

describe('what has no stored form', () => {
  class Account {
    readonly id = 1;
  }
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const sparse: unknown[] = [];
  sparse[2] = 1;

  it.each([
    ['a function', { a: { b: [() => 1] } }, 'a.b.0'],
    ['a symbol', { a: Symbol('s') }, 'a'],
    ['a symbol key', { a: { [Symbol('s')]: 1 } }, 'a'],
    ['an instance', { list: [0, new Account()] }, 'list.1'],
    ['a library instance', { doc: new Document({ pageContent: 'x' }) }, 'doc'],
    ['a pattern', { re: /x/ }, 're'],
    ['a promise', { later: Promise.resolve(1) }, 'later'],
    ['another view of bytes', { floats: new Float32Array(1) }, 'floats'],
    ['a sparse array', { sparse }, 'sparse'],
    ['an array with names', { named: Object.assign([1], { x: 1 }) }, 'named'],
    ['a subclass of a message', [new (class extends HumanMessage {})('x')], '0'],
    [
      'a part of a message',
      [new HumanMessage({ content: 'x', ...kwargs({ f: () => 1 }) })],
      '0.additional_kwargs.f',
    ],
    ['a member of a set', new Set([() => 1]), '0'],
    ['a circle', circular, 'self.self'],
  ])('is refused on writing with its path: %s', (_name: string, value: unknown, path: string) => {
    const error = refusal(value);
    expect(error.kind).toBe('unserializable');
    expect(error.message).toContain(path);
  });

  it.each([
    '{"$":5}',
    '{"$":["?",1]}',
    '{"$":["M","PromptTemplate",{}]}',
    '{"$":["M","toString",{}]}',
    '{"$":["s"]}',
    '{',
  ])('is refused on reading: %s', (stored: string) => {
    expect(() => deserialize(stored)).toThrow(expect.objectContaining({ kind: 'damaged' }));
  });
});

describe('messages', () => {
  const content = [
    { type: 'text', text: 'hi' },
    { lc: 1, type: 'constructor', id: ['x'], kwargs: {} },
  ] as unknown as string;
  const call = { name: 'f', args: { lc: 1, $: 2 }, id: 'c', type: 'tool_call' as const };
  const messages: BaseMessage[] = [
    new HumanMessage('hi'),
    new HumanMessage({ content, id: 'm', name: 'Ann', ...kwargs({ a: [undefined] }) }),
    new HumanMessageChunk({ content: 'hi', id: 'm' }),
    new SystemMessage({ content, id: 's' }),
    new SystemMessageChunk('hi'),
    new AIMessage('hi'),
    new AIMessage({
      content: '',
      id: 'a',
      tool_calls: [call],
      response_metadata: { model: 'm', tokenUsage: {} },
    }),
    new AIMessage({
      content: [{ type: 'text', text: 'x' }],
      tool_calls: [call],
      response_metadata: { output_version: 'v1' },
    }),
    new AIMessage({
      content: '',
      invalid_tool_calls: [
        { name: 'f', args: '{', id: 'c', error: 'cut', type: 'invalid_tool_call' },
      ],
    }),
    new AIMessageChunk({
      content: 'x',
      tool_call_chunks: [
        { name: 'f', args: '{"a":1}', id: 'c', index: 0, type: 'tool_call_chunk' },
      ],
    }),
    new AIMessageChunk('x').concat(new AIMessageChunk({ content: 'y', id: 'z' })),
    new ToolMessage({
      content,
      tool_call_id: 'c',
      name: 'f',
      status: 'error',
      artifact: new Map([[1, 2n]]),
    }),
    new ToolMessageChunk({ content: 'x', tool_call_id: 'c' }),
    new FunctionMessage({ content: 'x', name: 'f' }),
    new FunctionMessageChunk({ content: 'x', name: 'f' }),
    new ChatMessage({ content: 'x', role: 'critic' }),
    new ChatMessageChunk({ content: 'x', role: 'critic' }),
    new RemoveMessage({ id: 'm' }),
    new HumanMessage({ content: 'x', extra: 1 } as unknown as { content: string }),
    Object.assign(new HumanMessage('x'), { id: 'set later' }),
    Object.assign(new AIMessage('x'), { note: 'own' }),
  ];

  it.each(messages.map((message) => [message.constructor.name, message] as const))(
    'come back in their class, and say of themselves what they said: %s',
    (_name: string, message: BaseMessage) => {
      const back = again(message) as BaseMessage;
      expect(Object.getPrototypeOf(back)).toBe(Object.getPrototypeOf(message));
      for (const key of Object.keys(message).filter((name) => name !== 'lc_kwargs'))
        expect(Reflect.get(back, key), key).toStrictEqual(Reflect.get(message, key));
      expect(Object.keys(back).sort()).toEqual(Object.keys(message).sort());
      expect(JSON.parse(JSON.stringify(back))).toEqual(JSON.parse(JSON.stringify(message)));
      expect(serialize(back)).toBe(serialize(message));
    },
  );

  it('are never shared with what is stored', () => {
    const stored = serialize(new HumanMessage({ content, ...kwargs({ a: {} }) }));
    const first = deserialize(stored) as HumanMessage;
    (first.content as unknown[]).push('changed');
    kwargsOf(first)['a'] = 'changed';
    expect(serialize(deserialize(stored))).toBe(stored);
    expect(serialize(first)).not.toBe(stored);
  });

  const changes: [string, (message: AIMessage) => void][] = [
    ['its text', (message) => (message.content = 'new')],
    [
      'a call deep inside',
      (message) => ((message.tool_calls?.[0]?.args as Record<string, unknown>)['a'] = 2),
    ],
    ['a new field', (message) => (kwargsOf(message)['late'] = true)],
    ['an own property', (message) => Object.assign(message, { note: 1 })],
    ['a field gone', (message) => delete message.response_metadata['model']],
    ['its kwargs', (message) => (message.lc_kwargs['more'] = 1)],
    ['a value JSON cannot say', (message) => (kwargsOf(message)['at'] = new Date(5))],
  ];

  it.each(changes)('are stored as they are now when changed in place: %s', (_name, change) => {
    const make = () =>
      new AIMessage({
        content: 'old',
        tool_calls: [{ ...call, args: { a: 1 } }],
        response_metadata: { model: 'm' },
      });
    const expected = make();
    change(expected);
    const seen = make();
    serialize(seen);
    const revived = again(make()) as AIMessage;
    for (const message of [seen, revived]) {
      change(message);
      expect(serialize(message)).toBe(serialize(expected));
    }
  });

  it('that have not changed are not encoded again', () => {
    const message = again(
      new AIMessage({ content, tool_calls: [{ ...call, args: { a: [1, 'b'] } }], id: 'a' }),
    );
    expect(encode(message)).toBe(encode(message));
  });
});

describe('Serializer', () => {
  it('speaks the protocol of savers and stores', async () => {
    const serializer = new Serializer();
    const [type, bytes] = await serializer.dumpsTyped({ a: 1n });
    expect(await serializer.loadsTyped(type, bytes)).toStrictEqual({ a: 1n });
    await expect(serializer.dumpsTyped(() => 1)).rejects.toMatchObject({ kind: 'unserializable' });
    await expect(serializer.loadsTyped('pickle', bytes)).rejects.toMatchObject({ kind: 'damaged' });
  });
});
