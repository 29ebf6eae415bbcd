import { signal } from '@angular/core';

import type { Frames } from './frames';
import { reduce } from './reduce';
import type { SessionEvent } from './session-event';
import { EMPTY_SESSION, type SessionState } from './session-state';

/** The session's state as a signal: streamed events are taken in a frame's worth at a time. */
export class LiveState {
  readonly #frames: Frames;
  readonly #state = signal<SessionState>(EMPTY_SESSION);
  readonly state = this.#state.asReadonly();
  #waiting: SessionEvent[] = [];
  #closed = false;

  constructor(frames: Frames) {
    this.#frames = frames;
  }

  /** Takes an event in with the next frame, in order with all others. */
  enqueue(event: SessionEvent): void {
    this.#waiting.push(event);
    if (this.#waiting.length === 1) this.#frames(() => this.#flush());
  }

  /** Takes an event in now, after everything that came before it. */
  dispatch(event: SessionEvent): void {
    this.#waiting.push(event);
    this.#flush();
  }

  /** Shows nothing that arrives from now on. */
  close(): void {
    this.#closed = true;
  }

  #flush(): void {
    const events = this.#waiting;
    this.#waiting = [];
    if (events.length > 0 && !this.#closed) this.#state.set(events.reduce(reduce, this.#state()));
  }
}
