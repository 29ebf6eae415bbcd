import { NgTemplateOutlet } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  inject,
  output,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';

import { ArrowKeys } from '../ui/arrow-keys';
import { PAGE_LOCALE } from '../ui/page-locale';
import { ConversationItem } from './conversation-item';
import { Conversations } from './data/conversations';
import { FoundTurns } from './found-turns';
import { groupByDay } from './group-by-day';

/** How long a person pauses before what they typed is looked for, in milliseconds. */
const PAUSE_MS = 200;

/** Every conversation by day, or those in which something was said. */
@Component({
  selector: 'tl-conversation-list',
  imports: [ArrowKeys, ConversationItem, FoundTurns, NgTemplateOutlet],
  templateUrl: './conversation-list.html',
  host: { class: 'conversation-panel' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ConversationList {
  /** Told when a person goes to a conversation. */
  readonly chosen = output();

  protected readonly conversations = inject(Conversations);
  protected readonly searchId = 'search-conversations';
  private readonly box = viewChild.required<ElementRef<HTMLInputElement>>('searchBox');
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Whether words were typed that nothing was searched for yet. */
  protected readonly typing = signal(false);

  protected readonly groups = computed(() =>
    groupByDay(this.conversations.shown() ?? [], new Date(), PAGE_LOCALE),
  );
  /** How many were found; undefined while that is not known. */
  protected readonly found = computed(() => {
    const search = this.conversations.search();
    return search?.loading === false ? search.hits?.length : undefined;
  });

  constructor() {
    this.conversations.open();
    inject(DestroyRef).onDestroy(() => {
      clearTimeout(this.#pause);
      this.conversations.lookFor('');
    });
  }

  /** Puts the caret into the search box. */
  focusSearch(): void {
    this.box().nativeElement.focus();
  }

  protected dayId(index: number): string {
    return `day-${index}`;
  }

  protected look(words: string): void {
    clearTimeout(this.#pause);
    this.typing.set(words.trim() !== '');
    this.#pause = setTimeout(() => this.#lookFor(words), PAUSE_MS);
  }

  /** Escape ends a search first; without one it is left to whatever lies around. */
  protected clear(event: Event): void {
    if (this.box().nativeElement.value === '') return;
    event.stopPropagation();
    event.preventDefault();
    this.box().nativeElement.value = '';
    clearTimeout(this.#pause);
    this.#lookFor('');
  }

  #lookFor(words: string): void {
    this.typing.set(false);
    this.conversations.lookFor(words);
  }
}
