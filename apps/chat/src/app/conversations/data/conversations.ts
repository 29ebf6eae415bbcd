import { computed, DestroyRef, effect, inject, Injectable, signal, untracked } from '@angular/core';
import { Router } from '@angular/router';

import { Scope } from '../../scope/scope';
import { CurrentSession } from '../../session/page/current-session';
import { DraftKeeper } from '../../session/page/draft-keeper';
import { toTransportError, TransportError } from '../../transport/transport-error';
import { TRANSPORT } from '../../transport/transport-token';
import { saveFile } from '../../ui/save-file';
import { UNTITLED, type Conversation, type Hit } from './conversation';
import { Deletions } from './deletions';
import { exportConversation, type ExportFormat } from './export-conversation';
import { CONVERSATIONS_API } from './http-conversations-api';
import { Pages } from './pages';
import { onGlance, onLeave } from '../../ui/page-life';

/** The conversations of this identity: listed, found, renamed, deleted, exported. */
@Injectable({ providedIn: 'root' })
export class Conversations {
  readonly #api = inject(CONVERSATIONS_API);
  readonly #transport = inject(TRANSPORT);
  readonly #scope = inject(Scope);
  readonly #current = inject(CurrentSession);
  readonly #router = inject(Router);
  readonly #drafts = inject(DraftKeeper);

  readonly #list = new Pages<Conversation>((page) => this.#api.list(page));
  readonly #search = signal<{ words: string; hits: Pages<Hit> } | undefined>(undefined);
  readonly #problem = signal<string | undefined>(undefined);
  /** What a person asked for and did not get, in a sentence. */
  readonly problem = this.#problem.asReadonly();
  readonly #read = signal<Conversation | undefined>(undefined);
  #wanted = false;
  /** Whether the shown conversation was looked at since the page was opened. */
  #followed = false;
  /** The conversation that was deleted while the page showed it. */
  #gaveWay: string | undefined;

