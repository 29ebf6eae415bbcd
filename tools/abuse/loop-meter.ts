/**
 * Loaded into a server first (`--import`): notes how much processor time its event loop spends before
 * it comes round again. Time on the wall would tell how busy the machine is.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** How often the meter is read, in milliseconds; a loop that is held reads it later. */
const READ_MS = 10;
/** Holds that are noted, in milliseconds of processor time. */
const NOTED_MS = 20;

const file = process.env['LOOP_METER'];
if (file !== undefined && isMainThread) {
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    const heldMs = (user + system) / 1000;
    if (heldMs >= NOTED_MS) appendFileSync(file, `${Math.round(heldMs)}\n`);
  }, READ_MS);
  timer.unref();
}
