import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  resource,
} from '@angular/core';

import { ClockTime } from '../ui/clock-time';
import { MEMORY_API } from './data/http-memory-api';
import { problemOf } from './data/problem';
import { AUTHORS } from './origin';

/** The literal text of one revision, read from the history. */
@Component({
  selector: 'tl-revision-text',
  imports: [ClockTime],
  template: `
    @if (revision.error()) {
      <p class="note problem" role="status">{{ problem() }}</p>
      <button class="quiet-button" type="button" (click)="revision.reload()" i18n>Try again</button>
    } @else if (revision.hasValue()) {
      @let found = revision.value();
      <p class="note" i18n>
        {{ authors[found.author.kind] }},
        <tl-clock-time [moment]="moment(found.written_at)" />
      </p>
      @if (found.text === null) {
        <p class="note" i18n>This version erased the file: there is no text.</p>
      } @else if (found.text === '') {
        <p class="note" i18n>The file was empty.</p>
      } @else {
        <pre class="literal" tabindex="0" [attr.aria-label]="textLabel()">{{ found.text }}</pre>
      }
    } @else {
      <p class="note late" role="status" i18n>Reading version {{ number() }}…</p>
    }
  `,
  host: { class: 'revision-text' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RevisionText {
  readonly number = input.required<number>();

  readonly #api = inject(MEMORY_API);
  protected readonly textLabel = computed(
    () => $localize`Text of version ${this.number()}:revision:`,
  );
  protected readonly authors = AUTHORS;
  protected readonly revision = resource({
    params: () => this.number(),
    loader: ({ params }) => this.#api.readRevision(params),
  });

  protected problem(): string {
    return problemOf(this.revision.error());
  }

  protected moment(at: string): Date {
    return new Date(at);
  }
}
