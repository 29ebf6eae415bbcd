import type { Row } from './row.ts';

/** Prints a measurement; ends the process with status 1 later when a bar is missed. */
export function printRow({ what, value, unit, bar, note }: Row): void {
  const missed = bar !== undefined && value > bar;
  if (missed) process.exitCode = 1;
  const verdict =
    bar === undefined ? '' : `bar ${Number(bar.toFixed(2))} ${unit}: ${missed ? 'MISSED' : 'met'}`;
  const number = `${value.toFixed(2)} ${unit}`;
  console.log([what.padEnd(72), number.padStart(10), verdict, note ?? ''].join('  ').trimEnd());
}
