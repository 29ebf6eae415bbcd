import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';

import { ServerModel } from '../session/page/server-model';

/** Says which model answers, and with the demo model how to use a real one. */
@Component({
  selector: 'tl-model-note',
  template: `
    @if (name(); as name) {
      <button class="chip model-chip" type="button" popovertarget="model-note">
        <span class="chip-words">{{ name }}</span>
        <svg aria-hidden="true" class="icon small"><use href="icons.svg#chevron-down" /></svg>
      </button>
    }
    <div id="model-note" class="popover" popover>
      @if (server.model(); as model) {
        @if (model.kind === 'demo') {
          <p i18n>
            The built-in demo answers: a rule-based program, no language model. To use a real one,
            start the server with <code>OPENAI_API_KEY</code> or <code>OPENAI_BASE_URL</code> set.
          </p>
        } @else {
          <p i18n>
            Answers by <code>{{ model.name }}</code>. The model is chosen where the server is
            started.
          </p>
        }
      } @else {
        <p i18n>The server could not be reached when this page asked which model answers.</p>
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ModelNote {
  protected readonly server = inject(ServerModel);
  protected readonly name = computed(() => {
    const model = this.server.model();
    if (model === undefined) return this.server.unreachable() ? $localize`Model not known` : '';
    return model.kind === 'demo' ? $localize`Built-in demo` : model.name;
  });
}
