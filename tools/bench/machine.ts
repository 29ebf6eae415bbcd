import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { median, quantile, type Row } from './row.ts';

/** What the disk of this machine takes to make a write safe: times of others are read beside it. */
export function fsyncTime(): Row {
  const directory = mkdtempSync(join(tmpdir(), 'fsync-'));
  const file = openSync(join(directory, 'file'), 'w');
  const page = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 300 }, () => {
    const start = performance.now();
    writeSync(file, page);
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  rmSync(directory, { recursive: true });
  const note = `p99 ${quantile(times, 0.99).toFixed(2)} ms`;
  return { what: 'write and fsync of 4 KiB, p50', value: median(times), unit: 'ms', note };
}
