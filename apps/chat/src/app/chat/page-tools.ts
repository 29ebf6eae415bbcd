import { ChangeDetectionStrategy, Component, inject } from '@angular/core';

import { ThemeMenu } from '../theme/theme-menu';
import { ShortcutsSheet } from './shortcuts-sheet';

/** How the page looks and which keys it knows. */
@Component({
  selector: 'tl-page-tools',
  imports: [ThemeMenu],
  template: `
    <tl-theme-menu />
    <button
      class="icon-button"
      type="button"
      aria-haspopup="dialog"
      i18n-aria-label
      aria-label="Shortcuts"
      i18n-title
      title="Shortcuts"
      (click)="shortcuts.show()"
    >
      <svg aria-hidden="true" class="icon"><use href="icons.svg#keyboard" /></svg>
    </button>
  `,
  host: { class: 'page-tools' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class PageTools {
  protected readonly shortcuts = inject(ShortcutsSheet);
}
