import { DestroyRef, inject, Injectable, signal } from '@angular/core';
import { Router } from '@angular/router';

import { Scope } from '../../scope/scope';
import { TRANSPORT } from '../../transport/transport-token';
import { LeftTemporary } from '../left-temporary';
import { Session } from '../session';
import { animationFrames } from '../state/frames';
import { OtherTabs } from './other-tabs';
import { onNetworkChange, onPageLeave, onReturn, pause } from './page-events';

/** The one conversation that the page shows. */
@Injectable({ providedIn: 'root' })
export class CurrentSession {
  readonly #router = inject(Router);
  readonly #scope = inject(Scope);
  readonly #transport = inject(TRANSPORT);
  readonly #erased = signal(0);
  /** How many conversations have gone since the page was opened, because they were temporary. */
  readonly erased = this.#erased.asReadonly();
  readonly #leftTemporary = new LeftTemporary({
    transport: this.#transport,
    openStorage: () => window.sessionStorage,
    onErased: () => this.#erased.update((count) => count + 1),
  });
  readonly #otherTabs = new OtherTabs((threadId) => this.#lookAgain(threadId));
  readonly #session = signal(this.#create(undefined));
  readonly session = this.#session.asReadonly();

  constructor() {
    const stops = [
      onReturn(() => this.#lookAgain(this.#session().threadId())),
      onNetworkChange(() => this.#session().reconnect()),
      onPageLeave(
        () => this.#leavePage(),
        () => this.#returnToPage(),
      ),
    ];
    inject(DestroyRef).onDestroy(() => {
      for (const stop of stops) stop();
      this.#otherTabs.close();
    });
  }

  /** Readies the page for the first message, once nothing more urgent is to be done. */
  prepare(): void {
    this.#transport.prepare();
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

  /** The page goes away: a temporary conversation goes with it. */
  #leavePage(): void {
    this.#session().eraseIfTemporary();
  }

  /** Back from the browser's page cache, what was erased on leaving is not shown as if it stood. */
  #returnToPage(): void {
    const session = this.#session();
    if (session.threadId() !== undefined && session.settings.mode() === 'temporary')
      this.startNew();
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
        frames: animationFrames,
        now: () => new Date(),
        newId: () => crypto.randomUUID(),
        scope: () => this.#scope.snapshot().scope,
        pause,
        onChanged: (id) => this.#otherTabs.tell(id),
        leftTemporary: this.#leftTemporary,
        onThreadCreated: (id) => {
          if (this.#session() === session) void this.#router.navigate(['/c', id]);
        },
      },
      threadId,
    );
    return session;
  }
}
