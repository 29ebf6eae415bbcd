import { describe, expect, it } from 'vitest';

import {
  MEMORY_EVENT,
  MEMORY_PATH,
  PRIVATE_CONTENTS_KEY,
  PRIVATE_OWNER_KEY,
} from '#contract/names';

import { TransportError } from '../../transport/transport-error';
import { confirmSaved } from '../saved/confirm';
import { reduce } from './reduce';
import type { SessionEvent } from './session-event';
import { EMPTY_SESSION, type SessionState } from './session-state';

const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f';
const AT = new Date('2026-01-01T14:02:07Z');

const after = (...events: SessionEvent[]): SessionState => events.reduce(reduce, EMPTY_SESSION);
const part = (event: string, data: unknown): SessionEvent => ({
  type: 'part-received',
  part: { id: undefined, event, data },
  at: AT,
});
const send = (id: string): SessionEvent => ({
  type: 'message-sent',
  message: { id, text: 'hi' },
});
const observed = (phase: string, text: string) => ({
  name: MEMORY_EVENT,
  data: { memory_contents: { [MEMORY_PATH]: text }, memory_scope_owner: SCOPE, phase },
});

describe('evidence', () => {
  const contents = (state: SessionState) =>
    state.received?.observation?.memory_contents[MEMORY_PATH];
  const own = part('custom', observed('model', 'own'));
  const subagents = part('custom|tools:1', observed('model', 'a subagent’s'));

  it('is the newest memory event wherever it is told, a subagent’s too', () => {
    expect(contents(after(send('h'), own, subagents))).toBe('a subagent’s');
    expect(contents(after(send('h'), subagents, own))).toBe('own');
  });

  it('is none when the newest event is invalid, a subagent’s too: no older one stands in', () => {
    const invalid = part('custom|tools:1', { name: MEMORY_EVENT, data: {} });
    const state = after(send('h'), own, invalid);
    expect(state.received).toEqual({ observation: undefined, receivedAt: AT });
  });

  it('is not made of other custom events', () => {
    expect(contents(after(send('h'), own, part('custom', { name: 'other' })))).toBe('own');
  });
});

describe('words that a failed run had begun', () => {
  const failed = after(
    send('h1'),
    part('messages', [{ type: 'ai', id: 'cut', content: 'It is ra' }, {}]),
    { type: 'run-failed', error: new TransportError('run-failed', 'It broke off.') },
  );

  it('stay in sight', () => {
    expect(failed.messages.map(({ text }) => text)).toEqual(['hi', 'It is ra']);
  });

  it('do not keep the next turn from being confirmed', () => {
    const { messages: shown, received } = [
      send('h2'),
      part('updates', { model: { messages: [{ type: 'ai', id: 'a', content: 'Noted' }] } }),
      part('custom', observed('terminal', 'fact')),
      { type: 'run-succeeded' } as const,
    ].reduce(reduce, failed);
    const messages = [
      { type: 'human', id: 'h1', content: 'hi' },
      { type: 'human', id: 'h2', content: 'hi' },
      { type: 'ai', id: 'a', content: 'Noted' },
    ];
    const snapshot = {
      values: {
        messages,
        [PRIVATE_CONTENTS_KEY]: { [MEMORY_PATH]: 'fact' },
        [PRIVATE_OWNER_KEY]: SCOPE,
      },
      checkpointId: 'c',
      createdAt: undefined,
      next: [],
      interrupts: [],
    };
    const input = { shown, sent: { id: 'h2' }, received, historyHead: 'c', at: AT };
    expect(confirmSaved({ ...input, snapshot })).toEqual({ saved: true, at: AT });
    const lost = { ...snapshot, values: { ...snapshot.values, messages: messages.slice(1) } };
    expect(confirmSaved({ ...input, snapshot: lost })).toMatchObject({ saved: false });
  });
});
