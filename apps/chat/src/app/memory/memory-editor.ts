import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  output,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';

import type { CurrentMemory, MemoryConflict, MemoryWriteReply } from '#contract/memory-api';
import { MEMORY_MAX_BYTES } from '#contract/names';
import { utf8Bytes } from '#contract/text';

import { formatNumber } from '../ui/numbers';
import { ConflictError, type Basis } from './data/memory-api';
import { MemoryConflictChoice, type Chosen } from './memory-conflict';
import { StoredMemory } from './data/stored-memory';
import { problemOf } from './data/problem';

/** The memory as one text, to be changed by hand on the revision that was read. */
@Component({
  selector: 'tl-memory-editor',
  imports: [MemoryConflictChoice],
  template: `
    <form class="memory-tool sheet-content" (submit)="save($event)">
      <div class="sheet-head">
        <h2 i18n>Edit as text</h2>
        <button
          class="icon-button"
          type="button"
          i18n-aria-label
          aria-label="Close"
          (click)="closed.emit()"
        >
          <svg aria-hidden="true" class="icon"><use href="icons.svg#x" /></svg>
        </button>
      </div>
      <label class="note" for="memory-text" i18n>Text of the memory</label>
      <textarea
        #box
        id="memory-text"
        class="memory-text"
        rows="10"
        spellcheck="false"
        [value]="text()"
        [readOnly]="!canWrite()"
        (input)="text.set(box.value)"
      ></textarea>
      <p class="note" [class.problem]="isTooLong()">{{ size() }}</p>
      @if (hasReturns()) {
        <p class="note" i18n>
          Its lines end in carriage returns, which a browser's text field cannot keep: once edited,
          it is saved without them.
        </p>
      }
      @if (outcome(); as words) {
        <p class="note" role="status" [class.problem]="failed()">{{ words }}</p>
      }
      <div class="memory-actions">
        <button class="button dark" type="submit" [disabled]="!canSave()" i18n>Save</button>
      </div>
    </form>
    @if (conflict(); as both) {
      <tl-memory-conflict
        [conflict]="both"
        [busy]="busy()"
        (chosen)="choose($event)"
        (closed)="conflict.set(undefined)"
      />
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryEditor {
  /** What is edited; the change is based on it. */
  readonly memory = input.required<CurrentMemory>();
  readonly canWrite = input.required<boolean>();
  readonly closed = output();

  readonly #stored = inject(StoredMemory);
  private readonly box = viewChild.required<ElementRef<HTMLTextAreaElement>>('box');
  protected readonly text = linkedSignal(() => this.memory().text ?? '');
  readonly #basedOn = linkedSignal<Basis>(() => this.memory().sha256);
  protected readonly conflict = signal<MemoryConflict | undefined>(undefined);
  protected readonly busy = signal(false);
  protected readonly failed = signal(false);
  protected readonly outcome = signal('');

  readonly #bytes = computed(() => utf8Bytes(this.text()));
  protected readonly isTooLong = computed(() => this.#bytes() > MEMORY_MAX_BYTES);
  protected readonly hasReturns = computed(() => this.memory().text?.includes('\r') === true);
  protected readonly size = computed(
    () =>
      $localize`${formatNumber(this.#bytes())}:size: of ${formatNumber(MEMORY_MAX_BYTES)}:bound: bytes`,
  );
  protected readonly canSave = computed(() => this.canWrite() && !this.busy() && !this.isTooLong());

  constructor() {
    afterNextRender(() => this.box().nativeElement.focus());
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.canSave()) await this.#write(this.text(), this.#basedOn());
  }

  protected async choose({ text, basedOn }: Chosen): Promise<void> {
    await this.#write(text, basedOn);
  }

  async #write(text: string, basedOn: Basis): Promise<void> {
    this.busy.set(true);
    this.failed.set(false);
    this.outcome.set('');
    try {
      const reply = await this.#stored.change((api) => api.edit(text, basedOn));
      this.conflict.set(undefined);
      this.#goOnFrom(reply, text);
      this.outcome.set(wordsFor(reply));
    } catch (error) {
      if (error instanceof ConflictError) this.conflict.set({ ...error.conflict, yours: text });
      else {
        this.failed.set(true);
        this.outcome.set($localize`Not saved: ${problemOf(error)}:problem:`);
      }
    } finally {
      this.busy.set(false);
    }
  }

  /** Further changes are based on what the store holds now. */
  #goOnFrom(reply: MemoryWriteReply, written: string): void {
    const view = this.#stored.view();
    const read = view.status === 'content' ? view.memory : undefined;
    this.text.set(read?.text ?? written);
    this.#basedOn.set(read === undefined ? reply.sha256 : read.sha256);
  }
}

function wordsFor({ changed, merged, revision, warnings }: MemoryWriteReply): string {
  const saved = merged
    ? $localize`Saved as version ${revision}:revision:, together with what others had written meanwhile.`
    : changed
      ? $localize`Saved as version ${revision}:revision:.`
      : $localize`Nothing had to change.`;
  return [saved, ...warnings].join(' ');
}
