import { ChangeDetectionStrategy, Component, inject, signal } from '@angular/core';

import type { DocumentSummary, FoundPassage } from '#contract/research-api';

import { formatBytes } from '../ui/numbers';
import { problemOf, RESEARCH_API } from './data/research-api';

/** The owner's documents: added, listed, searched and removed. */
@Component({
  selector: 'tl-research-documents',
  template: `
    <section aria-labelledby="documents-heading">
      <h2 id="documents-heading" i18n>Documents</h2>
      <label class="button upload">
        <svg aria-hidden="true" class="icon"><use href="icons.svg#upload" /></svg>
        <span i18n>Add documents</span>
        <input
          #files
          class="visually-hidden"
          type="file"
          multiple
          accept=".txt,.md,.html,.htm,.pdf,.docx"
          (change)="add(files)"
        />
      </label>
      @if (sending(); as file) {
        <label class="sending note">
          {{ file.name }}
          <progress [value]="file.part" max="1"></progress>
        </label>
      }
      @if (problem()) {
        <p class="note problem" role="alert">{{ problem() }}</p>
      }
      @if (documents(); as all) {
        @if (all.length > 0) {
          <ul class="documents">
            @for (each of all; track each.id) {
              <li>
                <span class="document-words">
                  <span class="document-name">{{ each.name }}</span>
                  <span class="note">{{ size(each) }}</span>
                </span>
                <button
                  class="icon-button"
                  type="button"
                  [attr.aria-label]="removeLabel(each)"
                  (click)="remove(each)"
                >
                  <svg aria-hidden="true" class="icon small"><use href="icons.svg#trash" /></svg>
                </button>
              </li>
            }
          </ul>
          <form role="search" (submit)="search($event, query.value)">
            <label class="visually-hidden" for="document-query" i18n>Search in documents</label>
            <input
              #query
              class="text-field"
              id="document-query"
              type="search"
              i18n-placeholder
              placeholder="Search in documents"
            />
          </form>
          @if (found(); as passages) {
            <p class="note" role="status" i18n>
              {passages.length, plural,
                =0 {Nothing found}
                =1 {1 passage}
                other {{{ passages.length }} passages}
              }
            </p>
            <ul class="found-passages">
              @for (each of passages; track $index) {
                <li>
                  <p>{{ each.text }}</p>
                  <p class="note">{{ each.document.name }}</p>
                </li>
              }
            </ul>
          }
        } @else {
          <p class="note" i18n>
            Text, Markdown, HTML, PDF and Word. Their text is kept on this server, unencrypted.
          </p>
        }
      } @else if (!problem()) {
        <p class="note late" i18n>Loading …</p>
      }
    </section>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ResearchDocuments {
  readonly #api = inject(RESEARCH_API);
  protected readonly documents = signal<readonly DocumentSummary[] | undefined>(undefined);
  protected readonly found = signal<readonly FoundPassage[] | undefined>(undefined);
  protected readonly sending = signal<{ name: string; part: number } | undefined>(undefined);
  protected readonly problem = signal('');

  constructor() {
    void this.#do(() => Promise.resolve());
  }

  protected async add(input: HTMLInputElement): Promise<void> {
    const files = [...(input.files ?? [])];
    input.value = '';
    await this.#do(async () => {
      for (const file of files) {
        const { name } = file;
        this.sending.set({ name, part: 0 });
        await this.#api.addDocument(file, (part) => this.sending.set({ name, part }));
      }
    });
  }

  protected async remove({ id }: DocumentSummary): Promise<void> {
    await this.#do(() => this.#api.removeDocument(id));
    this.found.set(undefined);
  }

  protected async search(event: Event, query: string): Promise<void> {
    event.preventDefault();
    this.found.set(undefined);
    if (query.trim() === '') return;
    await this.#do(async () => this.found.set(await this.#api.search(query)));
  }

  protected size({ bytes }: DocumentSummary): string {
    return formatBytes(bytes);
  }

  protected removeLabel({ name }: DocumentSummary): string {
    return $localize`Remove ${name}:file:`;
  }

  /** Does it, and shows afterwards what the server then has, also where it failed half-way. */
  async #do(work: () => Promise<void>): Promise<void> {
    this.problem.set('');
    try {
      await work();
    } catch (error) {
      this.problem.set(problemOf(error));
    }
    this.sending.set(undefined);
    try {
      this.documents.set(await this.#api.documents());
    } catch (error) {
      this.problem.set(problemOf(error));
    }
  }
}
