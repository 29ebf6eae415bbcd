import {
  ChangeDetectionStrategy,
  Component,
  computed,
  input,
  linkedSignal,
  signal,
  ViewEncapsulation,
} from '@angular/core';

import { readConversion, type Conversion } from '#contract/conversion';
import type { LedgerEntry, OutFile } from '#contract/convert';

import { saveFile } from '../ui/save-file';
import { CodeView } from './code-view';
import { ConversionChecks } from './conversion-checks';
import { ConversionRules } from './conversion-rules';
import { DiffView } from './diff-view';
import { zipped } from './zipped';

/** How a file of the result can be looked at. */
type View = 'result' | 'changes' | 'source';

/** What a conversion came to: its files, what is to be reviewed, and the rules it followed. */
@Component({
  selector: 'tl-conversion',
  imports: [CodeView, ConversionChecks, ConversionRules, DiffView],
  templateUrl: './conversion-view.html',
  styleUrl: './conversion.css',
  encapsulation: ViewEncapsulation.None,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ConversionView {
  /** The thread's values; not trusted. */
  readonly values = input.required<Readonly<Record<string, unknown>>>();

  protected readonly conversion = computed(() => readConversion(this.values()));
  protected readonly hasResult = computed(() => (this.conversion()?.result.length ?? 0) > 0);
  readonly #views = computed<readonly { readonly id: View; readonly label: string }[]>(() => {
    const { baseline, turn } = this.#whole();
    const changes = {
      id: 'changes' as const,
      label: $localize`Since turn ${turn - 1}:turn:`,
    };
    return [
      { id: 'result', label: $localize`Playwright` },
      ...(baseline.length > 0 ? [changes] : []),
      { id: 'source', label: $localize`Selenium` },
    ];
  });
  protected readonly views = this.#views;
  /** A later turn is asked for to change something: what changed is shown first. */
  protected readonly view = linkedSignal<View>(() =>
    this.#whole().baseline.length > 0 ? 'changes' : 'result',
  );
  protected readonly files = computed<readonly { readonly name: string; readonly text: string }[]>(
    () => (this.view() === 'source' ? this.#whole().sources : this.#whole().result),
  );
  readonly #chosen = signal('');
  protected readonly file = computed(
    () => this.files().find(({ name }) => name === this.#chosen()) ?? this.files()[0],
  );
  protected readonly before = computed(() => {
    const name = this.file()?.name;
    return this.#whole().baseline.find((file) => file.name === name)?.text ?? '';
  });
  protected readonly marked = computed(() => {
    const name = this.view() === 'result' ? this.file()?.name : undefined;
    const { report } = this.#whole();
    const entries = [...(report?.ledger ?? []), ...(report?.findings ?? [])];
    return new Set(entries.filter(({ file }) => file === name).map(({ line }) => line));
  });
  readonly #line = signal<{ readonly file: string; readonly line: number } | undefined>(undefined);
  protected readonly line = computed(() => {
    const line = this.#line();
    return this.view() === 'result' && line?.file === this.file()?.name ? line?.line : undefined;
  });

  #whole(): Conversion {
    const conversion = this.conversion();
    if (conversion === undefined) throw new Error('nothing is shown of a conversion that is none');
    return conversion;
  }

  protected choose(name: string): void {
    this.#chosen.set(name);
    this.#line.set(undefined);
  }

  protected show(view: View): void {
    this.view.set(view);
    this.#line.set(undefined);
  }

  /** Leads to the line that an entry is about. */
  protected goTo({ file, line }: Pick<LedgerEntry, 'file' | 'line'>): void {
    const { result } = this.#whole();
    this.view.set(result.some(({ name }) => name === file) ? 'result' : 'source');
    this.#chosen.set(file);
    this.#line.set({ file, line });
  }

  protected download(): void {
    const file = this.#resultFile();
    if (file)
      saveFile({
        name: file.name.split('/').at(-1) ?? file.name,
        type: 'text/plain',
        text: file.text,
      });
  }

  protected downloadAll(): void {
    saveFile({ name: 'playwright.zip', content: zipped(this.#whole().result) });
  }

  /** The file of the result that is shown, or the first one. */
  #resultFile(): OutFile | undefined {
    const { result } = this.#whole();
    return result.find(({ name }) => name === this.file()?.name) ?? result[0];
  }
}
