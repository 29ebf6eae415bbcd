const DAY_MS = 86_400_000;

/** A calendar day as people write it for machines: `2026-03-12`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** When a day begins where the person is. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(day);
  const guess = midnight - offsetAt(midnight, timeZone);
  // Where the clock was put forward or back in between, the offset of the guess holds.
  return new Date(midnight - offsetAt(guess, timeZone));
}

/** When a day is over where the person is. */
export function endOfDay(day: string, timeZone: string): Date {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  return startOfDay(next, timeZone);
}

/** What a clock of that zone is ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  // The Swedish way to write a moment is that of ISO 8601.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  }).format(moment);
  return Date.parse(`${clock.replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000;
}
