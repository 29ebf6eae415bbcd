import type { MemoryScope } from '#contract/scope';

import type { Assistants } from '../assistants/assistants';
import type { Transport } from '../transport/transport';
import type { Frames } from './state/frames';

/** What a session needs of its surroundings. */
export interface SessionDeps {
  readonly transport: Transport;
  readonly assistants: Assistants;
  readonly frames: Frames;
  readonly now: () => Date;
  readonly newId: () => string;
  /** The identity that this page has captured; undefined when it has none. */
  readonly scope: () => MemoryScope | undefined;
  /** Resolves after so many milliseconds, or sooner: when worth while, or when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Told once, when the first message has created this conversation's thread. */
  readonly onThreadCreated: (threadId: string) => void;
  /** Told when the server has taken something that other views of the thread should see. */
  readonly onChanged: (threadId: string) => void;
}
