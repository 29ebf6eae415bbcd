import type { ResearchRecord } from './record.ts';

/** The report: every statement with its quotations, or marked as unsupported. Written by rules. */
export function writeReport({ question, by, verified, notes }: ResearchRecord): string {
  const source =
    by === 'model'
      ? 'Statements by the model. Every quotation was found to the letter in your documents.'
      : 'By fixed rules, without a model: sentences of your documents that share words with the question.';
  const statements = verified.map(({ statement, supported, citations }, at) =>
    [
      `${at + 1}. ${statement}${supported ? '' : ' (unsupported)'}`,
      ...citations.map(
        ({ name, start, end, quote }) => `   “${quote}” (${name}, ${start} to ${end})`,
      ),
    ].join('\n'),
  );
  const found = statements.length > 0 ? statements : ['Your documents say nothing about that.'];
  const removed = notes.length > 0 ? ['', 'Removed:', ...notes.map((note) => `- ${note}`)] : [];
  return [question, '', source, '', ...found, ...removed].join('\n');
}
