import { describe, expect, it } from 'vitest';

import { MEMORY_PATH, PRIVATE_CONTENTS_KEY, PRIVATE_OWNER_KEY } from '#contract/names';
import type { MemoryScope } from '#contract/scope';

import {
  judgeEvidence,
  memoryLines,
  readStoredObservation,
  receiveObservation,
  type EvidenceInput,
} from './evidence';

const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f' as MemoryScope;
const FOREIGN = '11111111-2222-4333-8444-555555555555' as MemoryScope;
const AT = new Date('2026-01-01T14:02:07Z');

const event = (over: Record<string, unknown> = {}) => ({
  memory_contents: { [MEMORY_PATH]: 'Flies a PC-12' },
  memory_scope_owner: SCOPE,
  phase: 'model',
  ...over,
});
const received = (data: unknown) => receiveObservation(data, AT);
const stored = (values: Record<string, unknown>) => readStoredObservation(values, AT, undefined);
const state = (over: Record<string, unknown> = {}) =>
  stored({
    [PRIVATE_CONTENTS_KEY]: { [MEMORY_PATH]: 'Base KBZN' },
    [PRIVATE_OWNER_KEY]: SCOPE,
    ...over,
  });

const nothing: EvidenceInput = {
  scope: SCOPE,
  loading: false,
  failed: false,
  received: undefined,
  stored: undefined,
};

describe('what may be claimed', () => {
  it.each<[string, Partial<EvidenceInput>, string]>([
    // unavailable, in front of everything else
    ['an error', { failed: true, received: received(event()) }, 'unavailable'],
    ['an error, state read', { failed: true, stored: state() }, 'unavailable'],
    ['no scope', { scope: undefined, received: received(event()) }, 'unavailable'],
    ['newest event invalid', { received: received({}) }, 'unavailable'],
    [
      'newest event invalid, state valid',
      { received: received({}), stored: state() },
      'unavailable',
    ],
    [
      'newest event foreign',
      { received: received(event({ memory_scope_owner: FOREIGN })), stored: state() },
      'unavailable',
    ],
    ['state contents invalid', { stored: state({ [PRIVATE_CONTENTS_KEY]: [] }) }, 'unavailable'],
    [
      'state owner alone, foreign',
      { stored: stored({ [PRIVATE_OWNER_KEY]: FOREIGN }) },
      'unavailable',
    ],
    [
      'state owner alone, no scope',
      { stored: stored({ [PRIVATE_OWNER_KEY]: 'x' }) },
      'unavailable',
    ],
    // A conversation that leaves the memory alone binds its owner and reads nothing.
    ['state owner alone', { stored: stored({ [PRIVATE_OWNER_KEY]: SCOPE }) }, 'none'],
    ['state owner missing', { stored: stored({ [PRIVATE_CONTENTS_KEY]: {} }) }, 'unavailable'],
    ['state foreign', { stored: state({ [PRIVATE_OWNER_KEY]: FOREIGN }) }, 'unavailable'],
    [
      'state foreign beside a valid event',
      { received: received(event()), stored: state({ [PRIVATE_OWNER_KEY]: FOREIGN }) },
      'unavailable',
    ],
    // live
    ['a valid event', { received: received(event()) }, 'live'],
    ['a valid event while loading', { loading: true, received: received(event()) }, 'live'],
    ['a valid event above a valid state', { received: received(event()), stored: state() }, 'live'],
    // none
    ['nothing read', {}, 'none'],
    ['loading, no event', { loading: true }, 'none'],
    ['loading, old checkpoint known', { loading: true, stored: state() }, 'none'],
    ['state read, no observation in it', { stored: stored({ messages: [] }) }, 'none'],
    // checkpoint
    ['a restored state', { stored: state() }, 'checkpoint'],
    [
      'a restored state without a file',
      { stored: state({ [PRIVATE_CONTENTS_KEY]: {} }) },
      'checkpoint',
    ],
  ])('%s: %#', (_what, input, source) => {
    expect(judgeEvidence({ ...nothing, ...input }).source).toBe(source);
  });

  it('brings what was read, and when', () => {
    expect(judgeEvidence({ ...nothing, received: received(event()) })).toEqual({
      source: 'live',
      contents: { [MEMORY_PATH]: 'Flies a PC-12' },
      phase: 'model',
      receivedAt: AT,
    });
    expect(judgeEvidence({ ...nothing, stored: state() })).toEqual({
      source: 'checkpoint',
      contents: { [MEMORY_PATH]: 'Base KBZN' },
      readAt: AT,
      checkpointAt: undefined,
    });
  });

  it('tells a missing file, an empty file and an outage apart', () => {
    const missing = judgeEvidence({
      ...nothing,
      received: received(event({ memory_contents: {} })),
    });
    const empty = judgeEvidence({
      ...nothing,
      received: received(event({ memory_contents: { [MEMORY_PATH]: '' } })),
    });
    expect(missing).toMatchObject({ source: 'live', contents: {} });
    expect(empty).toMatchObject({ source: 'live', contents: { [MEMORY_PATH]: '' } });
    expect(judgeEvidence({ ...nothing, failed: true })).toEqual({ source: 'unavailable' });
  });
});

