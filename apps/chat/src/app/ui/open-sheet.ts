import type { Injector, Type } from '@angular/core';
import { MatDialog, MatDialogConfig } from '@angular/material/dialog';

import type { SheetOptions } from './sheet-options';

/**
 * Opens a component as a modal dialog; `gone` is told when it is. Returns what closes it. The focus goes
 * back to what had it when the dialog was asked for: it may have moved while the code was loaded.
 */
export function openSheet(
  injector: Injector,
  component: Type<unknown>,
  { bindings, focus, label, place }: SheetOptions,
  opener: Element | null,
  gone: () => void,
): () => void {
  const config = new MatDialogConfig();
  config.ariaLabel = label;
  config.ariaModal = true;
  config.panelClass = ['sheet', `sheet-${place}`];
  if (staysOnPage(opener)) config.restoreFocus = opener;
  if (focus !== undefined) config.autoFocus = focus;
  const close = () => dialog.close();
  if (bindings !== undefined) config.bindings = bindings(close);
  const dialog = injector.get(MatDialog).open(component, config);
  dialog.afterClosed().subscribe(gone);
  return close;
}

/** Whether the focus can go back to it later: an item of a menu goes with its menu. */
function staysOnPage(opener: Element | null): opener is HTMLElement {
  if (!(opener instanceof HTMLElement) || opener === document.body) return false;
  return opener.isConnected && opener.closest('[role=menu]') === null;
}
