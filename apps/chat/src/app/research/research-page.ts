import {
  ChangeDetectionStrategy,
  Component,
  DestroyRef,
  effect,
  inject,
  input,
  signal,
  untracked,
  ViewEncapsulation,
} from '@angular/core';
import { Router, RouterLink } from '@angular/router';

import type { ResearchSummary, ResearchView } from '#contract/research-api';

import { problemOf, RESEARCH_API } from './data/research-api';
import { ResearchDocuments } from './research-documents';
import { ResearchRecordView } from './research-record';

/** Until a record that is being worked at is read again, in milliseconds. */
const LOOK_AGAIN_MS = 500;

/** `/research?session=ID`: a question to one's documents, how far it is, and earlier ones. */
@Component({
  selector: 'tl-research-page',
  imports: [ResearchDocuments, ResearchRecordView, RouterLink],
  templateUrl: './research-page.html',
  styleUrl: './research.css',
  encapsulation: ViewEncapsulation.None,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ResearchPage {
  /** The record that is shown. */
  readonly session = input<string>();
  /** A question that another page hands over. */
  readonly question = input<string>();

  readonly #api = inject(RESEARCH_API);
  readonly #router = inject(Router);
  protected readonly all = signal<readonly ResearchSummary[] | undefined>(undefined);
  protected readonly shown = signal<ResearchView | undefined>(undefined);
  protected readonly problem = signal('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.#timer));
    effect(() => {
      this.session();
      untracked(() => {
        this.problem.set('');
        this.shown.set(undefined);
        void this.#refresh();
      });
    });
  }

  protected async ask(event: Event, field: HTMLTextAreaElement): Promise<void> {
    event.preventDefault();
    const question = field.value.trim();
    if (question === '') return;
    await this.#do(async () => {
      const { id } = await this.#api.begin(question);
      field.value = '';
      await this.#api.resume(id);
      await this.#router.navigate(['/research'], { queryParams: { session: id } });
    });
  }

  protected async resume(id: string): Promise<void> {
    await this.#do(() => this.#api.resume(id));
    await this.#refresh();
  }

  protected async delete(id: string): Promise<void> {
    await this.#do(async () => {
      await this.#api.delete(id);
      await this.#router.navigate(['/research']);
    });
  }

  /** Reads list and record afresh, and again later while a run is at the record. */
  async #refresh(): Promise<void> {
    clearTimeout(this.#timer);
    const session = this.session();
    try {
      const view = session === undefined ? undefined : await this.#api.read(session);
      const all = await this.#api.list();
      // The person has gone on to another one meanwhile.
      if (session !== this.session()) return;
      this.shown.set(view);
      this.all.set(all);
      if (view?.running === true)
        this.#timer = setTimeout(() => void this.#refresh(), LOOK_AGAIN_MS);
    } catch (error) {
      if (session === this.session()) this.problem.set(problemOf(error));
    }
  }

  async #do(work: () => Promise<unknown>): Promise<void> {
    this.problem.set('');
    try {
      await work();
    } catch (error) {
      this.problem.set(problemOf(error));
    }
  }
}
