import { ChangeDetectionStrategy, Component, inject } from '@angular/core';

import { ServerModel } from '../session/server-model';

/** Says which model answers, and with the demo model how to use a real one. */
@Component({
  selector: 'tl-model-note',
  template: `
    <p class="note">
      @if (server.model(); as model) {
        @if (model.kind === 'demo') {
          The built-in demo answers: a rule-based program, no language model. To use a real one,
          start the server with <code>OPENAI_API_KEY</code> or <code>OPENAI_BASE_URL</code> set.
        } @else {
          Answers by <code>{{ model.name }}</code>.
        }
      } @else if (server.unreachable()) {
        The server could not be reached when this page asked which model answers.
      }
    </p>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ModelNote {
  protected readonly server = inject(ServerModel);
}
