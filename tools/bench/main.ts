import { fsyncTime, growth, longThread, overhead, revival, type Row } from './rows.ts';

/** Prints one row per measurement; ends with status 1 when a bar is missed. */
const rows: (() => Row | Row[] | Promise<Row | Row[]>)[] = [
  fsyncTime,
  revival,
  () => growth(false),
  () => growth(true),
  overhead,
  longThread,
];

for (const measure of rows) for (const row of [await measure()].flat()) print(row);

function print({ what, value, unit, bar, note }: Row): void {
  const missed = bar !== undefined && value > bar;
  if (missed) process.exitCode = 1;
  const verdict = bar === undefined ? '' : `bar ${bar} ${unit}: ${missed ? 'MISSED' : 'met'}`;
  const number = `${value.toFixed(2)} ${unit}`;
  console.log([what.padEnd(64), number.padStart(10), verdict, note ?? ''].join('  ').trimEnd());
}
