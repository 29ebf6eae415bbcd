import {
  MEMORY_EVENT,
  MEMORY_PATH,
  PRIVATE_CONTENTS_KEY,
  PRIVATE_OWNER_KEY,
} from '#contract/names';
import { isScope, type MemoryScope } from '#contract/scope';

import type { AssistantSummary } from '#contract/assistant';

import { Assistants, MEMORY_ASSISTANT } from '../../assistants/assistants';
import { FakeTransport } from '../../transport/testing/fake-transport';
import { FakeStorage } from '../draft/testing/fake-storage';
import { Session } from '../session';

/** The identity of the harness's pages. */
export const SCOPE = scopeOf('6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f');

/** The one moment of the harness's clock. */
export const AT = new Date('2026-01-01T14:02:07Z');

/** Sessions on an in-process server, with frames, ids and pauses that the test sees. */
export function sessionHarness(told: readonly AssistantSummary[] = [MEMORY_ASSISTANT]) {
  const transport = new FakeTransport();
  const threadsCreated: string[] = [];
  /** Threads of which other views were told that they changed. */
  const changed: string[] = [];
  /** Waits that a session asked for, in milliseconds; each is over at once. */
  const pauses: number[] = [];
  const assistants = new Assistants({
    read: () => Promise.resolve(told),
    openStorage: () => new FakeStorage(),
  });
  let ids = 0;
  const open = (threadId?: string): Session =>
    new Session(
      {
        transport,
        assistants,
        frames: (callback) => queueMicrotask(callback),
        now: () => AT,
        newId: () => `message-${++ids}`,
        scope: () => SCOPE,
        pause: (milliseconds) => {
          pauses.push(milliseconds);
          return Promise.resolve();
        },
        onThreadCreated: (id) => threadsCreated.push(id),
        onChanged: (id) => changed.push(id),
      },
      threadId,
    );
  return { assistants, changed, open, pauses, threadsCreated, transport };
}

export const human = (id: string, content: string) => ({ type: 'human', id, content });
export const ai = (id: string, content: string, over: object = {}) => ({
  type: 'ai',
  id,
  content,
  ...over,
});
export const chunk = (id: string, content: string) => [ai(id, content), {}] as const;

/** What the session shows as said, in order. */
export const texts = (session: Session) =>
  session.state().messages.map(({ role, text }) => `${role}: ${text}`);

/** What the session shows as waiting, in order. */
export const queued = (session: Session) =>
  session.state().queue.map(({ standing, text }) => `${standing}: ${text}`);

function scopeOf(text: string): MemoryScope {
  if (!isScope(text)) throw new Error(`${text} is no scope`);
  return text;
}

/** A harness with one conversation open on it. */
export function setUp(threadId?: string) {
  const harness = sessionHarness();
  return { ...harness, session: harness.open(threadId) };
}

/** What a run tells of a read of the memory. */
export const observation = (phase: string, text: string) => ({
  name: MEMORY_EVENT,
  data: { memory_contents: { [MEMORY_PATH]: text }, memory_scope_owner: SCOPE, phase },
});

/** The private state that a thread holds after such a read. */
export const privateState = (text: string) => ({
  [PRIVATE_CONTENTS_KEY]: { [MEMORY_PATH]: text },
  [PRIVATE_OWNER_KEY]: SCOPE,
});
