import { Injectable, signal } from '@angular/core';

/** Files that were dropped anywhere on the page, for the next message. */
@Injectable({ providedIn: 'root' })
export class DroppedFiles {
  readonly #waiting = signal<readonly File[]>([]);
  /** Not taken yet: what takes them may still be loading. */
  readonly waiting = this.#waiting.asReadonly();

  /**
   * Keeps the browser from opening what is dropped, which would leave the page, and takes the files
   * of it. Text goes where text is written.
   */
  drop(event: DragEvent): void {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0 && takesText(event.target)) return;
    event.preventDefault();
    if (files.length > 0) this.#waiting.update((before) => [...before, ...files]);
  }

  /** Lets files be dropped anywhere, and text where text is written. */
  dragOver(event: DragEvent): void {
    const { dataTransfer, target } = event;
    const hasFiles = dataTransfer?.types.includes('Files') === true;
    if (!hasFiles && takesText(target)) return;
    event.preventDefault();
    if (dataTransfer) dataTransfer.dropEffect = hasFiles ? 'copy' : 'none';
  }

  take(): readonly File[] {
    const files = this.#waiting();
    this.#waiting.set([]);
    return files;
  }
}

function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea') !== null;
}
