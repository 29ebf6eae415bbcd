import { describe, expect, it } from 'vitest';

import { MEMORY_PATH } from './names.ts';
import { isMemoryEvent, parseContents, parseObservation } from './observation.ts';

const SCOPE = '3f2b8a54-6c1e-4d8e-9a77-0123456789ab';

function valid(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    memory_contents: { [MEMORY_PATH]: '- a\n' },
    memory_scope_owner: SCOPE,
    phase: 'model',
    ...over,
  };
}

function bare(fields: object): object {
  return Object.assign(Object.create(null) as object, fields);
}

/** A proxy that throws at whatever is done to it. */
function throwing(target: object): object {
  const fail = (): never => {
    throw new Error('hostile');
  };
  return new Proxy(target, {
    get: fail,
    getPrototypeOf: fail,
    ownKeys: fail,
    getOwnPropertyDescriptor: fail,
    has: fail,
  });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function withGetter(key: string, fields: Record<string, unknown>): object {
  return Object.defineProperty({ ...fields }, key, {
    enumerable: true,
    get: () => {
      throw new Error('a getter ran');
    },
  });
}

function hidden(key: string, fields: Record<string, unknown>): object {
  return Object.defineProperty({ ...fields }, key, { enumerable: false, value: fields[key] });
}

class Fancy {
  memory_contents = {};
  memory_scope_owner = SCOPE;
  phase = 'model';
}

describe('a valid observation', () => {
  it.each([
    ['of a file', valid()],
    ['of an empty file', valid({ memory_contents: { [MEMORY_PATH]: '' } })],
    ['of no file', valid({ memory_contents: {} })],
    ['at the start', valid({ phase: 'initial' })],
    ['at the end', valid({ phase: 'terminal' })],
    ['without a prototype', bare(valid({ memory_contents: bare({ [MEMORY_PATH]: 'x' }) }))],
    ['of a file at the bound', valid({ memory_contents: { [MEMORY_PATH]: 'x'.repeat(65_536) } })],
    ['behind an honest proxy', new Proxy(valid(), {})],
  ])('%s is copied as it is', (_, value) => {
    const parsed = parseObservation(value);
    expect(parsed).toEqual({ ...value });
    expect(parsed).not.toBe(value);
  });

  it('is frozen and no longer tied to what it was read from', () => {
    const contents = { [MEMORY_PATH]: '- a\n' };
    const parsed = parseObservation(valid({ memory_contents: contents }));
    contents[MEMORY_PATH] = 'changed';
    expect(parsed?.memory_contents).toEqual({ [MEMORY_PATH]: '- a\n' });
    expect(Object.isFrozen(parsed)).toBe(true);
    expect(Object.isFrozen(parsed?.memory_contents)).toBe(true);
  });

  it('keeps text literally: never trimmed, normalized or stripped', () => {
    const text = '\uFEFF \n\t- cafe\u0301\r\n\n  ';
    const parsed = parseObservation(valid({ memory_contents: { [MEMORY_PATH]: text } }));
    expect(parsed?.memory_contents[MEMORY_PATH]).toBe(text);
  });
});

const INVALID: readonly [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a string', JSON.stringify(valid())],
  ['a number', 1],
  ['a function', () => valid()],
  ['an array', [valid()]],
  ['an empty object', {}],
  ['a missing key', { memory_contents: {}, phase: 'model' }],
  ['an extra key', valid({ more: 1 })],
  ['an extra key without a value', valid({ more: undefined })],
  ['an extra symbol', { ...valid(), [Symbol('x')]: 1 }],
  ['a hidden extra key', Object.defineProperty(valid(), 'more', { value: 1 })],
  ['an instance of a class', new Fancy()],
  ['inherited fields', Object.create(valid()) as unknown],
  ['a Map', new Map(Object.entries(valid()))],
  ['a Date', new Date()],
  ['an unknown phase', valid({ phase: 'middle' })],
  ['a phase in upper case', valid({ phase: 'MODEL' })],
  ['a phase that is an object', valid({ phase: { toString: () => 'model' } })],
  ['no phase', valid({ phase: undefined })],
  ['an owner in upper case', valid({ memory_scope_owner: SCOPE.toUpperCase() })],
  ['an owner of version 1', valid({ memory_scope_owner: SCOPE.replace('-4', '-1') })],
  ['an owner that is an object', valid({ memory_scope_owner: new String(SCOPE) })],
  ['a getter for the phase', withGetter('phase', valid())],
  ['a getter for the contents', withGetter('memory_contents', valid())],
  ['a hidden owner', hidden('memory_scope_owner', valid())],
  ['a throwing proxy', throwing(valid())],
  ['a revoked proxy', revoked()],
];

const INVALID_CONTENTS: readonly [string, unknown][] = [
  ['null', null],
  ['undefined', undefined],
  ['a text', '- a\n'],
  ['an array', []],
  ['another path', { '/memories/other.md': 'x' }],
  ['a second path', { [MEMORY_PATH]: 'x', '/memories/other.md': 'x' }],
  ['the path in another case', { '/memories/agents.md': 'x' }],
  ['a path of the prototype', JSON.parse('{"__proto__": "x"}') as unknown],
  ['no text', { [MEMORY_PATH]: null }],
  ['undefined for a text', { [MEMORY_PATH]: undefined }],
  ['a String object', { [MEMORY_PATH]: new String('x') }],
  ['lines', { [MEMORY_PATH]: ['x'] }],
  ['65,537 bytes', { [MEMORY_PATH]: 'x'.repeat(65_537) }],
  ['65,537 bytes in fewer units', { [MEMORY_PATH]: `${'é'.repeat(32_768)}x` }],
  ['a lone surrogate', { [MEMORY_PATH]: '\ud83d' }],
  ['a getter', withGetter(MEMORY_PATH, {})],
  ['a hidden text', hidden(MEMORY_PATH, { [MEMORY_PATH]: 'x' })],
  ['a symbol', { [Symbol(MEMORY_PATH)]: 'x' }],
  ['a class', new Fancy()],
  ['a throwing proxy', throwing({})],
  ['a revoked proxy', revoked()],
];

describe('an invalid observation', () => {
  it.each(INVALID)('is %s', (_, value) => expect(parseObservation(value)).toBeUndefined());
  it.each(INVALID_CONTENTS)('holds contents that are %s', (_, contents) =>
    expect(parseObservation(valid({ memory_contents: contents }))).toBeUndefined(),
  );
});

describe('contents in state', () => {
  it.each(INVALID_CONTENTS)('are held to the same: not %s', (_, contents) =>
    expect(parseContents(contents)).toBeUndefined(),
  );
  it('are valid when observations of them are', () => {
    expect(parseContents({})).toEqual({});
    expect(parseContents({ [MEMORY_PATH]: '' })).toEqual({ [MEMORY_PATH]: '' });
    expect(Object.isFrozen(parseContents({}))).toBe(true);
  });
});

describe('a memory event', () => {
  it.each([
    ['valid or not', { name: 'deep_agents.memory', data: 'junk' }, true],
    ['without data', { name: 'deep_agents.memory' }, true],
    ['with more beside it', { name: 'deep_agents.memory', data: {}, id: 1 }, true],
    ['of another name', { name: 'deep_agents.memories', data: {} }, false],
    ['of another type', 'deep_agents.memory', false],
    ['null', null, false],
    ['whose name is a getter', withGetter('name', {}), false],
    ['a throwing proxy', throwing({ name: 'deep_agents.memory' }), false],
    ['a revoked proxy', revoked(), false],
  ])('%s', (_, event, expected) => expect(isMemoryEvent(event)).toBe(expected));
});
