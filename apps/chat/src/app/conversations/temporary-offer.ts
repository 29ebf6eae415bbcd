import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  untracked,
} from '@angular/core';
import { RouterLink } from '@angular/router';

import { Conversations } from './data/conversations';
import { UNTITLED } from './data/conversation';

/** On an empty page: a temporary conversation that was left a moment ago, to go on with or to end. */
@Component({
  selector: 'tl-temporary-offer',
  imports: [RouterLink],
  template: `
    @if (offered(); as conversation) {
      <div class="build-notice temporary-offer">
        <p role="status" i18n>
          Your temporary chat “<bdi>{{ conversation.title ?? untitled }}</bdi
          >” ends ten minutes after you left it.
        </p>
        <a class="button small" [routerLink]="['/c', conversation.threadId]" i18n>Go on with it</a>
        <button
          class="button small"
          type="button"
          i18n
          (click)="conversations.delete(conversation)"
        >
          End it now
        </button>
      </div>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TemporaryOffer {
  protected readonly conversations = inject(Conversations);
  protected readonly untitled = UNTITLED;
  readonly #isEmptyPage = computed(() => this.conversations.currentId() === undefined);
  protected readonly offered = computed(() =>
    this.#isEmptyPage() ? this.conversations.temporary()[0] : undefined,
  );

  constructor() {
    effect(() => {
      if (this.#isEmptyPage()) untracked(() => this.conversations.open());
    });
  }
}
