import { ChangeDetectionStrategy, Component, inject, signal } from '@angular/core';

import { CurrentSession } from '../session/page/current-session';
import { DraftKeeper } from '../session/page/draft-keeper';
import { NewerBuild } from '../session/page/newer-build';

/** Says that the page is of another build than the server's, and how to go on without losing words. */
@Component({
  selector: 'tl-build-notice',
  template: `
    @if (newer.isThere()) {
      <div class="scope-warning build-notice">
        <p role="alert" i18n>
          The server has another version of this page by now, so some of it may not work. Reload to
          go on; what you are writing is kept.
        </p>
        <button class="button small" type="button" i18n (click)="reload()">Reload</button>
        @if (notKept()) {
          <p role="alert" i18n>
            This browser does not keep what you are writing. Copy it first, then reload the page.
          </p>
        }
      </div>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class BuildNotice {
  readonly #current = inject(CurrentSession);
  readonly #drafts = inject(DraftKeeper);
  protected readonly newer = inject(NewerBuild);
  protected readonly notKept = signal(false);

  protected reload(): void {
    const { draft, settings } = this.#current.session();
    // The draft of a temporary chat is kept nowhere, so the person decides whether to lose it.
    const isSafe = draft.text() === '' || (settings.mode() !== 'temporary' && this.#drafts.flush());
    if (isSafe) window.location.reload();
    else this.notKept.set(true);
  }
}
