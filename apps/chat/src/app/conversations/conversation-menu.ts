import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  output,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { MatMenuModule } from '@angular/material/menu';

import { OverlayLandmark } from '../ui/overlay-landmark';
import { UNTITLED, type Conversation } from './data/conversation';
import { Conversations } from './data/conversations';
import type { ExportFormat } from './data/export-conversation';

/** What can be done with one conversation. */
@Component({
  selector: 'tl-conversation-menu',
  imports: [MatMenuModule],
  template: `
    <button
      #opener
      class="icon-button"
      type="button"
      [tabindex]="reachable() ? 0 : -1"
      [attr.aria-label]="label()"
      [matMenuTriggerFor]="menu"
    >
      <svg aria-hidden="true" class="icon"><use href="icons.svg#more" /></svg>
    </button>
    <mat-menu #menu="matMenu" [aria-label]="label()">
      <ng-template matMenuContent>
        <button
          mat-menu-item
          type="button"
          i18n
          [disabled]="conversations.blocked()"
          (click)="renaming.emit()"
        >
          Rename
        </button>
        <button mat-menu-item type="button" i18n (click)="export('markdown')">
          Export as Markdown
        </button>
        <button mat-menu-item type="button" i18n (click)="export('json')">Export as JSON</button>
        @if (!conversation().temporary) {
          <button
            mat-menu-item
            type="button"
            [disabled]="conversations.blocked()"
            (click)="leaveOut()"
          >
            @if (conversation().leftOut) {
              <ng-container i18n>Take into recall again</ng-container>
            } @else {
              <ng-container i18n>Leave out of recall</ng-container>
            }
          </button>
        }
        <button
          mat-menu-item
          class="problem"
          type="button"
          i18n
          [disabled]="conversations.blocked()"
          (click)="conversations.delete(conversation())"
        >
          Delete
        </button>
      </ng-template>
    </mat-menu>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ConversationMenu {
  readonly conversation = input.required<Conversation>();
  /** Whether the Tab key comes here. */
  readonly reachable = input(true);
  readonly renaming = output();

  protected readonly conversations = inject(Conversations);
  private readonly opener = viewChild.required<ElementRef<HTMLElement>>('opener');
  protected readonly label = computed(
    () => $localize`Actions for ${this.conversation().title ?? UNTITLED}:title:`,
  );

  constructor() {
    inject(OverlayLandmark);
  }

  /** Puts the focus on the button that opens the menu. */
  focus(): void {
    this.opener().nativeElement.focus();
  }

  protected leaveOut(): void {
    const conversation = this.conversation();
    void this.conversations.leaveOut(conversation, !conversation.leftOut);
  }

  protected export(format: ExportFormat): void {
    void this.conversations.export(this.conversation(), format);
  }
}
