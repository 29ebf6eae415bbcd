import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';

import { CurrentSession } from '../session/page/current-session';
import { ComposerFocus } from './composer-focus';

/** Says that an earlier version is shown, and what sending from there does. */
@Component({
  selector: 'tl-older-version-note',
  template: `
    @if (problem(); as problem) {
      <p class="note problem" role="alert" i18n>
        That version could not be shown: {{ problem.message }}
      </p>
    }
    @if (older()) {
      <div class="older-version" role="status">
        <p i18n>
          This is an earlier version of the conversation. What you send now goes on from it, and
          makes it the newest one. Memory is not rewound: what was remembered since stays
          remembered.
        </p>
        <button class="button" type="button" (click)="showNewest()" i18n>
          Show the newest version
        </button>
      </div>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class OlderVersionNote {
  readonly #current = inject(CurrentSession);
  readonly #composer = inject(ComposerFocus);

  protected readonly older = computed(() => this.#current.session().state().older !== undefined);
  protected readonly problem = computed(() => this.#current.session().state().versionProblem);

  protected showNewest(): void {
    void this.#current.session().versions.showNewest();
    this.#composer.request();
  }
}
