import { printRow } from './print-row.ts';
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

for (const measure of rows) for (const row of [await measure()].flat()) printRow(row);
