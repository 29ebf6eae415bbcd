import { ChangeDetectionStrategy, Component, input } from '@angular/core';

import { ReceiptLine } from '../memory/receipt-line';
import type { ChatMessage } from '../session/message';
import { ToolCallView } from './tool-call';

/** One message, its text as it was written. */
@Component({
  selector: 'tl-message',
  imports: [ReceiptLine, ToolCallView],
  template: `
    <article class="message" [class.from-person]="message().role === 'human'">
      <h2 class="visually-hidden">{{ message().role === 'human' ? 'You' : 'Throughline' }}</h2>
      @if (message().text) {
        <div class="message-text">{{ message().text }}</div>
      }
      @if (message().cut) {
        <p class="note">Stopped here. What was said before is kept.</p>
      }
      @for (call of message().toolCalls; track call.place) {
        <tl-tool-call [call]="call" [running]="running()" [waiting]="waiting()" />
      }
      @if (message().receipt; as receipt) {
        <tl-receipt-line [receipt]="receipt" />
      }
    </article>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Message {
  readonly message = input.required<ChatMessage>();
  /** Whether the turn that this message belongs to still goes on. */
  readonly running = input.required<boolean>();
  /** Whether that turn waits for an answer of the person's. */
  readonly waiting = input(false);
}
