import { ChangeDetectionStrategy, Component, computed, input, output } from '@angular/core';

import { RESEARCH_STAGES, type ResearchView } from '#contract/research-api';

import { QuotationPlace } from './quotation-place';

const STAGE_NAMES: Readonly<Record<(typeof RESEARCH_STAGES)[number], string>> = {
  discover: $localize`Find passages`,
  analyze: $localize`Analyze`,
  verify: $localize`Verify quotations`,
  report: $localize`Write the report`,
  completed: $localize`Done`,
};

/** One piece of research: how far it is, its statements, and what was refused. */
@Component({
  selector: 'tl-research-record',
  imports: [QuotationPlace],
  template: `
    <article class="research-record" aria-labelledby="research-question">
      <h2 id="research-question">{{ view().question }}</h2>
      <ol class="stages" i18n-aria-label aria-label="Stages">
        @for (stage of stages(); track stage.id) {
          <li
            [class.is-done]="stage.state === 'done'"
            [attr.aria-current]="stage.state === 'now' ? 'step' : null"
          >
            {{ stage.name }}
            @if (stage.state === 'done') {
              <svg aria-hidden="true" class="icon small"><use href="icons.svg#check" /></svg>
              <span class="visually-hidden" i18n>finished</span>
            }
          </li>
        }
      </ol>
      <p class="note" role="status">{{ words() }}</p>
      <div class="research-actions">
        @if (!view().done && !view().running) {
          <button class="button primary" type="button" (click)="resumed.emit()" i18n>Resume</button>
        }
        <button class="button danger" type="button" (click)="deleted.emit()" i18n>Delete</button>
      </div>
      @if (view().record.verified.length > 0) {
        <h3 i18n>Statements</h3>
        <ol class="statements">
          @for (each of view().record.verified; track $index) {
            <li>
              <p>{{ each.statement }}</p>
              @if (!each.supported) {
                <p class="note problem" i18n>
                  Unsupported: no quotation of it stands in a document
                </p>
              }
              @for (quotation of each.citations; track $index) {
                <tl-quotation-place [quotation]="quotation" />
              }
            </li>
          }
        </ol>
      } @else if (view().done) {
        <p i18n>Your documents say nothing about that.</p>
      }
      @if (view().record.notes.length > 0) {
        <h3 i18n>Refused citations</h3>
        <ul class="refused">
          @for (note of view().record.notes; track $index) {
            <li class="note">{{ note }}</li>
          }
        </ul>
      }
    </article>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ResearchRecordView {
  readonly view = input.required<ResearchView>();
  readonly resumed = output();
  readonly deleted = output();

  protected readonly stages = computed(() => {
    const now = RESEARCH_STAGES.findIndex((stage) => stage === this.view().stage);
    return RESEARCH_STAGES.map((id, at) => ({
      id,
      name: STAGE_NAMES[id],
      state: at < now || this.view().done ? 'done' : at === now ? 'now' : 'later',
    }));
  });
  protected readonly words = computed(() => {
    const { done, running, record } = this.view();
    if (running)
      return $localize`Working. What is finished is kept, whatever happens to this page.`;
    if (!done) return $localize`Put down. Resume goes on at the marked stage.`;
    return record.by === 'model'
      ? $localize`Statements by the model. Every quotation stands to the letter in your documents.`
      : $localize`By fixed rules, without a model. Every quotation stands to the letter in your documents.`;
  });
}
