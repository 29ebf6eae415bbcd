import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  output,
  signal,
} from '@angular/core';

import { isMemoryArchive, type MemoryConflict } from '#contract/memory-api';
import { utf8Bytes } from '#contract/text';

import { formatBytes } from '../ui/numbers';
import { saveFile } from '../ui/save-file';
import { MEMORY_API } from './data/http-memory-api';
import { ConflictError, type Basis, type Incoming } from './data/memory-api';
import { MemoryConflictChoice, type Chosen } from './memory-conflict';
import { StoredMemory } from './data/stored-memory';
import { problemOf } from './data/problem';

/** A file that was picked and not yet taken in. */
interface Picked {
  readonly name: string;
  readonly incoming: Incoming;
  readonly text: string;
  readonly basedOn: Basis;
}

/** The memory on its way to a file and back. */
@Component({
  selector: 'tl-memory-transfer',
  imports: [MemoryConflictChoice],
  template: `
    <div class="memory-tool sheet-content">
      <div class="sheet-head">
        <h2 i18n>Export and import</h2>
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
      <h3 i18n>Export</h3>
      <p class="note" i18n>The files hold all that is remembered, but not the recovery text.</p>
      <div class="memory-actions">
        <button class="button" type="button" (click)="download('md')">
          <svg aria-hidden="true" class="icon"><use href="icons.svg#download" /></svg>
          AGENTS.md
        </button>
        <button class="button" type="button" (click)="download('json')">
          <svg aria-hidden="true" class="icon"><use href="icons.svg#download" /></svg>
          <span i18n>JSON with history</span>
        </button>
      </div>
      <h3 i18n>Import</h3>
      <p class="note" id="import-hint" i18n>A text file, or a JSON file that was exported here</p>
      <div class="memory-actions">
        <button class="button" type="button" [disabled]="!canWrite()" (click)="file.click()">
          <svg aria-hidden="true" class="icon"><use href="icons.svg#upload" /></svg>
          <span i18n>Choose a file</span>
        </button>
      </div>
      <input
        #file
        class="visually-hidden"
        type="file"
        tabindex="-1"
        aria-labelledby="import-hint"
        accept=".md,.txt,.json,text/plain,text/markdown,application/json"
        [disabled]="!canWrite()"
        (change)="pick(file)"
      />
      @if (picked(); as found) {
        <p class="note" i18n>
          {{ found.name }} ({{ size() }}) takes the place of the present text, which stays in the
          history.
        </p>
        <pre class="literal" tabindex="0" i18n-aria-label aria-label="Text to be imported">{{
          found.text
        }}</pre>
        <button class="button dark" type="button" [disabled]="busy()" (click)="take(found)" i18n>
          Import
        </button>
      }
      @if (outcome(); as words) {
        <p class="note" role="status" [class.problem]="failed()">{{ words }}</p>
      }
    </div>
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
export class MemoryTransfer {
  readonly canWrite = input.required<boolean>();
  readonly closed = output();

  readonly #api = inject(MEMORY_API);
  readonly #stored = inject(StoredMemory);
  protected readonly picked = signal<Picked | undefined>(undefined);
  protected readonly size = computed(() => formatBytes(utf8Bytes(this.picked()?.text ?? '')));
  protected readonly conflict = signal<MemoryConflict | undefined>(undefined);
  protected readonly busy = signal(false);
  protected readonly failed = signal(false);
  protected readonly outcome = signal('');

  protected async download(format: 'md' | 'json'): Promise<void> {
    await this.#tell(
      (problem) => $localize`Not exported: ${problem}:problem:`,
      async () => {
        const name = format === 'md' ? 'AGENTS.md' : 'throughline-memory.json';
        saveFile({ name, content: await this.#api.export(format) });
        return $localize`Exported as ${name}:name:.`;
      },
    );
  }

  protected async pick(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    this.picked.set(undefined);
    if (file === undefined) return;
    await this.#tell(
      (problem) => $localize`Not read: ${problem}:problem:`,
      async () => {
        const view = this.#stored.view();
        if (view.status !== 'content')
          return $localize`The store could not be read; read it again first.`;
        const content = decode(await file.arrayBuffer());
        if (content === undefined) return $localize`That file is not plain text (in UTF-8).`;
        const found = readIncoming(file.name, content);
        if (found === undefined)
          return $localize`That JSON file is not a memory that was exported here.`;
        this.picked.set({ name: file.name, ...found, basedOn: view.memory.sha256 });
        return '';
      },
    );
  }

  protected async take({ incoming, basedOn, text }: Picked): Promise<void> {
    await this.#write(text, basedOn, incoming);
  }

  protected async choose({ basedOn, text }: Chosen): Promise<void> {
    await this.#write(text, basedOn, { text });
  }

  async #write(text: string, basedOn: Basis, incoming: Incoming): Promise<void> {
    await this.#tell(
      (problem) => $localize`Not imported: ${problem}:problem:`,
      async () => {
        try {
          const reply = await this.#stored.change((api) => api.take(incoming, basedOn));
          this.conflict.set(undefined);
          this.picked.set(undefined);
          const imported = reply.merged
            ? $localize`Imported as version ${reply.revision}:revision:, together with what others had written meanwhile.`
            : $localize`Imported as version ${reply.revision}:revision:.`;
          return [imported, ...reply.warnings].join(' ');
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          this.conflict.set({ ...error.conflict, yours: text });
          return '';
        }
      },
    );
  }

  async #tell(failed: (problem: string) => string, act: () => Promise<string>): Promise<void> {
    this.busy.set(true);
    this.failed.set(false);
    try {
      this.outcome.set(await act());
    } catch (error) {
      this.failed.set(true);
      this.outcome.set(failed(problemOf(error)));
    } finally {
      this.busy.set(false);
    }
  }
}

/** The text of a file, literal from its first byte on; undefined when it is not UTF-8. */
function decode(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What a file holds; undefined for a JSON file that is no exported memory. */
function readIncoming(
  name: string,
  content: string,
): { readonly incoming: Incoming; readonly text: string } | undefined {
  if (!name.toLowerCase().endsWith('.json')) return { incoming: { text: content }, text: content };
  try {
    const archive: unknown = JSON.parse(content.replace(/^\ufeff/, ''));
    if (!isMemoryArchive(archive) || archive.text === null) return undefined;
    return { incoming: { archive }, text: archive.text };
  } catch {
    // Broken JSON is told like any other file that is no exported memory.
    return undefined;
  }
}
