import { NgTemplateOutlet } from '@angular/common';
import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  input,
  signal,
  untracked,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { RouterLink } from '@angular/router';

import { TEST_IDS } from '#contract/names';

import { ConversationHeading } from '../conversations/conversation-heading';
import { ConversationList } from '../conversations/conversation-list';
import { UndoNotices } from '../conversations/undo-notices';
import { prepareMarkdown } from '../markdown/prepare-markdown';
import { judgeEvidence } from '../memory/evidence';
import { MemoryMargin } from '../memory/memory-margin';
import { StoredMemory } from '../memory/stored-memory';
import { Scope } from '../scope/scope';
import { CurrentSession } from '../session/current-session';
import { SoughtTurn } from '../session/sought-turn';
import { Viewport } from '../ui/viewport';
import { Announcer } from './announcer';
import { Composer } from './composer';
import { MessageList } from './message-list';
import { SeekTurn } from './seek-turn';
import { ModelNote } from './model-note';
import { StickToEnd } from './stick-to-end';
import { Suggestions } from './suggestions';
import { ThreadWorkView } from './thread-work-view';

/** How long after the first rendering the rest of the code is loaded, in milliseconds. */
const PREPARE_AFTER_MS = 200;

/** The one page: a conversation, and beside it what the agent remembers. */
@Component({
  selector: 'tl-chat-page',
  imports: [
    Announcer,
    Composer,
    ConversationHeading,
    ConversationList,
    MemoryMargin,
    MessageList,
    ModelNote,
    NgTemplateOutlet,
    RouterLink,
    SeekTurn,
    StickToEnd,
    Suggestions,
    ThreadWorkView,
    UndoNotices,
  ],
  templateUrl: './chat-page.html',
  host: { class: 'page', '(document:keydown.escape)': 'stopOnEscape()' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ChatPage {
  /** The thread that the address names; undefined for a conversation not yet begun. */
  readonly threadId = input<string>();

  readonly #current = inject(CurrentSession);
  readonly #scope = inject(Scope);
  private readonly composer = viewChild.required(Composer);
  private readonly sheet = viewChild<ElementRef<HTMLDialogElement>>('sheet');
  private readonly drawer = viewChild<ElementRef<HTMLDialogElement>>('drawer');

  protected readonly stored = inject(StoredMemory);
  protected readonly isTurnMissing = inject(SoughtTurn).isMissing;
  protected readonly drawerOpen = signal(false);

  protected readonly viewport = inject(Viewport);
  protected readonly warningId = TEST_IDS.scopeWarning;
  protected readonly state = computed(() => this.#current.session().state());
  protected readonly isNew = computed(() => {
    const { messages, opening, failure } = this.state();
    return messages.length === 0 && !opening && failure === undefined;
  });
  protected readonly hasWork = computed(() => {
    const { files, todos } = this.state().work;
    return files.length > 0 || todos.length > 0;
  });
  protected readonly warning = computed(() => {
    const snapshot = this.#scope.snapshot();
    return snapshot.status === 'blocked' ? snapshot.warning : undefined;
  });
  protected readonly evidence = computed(() => {
    const { opening, turn, failure, received, stored } = this.state();
    return judgeEvidence({
      scope: this.#scope.snapshot().scope,
      loading: opening || turn !== 'idle',
      failed: failure !== undefined,
      received,
      stored,
    });
  });

  constructor() {
    effect(() => {
      const threadId = this.threadId();
      untracked(() => this.#current.show(threadId));
      if (threadId !== undefined) prepareMarkdown();
    });
    // A window made wide takes the drawer away without closing it.
    effect(() => {
      if (this.viewport.hasColumn()) this.drawerOpen.set(false);
    });
    afterNextRender(() => setTimeout(() => this.#prepare(), PREPARE_AFTER_MS));
  }

  #prepare(): void {
    this.#current.prepare();
    prepareMarkdown();
  }

  protected startNew(): void {
    this.#current.startNew();
    this.focusComposer();
  }

  protected focusComposer(): void {
    this.composer().focus();
  }

  protected openSheet(): void {
    this.sheet()?.nativeElement.showModal();
  }

  protected closeSheet(): void {
    this.sheet()?.nativeElement.close();
  }

  protected openDrawer(): void {
    this.drawerOpen.set(true);
    this.drawer()?.nativeElement.showModal();
  }

  protected closeDrawer(): void {
    this.drawer()?.nativeElement.close();
  }

  /** Escape closes the nearest thing first; an open dialog takes it for itself. */
  protected stopOnEscape(): void {
    const dialogs = [this.sheet(), this.drawer()];
    if (!dialogs.some((dialog) => dialog?.nativeElement.open)) void this.#current.session().stop();
  }
}
