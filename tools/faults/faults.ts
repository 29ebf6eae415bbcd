import { badGraphs } from './bad-graphs.ts';
import { blockedLoop } from './blocked-loop.ts';
import { diskFull } from './disk-full.ts';
import { killAfterEveryWrite } from './kill-after-every-write.ts';
import { killAtRandom } from './kill-at-random.ts';
import type { Fault } from './lab.ts';
import { manyStreams } from './many-streams.ts';
import { secondProcess } from './second-process.ts';
import { writersAtOnce } from './writers-at-once.ts';

/** Every fault by its name on the command line. */
export const FAULTS: ReadonlyMap<string, Fault> = new Map(
  Object.entries({
    'kill-after-every-write': killAfterEveryWrite,
    'kill-at-random': killAtRandom,
    'writers-at-once': writersAtOnce,
    'disk-full': diskFull,
    'second-process': secondProcess,
    'many-streams': manyStreams,
    'bad-graphs': badGraphs,
    'blocked-loop': blockedLoop,
  }),
);
