import {
  afterNextRender,
  afterRenderEffect,
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  Injector,
  signal,
  untracked,
  viewChild,
  type ElementRef,
} from '@angular/core';

import { AssistantPicker } from '../assistants/assistant-picker';
import { ModePicker } from '../memory/mode-picker';
import { StandingChips } from '../memory/standing-chips';
import { CurrentSession } from '../session/page/current-session';
import { AttachFiles } from './attach-files';
import { EnterKey } from '../shortcuts/enter-key';
import { isComposition } from '../ui/composition';
import { ComposerFocus } from './composer-focus';
import { Gate } from './gate';
import { ModelNote } from './model-note';

/**
 * Where the person writes, at any time. Enter sends, Shift+Enter breaks the line. While an answer
 * goes on, a message waits for it, or interrupts it if the person chooses that.
 */
@Component({
  selector: 'tl-composer',
  imports: [AssistantPicker, AttachFiles, ModelNote, ModePicker, StandingChips],
  template: `
    <div #field class="composer" [class.is-open]="isOpen()">
      <button
        class="icon-button composer-opener"
        type="button"
        aria-controls="composer-settings"
        [attr.aria-expanded]="isOpen()"
        [attr.aria-label]="openerLabel()"
        [title]="openerLabel()"
        [class.is-set]="isMemoryOff()"
        (click)="toggle(field)"
      >
        <svg aria-hidden="true" class="icon">
          <use [attr.href]="isOpen() ? 'icons.svg#x' : 'icons.svg#plus'" />
        </svg>
      </button>
      <form id="composer-form" class="composer-form" (submit)="send($event)">
        <label class="visually-hidden" for="message" i18n>Message</label>
        <textarea
          #text
          id="message"
          class="composer-text"
          rows="1"
          [placeholder]="placeholder()"
          enterkeyhint="send"
          autocomplete="off"
          [readOnly]="gate.closed() === 'scope-blocked'"
          (input)="draft().write(text.value)"
          (keydown.enter)="sendOnEnter($event)"
          (keydown.arrowup)="editLast($event)"
        ></textarea>
      </form>
      <div class="composer-settings" id="composer-settings">
        @defer (on idle) {
          <tl-attach-files [target]="field" />
          @if (isNew()) {
            <tl-assistant-picker />
          }
          @if (isChange()) {
            <label class="chip mode" for="purpose">
              <span class="visually-hidden" i18n>What is sent</span>
              <select
                #purpose
                id="purpose"
                class="mode-picker"
                (change)="draft().markRemark(purpose.value === 'remark')"
              >
                <option value="change" [selected]="!draft().isRemark()" i18n>Change</option>
                <option value="remark" [selected]="draft().isRemark()" i18n>Question</option>
              </select>
              <svg aria-hidden="true" class="icon small"><use href="icons.svg#chevron-down" /></svg>
            </label>
          }
          @if (assistant().has('memory')) {
            <tl-mode-picker />
          }
          @if (assistant().has('instructions')) {
            <tl-standing-chips />
          }
          @if (assistant().has('memory')) {
            <tl-model-note />
          }
        } @error {
          <p class="note problem" role="status" i18n>
            The settings of this conversation could not be loaded. Reload the page.
          </p>
        }
      </div>
      @switch (turn()) {
        @case ('idle') {
          <button
            class="send-button"
            type="submit"
            form="composer-form"
            i18n-aria-label
            aria-label="Send"
            i18n-title
            title="Send"
            [disabled]="!canSend()"
          >
            <svg aria-hidden="true" class="icon"><use href="icons.svg#arrow-up" /></svg>
          </button>
        }
        @default {
          <button
            class="send-button"
            type="button"
            [attr.aria-label]="turn() === 'stopping' ? stopping : stopLabel"
            [title]="turn() === 'stopping' ? stopping : stopLabel"
            [disabled]="turn() === 'stopping'"
            (click)="stop()"
          >
            <svg aria-hidden="true" class="icon filled"><use href="icons.svg#square" /></svg>
          </button>
        }
      }
      @if (isChoosing()) {
        <div class="composer-choice">
          <button class="button" type="button" (click)="interrupt()" i18n>
            Interrupt and send
          </button>
          <button class="button dark" type="submit" form="composer-form" i18n>Send next</button>
        </div>
      }
    </div>
    @if (stopFailure(); as failure) {
      <p class="note problem" role="alert" i18n>Not stopped: {{ failure.message }}</p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Composer {
  readonly #current = inject(CurrentSession);
  readonly #focus = inject(ComposerFocus);
  readonly #enterKey = inject(EnterKey);
  readonly #injector = inject(Injector);
  protected readonly gate = inject(Gate);
  private readonly box = viewChild.required<ElementRef<HTMLTextAreaElement>>('text');

  protected readonly stopLabel = $localize`Stop`;
  protected readonly stopping = $localize`Stopping…`;
  /** Whether the message's settings are shown, in a window too small to show them always. */
  protected readonly isOpen = signal(false);
  protected readonly assistant = computed(() => this.#current.session().assistant);
  /** Whether the assistant can still be chosen. */
  protected readonly isNew = computed(() => {
    const { messages, turn } = this.#current.session().state();
    const hasThread = this.#current.session().threadId() !== undefined;
    return !hasThread && messages.length === 0 && turn === 'idle';
  });
  /** Whether a message changes the conversion, unless it is a question. */
  protected readonly isChange = computed(() => {
    const { result } = this.#current.session().state().values;
    return this.assistant().has('conversion') && Array.isArray(result) && result.length > 0;
  });
  protected readonly placeholder = computed(() => {
    if (!this.assistant().has('conversion')) return $localize`Message`;
    if (this.draft().isRemark()) return $localize`Ask about the conversion`;
    return this.isChange()
      ? $localize`Say what should change`
      : $localize`Drop or attach Selenium files`;
  });
  protected readonly isMemoryOff = computed(
    () => this.assistant().has('memory') && this.#current.session().settings.isMemoryOff(),
  );
  protected readonly openerLabel = computed(() =>
    this.isMemoryOff()
      ? $localize`Settings of this chat: memory is off`
      : $localize`Settings of this chat`,
  );
  protected readonly draft = computed(() => this.#current.session().draft);
  protected readonly turn = computed(() => this.#current.session().state().turn);
  protected readonly stopFailure = computed(() => this.#current.session().state().stopFailure);
  protected readonly canSend = computed(
    () =>
      this.gate.closed() === undefined &&
      !this.draft().isReading() &&
      (this.draft().text().trim() !== '' || this.draft().attachments().length > 0),
  );

  protected readonly isChoosing = computed(() => this.canSend() && this.turn() !== 'idle');

  constructor() {
    // Without scrolling: a page that scrolls as a whole begins at its top.
    afterNextRender(() => this.box().nativeElement.focus({ preventScroll: true }));
    effect(() => {
      if (this.#focus.asked() > 0) untracked(() => this.focus());
    });
    // Not a binding: words typed and sent between two renderings would look unchanged to it.
    afterRenderEffect(() => {
      const text = this.draft().text();
      const box = this.box().nativeElement;
      if (box.value !== text) box.value = text;
    });
  }

  /** Puts the caret where the person writes. */
  focus(): void {
    this.box().nativeElement.focus();
  }

  /** Shows or hides what a message is sent with; what comes to it is brought into sight. */
  protected toggle(field: HTMLElement): void {
    this.isOpen.update((isOpen) => !isOpen);
    const bringIntoSight = () => field.scrollIntoView({ block: 'nearest' });
    afterNextRender(bringIntoSight, { injector: this.#injector });
  }

  protected send(event: Event): void {
    event.preventDefault();
    if (this.canSend()) this.gate.submit(this.draft().text());
  }

  protected sendOnEnter(event: Event): void {
    // While an input method composes a word, Enter accepts the word.
    if (!(event instanceof KeyboardEvent) || isComposition(event)) return;
    if (this.#enterKey.isSending(event)) this.send(event);
  }

  /** In an empty box, the way up leads to the last thing said. */
  protected editLast(event: Event): void {
    if (!(event instanceof KeyboardEvent) || isComposition(event) || this.draft().text() !== '')
      return;
    const session = this.#current.session();
    if (session.assistant.has('conversion')) return;
    const last = session.state().messages.findLast(({ role }) => role === 'human');
    if (last === undefined || this.turn() !== 'idle' || this.gate.closed() !== undefined) return;
    event.preventDefault();
    session.editing.begin(last.id, last.text);
  }

  protected interrupt(): void {
    this.gate.submit(this.draft().text(), 'interrupt');
    this.focus();
  }

  protected stop(): void {
    void this.#current.session().stop();
    this.focus();
  }
}
