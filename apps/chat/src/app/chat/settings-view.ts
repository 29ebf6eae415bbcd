import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  inputBinding,
  output,
  outputBinding,
} from '@angular/core';

import { StoredMemory } from '../memory/data/stored-memory';
import { Scope } from '../scope/scope';
import { EnterKey } from '../shortcuts/enter-key';
import { Shortcuts } from '../shortcuts/shortcuts';
import { Theme, type ThemeChoice } from '../theme/theme';
import { Sheets } from '../ui/sheets';
import { ShortcutsSheet } from './shortcuts-sheet';

const THEMES: readonly { readonly id: ThemeChoice; readonly name: string }[] = [
  { id: 'system', name: $localize`System` },
  { id: 'light', name: $localize`Light` },
  { id: 'dark', name: $localize`Dark` },
];

const VIEWS = {
  move: {
    label: $localize`Move to another browser`,
    load: async () => (await import('../memory/move-identity')).MoveIdentity,
  },
  history: {
    label: $localize`History`,
    load: async () => (await import('../memory/memory-history')).MemoryHistory,
  },
  wipe: {
    label: $localize`Erase all`,
    load: async () => (await import('../memory/memory-wipe')).MemoryWipe,
  },
} as const;

/** What a person chooses for every conversation, and what is kept of them. */
@Component({
  selector: 'tl-settings-view',
  templateUrl: './settings-view.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class SettingsView {
  readonly closed = output();

  readonly #scope = inject(Scope);
  readonly #sheets = inject(Sheets);
  readonly #stored = inject(StoredMemory);
  protected readonly theme = inject(Theme);
  protected readonly themes = THEMES;
  protected readonly enterKey = inject(EnterKey);
  protected readonly shortcuts = inject(Shortcuts);
  protected readonly shortcutsSheet = inject(ShortcutsSheet);
  protected readonly canWrite = computed(() => this.#scope.snapshot().status === 'ready');
  protected readonly kept = computed(() => {
    const view = this.#stored.view();
    if (view.status !== 'content') return $localize`Not known: it could not be read`;
    const { lines, revision } = view.memory;
    const count = lines.filter(({ text }) => text.trim() !== '').length;
    return $localize`${count}:count: lines, ${revision ?? 0}:versions: versions`;
  });

  /** The same for the work that is kept; who goes on to its page leaves all of this. */
  protected showWork(): void {
    const load = async () => (await import('../research/work-kept')).WorkKept;
    void this.#sheets.show(load, {
      label: $localize`Work`,
      place: 'middle',
      bindings: (close) => [
        outputBinding('closed', close),
        outputBinding('left', () => void this.#sheets.close()),
      ],
    });
  }

  /** Above the settings, which are there again afterwards. */
  protected show(id: keyof typeof VIEWS): void {
    const { label, load } = VIEWS[id];
    void this.#sheets.show(load, {
      label,
      place: id === 'history' ? 'wide' : 'middle',
      bindings: (close) => [
        inputBinding('canWrite', this.canWrite),
        outputBinding('closed', close),
      ],
    });
  }
}
