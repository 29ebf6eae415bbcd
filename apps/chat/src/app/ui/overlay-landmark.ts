import { OverlayContainer } from '@angular/cdk/overlay';
import { inject, Injectable } from '@angular/core';

/** Gives what floats above the page a landmark of its own, so that it can be found like the rest. */
@Injectable({ providedIn: 'root' })
export class OverlayLandmark {
  constructor() {
    const container = inject(OverlayContainer).getContainerElement();
    container.setAttribute('role', 'region');
    container.setAttribute('aria-label', $localize`Menus and notices`);
  }
}
