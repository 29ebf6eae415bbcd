import { inject, Injectable, inputBinding, outputBinding } from '@angular/core';

import { Sheets } from '../ui/sheets';

/** The sheets that the page itself opens. */
@Injectable({ providedIn: 'root' })
export class PageSheets {
  readonly #sheets = inject(Sheets);

  /** The conversations, where the page has no column for them; `chosen` is told after it has closed. */
  showConversations(chosen: () => void, focus?: string): Promise<void> {
    let wasChosen = false;
    const load = async () => (await import('./conversations-sheet')).ConversationsSheet;
    return this.#sheets.show(load, {
      label: $localize`Conversations`,
      place: 'side',
      ...(focus !== undefined && { focus }),
      bindings: (close) => [
        outputBinding('closed', close),
        outputBinding('chosen', () => {
          wasChosen = true;
          close();
        }),
      ],
      closed: () => {
        if (wasChosen) chosen();
      },
    });
  }

  /** What the agent remembers, where the page has no memory pane for it: `view`, lent by the page. */
  showMemory(view: HTMLElement): Promise<void> {
    const load = async () => (await import('./memory-sheet')).MemorySheet;
    return this.#sheets.show(load, {
      label: $localize`Memory`,
      place: 'below',
      bindings: (close) => [inputBinding('view', () => view), outputBinding('closed', close)],
    });
  }
}
