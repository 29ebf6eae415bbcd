import { ChangeDetectionStrategy, Component, output } from '@angular/core';

import { ConversationList } from '../conversations/conversation-list';
import { PageTools } from './page-tools';

/** Every conversation, where the page is too narrow for a column of them. */
@Component({
  selector: 'tl-conversations-sheet',
  imports: [ConversationList, PageTools],
  template: `
    <div class="sheet-content fills">
      <div class="sheet-head">
        <h2 i18n>Conversations</h2>
        <button
          class="icon-button"
          type="button"
          i18n-aria-label
          aria-label="Close"
          (click)="closed.emit()"
        >
          <svg aria-hidden="true" class="icon"><use href="icons.svg#x" /></svg>
        </button>
      </div>
      <tl-conversation-list (chosen)="chosen.emit()" />
      <tl-page-tools />
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ConversationsSheet {
  readonly chosen = output();
  readonly closed = output();
}
