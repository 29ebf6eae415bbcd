import { ChangeDetectionStrategy, Component, inject, output, signal } from '@angular/core';
import { RouterLink } from '@angular/router';

import type { ResearchSummary } from '#contract/research-api';

import { ClockTime } from '../ui/clock-time';
import { formatBytes } from '../ui/numbers';
import { problemOf, RESEARCH_API } from './data/research-api';

/** The work that is kept: each record with its size and last change, and how to erase it. */
@Component({
  selector: 'tl-work-kept',
  imports: [ClockTime, RouterLink],
  template: `
    <div class="sheet-content settings">
      <div class="sheet-head">
        <h2 i18n>Work</h2>
        <button
          class="icon-button"
          type="button"
          i18n-aria-label
          aria-label="Close"
          (click)="closed.emit()"
        >
          <svg aria-hidden="true" class="icon"><use href="icons.svg#x" /></svg>
        </button>
      </div>
      <p class="note" i18n>
        Research is kept apart from chats, until you delete it. Documents stay until you remove
        them.
      </p>
      @for (each of records(); track each.id) {
        <div class="setting">
          <span class="setting-words">
            <a routerLink="/research" [queryParams]="{ session: each.id }" (click)="left.emit()">{{
              each.question
            }}</a>
            <small i18n>
              {{ size(each) }}, last change <tl-clock-time [moment]="changed(each)" />
            </small>
          </span>
          <button
            class="button danger"
            type="button"
            [attr.aria-label]="deleteLabel(each)"
            (click)="delete(each.id)"
            i18n
          >
            Delete
          </button>
        </div>
      } @empty {
        <p class="note" i18n>No research is kept.</p>
      }
      @if (problem()) {
        <p class="note problem" role="alert">{{ problem() }}</p>
      }
      <a class="button" routerLink="/research" (click)="left.emit()" i18n>Open research</a>
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class WorkKept {
  readonly closed = output();
  /** The person goes to the page of research: everything above the chat is to be closed. */
  readonly left = output();
  readonly #api = inject(RESEARCH_API);
  protected readonly records = signal<readonly ResearchSummary[]>([]);
  protected readonly problem = signal('');

  constructor() {
    void this.#read();
  }

  protected async delete(id: string): Promise<void> {
    this.problem.set('');
    try {
      await this.#api.delete(id);
    } catch (error) {
      this.problem.set(problemOf(error));
    }
    await this.#read();
  }

  protected size({ bytes }: ResearchSummary): string {
    return formatBytes(bytes);
  }

  protected changed({ saved_at }: ResearchSummary): Date {
    return new Date(saved_at);
  }

  protected deleteLabel({ question }: ResearchSummary): string {
    return $localize`Delete “${question}:question:”`;
  }

  async #read(): Promise<void> {
    try {
      this.records.set(await this.#api.list());
    } catch (error) {
      this.problem.set(problemOf(error));
    }
  }
}
