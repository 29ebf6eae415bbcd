import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  input,
  resource,
} from '@angular/core';

import type { Run } from '../markdown/code-runs';
import { HIGHLIGHTER } from '../markdown/highlight';
import { linesOf } from './code-lines';

/** A file with its line numbers, in colours; the lines that are to be reviewed are marked. */
@Component({
  selector: 'tl-code-view',
  template: `
    <div class="code-scroll" tabindex="0" role="region" [attr.aria-label]="name()">
      <table class="code-table">
        <tbody>
          @for (runs of lines(); track $index) {
            <tr
              [class.is-marked]="marked().has($index + 1)"
              [class.is-found]="line() === $index + 1"
              [attr.data-line]="$index + 1"
            >
              <th class="code-number" scope="row">{{ $index + 1 }}</th>
              <!-- prettier-ignore -->
              <td class="code-line">@for (run of runs; track $index) {<span [attr.data-kind]="run.kind">{{ run.text }}</span>}</td>
            </tr>
          }
        </tbody>
      </table>
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class CodeView {
  readonly name = input.required<string>();
  readonly text = input.required<string>();
  /** Lines that are to be reviewed. */
  readonly marked = input<ReadonlySet<number>>(new Set());
  /** The line to be shown, counted from 1. */
  readonly line = input<number>();

  readonly #highlighter = inject(HIGHLIGHTER);
  readonly #coloured = resource({
    params: () => this.text(),
    loader: async ({ params: text }) => {
      return { text, runs: await this.#highlighter.highlight(text, 'typescript') };
    },
  });
  protected readonly lines = computed<readonly (readonly Run[])[]>(() => {
    const text = this.text();
    const coloured = this.#coloured.hasValue() ? this.#coloured.value() : undefined;
    const runs = coloured?.text === text ? coloured.runs : undefined;
    return linesOf(runs ?? [{ kind: undefined, text }]);
  });

  constructor() {
    const element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    effect(() => {
      const line = this.line();
      if (line === undefined) return;
      // After the row is there: the file may be shown only now.
      queueMicrotask(() => {
        const row = element.querySelector(`[data-line="${line}"]`);
        row?.scrollIntoView({ block: 'center' });
        element.querySelector<HTMLElement>('.code-scroll')?.focus({ preventScroll: true });
      });
    });
  }
}
