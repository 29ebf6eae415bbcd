import { ChangeDetectionStrategy, Component, computed, input, output } from '@angular/core';

import type { ConversionReport, Way } from '#contract/conversion';
import { GATES, type Gate, type LedgerEntry } from '#contract/convert';

const GATE_WORDS: Readonly<Record<Gate, string>> = {
  compiles: $localize`Compiles`,
  'no-selenium': $localize`No Selenium left`,
  tests: $localize`No test or check lost`,
  locators: $localize`Every locator has a source`,
};

const WAY_WORDS: Readonly<Record<Way, string>> = {
  first: $localize`from the source`,
  revision_feedback: $localize`with what was found in the draft`,
  refinement_feedback: $localize`from the previous turn’s files`,
};

/** What was checked, what is left for a person, and how the result came about. */
@Component({
  selector: 'tl-conversion-checks',
  template: `
    <h2 class="conversion-status" [attr.data-status]="report().status">
      @if (report().status === 'accepted') {
        <svg aria-hidden="true" class="icon"><use href="icons.svg#check" /></svg>
        <ng-container i18n>Accepted</ng-container>
      } @else {
        <svg aria-hidden="true" class="icon"><use href="icons.svg#alert" /></svg>
        <ng-container i18n>Needs your review</ng-container>
      }
    </h2>
    @for (reason of report().reasons; track $index) {
      <p class="note">{{ reason }}</p>
    }
    @if (report().converter === 'rules') {
      <p class="note" i18n>Made by fixed rules; no model reviewed this.</p>
    }
    <h3 i18n>Checks</h3>
    <ul class="conversion-gates">
      @for (gate of gates(); track gate.id) {
        <li [class.is-open]="gate.open > 0">
          <svg aria-hidden="true" class="icon small">
            <use [attr.href]="gate.open > 0 ? 'icons.svg#alert' : 'icons.svg#check'" />
          </svg>
          <span>{{ gate.words }}</span>
          <span class="conversion-count">
            @if (gate.open > 0) {
              <ng-container i18n>{{ gate.open }} open</ng-container>
            } @else {
              <span class="visually-hidden" i18n>passed</span>
            }
          </span>
        </li>
      }
    </ul>
    @if (entries().length > 0) {
      <h3 i18n>To review</h3>
      <ul class="conversion-ledger">
        @for (entry of entries(); track $index) {
          <li>
            <button type="button" class="ledger-entry" (click)="lineAsked.emit(entry)">
              {{ entry.words }}
              <span class="conversion-count" i18n>{{ entry.file }}, line {{ entry.line }}</span>
            </button>
          </li>
        }
      </ul>
    }
    @if (report().attempts.length > 0) {
      <details class="conversion-attempts">
        <summary>{{ attemptsWords() }}</summary>
        <ol>
          @for (each of report().attempts; track each.attempt) {
            <li>
              <p>{{ wayWords[each.way] }}</p>
              @for (finding of each.findings; track $index) {
                <p class="note">{{ finding.file }}, {{ finding.line }}: {{ finding.sentence }}</p>
              }
              @if (each.critique.approved) {
                <p class="note" i18n>The critic had nothing to change.</p>
              } @else {
                @for (fix of each.critique.fixes; track $index) {
                  <p class="note" i18n>The critic: {{ fix }}</p>
                }
              }
            </li>
          }
        </ol>
      </details>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ConversionChecks {
  readonly report = input.required<ConversionReport>();
  readonly lineAsked = output<Pick<LedgerEntry, 'file' | 'line'>>();

  protected readonly wayWords = WAY_WORDS;
  protected readonly gates = computed(() =>
    GATES.map((id) => {
      const open = this.report().findings.filter(({ gate }) => gate === id).length;
      return { id, words: GATE_WORDS[id], open };
    }),
  );
  protected readonly entries = computed(() => {
    const { findings, ledger } = this.report();
    return [
      ...findings.map(({ file, line, sentence }) => ({ file, line, words: sentence })),
      ...ledger.map(({ file, line, reason }) => ({ file, line, words: reason })),
    ];
  });
  protected readonly attemptsWords = computed(() => {
    const { attempts, turn } = this.report();
    return attempts.length === 1
      ? $localize`Turn ${turn}:turn: · 1 attempt`
      : $localize`Turn ${turn}:turn: · ${attempts.length}:count: attempts`;
  });
}
