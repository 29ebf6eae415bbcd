import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  output,
  signal,
} from '@angular/core';
import { RouterLink } from '@angular/router';

import { messageAnchor } from '#contract/recall';

import { SoughtTurn } from '../session/page/sought-turn';
import { PAGE_LOCALE } from '../ui/page-locale';
import { wordsFound, type FoundTurn, type Hit } from './data/conversation';
import { dayLabel } from './group-by-day';
import { MarkedText } from './marked-text';

/** Places of one conversation that are shown before the person asks for the rest. */
const SHOWN_FIRST = 3;

/** Where in a conversation the words stand: who said them, when, and a link to the very message. */
@Component({
  selector: 'tl-found-turns',
  imports: [MarkedText, RouterLink],
  template: `
    <ul class="found-turns">
      @for (turn of shown(); track turn.messageId) {
        <li>
          <a
            class="found-turn"
            [routerLink]="['/c', hit().threadId]"
            [fragment]="messageAnchor(turn.messageId)"
            (click)="choose(turn)"
          >
            <span class="found-place">
              @if (turn.speaker === 'person') {
                <ng-container i18n>You · {{ day(turn) }}</ng-container>
              } @else {
                <ng-container i18n>Throughline · {{ day(turn) }}</ng-container>
              }
            </span>
            <span class="conversation-excerpt">
              <tl-marked-text [text]="turn.text" [matches]="turn.matches" />
            </span>
          </a>
        </li>
      }
    </ul>
    @if (hidden(); as count) {
      <button class="button small more" type="button" (click)="all.set(true)" i18n>
        {count, plural, =1 {1 more place} other {{{ count }} more places}}
      </button>
    } @else if (untold(); as count) {
      <p class="note list-note" i18n>
        {count, plural, =1 {1 more place} other {{{ count }} more places}} in this conversation
      </p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class FoundTurns {
  readonly hit = input.required<Hit>();
  readonly chosen = output();

  readonly #sought = inject(SoughtTurn);
  protected readonly messageAnchor = messageAnchor;
  protected readonly all = signal(false);
  protected readonly shown = computed(() => {
    const { turns } = this.hit();
    return this.all() ? turns : turns.slice(0, SHOWN_FIRST);
  });
  protected readonly hidden = computed(() => this.hit().turns.length - this.shown().length);
  /** Places that the server has only counted. */
  protected readonly untold = computed(() => this.hit().turnCount - this.hit().turns.length);

  protected day({ saidAt }: FoundTurn): string {
    return dayLabel(saidAt, new Date(), PAGE_LOCALE);
  }

  protected choose(turn: FoundTurn): void {
    this.#sought.foundBy(wordsFound(turn));
    this.chosen.emit();
  }
}
