import {
  computed,
  DestroyRef,
  effect,
  inject,
  Injectable,
  InjectionToken,
  signal,
} from '@angular/core';
import { Router } from '@angular/router';

import { ASSISTANTS } from '../../assistants/assistants';
import { Scope } from '../../scope/scope';
import { TRANSPORT } from '../../transport/transport-token';
import { onLeave, onNetworkChange, onReturn, pause } from '../../ui/page-life';
import { Session } from '../session';
import { animationFrames } from '../state/frames';
import { TemporaryChats } from '../temporary-chats';
import { OtherTabs } from './other-tabs';
import { TemporaryLease } from './temporary-lease';

export const TEMPORARY_CHATS = new InjectionToken<TemporaryChats>('temporary chats', {
  providedIn: 'root',
  factory: () => new TemporaryChats(() => window.localStorage),
});

/** The one conversation that the page shows. */
@Injectable({ providedIn: 'root' })
export class CurrentSession {
  readonly #router = inject(Router);
  readonly #scope = inject(Scope);
  readonly #transport = inject(TRANSPORT);
  readonly #assistants = inject(ASSISTANTS);
  readonly #temporaryChats = inject(TEMPORARY_CHATS);
  readonly #lease = new TemporaryLease({
    transport: this.#transport,
    every(milliseconds, callback) {
      const timer = setInterval(callback, milliseconds);
      return () => clearInterval(timer);
    },
  });
  readonly #otherTabs = new OtherTabs((threadId) => this.#lookAgain(threadId));
  readonly #session = signal(this.#create(undefined));
  readonly session = this.#session.asReadonly();
  /** Thread of the temporary conversation that is shown; undefined for any other. */
  readonly #temporary = computed(() => {
    const session = this.#session();
    return session.settings.mode() === 'temporary' ? session.threadId() : undefined;
  });
  /** Whether the address names a temporary conversation that has ended. */
  readonly isEnded = computed(() => {
    const { failure, unopened } = this.#session().state();
    const threadId = this.#session().threadId();
    const isMissing = unopened && failure?.error.kind === 'not-found';
    return isMissing && threadId !== undefined && this.#temporaryChats.has(threadId);
  });

  constructor() {
    effect(() => {
      const threadId = this.#temporary();
      if (threadId !== undefined) this.#temporaryChats.note(threadId);
      this.#lease.hold(threadId);
    });
    const stops = [
      onReturn(() => this.#lookAgain(this.#session().threadId())),
      onNetworkChange(() => this.#session().reconnect()),
      onLeave(
        () => this.#lease.release(),
        () => this.#lease.hold(this.#temporary()),
      ),
    ];
    inject(DestroyRef).onDestroy(() => {
      for (const stop of stops) stop();
      this.#lease.release();
      this.#otherTabs.close();
    });
  }

  /** Readies the page for the first message, once nothing more urgent is to be done. */
  prepare(): void {
    this.#transport.prepare();
    // A failure is told by the first message, which asks again.
    this.#assistants.load().catch(() => undefined);
  }

  /** Shows a thread, or an empty conversation; the shown one stays if it is that very thread. */
  show(threadId: string | undefined): void {
    if (this.#session().threadId() !== threadId) this.#replace(threadId);
  }

  /** Leaves the shown conversation for an empty one. Nothing is created until the first message. */
  startNew(): void {
    this.#replace(undefined);
    void this.#router.navigate(['/']);
  }

  /** Reads the shown thread again after that has failed. */
  reopen(): void {
    this.#replace(this.#session().threadId());
  }

  #lookAgain(threadId: string | undefined): void {
    const session = this.#session();
    if (session.threadId() === threadId) void session.lookAgain();
  }

  #replace(threadId: string | undefined): void {
    const before = this.#session();
    const [draft, files] = [before.draft.text(), before.draft.attachments()];
    if (threadId !== undefined && before.threadId() === threadId) before.giveWay();
    else before.leave();
    const session = this.#create(threadId);
    if (this.#session().threadId() === threadId) session.draft.giveBack(draft, files);
    this.#session.set(session);
    void session.open();
  }

  #create(threadId: string | undefined): Session {
    const session: Session = new Session(
      {
        transport: this.#transport,
        assistants: this.#assistants,
        frames: animationFrames,
        now: () => new Date(),
        newId: () => crypto.randomUUID(),
        scope: () => this.#scope.snapshot().scope,
        pause,
        onChanged: (id) => this.#otherTabs.tell(id),
        onThreadCreated: (id) => {
          if (this.#session() === session) void this.#router.navigate(['/c', id]);
        },
      },
      threadId,
    );
    return session;
  }
}
