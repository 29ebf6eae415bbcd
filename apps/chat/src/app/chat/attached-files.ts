import { ChangeDetectionStrategy, Component, input } from '@angular/core';

import { dataUrl, type Attachment } from '#contract/attachments';

import { sizeOf, sizeText } from './file-size';

/** The files that came with a message: text folded and literal, images from their own bytes alone. */
@Component({
  selector: 'tl-attached-files',
  template: `
    <ul class="attached-files" i18n-aria-label aria-label="Files of this message">
      @for (file of files(); track $index) {
        <li>
          @if (file.kind === 'image') {
            <figure class="attached-image">
              <img [src]="source(file)" [alt]="file.name || unnamed" />
              <figcaption class="note">
                <bdi>{{ file.name }}</bdi> {{ size(file) }}
              </figcaption>
            </figure>
          } @else {
            <details class="tool">
              <summary>
                <span class="tool-target">{{ file.name }}</span>
                <span class="tool-state">{{ size(file) }}</span>
              </summary>
              <pre>{{ file.text }}</pre>
            </details>
          }
        </li>
      }
    </ul>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AttachedFiles {
  readonly files = input.required<readonly Attachment[]>();

  protected readonly unnamed = $localize`Attached image`;

  protected size(file: Attachment): string {
    return sizeText(sizeOf(file));
  }

  protected source(file: Extract<Attachment, { kind: 'image' }>): string {
    return dataUrl(file);
  }
}
