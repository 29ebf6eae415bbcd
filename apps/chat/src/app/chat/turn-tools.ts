import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  Injector,
  input,
  signal,
} from '@angular/core';

import { ASSISTANTS } from '../assistants/assistants';
import { CurrentSession } from '../session/page/current-session';
import type { ChatMessage } from '../session/state/message';
import { Gate } from './gate';

/** Longest question that research takes, in UTF-16 units. */
const MOST_ASKED = 2000;

/** What can be done with one of the person's messages: word it anew, or hand it over to research. */
@Component({
  selector: 'tl-turn-tools',
  template: `
    <div class="turn-tools">
      @if (problem()) {
        <span class="note problem" role="alert">{{ problem() }}</span>
      }
      @if (canResearch()) {
        <button
          class="icon-button"
          type="button"
          i18n-aria-label
          aria-label="Research this in your documents"
          i18n-title
          title="Research this in your documents"
          [disabled]="closed() || handing()"
          (click)="research()"
        >
          <svg aria-hidden="true" class="icon"><use href="icons.svg#file" /></svg>
        </button>
      }
      @if (canReword()) {
        <button
          class="icon-button"
          type="button"
          i18n-aria-label
          aria-label="Edit message"
          i18n-title
          title="Edit message"
          [disabled]="closed()"
          (click)="edit()"
        >
          <svg aria-hidden="true" class="icon"><use href="icons.svg#pencil" /></svg>
        </button>
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TurnTools {
  readonly message = input.required<ChatMessage>();
  /** Whether a turn goes on, which nothing may change the ground of. */
  readonly busy = input.required<boolean>();

  readonly #current = inject(CurrentSession);
  readonly #gate = inject(Gate);
  protected readonly closed = computed(() => this.busy() || this.#gate.closed() !== undefined);

  /** A conversion goes on by the next change: what was asked before stays as it is. */
  protected readonly canReword = computed(
    () => !this.#current.session().assistant.has('conversion'),
  );

  readonly #assistants = inject(ASSISTANTS);
  readonly #injector = inject(Injector);
  protected readonly handing = signal(false);
  protected readonly problem = signal('');
  /** Where the server does such work, and the chat is kept: its card would go with a temporary one. */
  protected readonly canResearch = computed(() => {
    const { threadId, settings } = this.#current.session();
    const isServed = this.#assistants.list().some(({ features }) => features.includes('work'));
    return isServed && threadId() !== undefined && settings.mode() !== 'temporary';
  });

  /** Begins research of this question; its card then stands in the conversation. */
  protected async research(): Promise<void> {
    const { handedOver, threadId } = this.#current.session();
    const thread = threadId();
    if (thread === undefined) return;
    this.handing.set(true);
    this.problem.set('');
    try {
      const { RESEARCH_API } = await import('../research/data/research-api');
      const api = this.#injector.get(RESEARCH_API);
      const { id } = await api.begin(this.message().text.slice(0, MOST_ASKED).toWellFormed());
      await api.resume(id);
      await handedOver.add(thread, id);
    } catch {
      this.problem.set($localize`The question was not handed over. Try again.`);
    } finally {
      this.handing.set(false);
    }
  }

  protected edit(): void {
    const { id, text } = this.message();
    this.#current.session().editing.begin(id, text);
  }
}
