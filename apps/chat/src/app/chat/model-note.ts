import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';

import { ServerModel } from '../session/page/server-model';

/** Says which model answers, and with the demo model how to use a real one. */
@Component({
  selector: 'tl-model-note',
  template: `
    <p class="note">
      @if (server.model(); as model) {
        @if (model.kind === 'demo' && brief()) {
          <ng-container i18n>The built-in demo answers, no language model.</ng-container>
        } @else if (model.kind === 'demo') {
          <ng-container i18n>
            The built-in demo answers: a rule-based program, no language model. To use a real one,
            start the server with <code>OPENAI_API_KEY</code> or <code>OPENAI_BASE_URL</code> set.
          </ng-container>
        } @else {
          <ng-container i18n
            >Answers by <code>{{ model.name }}</code>.</ng-container
          >
        }
      } @else if (server.unreachable()) {
        <ng-container i18n>
          The server could not be reached when this page asked which model answers.
        </ng-container>
      }
    </p>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ModelNote {
  /** In one line, where the rest was read before. */
  readonly brief = input(false);

  protected readonly server = inject(ServerModel);
}
