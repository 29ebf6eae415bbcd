import { computed, signal } from '@angular/core';

import type { Attachment } from '#contract/attachments';

/** What the person is about to say. Kept apart from the conversation, so that typing re-renders nothing else. */
export class Draft {
  readonly #text = signal('');
  readonly text = this.#text.asReadonly();
  readonly #attachments = signal<readonly Attachment[]>([]);
  readonly attachments = this.#attachments.asReadonly();
  readonly #missing = signal<readonly string[]>([]);
  /** Names of files that were attached before the page was loaded anew, and have to be chosen again. */
  readonly missing = this.#missing.asReadonly();

  readonly #reading = signal(0);
  /** Whether files that were chosen are still being read: a message sent now would go without them. */
  readonly isReading = computed(() => this.#reading() > 0);

  readonly #isRemark = signal(false);
  /** Whether the words are meant as a question or a remark, where words else change what is there. */
  readonly isRemark = this.#isRemark.asReadonly();

  markRemark(isRemark: boolean): void {
    this.#isRemark.set(isRemark);
  }

  /** Whether they are; what is written next is none. */
  takeRemark(): boolean {
    const isRemark = this.#isRemark();
    this.#isRemark.set(false);
    return isRemark;
  }

  /** Replaces the text as the person edits it. */
  write(text: string): void {
    this.#text.set(text);
  }

  attach(files: readonly Attachment[]): void {
    this.#attachments.update((before) => [...before, ...files]);
    const names = new Set(files.map(({ name }) => name));
    this.#missing.update((missing) => missing.filter((name) => !names.has(name)));
  }

  /** Waits for files that are being read, and attaches what comes of them. */
  async attachOnce<R extends { readonly attachments: readonly Attachment[] }>(
    reading: Promise<R>,
  ): Promise<R> {
    this.#reading.update((count) => count + 1);
    try {
      const read = await reading;
      this.attach(read.attachments);
      return read;
    } finally {
      this.#reading.update((count) => count - 1);
    }
  }

  /** Files that went with the draft are not there any more. */
  miss(names: readonly string[]): void {
    this.#missing.set(names);
  }

  detach(file: Attachment): void {
    this.#attachments.update((files) => files.filter((each) => each !== file));
  }

  /** Gives words and files back that got no answer, unless the person has begun on others. */
  giveBack(text: string, attachments: readonly Attachment[] = []): void {
    if (this.#text().trim() !== '') return;
    this.#text.set(text);
    if (this.#attachments().length === 0) this.#attachments.set(attachments);
  }

  /** Empties the draft if it still holds these very words; the files that went with them. */
  take(text: string): readonly Attachment[] {
    if (this.#text().trim() !== text.trim()) return [];
    const attachments = this.#attachments();
    this.#text.set('');
    this.#attachments.set([]);
    this.#missing.set([]);
    return attachments;
  }
}
