import type { Injector, Type } from '@angular/core';
import { MatDialog, MatDialogConfig } from '@angular/material/dialog';

import type { SheetOptions } from './sheet-options';

/** Opens a component as a modal dialog; `gone` is told when it is. Returns what closes it. */
export function openSheet(
  injector: Injector,
  component: Type<unknown>,
  { bindings, focus, label, place }: SheetOptions,
  gone: () => void,
): () => void {
  const config = new MatDialogConfig();
  config.ariaLabel = label;
  config.ariaModal = true;
  config.panelClass = ['sheet', `sheet-${place}`];
  if (focus !== undefined) config.autoFocus = focus;
  const close = () => dialog.close();
  if (bindings !== undefined) config.bindings = bindings(close);
  const dialog = injector.get(MatDialog).open(component, config);
  dialog.afterClosed().subscribe(gone);
  return close;
}