  readonly #deletions = new Deletions({
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
    erase: (threadId) => this.#api.delete(threadId),
    onErased: (threadId) => {
      this.#drafts.forget(threadId);
      this.refresh();
    },
    onFailed: ({ title }, error) =>
      this.#problem.set(
        $localize`“${title ?? UNTITLED}:title:” was not deleted. ${error.message}:problem:`,
      ),
  });
  /** Deleted ones that can still be taken back. */
  readonly undoable = this.#deletions.undoable;

  readonly shown = computed(() => this.#visible(this.#list.items()));
  readonly list: Pick<Pages<Conversation>, 'error' | 'loading' | 'more'> = this.#list;
  /** Temporary ones that go on for a while after they were left. */
  readonly temporary = computed(() => this.shown()?.filter((each) => each.temporary) ?? []);
  /** The words looked for and what was found; undefined while nothing is looked for. */
  readonly search = computed(() => {
    const search = this.#search();
    if (search === undefined) return undefined;
    const { words, hits } = search;
    return {
      words,
      hits: this.#visible(hits.items()),
      error: hits.error(),
      loading: hits.loading(),
      more: hits.more(),
    };
  });
  /** Whether nothing may be written just now. */
  readonly blocked = computed(() => this.#scope.snapshot().status === 'blocked');
  readonly currentId = computed(() => this.#current.session().threadId());
  /** What is known of the conversation that the page shows. */
  readonly current = computed(() => {
    const id = this.currentId();
    const known = [...(this.#list.items() ?? []), this.#read()];
    return id === undefined ? undefined : known.find((each) => each?.threadId === id);
  });

  /** Changes when a turn of the shown one begins or ends, or another is shown. */
  readonly #course = computed(() => {
    const { turn } = this.#current.session().state();
    return `${this.currentId() ?? ''} ${turn === 'idle' || turn === 'sending' ? turn : 'running'}`;
  });

  constructor() {
    effect(() => {
      if (this.#course().endsWith('sending')) return;
      this.#followed = true;
      untracked(() => this.refresh());
    });
    const stops = [onGlance(() => this.refresh()), onLeave(() => this.#leave())];
    inject(DestroyRef).onDestroy(() => {
      for (const stop of stops) stop();
    });
  }

  /** Keeps the list from now on: it is in sight. */
  open(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    // Else the first look at the shown conversation reads it.
    if (this.#followed) this.refresh();
  }

  /** Reads anew what is in sight. */
  refresh(): void {
    void this.#search()?.hits.reload();
    void this.#readList();
  }

  loadMore(): void {
    void (this.#search()?.hits ?? this.#list).loadMore();
  }

  /** Looks for words; none ends the search. */
  lookFor(words: string): void {
    const wanted = words.trim();
    if (wanted === this.#search()?.words) return;
    if (wanted === '') {
      this.#search.set(undefined);
      return;
    }
    const hits = new Pages<Hit>((page) => this.#api.search(wanted, page));
    this.#search.set({ words: wanted, hits });
    void hits.reload();
  }

  /** Gives a title. Resolves with the sentence that says why not, if not. */
  async rename({ threadId }: Conversation, title: string): Promise<string | undefined> {
    try {
      await this.#api.rename(threadId, title.trim());
      this.refresh();
      return undefined;
    } catch (error) {
      return toTransportError(error).message;
    }
  }

  /** Leaves a conversation out of what the agent finds of past ones, or takes it in again. */
  async leaveOut({ threadId }: Conversation, leftOut: boolean): Promise<void> {
    this.#problem.set(undefined);
    try {
      await this.#api.leaveOut(threadId, leftOut);
      this.refresh();
    } catch (error) {
      this.#problem.set($localize`Nothing was changed. ${toTransportError(error).message}:problem:`);
    }
  }

  /** Deletes, with a while to take it back. The one on the page gives way to a new one. */
  delete(conversation: Conversation): void {
    if (!this.#scope.admit().admitted) return;
    this.#problem.set(undefined);
    const isShown = conversation.threadId === this.currentId();
    this.#deletions.delete(conversation);
    if (!isShown) return;
    this.#gaveWay = conversation.threadId;
    this.#current.startNew();
  }

  /** Takes a deletion back, and shows again what it took from the page. */
  undo({ threadId }: Conversation): void {
    const back = this.#deletions.undo(threadId);
    if (back && threadId === this.#gaveWay && this.currentId() === undefined)
      void this.#router.navigate(['/c', threadId]);
  }

  async export(conversation: Conversation, format: ExportFormat): Promise<void> {
    this.#problem.set(undefined);
    try {
      const snapshot = await this.#transport.readState(conversation.threadId);
      saveFile(exportConversation(conversation, snapshot, format));
    } catch (error) {
      this.#problem.set($localize`Not exported. ${toTransportError(error).message}:problem:`);
    }
  }

  dismissProblem(): void {
    this.#problem.set(undefined);
  }

  #visible<T extends Conversation>(items: readonly T[] | undefined): readonly T[] | undefined {
    const hidden = this.#deletions.hidden();
    return items?.filter(({ threadId }) => !hidden.has(threadId));
  }

  /** The page goes before it is told what became of its last deletions. */
  #leave(): void {
    for (const { threadId } of this.#deletions.undoable()) this.#drafts.forget(threadId);
    this.#deletions.flush();
  }

  async #readList(): Promise<void> {
    if (this.#wanted) await this.#list.reload();
    const threadId = this.currentId();
    const listed = this.#list.items()?.some((each) => each.threadId === threadId);
    if (threadId === undefined || (listed === true && this.#wanted)) return;
    try {
      this.#read.set(await this.#api.read(threadId));
    } catch (error) {
      // The conversation itself says what is wrong with it; here only its title is missing.
      if (!(error instanceof TransportError)) throw error;
    }
  }
}
