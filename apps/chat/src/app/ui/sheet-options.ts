import type { Binding } from '@angular/core';

/** Where a sheet stands: at the side (a sheet from below on a phone), below, or in the middle, there with more room. */
export type SheetPlace = 'side' | 'below' | 'middle' | 'wide';

export interface SheetOptions {
  /** What assistive technology calls it. */
  readonly label: string;
  readonly place: SheetPlace;
  /** Selector of what has the focus first; else the first thing that can have it. */
  readonly focus?: string;
  /** Inputs and outputs of the component; `close` closes the sheet. */
  readonly bindings?: (close: () => void) => Binding[];
  /** Called once it is gone and the focus has gone back. */
  readonly closed?: () => void;
}
