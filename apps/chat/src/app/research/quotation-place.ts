import { ChangeDetectionStrategy, Component, computed, inject, input, signal } from '@angular/core';

import type { VerifiedQuote } from '#contract/research-api';

import { problemOf, RESEARCH_API } from './data/research-api';
import { placeIn } from './place-in-document';

/** A quotation, and on demand where it stands in its document. */
@Component({
  selector: 'tl-quotation-place',
  template: `
    <details (toggle)="open()">
      <summary>
        <q>{{ quotation().quote }}</q>
        <span class="note">{{ quotation().name }}</span>
      </summary>
      @if (place(); as found) {
        <p class="place-in-text">
          <span [textContent]="found.before"></span><mark [textContent]="found.quote"></mark
          ><span [textContent]="found.after"></span>
        </p>
      } @else if (problem()) {
        <p class="note problem" role="status">{{ problem() }}</p>
      } @else {
        <p class="note" i18n>Reading the document …</p>
      }
    </details>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class QuotationPlace {
  readonly quotation = input.required<VerifiedQuote>();
  readonly #api = inject(RESEARCH_API);
  readonly #text = signal<string | undefined>(undefined);
  protected readonly problem = signal('');
  protected readonly place = computed(() => {
    const text = this.#text();
    const { start, end } = this.quotation();
    return text === undefined ? undefined : placeIn(text, start, end);
  });

  protected async open(): Promise<void> {
    if (this.#text() !== undefined) return;
    this.problem.set('');
    try {
      this.#text.set(await this.#api.textOf(this.quotation().document));
    } catch (error) {
      this.problem.set(problemOf(error));
    }
  }
}
