import { ChangeDetectionStrategy, Component, inject, output } from '@angular/core';

import { Shortcuts } from './shortcuts';

/** The keys that do something, and the switch for those that are single keys. */
@Component({
  selector: 'tl-shortcuts-dialog',
  template: `
    <div class="sheet-content">
      <div class="sheet-head">
        <h2 i18n>Keyboard shortcuts</h2>
        <button
          class="icon-button"
          type="button"
          i18n-aria-label
          aria-label="Close"
          (click)="closed.emit()"
        >
          <svg aria-hidden="true" class="icon"><use href="icons.svg#x" /></svg>
        </button>
      </div>
      <h3 i18n>While writing a message</h3>
      <dl class="shortcuts">
        <dt><kbd i18n>Enter</kbd></dt>
        <dd i18n>Send; while an answer goes on, send next</dd>
        <dt><kbd i18n>Shift</kbd> <kbd i18n>Enter</kbd></dt>
        <dd i18n>New line</dd>
        <dt><kbd>↑</kbd></dt>
        <dd i18n>In an empty box: edit your last message</dd>
      </dl>
      <h3 i18n>Everywhere</h3>
      <dl class="shortcuts">
        <dt><kbd i18n>Esc</kbd></dt>
        <dd i18n>Close the nearest thing; with nothing open, stop the answer</dd>
      </dl>
      <h3 i18n>Outside text fields</h3>
      <dl class="shortcuts">
        <dt><kbd>C</kbd></dt>
        <dd i18n>Write a message</dd>
        <dt><kbd>N</kbd></dt>
        <dd i18n>New conversation</dd>
        <dt><kbd>S</kbd></dt>
        <dd i18n>Search conversations</dd>
        <dt><kbd>M</kbd></dt>
        <dd i18n>Go to the memory</dd>
        <dt><kbd>?</kbd></dt>
        <dd i18n>This list</dd>
      </dl>
      <label class="memory-check">
        <input
          #single
          type="checkbox"
          [checked]="shortcuts.enabled()"
          (change)="shortcuts.enable(single.checked)"
        />
        <span i18n>Use the single-key shortcuts</span>
      </label>
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ShortcutsDialog {
  readonly closed = output();
  protected readonly shortcuts = inject(Shortcuts);
}
