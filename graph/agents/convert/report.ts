import { AIMessage } from '@langchain/core/messages';
import type { LangGraphRunnableConfig } from '@langchain/langgraph';

import { MAX_ATTEMPTS, type ConversionReport, type Converter } from '#contract/conversion';
import type { LedgerEntry } from '#contract/convert';

import { openTurn, type State, type Update } from './state.ts';
import { tell } from './tell.ts';
import { reportInWords } from './report-words.ts';

/** Ends the turn: the best that it made becomes the thread's. */
export function report(by: Converter, ended: State, config: LangGraphRunnableConfig): Update {
  const state = { ...ended, ...ended.best };
  const { turn, conventions, baseline, rewritten } = openTurn(state);
  const ledger = ledgerOf(state);
  const reasons = reasonsOf(state, ledger, by);
  const status = reasons.length === 0 ? 'accepted' : 'needs-review';
  const done: ConversionReport = {
    turn,
    status,
    reasons,
    converter: by,
    attempts: state.attempts,
    findings: state.validation?.findings ?? [],
    ledger,
  };
  tell(config, { node: 'report', turn, attempt: state.attempt, status, reasons });
  return {
    turn,
    conventions,
    baseline,
    result: state.draft,
    rewritten,
    report: done,
    open: null,
    best: null,
    messages: [new AIMessage(reportInWords(done, state.draft))],
  };
}

/** What is left open in the text, and what the fixed rules noted beside it; each once, by line. */
function ledgerOf({ validation, notes }: State): LedgerEntry[] {
  const entries = new Map(
    [...(validation?.ledger ?? []), ...notes].map((entry) => [JSON.stringify(entry), entry]),
  );
  return [...entries.values()].sort(
    (a, b) => Number(a.file > b.file) - Number(a.file < b.file) || a.line - b.line,
  );
}

function reasonsOf(state: State, ledger: readonly LedgerEntry[], by: Converter): string[] {
  const found = state.validation?.findings ?? [];
  const gates = [...new Set(found.map(({ gate }) => gate))];
  const open = (kind: LedgerEntry['kind']) => ledger.filter((entry) => entry.kind === kind).length;
  const [todos, rules, premises] = [open('todo'), open('rule'), open('premise')];
  const capped = state.attempt >= MAX_ATTEMPTS && by === 'model';
  const fixes = state.critique?.fixes.length ?? 0;
  return [
    ...gates.map((gate) => `The gate "${gate}" refuses the result.`),
    ...(capped && (gates.length > 0 || fixes > 0)
      ? [`The turn has used its ${MAX_ATTEMPTS} attempts.`]
      : []),
    ...criticReason(state),
    ...(todos > 0
      ? [`${counted(todos, 'place is', 'places are')} left open with a TODO(review).`]
      : []),
    ...(rules > 0
      ? [`${counted(rules, 'instruction was', 'instructions were')} not followed in full.`]
      : []),
    ...(premises > 0
      ? [
          `${counted(premises, 'place rests', 'places rest')} on something that the source does not prove.`,
        ]
      : []),
  ];
}

function criticReason({ critique }: State): string[] {
  if (critique?.by !== 'model' || critique.approved) return [];
  return critique.fixes.length > 0
    ? [`The critic still asks for ${counted(critique.fixes.length, 'change', 'changes')}.`]
    : ['The critic did not approve the result.'];
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
