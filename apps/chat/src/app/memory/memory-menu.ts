import {
  ChangeDetectionStrategy,
  Component,
  inject,
  input,
  inputBinding,
  outputBinding,
} from '@angular/core';
import { MatMenuModule } from '@angular/material/menu';

import { OverlayLandmark } from '../ui/overlay-landmark';
import { Sheets } from '../ui/sheets';
import { StoredMemory } from './data/stored-memory';

const TOOLS = [
  { id: 'edit', label: $localize`Edit as text`, icon: 'icons.svg#pencil', writes: true },
  { id: 'history', label: $localize`History`, icon: 'icons.svg#history', writes: false },
  {
    id: 'transfer',
    label: $localize`Export and import`,
    icon: 'icons.svg#download',
    writes: false,
  },
  { id: 'move', label: $localize`Move to another browser`, icon: 'icons.svg#swap', writes: false },
  { id: 'wipe', label: $localize`Erase all`, icon: 'icons.svg#trash', writes: true },
] as const;
type Tool = (typeof TOOLS)[number];

const VIEWS = {
  edit: async () => (await import('./memory-editor')).MemoryEditor,
  history: async () => (await import('./memory-history')).MemoryHistory,
  transfer: async () => (await import('./memory-transfer')).MemoryTransfer,
  move: async () => (await import('./move-identity')).MoveIdentity,
  wipe: async () => (await import('./memory-wipe')).MemoryWipe,
} as const;
/** What has the focus first, where it is not the first thing that can have it. */
const FIRST: Partial<Record<Tool['id'], string>> = {
  edit: 'textarea',
  wipe: 'input:not([type=checkbox])',
};

/** What can be done with the memory as a whole; each view is loaded when it is first opened. */
@Component({
  selector: 'tl-memory-menu',
  imports: [MatMenuModule],
  template: `
    <button
      class="icon-button"
      type="button"
      i18n-aria-label
      aria-label="Memory menu"
      i18n-title
      title="Memory menu"
      [matMenuTriggerFor]="menu"
    >
      <svg aria-hidden="true" class="icon"><use href="icons.svg#more" /></svg>
    </button>
    <mat-menu #menu="matMenu" i18n-aria-label aria-label="Memory menu" xPosition="before">
      <ng-template matMenuContent>
        @for (tool of tools; track tool.id) {
          <button
            mat-menu-item
            type="button"
            [class.problem]="tool.id === 'wipe'"
            [disabled]="isDisabled(tool)"
            (click)="show(tool)"
          >
            <svg aria-hidden="true" class="icon menu-icon"><use [attr.href]="tool.icon" /></svg>
            {{ tool.label }}
          </button>
        }
      </ng-template>
    </mat-menu>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryMenu {
  readonly canWrite = input.required<boolean>();

  readonly #sheets = inject(Sheets);
  readonly #stored = inject(StoredMemory);
  protected readonly tools = TOOLS;

  constructor() {
    inject(OverlayLandmark);
  }

  protected isDisabled({ writes }: Tool): boolean {
    return writes && (!this.canWrite() || this.#stored.view().status !== 'content');
  }

  protected show({ id, label }: Tool): void {
    const view = this.#stored.view();
    // Later reads do not disturb who edits: the memory is taken as it is now.
    const memory = view.status === 'content' ? view.memory : undefined;
    if (id === 'edit' && memory === undefined) return;
    const focus = FIRST[id];
    void this.#sheets.show(VIEWS[id], {
      label,
      place: id === 'history' ? 'wide' : 'middle',
      ...(focus !== undefined && { focus }),
      bindings: (close) => [
        inputBinding('canWrite', this.canWrite),
        ...(id === 'edit' ? [inputBinding('memory', () => memory)] : []),
        outputBinding('closed', close),
      ],
    });
  }
}
