import { NgTemplateOutlet } from '@angular/common';
import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  Injector,
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
import { TemporaryOffer } from '../conversations/temporary-offer';
import { UndoSnackBar } from '../conversations/undo-snack-bar';
import { prepareMarkdown } from '../markdown/prepare-markdown';
import { judgeEvidence } from '../session/evidence/evidence';
import { MemoryPane } from '../memory/memory-pane';
import { Scope } from '../scope/scope';
import { CurrentSession } from '../session/page/current-session';
import { DraftKeeper } from '../session/page/draft-keeper';
import { SoughtTurn } from '../session/page/sought-turn';
import { shortcutFor, Shortcuts, takesKeys, type ShortcutAction } from '../shortcuts/shortcuts';
import { isComposition } from '../ui/composition';
import { Sheets } from '../ui/sheets';
import { Viewport } from '../ui/viewport';
import { Announcer } from './announcer';
import { BuildNotice } from './build-notice';
import { ConversionView } from '../conversion/conversion-view';
import { Composer } from './composer';
import { DroppedFiles } from './dropped-files';
import { MemoryUnseen } from './memory-unseen';
import { MessageList } from './message-list';
import { SeekTurn } from './seek-turn';
import { PageSheets } from './page-sheets';
import { PageTools } from './page-tools';
import { Panels } from './panels';
import { ShortcutsSheet } from './shortcuts-sheet';
import { StickToEnd } from './stick-to-end';
import { Suggestions } from './suggestions';
import { ThreadWorkView } from './thread-work-view';

/** How long after the first rendering the rest of the code is loaded, in milliseconds. */
const PREPARE_AFTER_MS = 200;
const SEARCH_BOX = 'input[type=search]';

