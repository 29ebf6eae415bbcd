import { computed, inject, Injectable, linkedSignal } from '@angular/core';

import { CurrentSession } from '../session/page/current-session';
import type { Session } from '../session/session';
import type { Transcript } from '../session/state/transcript';
import type { SessionState } from '../session/state/session-state';

/** Messages on the page when a conversation is opened: more than a tall window shows. */
const FIRST = 30;
/** Older ones that come to it at a time. */
const PAGE = 60;

/** What is known of a conversation's messages. */
interface Known {
  readonly session: Session;
  readonly messages: Transcript;
  readonly earlier: SessionState['earlier'];
}

/**
 * The part of a conversation that is on the page: from some message on to its end. It begins with the
 * newest turns and grows when older ones are asked for; it never shrinks while one reads.
 */
@Injectable({ providedIn: 'root' })
export class TranscriptWindow {
  readonly #current = inject(CurrentSession);
  /** Place of its first message. */
  readonly #start = linkedSignal<Known, number>({
    source: () => {
      const session = this.#current.session();
      const { earlier, messages } = session.state();
      return { session, messages, earlier };
    },
    computation: (now, previous) =>
      previous?.source.session === now.session && previous.source.messages.length > 0
        ? sameStart(now, previous.source, previous.value)
        : startOf(now.messages, now.messages.length - FIRST),
  });
  readonly messages = computed(() => this.#state().messages.slice(this.#start()));
  readonly hasEarlier = computed(() => this.#start() > 0 || this.#state().earlier.length > 0);
  readonly reading = computed(() => this.#current.session().earlier.reading());
  /** Why older messages could not be read. */
  readonly problem = computed(() => this.#current.session().earlier.problem());

  /** Takes in the turns before its first message; reads them first where they were not read. */
  async showEarlier(): Promise<void> {
    const session = this.#current.session();
    if (this.#start() === 0) await session.earlier.read();
    if (this.#current.session() === session) this.#start.update((start) => this.#before(start));
  }

  /** Takes in a message; what became of that. */
  reveal(messageId: string): 'shown' | 'coming' | 'unread' | 'absent' {
    const { earlier, messages } = this.#state();
    const place = messages.findIndex(({ id }) => id === messageId);
    if (place >= this.#start()) return 'shown';
    if (place !== -1) {
      this.#start.set(startOf(messages, place));
      return 'coming';
    }
    if (!earlier.includes(messageId)) return 'absent';
    if (this.problem() !== undefined) return 'unread';
    void this.#current.session().earlier.read();
    return 'coming';
  }

  #state() {
    return this.#current.session().state();
  }

  #before(start: number): number {
    return startOf(this.#state().messages, start - PAGE);
  }
}

/** The place, or where the turn begins that it is in the middle of. */
function startOf(messages: Transcript, place: number): number {
  if (place <= 0) return 0;
  return Math.max(
    messages.findLastIndex(({ role }, at) => at <= place && role === 'human'),
    0,
  );
}

/** Where what was on the page begins in the messages as they are known now. */
function sameStart(now: Known, before: Known, start: number): number {
  if (now.messages === before.messages) return start;
  const first = before.messages[start]?.id;
  if (now.messages[start]?.id === first) return start;
  const place = now.messages.findIndex(({ id }) => id === first);
  if (place !== -1) return place;
  // It has another version: what stood before it shows where that is.
  const known = new Set<string | null>(before.earlier);
  for (const { id } of before.messages.slice(0, start)) known.add(id);
  return now.messages.findLastIndex(({ id }) => known.has(id)) + 1;
}
