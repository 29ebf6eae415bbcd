import { ChangeDetectionStrategy, Component, inject, outputBinding } from '@angular/core';

import { ThemeMenu } from '../theme/theme-menu';
import { Sheets } from '../ui/sheets';

/** How the page looks, and what else can be chosen for it. */
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
      aria-label="Settings"
      i18n-title
      title="Settings"
      (click)="showSettings()"
    >
      <svg aria-hidden="true" class="icon"><use href="icons.svg#settings" /></svg>
    </button>
  `,
  host: { class: 'page-tools' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class PageTools {
  readonly #sheets = inject(Sheets);

  protected showSettings(): void {
    const load = async () => (await import('./settings-view')).SettingsView;
    void this.#sheets.show(load, {
      label: $localize`Settings`,
      place: 'middle',
      bindings: (close) => [outputBinding('closed', close)],
    });
  }
}