/** The one page: a conversation, and beside it what the agent remembers. */
@Component({
  selector: 'tl-chat-page',
  imports: [
    Announcer,
    BuildNotice,
    Composer,
    ConversationHeading,
    ConversationList,
    ConversionView,
    MemoryPane,
    MemoryUnseen,
    MessageList,
    NgTemplateOutlet,
    PageTools,
    RouterLink,
    SeekTurn,
    StickToEnd,
    Suggestions,
    TemporaryOffer,
    ThreadWorkView,
    UndoSnackBar,
  ],
  templateUrl: './chat-page.html',
  host: {
    class: 'page',
    '(document:keydown.escape)': 'stopOnEscape($event)',
    '(document:keydown)': 'takeShortcut($event)',
    '(document:dragover)': 'dropped.dragOver($event)',
    '(document:drop)': 'dropped.drop($event)',
  },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ChatPage {
  /** The thread that the address names; undefined for a conversation not yet begun. */
  readonly threadId = input<string>();

  readonly #current = inject(CurrentSession);
  readonly #scope = inject(Scope);
  private readonly composer = viewChild.required(Composer);
  /** There once its code has been loaded, and the page is wide enough. */
  private readonly list = viewChild<ConversationList>('list');
  /** What the page shows of memory while it has no pane. */
  private readonly memory = viewChild<ElementRef<HTMLElement>>('memory');
  private readonly pane = viewChild<ElementRef<HTMLElement>>('pane');
  private readonly messages = viewChild.required<ElementRef<HTMLElement>>('messages');
  /** There once its code has been loaded. */
  protected readonly messageList = viewChild<unknown>('messageList');
  readonly #pageSheets = inject(PageSheets);
  readonly #shortcuts = inject(Shortcuts);
  readonly #shortcutsSheet = inject(ShortcutsSheet);
  protected readonly sheets = inject(Sheets);
  protected readonly isTurnMissing = inject(SoughtTurn).isMissing;
  protected readonly viewport = inject(Viewport);
  protected readonly panels = inject(Panels);
  readonly #injector = inject(Injector);
  private readonly columnOpener = viewChild<ElementRef<HTMLElement>>('columnOpener');
  private readonly columnFolder = viewChild<ElementRef<HTMLElement>>('columnFolder');
  private readonly memoryOpener = viewChild<ElementRef<HTMLElement>>('memoryOpener');
  protected readonly dropped = inject(DroppedFiles);
  protected readonly warningId = TEST_IDS.scopeWarning;
  protected readonly state = computed(() => this.#current.session().state());
  /** Whether the assistant reads the memory: without it the page shows nothing of it. */
  protected readonly hasMemory = computed(() => this.#current.session().assistant.has('memory'));
  /** Whether its thread holds a conversion to be shown. */
  protected readonly hasConversion = computed(() =>
    this.#current.session().assistant.has('conversion'),
  );
  protected readonly assistant = computed(() => this.#current.session().assistant.summary());
  readonly #isPainted = signal(false);
  protected readonly isOpening = computed(() => this.state().opening);
  protected readonly isNew = computed(() => {
    const { messages, opening, failure } = this.state();
    return messages.length === 0 && !opening && failure === undefined;
  });
  protected readonly hasMessages = computed(() => !this.isNew() && !this.state().opening);
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
    inject(DraftKeeper);
    effect(() => {
      const threadId = this.threadId();
      untracked(() => this.#current.show(threadId));
      if (threadId !== undefined) prepareMarkdown();
    });
    // What a sheet shows has its place on a page made wider, or stands at another.
    effect(() => {
      this.viewport.hasColumn();
      this.viewport.hasPane();
      void untracked(() => this.sheets.close());
    });
    afterNextRender(() => setTimeout(() => this.#isPainted.set(true), PREPARE_AFTER_MS));
    effect(() => {
      // A conversation that is being opened needs the processor and the connections first.
      if (this.#isPainted() && !this.isOpening()) untracked(() => this.#prepare());
    });
  }

  #prepare(): void {
    this.#current.prepare();
    this.sheets.prepare();
    prepareMarkdown();
  }

  protected startNew(): void {
    this.#current.startNew();
    this.focusComposer();
  }

  protected focusComposer(): void {
    this.composer().focus();
  }

  protected closeSheets(): void {
    void this.sheets.close();
  }

  protected focusMessages(): void {
    this.messages().nativeElement.focus();
  }

  /** Folds the column away; the focus goes to what brings it back. */
  protected foldColumn(): void {
    this.panels.showColumn(false);
    this.#focusNext(() => this.columnOpener());
  }

  protected foldMemory(): void {
    this.panels.showMemory(false);
    this.#focusNext(() => this.memoryOpener());
  }

  #focusNext(element: () => ElementRef<HTMLElement> | undefined): void {
    afterNextRender(() => element()?.nativeElement.focus(), { injector: this.#injector });
  }

  protected openConversations(focus?: string): void {
    if (this.viewport.hasColumn()) {
      this.panels.showColumn(true);
      this.#focusNext(() => this.columnFolder());
      return;
    }
    void this.#pageSheets.showConversations(() => this.focusComposer(), focus);
  }

  protected openMemory(): void {
    if (!this.hasMemory()) return;
    if (this.viewport.hasPane()) {
      this.panels.showMemory(true);
      this.#focusNext(() => this.pane());
      return;
    }
    const view = this.memory()?.nativeElement;
    if (view !== undefined) void this.#pageSheets.showMemory(view);
  }

  /** Escape closes the nearest thing first; whatever has closed by it says so on the event. */
  protected stopOnEscape(event: Event): void {
    const isTaken = event.defaultPrevented || this.sheets.isOpen();
    if (isTaken || (event instanceof KeyboardEvent && isComposition(event))) return;
    void this.#current.session().stop();
  }

  protected takeShortcut(event: KeyboardEvent): void {
    if (this.sheets.isOpen() || takesKeys(event.target)) return;
    const action = shortcutFor(event);
    if (action === undefined || !this.#shortcuts.enabled()) return;
    event.preventDefault();
    this.#do(action);
  }

  #do(action: ShortcutAction): void {
    switch (action) {
      case 'new':
        this.startNew();
        break;
      case 'write':
        this.focusComposer();
        break;
      case 'search':
        if (this.viewport.hasColumn()) {
          this.panels.showColumn(true);
          afterNextRender(() => this.list()?.focusSearch(), { injector: this.#injector });
        } else this.openConversations(SEARCH_BOX);
        break;
      case 'memory':
        this.openMemory();
        break;
      case 'list':
        void this.#shortcutsSheet.show();
    }
  }
}
