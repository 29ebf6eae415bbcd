import { ChangeDetectionStrategy, Component, inject } from '@angular/core';

import { ASSISTANTS } from './assistants';

/** Which assistant a new conversation is with. Shows nothing where there is only one. */
@Component({
  selector: 'tl-assistant-picker',
  template: `
    @if (assistants.areSeveral()) {
      <label class="chip mode" for="assistant" [title]="assistants.chosen().description">
        <svg aria-hidden="true" class="icon small"><use href="icons.svg#mark" /></svg>
        <span class="visually-hidden" i18n>Assistant</span>
        <select
          #picker
          id="assistant"
          class="mode-picker"
          (change)="assistants.choose(picker.value)"
        >
          @for (each of assistants.offered(); track each.graphId) {
            <option
              [value]="each.graphId"
              [selected]="each.graphId === assistants.chosen().graphId"
            >
              {{ each.title }}
            </option>
          }
        </select>
        <svg aria-hidden="true" class="icon small"><use href="icons.svg#chevron-down" /></svg>
      </label>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AssistantPicker {
  protected readonly assistants = inject(ASSISTANTS);
}
