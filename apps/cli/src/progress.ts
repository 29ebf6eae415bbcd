import type { ConversionEvent } from '#contract/conversion-events';

/** One line on a step of the turn. */
export function progressLine(event: ConversionEvent): string {
  switch (event.node) {
    case 'intake':
      return `Turn ${event.turn}${rulesInWords(event.conventions.length)}`;
    case 'convert':
      return `Attempt ${event.attempt}: ${event.by === 'model' ? 'the model converts' : 'fixed rules convert'}`;
    case 'validate':
      return event.passed
        ? 'Gates: passed'
        : `Gates: ${event.findings.map(({ sentence }) => sentence).join(' ')}`;
    case 'critique':
      if (event.by === 'rules') return 'Critic: none; no model reviews this';
      return event.approved ? 'Critic: approved' : `Critic: ${event.fixes.join(' ')}`;
    case 'report':
      return event.status === 'accepted' ? 'Accepted' : `Needs review: ${event.reasons.join(' ')}`;
  }
}

function rulesInWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ', 1 rule' : `, ${count} rules`;
}
