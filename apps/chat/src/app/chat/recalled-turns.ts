import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';

import { messageAnchor, type RecalledTurn } from '#contract/recall';

import { PAGE_LOCALE } from '../ui/page-locale';

const days = new Intl.DateTimeFormat(PAGE_LOCALE, { dateStyle: 'long' });

/** Messages of past conversations that a tool has found, each a link to it. */
@Component({
  selector: 'tl-recalled-turns',
  imports: [RouterLink],
  template: `
    @if (turns().length > 0) {
      <ol class="recalled-turns">
        @for (turn of turns(); track $index) {
          <li>
            <a [routerLink]="['/c', turn.thread_id]" [fragment]="messageAnchor(turn.message_id)">
              {{ turn.title ?? untitled }}</a
            >
            <span class="note">
              @if (turn.speaker === 'person') {
                <ng-container i18n>you, {{ day(turn) }}</ng-container>
              } @else {
                <ng-container i18n>Throughline, {{ day(turn) }}</ng-container>
              }
            </span>
          </li>
        }
      </ol>
    } @else {
      <p class="note" i18n>Nothing.</p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RecalledTurns {
  readonly turns = input.required<readonly RecalledTurn[]>();

  protected readonly messageAnchor = messageAnchor;
  protected readonly untitled = $localize`A conversation without a title`;

  protected day({ said_at }: RecalledTurn): string {
    return days.format(new Date(said_at));
  }
}
