import { ChangeDetectionStrategy, Component, computed, input, signal } from '@angular/core';

import { utf8Bytes } from '#contract/text';

import type { ThreadFile } from '../session/state/thread-work';
import { ClockTime } from '../ui/clock-time';
import { formatBytes } from '../ui/numbers';
import { CopyButton } from '../ui/copy-button';
import { saveFile } from '../ui/save-file';

/** A file of the conversation: its name and size; its literal text when opened; to be saved. */
@Component({
  selector: 'tl-thread-file',
  imports: [ClockTime, CopyButton],
  template: `
    <details class="file" #details (toggle)="open.set(details.open)">
      <summary>
        <span class="file-path">{{ file().path }}</span>
        <span class="work-summary">{{ bytes() }}</span>
      </summary>
      @if (open()) {
        <div class="file-actions">
          @if (changedAt(); as moment) {
            <span class="note" i18n>Changed <tl-clock-time [moment]="moment" /></span>
          }
          <tl-copy-button [text]="file().text" [what]="copyLabel()" />
          <button
            class="copy-button"
            type="button"
            [attr.aria-label]="downloadLabel()"
            (click)="download()"
            i18n
          >
            Download
          </button>
        </div>
        <pre class="literal" tabindex="0" [attr.aria-label]="textLabel()">{{ file().text }}</pre>
      }
    </details>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ThreadFileView {
  readonly file = input.required<ThreadFile>();

  protected readonly open = signal(false);
  protected readonly bytes = computed(() => formatBytes(utf8Bytes(this.file().text)));
  protected readonly changedAt = computed(() => {
    const moment = new Date(this.file().changedAt ?? Number.NaN);
    return Number.isNaN(moment.getTime()) ? undefined : moment;
  });
  protected readonly copyLabel = computed(() => $localize`Copy ${this.file().path}:path:`);
  protected readonly downloadLabel = computed(() => $localize`Download ${this.file().path}:path:`);
  protected readonly textLabel = computed(() => $localize`Text of ${this.file().path}:path:`);

  protected download(): void {
    const { path, text } = this.file();
    // As plain text, whatever the file says it is: saved, and opened by nothing here.
    saveFile({ name: path.split('/').at(-1) ?? path, type: 'text/plain', text });
  }
}
