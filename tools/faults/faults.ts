import { badGraphs } from './bad-graphs.ts';
import { blockedLoop } from './blocked-loop.ts';
import { diskFull } from './disk-full.ts';
import { killAfterEveryWrite } from './kill-after-every-write.ts';
import { killAtRandom } from './kill-at-random.ts';
import { flippedBits } from './flipped-bits.ts';
import type { Fault } from './lab.ts';
import { manyStreams } from './many-streams.ts';
import { readAfterEnd } from './read-after-end.ts';
import { secondProcess } from './second-process.ts';
import { stopTwoCalls } from './stop-two-calls.ts';
import { writersAtOnce } from './writers-at-once.ts';

/** Every fault by its name on the command line. */
export const FAULTS: ReadonlyMap<string, Fault> = new Map(
  Object.entries({
    'kill-after-every-write': killAfterEveryWrite,
    'kill-at-random': killAtRandom,
    'stop-two-calls': stopTwoCalls,
    'read-after-end': readAfterEnd,
    'writers-at-once': writersAtOnce,
    'disk-full': diskFull,
    'second-process': secondProcess,
    'many-streams': manyStreams,
    'bad-graphs': badGraphs,
    'blocked-loop': blockedLoop,
    'flipped-bits': flippedBits,
  }),
);
