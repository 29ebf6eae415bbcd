import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  resource,
} from '@angular/core';

import { CopyButton } from '../ui/copy-button';
import { HIGHLIGHTER } from './highlight';

/** A block of code: what its fence says of it, a way to copy it, and colours once it is complete. */
@Component({
  selector: 'tl-code-block',
  imports: [CopyButton],
  template: `
    <div class="code-block">
      <div class="code-head">
        <span class="code-language">{{ info() || plainLabel }}</span>
        <tl-copy-button [text]="text()" [what]="copyLabel" />
      </div>
      <!-- prettier-ignore -->
      <pre tabindex="0" [attr.aria-label]="label()"><code>@if (runs(); as runs) {@for (run of runs; track $index) {<span
        [attr.data-kind]="run.kind">{{ run.text }}</span>}} @else {{{ text() }}}</code></pre>
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class CodeBlock {
  readonly #highlighter = inject(HIGHLIGHTER);
  readonly text = input.required<string>();
  readonly language = input.required<string>();
  /** All that stands behind the fence. */
  readonly info = input.required<string>();
  /** Whether no more of it can come. */
  readonly complete = input.required<boolean>();

  protected readonly plainLabel = $localize`text`;
  protected readonly copyLabel = $localize`Copy code`;
  protected readonly label = computed(() =>
    this.language() === '' ? $localize`Code` : $localize`Code: ${this.language()}:language:`,
  );
  readonly #coloured = resource({
    params: () =>
      this.complete() && this.language() !== ''
        ? { code: this.text(), language: this.language() }
        : undefined,
    loader: async ({ params: { code, language } }) => {
      return { code, runs: await this.#highlighter.highlight(code, language) };
    },
  });
  /** Undefined while the code is plain; code whose colours cannot be loaded stays so. */
  protected readonly runs = computed(() => {
    if (!this.#coloured.hasValue()) return undefined;
    const { code, runs } = this.#coloured.value();
    return code === this.text() ? runs : undefined;
  });
}
