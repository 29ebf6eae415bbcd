import {
  afterRenderEffect,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';

import { MEMORY_PATH, MEMORY_TEST_IDS, TEST_IDS } from '#contract/names';

import { Scope } from '../scope/scope';
import { memoryLines, observedText, type Evidence } from '../session/evidence/evidence';
import { CurrentSession } from '../session/page/current-session';
import { ArrowKeys } from '../ui/arrow-keys';
import { LineWriter } from './data/line-writer';
import { groupLines, shownLines, type LineGroup } from './data/shown-lines';
import { storedLines } from './data/stored-lines';
import { StoredMemory } from './data/stored-memory';
import { ForgetNotice } from './forget-notice';
import { MemoryLine } from './memory-line';
import { MemoryMenu } from './memory-menu';
import { StoredMeter } from './stored-meter';

const LABELS: Readonly<Record<LineGroup['kind'], string>> = {
  new: $localize`New in this chat`,
  earlier: $localize`Earlier`,
  gone: $localize`No longer stored`,
};

/** What is remembered, as one list: each line says what this chat was given and what is stored now. */
@Component({
  selector: 'tl-memory-list',
  imports: [ArrowKeys, ForgetNotice, MemoryLine, MemoryMenu, StoredMeter],
  templateUrl: './memory-list.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryList {
  readonly evidence = input.required<Evidence>();

  readonly #scope = inject(Scope);
  readonly #current = inject(CurrentSession);
  readonly #writer = inject(LineWriter);
  private readonly adder = viewChild<ElementRef<HTMLElement>>('adder');
  private readonly added = viewChild<ElementRef<HTMLElement>>('added');
  private readonly filter = viewChild<ElementRef<HTMLElement>>('filter');
  private readonly finder = viewChild<ElementRef<HTMLElement>>('finder');
  protected readonly stored = inject(StoredMemory);
  protected readonly ids = MEMORY_TEST_IDS;
  protected readonly testIds = TEST_IDS;
  protected readonly path = MEMORY_PATH;
  protected readonly labels = LABELS;
  protected readonly view = this.stored.view;
  protected readonly isAdding = signal(false);
  protected readonly isFiltering = signal(false);
  protected readonly words = signal('');
  protected readonly addProblem = signal<string | undefined>(undefined);

  protected readonly canWrite = computed(() => this.#scope.snapshot().status === 'ready');
  protected readonly problem = computed(() => {
    const view = this.view();
    return view.status === 'error' ? view.message : undefined;
  });
  protected readonly memory = computed(() => {
    const view = this.view();
    return view.status === 'content' ? view.memory : undefined;
  });
  readonly #observed = computed(() => observedText(this.evidence()));
  /** Whether this conversation was given a file, be it an empty one. */
  protected readonly hasFile = computed(() => this.#observed() !== undefined);
  protected readonly lines = computed(() => {
    const memory = this.memory();
    const stored = memory && storedLines(memory, this.stored.seen());
    return shownLines(memoryLines(this.#observed() ?? ''), stored);
  });
  protected readonly count = computed(() => this.lines().filter(({ isGone }) => !isGone).length);
  protected readonly groups = computed(() =>
    groupLines(this.lines(), this.#current.session().threadId(), this.words()),
  );
  protected readonly first = computed(() => this.groups()[0]?.lines[0]);
  protected readonly filterHint = computed(
    () => $localize`Filter ${this.lines().length}:count: lines`,
  );

  constructor() {
    afterRenderEffect(() => this.added()?.nativeElement.focus());
    afterRenderEffect(() => this.filter()?.nativeElement.focus());
  }

  /** Puts the focus where the list is entered, else where a line is added. */
  protected focusLines(): void {
    const line = document.querySelector<HTMLElement>('.line-main[tabindex="0"]');
    (line ?? this.adder()?.nativeElement)?.focus();
  }

  protected toggleFilter(): void {
    this.isFiltering.update((is) => !is);
    this.words.set('');
  }

  protected endFilter(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
    this.isFiltering.set(false);
    this.words.set('');
    this.finder()?.nativeElement.focus();
  }

  protected endAdding(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
    this.isAdding.set(false);
    this.adder()?.nativeElement.focus();
  }

  protected async add(event: Event, words: string): Promise<void> {
    event.preventDefault();
    if (words.trim() === '') return;
    this.addProblem.set(await this.#writer.add(words));
    this.isAdding.set(false);
    this.adder()?.nativeElement.focus();
  }
}
