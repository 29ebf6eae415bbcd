import { DestroyRef, effect, inject, Injectable, InjectionToken, untracked } from '@angular/core';

import { Scope } from '../../scope/scope';
import { onLeave } from '../../ui/page-life';
import { KeptDrafts } from '../draft/kept-drafts';
import { giveBackKept, unsentWords } from '../draft/unsent-words';
import type { Session } from '../session';
import { CurrentSession } from './current-session';

/** How long after a change it is kept, in milliseconds, unless the page is left before. */
const KEEP_AFTER_MS = 300;

export const KEPT_DRAFTS = new InjectionToken<KeptDrafts>('kept drafts', {
  providedIn: 'root',
  factory: () =>
    new KeptDrafts({ tab: () => window.sessionStorage, browser: () => window.localStorage }),
});

/**
 * Keeps what the person writes in each conversation over reloads and failures, and gives it back.
 * Nothing of a temporary conversation is ever kept.
 */
@Injectable({ providedIn: 'root' })
export class DraftKeeper {
  readonly #kept = inject(KEPT_DRAFTS);
  readonly #scope = inject(Scope);
  readonly #current = inject(CurrentSession);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What is to be kept soon, and of which conversation it is. */
  #waiting: { readonly session: Session; readonly write: () => boolean } | undefined;
  /** Sessions whose kept draft was given back: before that it must not be written over. */
  readonly #restored = new WeakSet<Session>();
  /** Thread under which a session's draft was kept last. */
  readonly #keptUnder = new WeakMap<Session, string | undefined>();

  constructor() {
    effect(() => this.#follow(this.#current.session()));
    const stop = onLeave(() => void this.flush());
    inject(DestroyRef).onDestroy(() => {
      stop();
      clearTimeout(this.#timer);
    });
  }

  /** Keeps now what was changed last. Whether the browser did keep it. */
  flush(): boolean {
    clearTimeout(this.#timer);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting?.write() ?? true;
  }

  /** A conversation is gone, and its draft with it. */
  forget(threadId: string): void {
    const { scope } = this.#scope.snapshot();
    if (this.#waiting?.session.threadId() === threadId) this.#waiting = undefined;
    if (scope !== undefined) this.#kept.forget(scope, threadId);
  }

  /** The owner has erased what they had. */
  forgetAll(): void {
    const { scope } = this.#scope.snapshot();
    this.#waiting = undefined;
    if (scope !== undefined) this.#kept.forgetAll(scope);
  }

  #follow(session: Session): void {
    // The words of the conversation that was just left are kept before those of this one.
    if (this.#waiting !== undefined && this.#waiting.session !== session)
      untracked(() => this.flush());
    const state = session.state();
    const { scope } = this.#scope.snapshot();
    const threadId = session.threadId();
    const mode = session.settings.mode();
    if (scope === undefined || state.opening) return;
    if (!this.#restored.has(session)) {
      this.#restored.add(session);
      // What was kept for a new conversation goes once it has a thread, however soon that is.
      this.#keptUnder.set(session, threadId);
      const kept = this.#kept.read(scope, threadId);
      if (kept !== undefined) untracked(() => giveBackKept(kept, state, session.draft));
    }
    const words = unsentWords(state, session.draft);
    const isGone = state.unopened && state.failure?.error.kind === 'not-found';
    if (mode === 'temporary' || isGone) {
      this.#waiting = undefined;
      this.#kept.forget(scope, threadId);
      return;
    }
    // While the mode is not known it may be a temporary one.
    if (mode === undefined) return;
    this.#keepLater(session, () => {
      const before = this.#keptUnder.get(session);
      if (before !== threadId) this.#kept.forget(scope, before);
      this.#keptUnder.set(session, threadId);
      return this.#kept.keep(scope, threadId, words);
    });
  }

  #keepLater(session: Session, write: () => boolean): void {
    clearTimeout(this.#timer);
    this.#waiting = { session, write };
    this.#timer = setTimeout(() => this.flush(), KEEP_AFTER_MS);
  }
}
