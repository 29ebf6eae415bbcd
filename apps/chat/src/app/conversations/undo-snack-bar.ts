import {
  ChangeDetectionStrategy,
  Component,
  DestroyRef,
  effect,
  inject,
  output,
} from '@angular/core';
import { MatSnackBar, type MatSnackBarRef } from '@angular/material/snack-bar';

import { OverlayLandmark } from '../ui/overlay-landmark';
import { Conversations } from './data/conversations';
import { UndoNotices } from './undo-notices';

/** Shows the snack bar for as long as it has something to say. */
@Component({
  selector: 'tl-undo-snack-bar',
  template: '',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class UndoSnackBar {
  /** The snack bar went away with the focus, and no list of conversations is there to take it. */
  readonly focusLost = output();

  readonly #snackBar = inject(MatSnackBar);
  readonly #conversations = inject(Conversations);
  #shown: MatSnackBarRef<UndoNotices> | undefined;

  constructor() {
    inject(OverlayLandmark);
    effect(() => {
      const { problem, undoable } = this.#conversations;
      const other = problem() !== undefined;
      if (undoable().length > 0 || other) this.#show();
      else this.#hide();
    });
    inject(DestroyRef).onDestroy(() => this.#shown?.dismiss());
  }

  #show(): void {
    this.#shown ??= this.#snackBar.openFromComponent(UndoNotices);
  }

  #hide(): void {
    const shown = this.#shown;
    this.#shown = undefined;
    if (shown === undefined) return;
    const hadFocus = shown.instance.focused;
    shown.dismiss();
    if (hadFocus) this.#passFocusOn();
  }

  #passFocusOn(): void {
    const list = document.querySelector<HTMLElement>('.conversation-lists');
    if (list === null) this.focusLost.emit();
    else list.focus();
  }
}
