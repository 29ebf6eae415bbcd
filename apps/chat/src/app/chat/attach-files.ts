import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  effect,
  inject,
  input,
  signal,
  untracked,
  viewChild,
  type ElementRef,
} from '@angular/core';

import {
  dataUrl,
  IMAGE_TYPES,
  MAX_ATTACHMENTS,
  MAX_IMAGE_BYTES,
  MAX_TEXT_BYTES,
  type Attachment,
} from '#contract/attachments';
import { MAX_SOURCE_FILES } from '#contract/convert';

import type { Draft } from '../session/draft/draft';
import { CurrentSession } from '../session/page/current-session';
import { ServerModel } from '../session/page/server-model';
import { ComposerFocus } from './composer-focus';
import { DroppedFiles } from './dropped-files';
import { sizeOf, sizeText } from './file-size';
import { readFiles, type FileLimits } from './read-files';

/** Source files of a conversion. */
const SOURCE_LIMITS: FileLimits = { files: MAX_SOURCE_FILES, textBytes: MAX_TEXT_BYTES * 8 };

/** Files that go with the next message: chosen, dropped on the page or pasted into the composer. */
@Component({
  selector: 'tl-attach-files',
  template: `
    <div class="attach-files">
      <button
        class="icon-button attach-button"
        type="button"
        aria-describedby="attach-limits"
        i18n-aria-label
        aria-label="Attach files"
        i18n-title
        title="Attach files"
        (click)="chooser.click()"
      >
        <svg aria-hidden="true" class="icon"><use href="icons.svg#plus" /></svg>
      </button>
      <span class="visually-hidden" id="attach-limits">{{ limits() }}</span>
      <input
        #chooser
        class="visually-hidden"
        type="file"
        multiple
        tabindex="-1"
        i18n-aria-label
        aria-label="Files to attach"
        [title]="limits()"
        (change)="choose(chooser)"
      />
      @if (files().length > 0) {
        <ul class="attached-chips" i18n-aria-label aria-label="Attached files">
          @for (file of files(); track file) {
            <li class="attached-chip">
              @if (file.kind === 'image') {
                <img class="attached-thumbnail" alt="" [src]="source(file)" />
              } @else {
                <svg aria-hidden="true" class="icon small"><use href="icons.svg#file" /></svg>
              }
              <span class="attached-name">{{ file.name }}</span>
              <span class="attached-size">{{ size(file) }}</span>
              <button
                class="chip-remove"
                type="button"
                [attr.aria-label]="removal(file)"
                (click)="remove(file)"
              >
                <svg aria-hidden="true" class="icon small"><use href="icons.svg#x" /></svg>
              </button>
            </li>
          }
        </ul>
        <p class="note attach-limits">{{ limits() }}</p>
      }
      @if (missing().length > 0) {
        <p class="note" role="status" i18n>
          Not attached any more since the page was loaded anew: {{ missing().join(', ') }}. Attach
          again what should go along.
        </p>
      }
      @if (problems().length > 0) {
        <ul class="note problem attach-problems" role="alert">
          @for (problem of problems(); track $index) {
            <li>{{ problem }}</li>
          }
        </ul>
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AttachFiles {
  /** Where files can be pasted. */
  readonly target = input.required<HTMLElement>();

  readonly #current = inject(CurrentSession);
  readonly #model = inject(ServerModel);
  readonly #composer = inject(ComposerFocus);
  private readonly chooser = viewChild.required<ElementRef<HTMLInputElement>>('chooser');

  protected readonly problems = signal<readonly string[]>([]);
  protected readonly files = computed(() => this.#current.session().draft.attachments());
  protected readonly missing = computed(() => this.#current.session().draft.missing());
  readonly #images = computed(() => this.#model.model()?.images === true);
  readonly #isConversion = computed(() => this.#current.session().assistant.has('conversion'));
  protected readonly limits = computed(() => {
    if (this.#isConversion())
      return $localize`Up to ${SOURCE_LIMITS.files} files of text, ${sizeText(SOURCE_LIMITS.textBytes)} together.`;
    const text = sizeText(MAX_TEXT_BYTES);
    const images = sizeText(MAX_IMAGE_BYTES);
    if (this.#model.model()?.kind === 'demo')
      return $localize`Up to ${MAX_ATTACHMENTS} text files of ${text} together. The demo takes no images; files are kept with the message, but its fixed rules do not read them.`;
    return this.#images()
      ? $localize`Up to ${MAX_ATTACHMENTS} files: text of ${text} together, PNG, JPEG, WebP and GIF images of ${images} together.`
      : $localize`Up to ${MAX_ATTACHMENTS} text files of ${text} together. The model that answers here takes no images.`;
  });

  constructor() {
    const dropped = inject(DroppedFiles);
    effect(() => {
      if (dropped.waiting().length > 0) untracked(() => void this.#attach(dropped.take()));
    });
    const listening = new AbortController();
    inject(DestroyRef).onDestroy(() => listening.abort());
    afterNextRender(() => {
      const { signal } = listening;
      const target = this.target();
      target.addEventListener('paste', (event) => this.#take(event, event.clipboardData), {
        signal,
      });
      const types = [...IMAGE_TYPES, 'text/*', '.md', '.json', '.csv', '.log', '.yaml', '.yml'];
      this.chooser().nativeElement.accept = types.join(',');
    });
  }

  protected size(file: Attachment): string {
    return sizeText(sizeOf(file));
  }

  protected removal(file: Attachment): string {
    return $localize`Remove ${file.name}:name:`;
  }

  protected source(file: Extract<Attachment, { kind: 'image' }>): string {
    return dataUrl(file);
  }

  protected choose(chooser: HTMLInputElement): void {
    const files = [...(chooser.files ?? [])];
    // So that the same file can be chosen again after it was removed.
    chooser.value = '';
    void this.#attach(files);
  }

  protected remove(file: Attachment): void {
    this.#current.session().draft.detach(file);
    this.problems.set([]);
    this.#composer.request();
  }

  /** Takes the files of a paste; anything else is the text box's own affair. */
  #take(event: Event, data: DataTransfer | null): void {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void this.#attach(files);
  }

  async #attach(files: readonly File[]): Promise<void> {
    const { draft } = this.#current.session();
    try {
      const { problems } = await draft.attachOnce(this.#read(files, draft));
      this.problems.set(problems);
    } catch {
      // A file that is gone, or that the browser may not read.
      this.problems.set([$localize`A file could not be read. Choose it again.`]);
    }
    this.#composer.request();
  }

  /** Files chosen before the page knows the model are judged once it does. */
  async #read(files: readonly File[], draft: Draft) {
    const attached = draft.attachments();
    if (this.#isConversion())
      return readFiles(files, { attached, images: false, limits: SOURCE_LIMITS });
    const model = await this.#model.ask();
    return readFiles(files, { attached: draft.attachments(), images: model?.images });
  }
}
