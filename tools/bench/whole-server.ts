import type { StreamMode } from '@langchain/langgraph-sdk';

import { MeasuredServer } from './measured-server.ts';
import { median, type Row } from './row.ts';
import { LOOK_UP, sentence } from './scripted-model.ts';
import { AS_OUR_CLIENT, Talk, WITH_VALUES } from './talk.ts';

/** What the data directory holds after 100 turns whose question and answer are 1 kB each. */
export function growth(tool: boolean): Promise<Row[]> {
  return MeasuredServer.use('ours', async (server) => {
    const talk = await Talk.begin(server, 'deep');
    for (let turn = 1; turn <= 100; turn += 1)
      await talk.say(sentence(`${tool ? LOOK_UP : 'say'} ${turn} `, 1000));
    const running = server.bytes;
    await server.end('SIGTERM');
    const what = `data of 100 turns of 1 kB, ${tool ? 'with' : 'without'} a tool call each`;
    return [
      { what: `${what}, while running`, value: running / 1e6, unit: 'MB', bar: 2 },
      { what: `${what}, stopped`, value: server.bytes / 1e6, unit: 'MB', bar: 2 },
    ];
  });
}

/**
 * One thread at 800 short runs: what it holds, and what its late runs take beside those of a thread
 * at 50, taken turn about so that both meet the same load.
 */
export function longThread(): Promise<Row[]> {
  return MeasuredServer.use('ours', async (server) => {
    const [short, long] = [await Talk.begin(server, 'deep'), await Talk.begin(server, 'deep')];
    for (let run = 1; run <= LATE; run += 1) await long.say(shortMessage(run));
    const size = server.bytes;
    for (let run = 1; run <= EARLY; run += 1) await short.say(shortMessage(run));
    return [
      { what: 'data of one thread at 760 short runs', value: size / 1e6, unit: 'MB', bar: 11.4 },
      {
        ...(await against(long, short, AS_OUR_CLIENT)),
        what: 'run 775 against run 50, p50',
        bar: 2,
      },
      {
        ...(await against(long, short, WITH_VALUES)),
        what: 'run 805 against run 80, whole states streamed, p50',
      },
    ];
  });
}

/** Runs that a thread has had before some are taken for measuring: their middle is run 775, or 50. */
const LATE = 760;
const EARLY = 35;
const TAKEN = 30;

async function against(long: Talk, short: Talk, modes: readonly StreamMode[]) {
  const [early, late]: [number[], number[]] = [[], []];
  for (let run = 1; run <= TAKEN; run += 1) {
    early.push(await short.say(shortMessage(run), modes));
    late.push(await long.say(shortMessage(run), modes));
  }
  const [fast, slow] = [median(early), median(late)];
  const note = `${slow.toFixed(1)} ms against ${fast.toFixed(1)} ms`;
  return { value: slow / fast, unit: 'x' as const, note };
}

function shortMessage(number: number): string {
  return sentence(`question ${number} `, 40);
}
