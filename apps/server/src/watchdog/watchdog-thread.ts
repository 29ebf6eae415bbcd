import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';

import { activity, type Activity } from './activity.ts';
import { readStalls, writeStalls, type Stall } from './stall-record.ts';
import { SHARE_MS } from './stalled-runs.ts';
import { BEAT, PROBE, STOPPING, type WatchdogSettings } from './watchdog.ts';

/** How often the watchdog looks, in milliseconds. */
const LOOK_MS = 50;
/** Silence after which the main thread is asked what it is doing, in milliseconds. */
const ASK_AFTER_MS = 200;
/** Processor time after which the record of a stall that goes on is written anew, in milliseconds. */
const WRITE_EVERY_MS = 5000;

const { shared, file, graceMs } = workerData as WatchdogSettings;
const stalls = readStalls(file);

/** A silence of the main thread as it goes on. */
interface Silence {
  readonly since: number;
  readonly sinceProcessor: number;
  asked: boolean;
  activity: Activity | null;
  stall?: Stall;
  writtenMs: number;
}

let lastBeat = -1;
let silence: Silence = begin();
let stoppingSince = Number.POSITIVE_INFINITY;
setInterval(look, LOOK_MS);

function look(): void {
  const beat = Atomics.load(shared, BEAT);
  if (Atomics.load(shared, STOPPING) === 1)
    stoppingSince = Math.min(stoppingSince, performance.now());
  if (beat !== lastBeat) {
    if (silence.stall) conclude(silence, silence.stall);
    lastBeat = beat;
    silence = begin();
    return;
  }
  const blockedMs = performance.now() - silence.since;
  if (blockedMs < ASK_AFTER_MS) return;
  if (!silence.asked) ask(silence);
  record(silence, blockedMs);
  // It was told to stop, had its time, and cannot even notice that it is over.
  if (performance.now() - stoppingSince > graceMs) process.kill(process.pid, 'SIGKILL');
}

function begin(): Silence {
  return {
    since: performance.now(),
    sinceProcessor: processorMs(),
    asked: false,
    activity: null,
    writtenMs: 0,
  };
}

/** Asks the main thread, which the inspector interrupts. What holds it in native code answers later. */
function ask(asked: Silence): void {
  asked.asked = true;
  const session = new Session();
  session.connectToMainThread();
  const expression = `globalThis[Symbol.for(${JSON.stringify(PROBE)})]()`;
  session.post('Runtime.evaluate', { expression, returnByValue: true }, (error, reply) => {
    session.disconnect();
    const told: unknown = error ? undefined : reply.result.value;
    const parsed = activity
      .nullable()
      .safeParse(typeof told === 'string' ? JSON.parse(told) : null);
    asked.activity = parsed.data ?? null;
  });
}

function record(of: Silence, blockedMs: number): void {
  const usedMs = processorMs() - of.sinceProcessor;
  if (!isNews(of, blockedMs, usedMs)) return;
  const stall: Stall = {
    began_at: new Date(Date.now() - blockedMs).toISOString(),
    blocked_ms: Math.round(blockedMs),
    processor_ms: Math.round(usedMs),
    activity: of.activity,
    over: false,
  };
  keep(of, stall, usedMs);
}

/** Whether the record says less than is known by now. */
function isNews({ stall, activity: known, writtenMs }: Silence, blockedMs: number, usedMs: number) {
  if (!stall) return blockedMs >= SHARE_MS;
  if (writtenMs < SHARE_MS && usedMs >= SHARE_MS) return true;
  // The answer may come after the first record.
  return usedMs - writtenMs >= WRITE_EVERY_MS || (known !== null && stall.activity === null);
}

function conclude(of: Silence, stall: Stall): void {
  const usedMs = processorMs() - of.sinceProcessor;
  const whole: Stall = {
    ...stall,
    blocked_ms: Math.round(performance.now() - of.since),
    processor_ms: Math.round(usedMs),
    activity: of.activity,
    over: true,
  };
  keep(of, whole, usedMs);
  parentPort?.postMessage(whole);
}

function keep(of: Silence, stall: Stall, usedMs: number): void {
  if (of.stall) stalls.pop();
  stalls.push(stall);
  of.stall = stall;
  of.writtenMs = usedMs;
  writeStalls(file, stalls);
}

/**
 * Processor time of the main thread, in milliseconds; where the system does not tell that of one
 * thread (all but Linux), that of the process.
 */
function processorMs(): number {
  if (process.platform === 'linux') {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(
      ' ',
    );
    return Number(nanoseconds) / 1e6;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