describe('a hostile event', () => {
  const throwing = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('trap');
      },
    },
  );
  const { proxy: revoked, revoke } = Proxy.revocable(event(), {});
  revoke();
  const inherited: unknown = Object.assign(Object.create({ phase: 'model' }) as object, {
    memory_contents: {},
    memory_scope_owner: SCOPE,
  });
  const getter: unknown = Object.defineProperty(event(), 'phase', {
    get: () => 'model',
    enumerable: true,
  });
  const hidden: unknown = Object.defineProperty(event(), 'phase', {
    value: 'model',
    enumerable: false,
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a string', 'memory'],
    ['an array', [event()]],
    ['a class instance', Object.assign(new Date(), event())],
    ['a throwing proxy', throwing],
    ['a revoked proxy', revoked],
    ['inherited keys', inherited],
    ['a getter', getter],
    ['a key that is not enumerable', hidden],
    ['a symbol key', { ...event(), [Symbol('extra')]: 1 }],
    ['an extra key', event({ extra: 1 })],
    ['an unknown phase', event({ phase: 'later' })],
    ['an owner in upper case', event({ memory_scope_owner: SCOPE.toUpperCase() })],
    ['another path', event({ memory_contents: { '/memories/other.md': '' } })],
    ['two paths', event({ memory_contents: { [MEMORY_PATH]: '', '/other': '' } })],
    ['text that is no string', event({ memory_contents: { [MEMORY_PATH]: 1 } })],
    ['too many UTF-16 units', event({ memory_contents: { [MEMORY_PATH]: 'x'.repeat(65_537) } })],
    ['too many bytes', event({ memory_contents: { [MEMORY_PATH]: 'é'.repeat(32_769) } })],
    ['a lone surrogate', event({ memory_contents: { [MEMORY_PATH]: '\ud800' } })],
    ['a throwing proxy as contents', event({ memory_contents: throwing })],
  ])('is no evidence: %s', (_what, data) => {
    expect(judgeEvidence({ ...nothing, received: received(data) })).toEqual({
      source: 'unavailable',
    });
  });

  it('may have a null prototype and exactly 65,536 bytes', () => {
    const data = Object.assign(Object.create(null) as object, event(), {
      memory_contents: { [MEMORY_PATH]: 'é'.repeat(32_768) },
    });
    expect(judgeEvidence({ ...nothing, received: received(data) }).source).toBe('live');
  });

  it('is copied: changing it later changes no claim', () => {
    const data = event();
    const taken = received(data);
    (data.memory_contents as Record<string, string>)[MEMORY_PATH] = 'changed';
    expect(taken.observation?.memory_contents).toEqual({ [MEMORY_PATH]: 'Flies a PC-12' });
    expect(Object.isFrozen(taken.observation)).toBe(true);
  });
});

it('lists lines trimmed and non-blank, whatever ends them', () => {
  expect(memoryLines('  a\r\n\r\n\t\n b \rc\n')).toEqual(['a', 'b', 'c']);
  expect(memoryLines('')).toEqual([]);
});
