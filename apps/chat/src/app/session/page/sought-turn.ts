import { inject, Injectable, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { NavigationEnd, NavigationSkipped, Router } from '@angular/router';

import { anchoredMessage, messageAnchor } from '#contract/recall';
import type { MemoryAuthor } from '#contract/revision';

/** The fragment that leads to the turn in which something was written; undefined where none is known. */
export function fragmentTo({ message_id, turn_message_id }: MemoryAuthor): string | undefined {
  const id = turn_message_id ?? message_id;
  return id === null ? undefined : messageAnchor(id);
}

/** A turn that the address asks for. */
export interface Sought {
  /** Element id of the message. */
  readonly anchor: string;
  readonly messageId: string;
  /** What was looked for and is to be marked in it. */
  readonly words: readonly string[];
}

/** The turn that the address leads to, until it was found. A link that is followed again asks again. */
@Injectable({ providedIn: 'root' })
export class SoughtTurn {
  readonly #router = inject(Router);
  readonly #wanted = signal<Sought | undefined>(undefined);
  readonly wanted = this.#wanted.asReadonly();
  /** The words that the next address was found by; they are no part of it. */
  #foundBy: readonly string[] = [];
  readonly #isMissing = signal(false);
  /** Whether the message that the address names is not in the conversation, or no longer. */
  readonly isMissing = this.#isMissing.asReadonly();

  constructor() {
    this.#router.events.pipe(takeUntilDestroyed()).subscribe((event) => {
      if (event instanceof NavigationEnd) this.#seek(event.urlAfterRedirects);
      else if (event instanceof NavigationSkipped) this.#seek(event.url);
    });
  }

  /** Told before an address is followed: by which words it was found. */
  foundBy(words: readonly string[]): void {
    this.#foundBy = words;
  }

  /** The search is over. */
  settle(found: boolean): void {
    this.#wanted.set(undefined);
    this.#isMissing.set(!found);
  }

  #seek(url: string): void {
    const { fragment } = this.#router.parseUrl(url);
    const messageId = anchoredMessage(fragment);
    this.#isMissing.set(false);
    const words = this.#foundBy;
    this.#foundBy = [];
    this.#wanted.set(
      messageId === undefined ? undefined : { anchor: messageAnchor(messageId), messageId, words },
    );
  }
}
