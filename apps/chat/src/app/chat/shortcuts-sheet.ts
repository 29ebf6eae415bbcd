import { inject, Injectable, outputBinding } from '@angular/core';

import { Sheets } from '../ui/sheets';

/** The sheet with the list of keys. */
@Injectable({ providedIn: 'root' })
export class ShortcutsSheet {
  readonly #sheets = inject(Sheets);

  async show(): Promise<void> {
    const load = async () => (await import('../shortcuts/shortcuts-dialog')).ShortcutsDialog;
    // One sheet at a time: the list of keys takes the place of the one it was asked for in.
    await this.#sheets.close();
    return this.#sheets.show(load, {
      label: $localize`Keyboard shortcuts`,
      place: 'middle',
      bindings: (close) => [outputBinding('closed', close)],
    });
  }
}
