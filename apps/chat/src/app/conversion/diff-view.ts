import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import { sideBySide } from './side-by-side';

/** A file beside what it was a turn ago; in a narrow place one under the other. */
@Component({
  selector: 'tl-diff-view',
  template: `
    @if (rows(); as rows) {
      @if (isSame()) {
        <p class="note conversion-note" i18n>Nothing changed in this file.</p>
      }
      <div class="code-scroll" tabindex="0" role="region" [attr.aria-label]="name()">
        <table class="code-table diff-table">
          <colgroup>
            <col class="code-number-column" />
            <col />
            <col class="code-number-column" />
            <col />
          </colgroup>
          <thead class="visually-hidden">
            <tr>
              <th scope="col" colspan="2" i18n>Before</th>
              <th scope="col" colspan="2" i18n>Now</th>
            </tr>
          </thead>
          <tbody>
            @for (row of rows; track $index) {
              <tr [class.is-changed]="row.changed">
                <td class="code-number side-before">{{ row.before?.line }}</td>
                <!-- prettier-ignore -->
                <td class="code-line side-before">@if (row.changed && row.before) {<del>{{ row.before.text }}</del>} @else {{{ row.before?.text }}}</td>
                <td class="code-number side-after">{{ row.after?.line }}</td>
                <!-- prettier-ignore -->
                <td class="code-line side-after">@if (row.changed && row.after) {<ins>{{ row.after.text }}</ins>} @else {{{ row.after?.text }}}</td>
              </tr>
            }
          </tbody>
        </table>
      </div>
    } @else {
      <p class="note conversion-note" i18n>
        The two files differ too much to be shown beside each other.
      </p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class DiffView {
  readonly name = input.required<string>();
  readonly before = input.required<string>();
  readonly after = input.required<string>();

  protected readonly rows = computed(() => sideBySide(this.before(), this.after()));
  protected readonly isSame = computed(() => this.rows()?.every(({ changed }) => !changed));
}
