import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  ElementRef,
  inject,
  input,
  signal,
} from '@angular/core';

import { MarkdownText } from '../markdown/markdown-text';
import type { ChatMessage } from '../session/state/message';
import { NearView } from '../ui/near-view';
import { Thoughts } from './thoughts';
import type { Work } from './turn-parts';
import { WorkView } from './work-view';

/** One message: a person's as it was written, the agent's as the markdown it is. */
@Component({
  selector: 'tl-message',
  imports: [MarkdownText, Thoughts, WorkView],
  template: `
    <article
      class="message"
      [class.from-person]="message().role === 'human'"
      [class.is-growing]="!ended()"
    >
      @if (message().role === 'human') {
        <h2 class="visually-hidden" i18n>You</h2>
      } @else {
        <h2 class="visually-hidden">Throughline</h2>
      }
      @if (message().thought) {
        @defer (on immediate) {
          <tl-thoughts [message]="message()" [running]="running()" />
        }
      }
      @if (message().text; as text) {
        @if (message().role === 'human') {
          <div class="message-text">{{ text }}</div>
        } @else {
          @defer (when read()) {
            <tl-markdown-text class="message-text" [text]="text" [complete]="ended()" />
          } @placeholder {
            <div class="message-text">{{ text }}</div>
          } @loading {
            <div class="message-text">{{ text }}</div>
          } @error {
            <div class="message-text">{{ text }}</div>
          }
        }
      }
      @if (message().cut) {
        @switch (message().cutBy) {
          @case ('length') {
            <p class="note" i18n>
              The answer ends here: the model reached its greatest length. Ask it to go on.
            </p>
          }
          @case ('filter') {
            <p class="note" i18n>The answer ends here: the provider’s content filter cut it off.</p>
          }
          @case ('other') {
            <p class="note" i18n>The answer ends here: the provider cut it off.</p>
          }
          @default {
            <p class="note" i18n>Stopped here. What was said before is kept.</p>
          }
        }
      }
      @if (work(); as work) {
        <tl-work
          [work]="work"
          [running]="running()"
          [waiting]="waiting()"
          [newest]="newest()"
          [example]="example()"
        />
      }
    </article>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Message {
  readonly message = input.required<ChatMessage>();
  /** Whether the turn that this message belongs to still goes on. */
  readonly running = input.required<boolean>();
  /** Whether that turn waits for an answer of the person's. */
  readonly waiting = input(false);
  /** The steps that begin with this message. */
  readonly work = input<Work>();
  /** Whether the turn was begun by the example of the welcome page. */
  readonly example = input(false);

  /** Whether the text is at its end: what a failed run has begun to say is finished by nothing. */
  protected readonly ended = computed(() => this.message().complete || !this.running());
  /** Whether it is among the newest, which are seen first. */
  readonly newest = input(false);
  readonly #near = signal(false);
  /** Whether the text is read as markdown; far from what is seen it waits, as plain text. */
  protected readonly read = computed(() => this.#near() || this.newest());

  constructor() {
    const element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    const nearView = inject(NearView);
    const destroyRef = inject(DestroyRef);
    afterNextRender(() => {
      if (this.message().role !== 'ai') return;
      // A newer message takes its place among the newest: what was read stays read.
      if (this.newest()) this.#near.set(true);
      else destroyRef.onDestroy(nearView.watch(element, () => this.#near.set(true)));
    });
  }
}
