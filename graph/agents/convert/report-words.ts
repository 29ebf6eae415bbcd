import type { ConversionReport } from '#contract/conversion';
import type { LedgerEntry, OutFile } from '#contract/convert';

/** Most ledger entries that a message lists; the report has them all. */
const MAX_LISTED = 20;

export const FIXED_RULES = 'Made by fixed rules; no model reviewed this.';

/** The report as the conversation's answer, in Markdown. */
export function reportInWords(report: ConversionReport, result: readonly OutFile[]): string {
  const { turn, attempts, converter } = report;
  const count = attempts.length === 1 ? 'one attempt' : `${attempts.length} attempts`;
  return [
    `**${statusInWords(report)}**: turn ${turn}, ${count}.`,
    `Files: ${result.map(({ name }) => `\`${name}\``).join(', ')}.`,
    ...(converter === 'rules' ? [FIXED_RULES] : []),
    ...list('Why a person should look:', report.reasons),
    ...list(
      'What the gates found:',
      report.findings.map(({ file, line, sentence }) => `\`${file}\` line ${line}: ${sentence}`),
    ),
    ...list('Left open:', report.ledger.map(ledgerLine)),
  ].join('\n\n');
}

/** The status as a person says it. */
export function statusInWords({ status }: ConversionReport): string {
  return status === 'accepted' ? 'Accepted' : 'Needs review';
}

export function ledgerLine({ file, line, reason }: LedgerEntry): string {
  return `\`${file}\` line ${line}: ${reason}`;
}

function list(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_LISTED;
  const shown = lines.slice(0, MAX_LISTED).map((line) => `- ${line}`);
  return [[title, ...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')];
}
