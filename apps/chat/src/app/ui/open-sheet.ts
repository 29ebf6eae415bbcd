import type { Injector, Type } from '@angular/core';
import { MatDialog } from '@angular/material/dialog';

import type { SheetOptions } from './sheets';

/** Opens a component as a modal dialog; `gone` is told when it is. Returns what closes it. */
export function openSheet(
  injector: Injector,
  component: Type<unknown>,
  { bindings, focus, label, place }: SheetOptions,
  gone: () => void,
): () => void {
  const close = () => dialog.close();
  const dialog = injector.get(MatDialog).open(component, {
    ariaLabel: label,
    ariaModal: true,
    ...(focus !== undefined && { autoFocus: focus }),
    panelClass: ['sheet', `sheet-${place}`],
    ...(bindings !== undefined && { bindings: bindings(close) }),
  });
  dialog.afterClosed().subscribe(gone);
  return close;
}
