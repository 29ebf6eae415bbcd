import { ChangeDetectionStrategy, Component, inject, output } from '@angular/core';

import { Gate } from './gate';

interface Suggestion {
  readonly title: string;
  readonly icon: string;
  readonly message: string;
  readonly hint?: string;
}

const SUGGESTIONS: readonly Suggestion[] = [
  {
    title: $localize`Tell it about your operation`,
    icon: 'icons.svg#pencil',
    message: $localize`:Sent to the agent as the person's message:I fly a PC-12 out of KBZN, single pilot. I want briefings as bullets, weather first. Please remember this.`,
  },
  {
    title: $localize`Start over and ask what it knows`,
    icon: 'icons.svg#history',
    hint: $localize`It remembers you in every new chat: they use the saved browser identity.`,
    message: $localize`:Sent to the agent as the person's message:What do you already know about me?`,
  },
];

/** Whether a message is the example that the welcome page sends, and no words of the person's own. */
export function isExampleText(text: string): boolean {
  return text === SUGGESTIONS[0]?.message;
}

/** Two first messages; choosing one sends it at once. */
@Component({
  selector: 'tl-suggestions',
  template: `
    <ul class="suggestions">
      @for (suggestion of suggestions; track suggestion.title) {
        <li>
          <button
            type="button"
            class="suggestion"
            [disabled]="gate.closed() !== undefined"
            (click)="send(suggestion)"
          >
            <svg aria-hidden="true" class="icon"><use [attr.href]="suggestion.icon" /></svg>
            <span class="suggestion-title">{{ suggestion.title }}</span>
            <span class="suggestion-hint">
              <ng-container i18n>Sends: “{{ suggestion.message }}”</ng-container>
              {{ suggestion.hint }}
            </span>
          </button>
        </li>
      }
    </ul>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Suggestions {
  protected readonly gate = inject(Gate);
  protected readonly suggestions = SUGGESTIONS;
  /** Told when one was sent, since its button then leaves the page and takes the focus along. */
  readonly sent = output();

  protected send({ message }: Suggestion): void {
    this.gate.submit(message);
    this.sent.emit();
  }
}
