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
  viewChild,
} from '@angular/core';
import { Title } from '@angular/platform-browser';

import { UNTITLED } from './data/conversation';
import { ConversationMenu } from './conversation-menu';
import { Conversations } from './data/conversations';
import { RenameForm } from './rename-form';

const APP_NAME = 'Throughline';

/** The title of the conversation on the page, and what can be done with it. */
@Component({
  selector: 'tl-conversation-heading',
  imports: [ConversationMenu, RenameForm],
  template: `
    @if (conversations.current(); as conversation) {
      @if (renamingId() === conversation.threadId) {
        <tl-rename-form [conversation]="conversation" (closed)="renamed()" />
      } @else {
        <h1 class="conversation-title" [title]="title()">{{ title() }}</h1>
        <tl-conversation-menu
          [conversation]="conversation"
          (renaming)="renamingId.set(conversation.threadId)"
        />
      }
    } @else if (!isNew()) {
      <h1 class="visually-hidden" i18n>Conversation</h1>
    }
  `,
  host: { class: 'conversation-heading' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ConversationHeading {
  /** Whether nothing was said yet: the welcome then has the page's heading. */
  readonly isNew = input.required<boolean>();

  readonly #injector = inject(Injector);
  protected readonly conversations = inject(Conversations);
  private readonly menu = viewChild(ConversationMenu);
  protected readonly renamingId = signal<string | undefined>(undefined);
  protected readonly title = computed(() => this.conversations.current()?.title ?? UNTITLED);

  constructor() {
    const title = inject(Title);
    effect(() => {
      const name = this.conversations.current()?.title;
      title.setTitle(name === undefined ? APP_NAME : `${name} · ${APP_NAME}`);
    });
  }

  protected renamed(): void {
    this.renamingId.set(undefined);
    afterNextRender(() => this.menu()?.focus(), { injector: this.#injector });
  }
}
