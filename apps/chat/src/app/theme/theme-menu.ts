import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { MatMenuModule } from '@angular/material/menu';

import { OverlayLandmark } from '../ui/overlay-landmark';
import { Theme, THEMES, type ThemeChoice } from './theme';

const NAMES: Readonly<Record<ThemeChoice, string>> = {
  system: $localize`System`,
  light: $localize`Light`,
  dark: $localize`Dark`,
};

/** Chooses the colours of the page. */
@Component({
  selector: 'tl-theme-menu',
  imports: [MatMenuModule],
  template: `
    <button
      class="icon-button"
      type="button"
      [attr.aria-label]="label()"
      [title]="label()"
      [matMenuTriggerFor]="menu"
    >
      <svg aria-hidden="true" class="icon"><use href="icons.svg#moon" /></svg>
    </button>
    <mat-menu #menu="matMenu" i18n-aria-label aria-label="Theme">
      <ng-template matMenuContent>
        @for (each of themes; track each) {
          <button
            mat-menu-item
            type="button"
            role="menuitemradio"
            [attr.aria-checked]="each === theme.choice()"
            (click)="theme.choose(each)"
          >
            <span class="menu-mark" aria-hidden="true">{{
              each === theme.choice() ? '✓' : ''
            }}</span>
            {{ names[each] }}
          </button>
        }
      </ng-template>
    </mat-menu>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ThemeMenu {
  protected readonly theme = inject(Theme);
  protected readonly themes = THEMES;
  protected readonly names = NAMES;
  protected readonly label = computed(() => $localize`Theme: ${NAMES[this.theme.choice()]}:theme:`);

  constructor() {
    inject(OverlayLandmark);
  }
}
