import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  Injector,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { RouterLink } from '@angular/router';

import { messageAnchor } from '#contract/recall';

import { ASSISTANTS } from '../assistants/assistants';
import { SoughtTurn } from '../session/page/sought-turn';
import {
  UNTITLED,
  wordsFound,
  type Conversation,
  type ConversationState,
  type Hit,
} from './data/conversation';
import { ConversationMenu } from './conversation-menu';
import { MarkedText } from './marked-text';
import { RenameForm } from './rename-form';

const STATE_WORDS: Readonly<Record<ConversationState, string | undefined>> = {
  idle: undefined,
  running: $localize`answering`,
  'needs-you': $localize`needs you`,
  failed: $localize`failed`,
};

/** One conversation of a list: where it leads, how it stands, what can be done with it. */
@Component({
  selector: 'tl-conversation-item',
  imports: [ConversationMenu, MarkedText, RenameForm, RouterLink],
  template: `
    @if (renaming()) {
      <tl-rename-form [conversation]="conversation()" (closed)="renamed()" />
    } @else {
      <a
        class="conversation-link"
        [routerLink]="['/c', conversation().threadId]"
        [fragment]="fragment()"
        [attr.aria-current]="current() ? 'page' : null"
        (click)="choose()"
      >
        <span class="conversation-name">
          <tl-marked-text [text]="title()" [matches]="hit()?.titleMatches ?? []" />
        </span>
        @if (assistant(); as name) {
          <span class="conversation-assistant">{{ name }}</span>
        }
        @if (conversation().temporary) {
          <span class="conversation-state" data-state="temporary">
            <svg aria-hidden="true" viewBox="0 0 12 12" class="state-mark">
              <circle cx="6" cy="6" r="4.5" stroke-dasharray="2 2" />
            </svg>
            <ng-container i18n>temporary</ng-container>
          </span>
        }
        @if (conversation().leftOut) {
          <span class="conversation-state" i18n>left out of recall</span>
        }
        @if (stateWords(); as words) {
          <span class="conversation-state" [attr.data-state]="conversation().state">
            <svg aria-hidden="true" viewBox="0 0 12 12" class="state-mark">
              @switch (conversation().state) {
                @case ('running') {
                  <circle cx="6" cy="6" r="4" />
                }
                @case ('needs-you') {
                  <path d="M6 1l5 5-5 5-5-5z" />
                }
                @default {
                  <path d="M6 1l5.5 10H.5z" />
                }
              }
            </svg>
            {{ words }}
          </span>
        }
      </a>
      <tl-conversation-menu
        [conversation]="conversation()"
        [reachable]="current() || focused()"
        (renaming)="renaming.set(true)"
      />
    }
  `,
  host: {
    class: 'conversation-item',
    '[class.is-current]': 'current()',
    '(focusin)': 'focused.set(true)',
    '(focusout)': 'focused.set(false)',
  },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ConversationItem {
  readonly conversation = input.required<Conversation | Hit>();
  /** Whether the page shows this one. */
  readonly current = input.required<boolean>();
  readonly chosen = output();

  readonly #injector = inject(Injector);
  readonly #sought = inject(SoughtTurn);
  readonly #assistants = inject(ASSISTANTS);
  private readonly menu = viewChild(ConversationMenu);
  protected readonly renaming = signal(false);
  protected readonly focused = signal(false);
  /** Which assistant it is with, unless it is the usual one. */
  protected readonly assistant = computed(() => {
    const { graphId } = this.conversation();
    const isUsual = graphId === this.#assistants.usual().graphId;
    if (graphId === undefined || isUsual || !this.#assistants.areSeveral()) return undefined;
    return this.#assistants.find(graphId)?.title;
  });
  protected readonly title = computed(() => this.conversation().title ?? UNTITLED);
  protected readonly stateWords = computed(() => STATE_WORDS[this.conversation().state]);
  protected readonly hit = computed(() => {
    const conversation = this.conversation();
    return 'titleMatches' in conversation ? conversation : undefined;
  });

  /** Leads to the message that fits best what was looked for. */
  protected readonly fragment = computed(() => {
    const best = this.hit()?.turns[0];
    return best && messageAnchor(best.messageId);
  });

  protected choose(): void {
    const best = this.hit()?.turns[0];
    this.#sought.foundBy(best ? wordsFound(best) : []);
    this.chosen.emit();
  }

  protected renamed(): void {
    this.renaming.set(false);
    afterNextRender(() => this.menu()?.focus(), { injector: this.#injector });
  }
}
