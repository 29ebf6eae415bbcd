import type {
  CurrentMemory,
  MemoryWriteReply,
  RevisionSummary,
  RevisionView,
  WipeReport,
} from '#contract/memory-api';
import { MEMORY_MAX_BYTES } from '#contract/names';
import { utf8Bytes } from '#contract/text';

import type { MemoryApi, ChangesRequest } from '../memory-api';

const NOBODY = { thread_id: null, run_id: null, message_id: null, tool_call_id: null };

/** An in-process memory for tests: one text, every call recorded, failures as the test wants them. */
export class FakeMemoryApi implements MemoryApi {
  readonly calls: string[] = [];
  /** Failures that the next reads meet, in order. */
  readonly failing: Error[] = [];
  /** Reads wait for it. */
  ready: Promise<unknown> = Promise.resolve();
  revision = 0;
  text: string | null = null;

  /** Writes as another hand does; told to those who listen by their next read. */
  put(text: string | null): void {
    this.text = text;
    this.revision += 1;
  }

  async readCurrent(): Promise<CurrentMemory> {
    this.calls.push('readCurrent');
    await this.ready;
    const error = this.failing.shift();
    if (error !== undefined) throw error;
    const { revision, text } = this;
    const origin = {
      revision,
      written_at: '2026-01-01T10:00:00.000Z',
      author: { kind: 'agent' as const, ...NOBODY, thread_id: 'thread-1' },
    };
    const bytes = utf8Bytes(text ?? '');
    return {
      text,
      revision,
      sha256: this.#hash(),
      read_at: '2026-01-01T10:00:00.000Z',
      meter: { bytes, max_bytes: MEMORY_MAX_BYTES, approximate_tokens: Math.ceil(bytes / 4) },
      problem: null,
      lines: (text ?? '').split('\n').map((line) => ({ text: line, origin })),
    };
  }

  readRevisions(): Promise<readonly RevisionSummary[]> {
    this.calls.push('readRevisions');
    return Promise.resolve([]);
  }

  readRevision(number: number): Promise<RevisionView> {
    this.calls.push(`readRevision ${number}`);
    return Promise.reject(new Error('the fake keeps no history'));
  }

  async *changes({ onOpen, signal }: ChangesRequest): AsyncIterable<RevisionSummary> {
    this.calls.push('changes');
    onOpen();
    // Tells nothing until nobody listens any more.
    yield* await new Promise<readonly RevisionSummary[]>((resolve) =>
      signal.addEventListener('abort', () => resolve([])),
    );
  }

  edit(text: string): Promise<MemoryWriteReply> {
    return this.#write('edit', text);
  }

  forget({ line }: { readonly line: string }): Promise<MemoryWriteReply> {
    const lines = (this.text ?? '').split('\n');
    return this.#write(`forget ${line}`, lines.toSpliced(lines.indexOf(line), 1).join('\n'));
  }

  restore(revision: number): Promise<MemoryWriteReply> {
    return this.#write(`restore ${revision}`, this.text);
  }

  take(): Promise<MemoryWriteReply> {
    return this.#write('take', this.text);
  }

  wipe(): Promise<WipeReport> {
    this.calls.push('wipe');
    this.put(null);
    const { revision } = this;
    return Promise.resolve({
      verified: true,
      revision,
      revisions_erased: revision - 1,
      conversations_erased: null,
      records_erased: null,
      documents_erased: null,
      not_reached: [],
    });
  }

  export(): Promise<Blob> {
    this.calls.push('export');
    return Promise.resolve(new Blob([this.text ?? '']));
  }

  #write(call: string, text: string | null): Promise<MemoryWriteReply> {
    this.calls.push(call);
    this.put(text);
    const { revision } = this;
    const sha256 = this.#hash();
    return Promise.resolve({ revision, sha256, changed: true, merged: false, warnings: [] });
  }

  /** As good as a hash in a test: different for different revisions. */
  #hash(): string | null {
    return this.text === null ? null : String(this.revision).padStart(64, '0');
  }
}
