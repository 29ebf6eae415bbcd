/** A conversion as a client sees it, with the contract's input and values, by three fixed rules. */
import { createHash } from 'node:crypto';

import { AIMessage } from '@langchain/core/messages';
import { Annotation, MessagesAnnotation, StateGraph } from '@langchain/langgraph';

import type { ConversionReport, Upload } from '#contract/conversion';
import type { OutFile, SourceFile } from '#contract/convert';
import { completeRules } from '#graph/rules';

export const rules = completeRules({
  title: 'Convert',
  description: 'Turns Selenium tests into Playwright tests, and changes what you say.',
  features: ['conversion'],
});

/** A value that the newest write replaces. */
const newest = <T>(value: T) => Annotation<T>({ reducer: (_, next) => next, default: () => value });

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  uploads: newest<readonly Upload[]>([]),
  refinement: newest(''),
  conventions: newest<readonly string[]>([]),
  sources: newest<readonly SourceFile[]>([]),
  baseline: newest<readonly OutFile[]>([]),
  result: newest<readonly OutFile[]>([]),
  turn: newest(1),
  report: Annotation<ConversionReport>,
});

export const graph = new StateGraph(State)
  .addNode('convert', (state) => {
    const { conventions, refinement, result, sources, uploads } = state;
    if (uploads.length === 0 && refinement === '')
      return { messages: [new AIMessage(`${result.length} files are converted.`)] };
    const turn = result.length === 0 ? 1 : state.turn + 1;
    const kept = refinement === '' ? conventions : [...conventions, refinement];
    const files = uploads.length === 0 ? sources : uploads.map(sourceOf);
    const made = files.map((file) => converted(file, kept));
    return {
      uploads: [],
      refinement: '',
      conventions: kept,
      sources: files,
      baseline: result,
      result: made,
      turn,
      report: reportOf(turn, made),
      messages: [new AIMessage(`Converted ${made.length} files.`)],
    };
  })
  .addEdge('__start__', 'convert')
  .compile();

function sourceOf({ name, text }: Upload): SourceFile {
  return { name, text, hash: createHash('sha256').update(text).digest('hex') };
}

function converted({ name, text }: SourceFile, conventions: readonly string[]): OutFile {
  const lines = text.split('\n').map((line) => {
    const field = /By\.id\('(\w+)'\)/.exec(line)?.[1];
    if (line.includes('driver.sleep(')) return '  // TODO(review): a wait';
    if (field === undefined) return line;
    const locator = conventions.length > 0 ? `getByTestId('${field}')` : `locator('#${field}')`;
    return `  await page.${locator}.click();`;
  });
  return { name: name.replace('.test.js', '.spec.ts'), text: lines.join('\n') };
}

function reportOf(turn: number, made: readonly OutFile[]): ConversionReport {
  const ledger = made.flatMap(({ name: file, text }) => {
    const line = text.split('\n').findIndex((each) => each.includes('TODO(review)')) + 1;
    const reason = 'The wait had no condition.';
    return line === 0 ? [] : [{ file, line, kind: 'todo' as const, reason }];
  });
  const critique = { approved: true, fixes: [], by: 'rules' as const };
  const way = turn === 1 ? ('first' as const) : ('refinement_feedback' as const);
  return {
    turn,
    status: ledger.length === 0 ? 'accepted' : 'needs-review',
    reasons: ledger.length === 0 ? [] : ['Lines are left to be reviewed.'],
    converter: 'rules',
    attempts: [{ attempt: 1, way, passed: true, findings: [], critique }],
    findings: [],
    ledger,
  };
}
