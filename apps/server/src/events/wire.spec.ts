import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  RemoveMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { describe, expect, it } from 'vitest';

import { projectState } from './project.ts';
import { loggedToWire, toWire, wireMessage } from './wire.ts';

describe('a message on the wire', () => {
  it('is flat, with the fields that its kind has', () => {
    const call = { id: 'c', name: 'edit', args: { lc: 1, path: 'x' }, type: 'tool_call' as const };
    expect(wireMessage(new AIMessage({ id: 'a', content: 'x', tool_calls: [call] }))).toEqual({
      type: 'ai',
      id: 'a',
      content: 'x',
      tool_calls: [call],
      invalid_tool_calls: [],
      additional_kwargs: {},
      response_metadata: {},
    });
    const result = { content: 'done', tool_call_id: 'c', status: 'error' as const, artifact: [1] };
    expect(wireMessage(new ToolMessage({ ...result, name: 'edit' }))).toMatchObject({
      type: 'tool',
      name: 'edit',
      ...result,
    });
    expect(wireMessage(new RemoveMessage({ id: 'a' }))).toMatchObject({ type: 'remove', id: 'a' });
  });

  it('keeps the pieces of tool calls in a chunk', () => {
    const piece = {
      id: 'c',
      name: 'edit',
      args: '{"pa',
      index: 0,
      type: 'tool_call_chunk' as const,
    };
    const chunk = new AIMessageChunk({ id: 'a', content: '', tool_call_chunks: [piece] });
    expect(wireMessage(chunk)).toMatchObject({ type: 'ai', tool_call_chunks: [piece] });
  });

  it('returns content as it was sent, objects with an lc key included', () => {
    const content = [{ type: 'text', text: 'x', lc: 1, kwargs: {}, _private: true }];
    const message = new HumanMessage({ content, response_metadata: { lc: 2 } });
    expect(wireMessage(message)).toMatchObject({ content, response_metadata: { lc: 2 } });
  });
});

describe('other values on the wire', () => {
  it('become what JSON can say', () => {
    const value = {
      date: new Date(0),
      set: new Set([1]),
      map: new Map([['a', 1n]]),
      bytes: new Uint8Array([1, 2]),
      error: new TypeError('odd'),
      nothing: undefined,
      call: () => 1,
      list: [undefined, 1],
    };
    expect(toWire(value)).toEqual({
      date: '1970-01-01T00:00:00.000Z',
      set: [1],
      map: { a: '1' },
      bytes: 'AQI=',
      error: { error: 'TypeError' },
      list: [null, 1],
    });
  });

  it('keep an own key named __proto__', () => {
    const value: unknown = JSON.parse('{"__proto__":{"x":1}}');
    expect(JSON.stringify(toWire(value))).toBe('{"__proto__":{"x":1}}');
  });

  it('are refused when they contain themselves', () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(() => toWire(loop)).toThrow(/contains itself/);
  });
});

it('state leaves without private channels and keeps the library’s own', () => {
  const state = {
    _memory_contents: { a: 'x' },
    _memory_scope_owner: 'x',
    _other: 'x',
    __interrupt__: [],
    messages: [new HumanMessage({ id: 'h', content: 'hi' })],
    files: { _kept: 1 },
  };
  expect(projectState(state)).toEqual({
    __interrupt__: [],
    messages: [
      { type: 'human', id: 'h', content: 'hi', additional_kwargs: {}, response_metadata: {} },
    ],
    files: { _kept: 1 },
  });
});

describe('what the log gave', () => {
  it('is told as anything else is, a message that comes again without another look', () => {
    const message = new AIMessage({ id: 'a', content: [{ type: 'text', text: 'x' }] });
    const state = { messages: [message], at: new Date(0), none: undefined, list: [undefined] };
    const told = loggedToWire(state) as { messages: unknown[] };
    expect(told).toStrictEqual(toWire(state));
    expect((loggedToWire([message]) as unknown[])[0]).toBe(told.messages[0]);
  });

  it('has no part in what is told of a message that a graph may still change', () => {
    const message = new HumanMessage({ id: 'a', content: 'before' });
    loggedToWire(message);
    message.content = 'after';
    expect(toWire({ message })).toMatchObject({ message: { content: 'after' } });
  });
});
