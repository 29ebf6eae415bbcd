import { ChangeDetectionStrategy, Component, inject } from '@angular/core';

import { ThemeMenu } from '../theme/theme-menu';
import { ShortcutsSheet } from './shortcuts-sheet';

/** How the page looks and which keys it knows. */
@Component({
  selector: 'tl-page-tools',
  imports: [ThemeMenu],
  template: `
    <tl-theme-menu />
    <button class="quiet-control" type="button" aria-haspopup="dialog" (click)="shortcuts.show()">
      <kbd aria-hidden="true">?</kbd> <span i18n>Shortcuts</span>
    </button>
  `,
  host: { class: 'page-tools' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class PageTools {
  protected readonly shortcuts = inject(ShortcutsSheet);
}
