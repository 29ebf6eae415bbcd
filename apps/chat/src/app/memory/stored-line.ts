import { ChangeDetectionStrategy, Component, input, output, signal } from '@angular/core';
import { RouterLink } from '@angular/router';

import { fragmentTo } from '../session/page/sought-turn';
import { ClockTime } from '../ui/clock-time';
import { AUTHORS } from './origin';
import type { StoredLine } from './data/stored-lines';

/** One remembered line; open, it says who wrote it, when, in which conversation, and can be forgotten. */
@Component({
  selector: 'tl-stored-line',
  imports: [ClockTime, RouterLink],
  template: `
    <details class="stored-line" #details (toggle)="open.set(details.open)">
      <summary>
        <span class="stored-line-text">{{ line().text }}</span>
        @if (line().isNew) {
          <span class="stored-line-new" i18n>new</span>
        }
      </summary>
      @if (open()) {
        <div class="stored-line-about">
          @if (line().origin; as origin) {
            <p class="note" i18n>
              {{ authors[origin.author.kind] }}, revision {{ origin.revision }},
              <tl-clock-time [moment]="moment(origin.written_at)" />
            </p>
            @if (origin.author.thread_id; as threadId) {
              <a
                class="note"
                [routerLink]="['/c', threadId]"
                [fragment]="fragmentTo(origin.author)"
                i18n
                >Open the conversation that wrote it</a
              >
            }
          } @else {
            <p class="note" i18n>Who wrote it is not known: it is older than the history kept.</p>
          }
          <button
            class="quiet-button"
            type="button"
            [disabled]="!canWrite()"
            (click)="forget.emit(line())"
            i18n
          >
            Forget this line
          </button>
        </div>
      }
    </details>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class StoredLineView {
  readonly line = input.required<StoredLine>();
  readonly canWrite = input.required<boolean>();
  readonly forget = output<StoredLine>();

  protected readonly authors = AUTHORS;
  protected readonly fragmentTo = fragmentTo;
  protected readonly open = signal(false);

  protected moment(at: string): Date {
    return new Date(at);
  }
}
