import {
  afterRenderEffect,
  ChangeDetectionStrategy,
  Component,
  computed,
  ElementRef,
  inject,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { RouterLink } from '@angular/router';

import { fragmentTo } from '../session/page/sought-turn';
import { ClockTime } from '../ui/clock-time';
import { Forgetting } from './data/forgetting';
import { LineWriter } from './data/line-writer';
import type { ShownLine } from './data/shown-lines';
import { AUTHORS } from './origin';

/** One remembered line. With the focus it tells who wrote it, and can be worded anew or forgotten. */
@Component({
  selector: 'tl-memory-line',
  imports: [ClockTime, RouterLink],
  template: `
    @if (isEdited()) {
      <form class="line-form" (submit)="save($event, box.value)">
        <input
          #box
          class="text-field"
          autocomplete="off"
          i18n-aria-label
          aria-label="The line"
          [value]="line().text"
          (keydown.escape)="stopEditing($event)"
        />
        <div class="line-form-actions">
          <button class="button dark small" type="submit" i18n>Save</button>
          <button class="button bare small" type="button" (click)="stopEditing($event)" i18n>
            Cancel
          </button>
        </div>
      </form>
    } @else {
      <div
        #main
        class="line-main"
        role="group"
        [attr.aria-label]="line().text"
        [tabindex]="first() ? 0 : -1"
      >
        <span class="line-text">{{ line().text }}</span>
        @if (line().stored?.isNew) {
          <span class="visually-hidden" i18n>new</span>
        }
        @if (line().isGone) {
          <span class="line-note" i18n>Given to this chat, not stored any more</span>
        }
      </div>
      @if (line().stored; as stored) {
        <div class="line-actions">
          <button
            class="icon-button"
            type="button"
            [tabindex]="isOpen() ? 0 : -1"
            [disabled]="!canWrite()"
            [attr.aria-label]="editLabel()"
            [title]="editTitle"
            (click)="isEdited.set(true)"
          >
            <svg aria-hidden="true" class="icon"><use href="icons.svg#pencil" /></svg>
          </button>
          <button
            class="icon-button danger"
            type="button"
            [tabindex]="isOpen() ? 0 : -1"
            [disabled]="!canWrite()"
            [attr.aria-label]="forgetLabel()"
            [title]="forgetTitle"
            (click)="forgetting.forget(stored)"
          >
            <svg aria-hidden="true" class="icon"><use href="icons.svg#x" /></svg>
          </button>
        </div>
        @if (isOpen()) {
          <div class="line-about">
            @if (stored.origin; as origin) {
              <span i18n>
                {{ authors[origin.author.kind] }}, version {{ origin.revision }},
                <tl-clock-time [moment]="moment(origin.written_at)" />
              </span>
              @if (origin.author.thread_id; as threadId) {
                <a [routerLink]="['/c', threadId]" [fragment]="fragmentTo(origin.author)" i18n
                  >Open the chat that wrote it</a
                >
              }
            } @else {
              <span i18n>Who wrote it is not known: it is older than the history kept.</span>
            }
          </div>
        }
      }
      @if (problem(); as words) {
        <p class="line-note problem" role="status">{{ words }}</p>
      }
    }
  `,
  host: {
    class: 'line',
    '[class.is-open]': 'isOpen()',
    '(focusin)': 'isOpen.set(true)',
    '(focusout)': 'leave($event)',
  },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryLine {
  readonly line = input.required<ShownLine>();
  readonly canWrite = input.required<boolean>();
  /** Whether the list is entered here. */
  readonly first = input.required<boolean>();
  /** The line was worded anew; the focus is to come back to the list. */
  readonly edited = output();

  readonly #element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  readonly #writer = inject(LineWriter);
  private readonly box = viewChild<ElementRef<HTMLInputElement>>('box');
  protected readonly forgetting = inject(Forgetting);
  protected readonly authors = AUTHORS;
  protected readonly fragmentTo = fragmentTo;
  protected readonly editTitle = $localize`Edit`;
  protected readonly forgetTitle = $localize`Forget`;
  protected readonly editLabel = computed(() => $localize`Edit: ${this.line().text}:line:`);
  protected readonly forgetLabel = computed(() => $localize`Forget: ${this.line().text}:line:`);
  protected readonly isOpen = signal(false);
  protected readonly isEdited = signal(false);
  protected readonly problem = signal<string | undefined>(undefined);

  constructor() {
    afterRenderEffect(() => {
      if (this.isEdited()) this.box()?.nativeElement.focus();
    });
  }

  protected leave({ relatedTarget }: FocusEvent): void {
    const isInside = relatedTarget instanceof Node && this.#element.contains(relatedTarget);
    if (!isInside) this.isOpen.set(false);
  }

  protected stopEditing(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
    this.isEdited.set(false);
    this.edited.emit();
  }

  protected async save(event: Event, words: string): Promise<void> {
    event.preventDefault();
    const { stored } = this.line();
    if (stored === undefined || words.trim() === '') return;
    const problem = await this.#writer.replace(stored, words);
    this.problem.set(problem);
    this.isEdited.set(false);
    this.edited.emit();
  }

  protected moment(at: string): Date {
    return new Date(at);
  }
}
