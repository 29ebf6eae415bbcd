import { MeasuredServer } from './measured-server.ts';
import { median, type Row } from './row.ts';
import { LOOK_UP, sentence } from './scripted-model.ts';
import { Talk } from './talk.ts';

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
    const long = await Talk.begin(server, 'deep');
    let runs = 0;
    const next = (talk: Talk) => talk.say(sentence(`question ${(runs += 1)} `, 40));
    while (runs < 750) await next(long);
    const size = server.bytes;
    const short = await Talk.begin(server, 'deep');
    for (let run = 0; run < 25; run += 1) await next(short);
    const [early, late]: [number[], number[]] = [[], []];
    for (let run = 0; run < 50; run += 1) {
      early.push(await next(short));
      late.push(await next(long));
    }
    const [at50, at775] = [median(early), median(late)];
    return [
      {
        what: 'data of one thread at 800 short runs',
        value: (size * 800) / 750 / 1e6,
        unit: 'MB',
        bar: 12,
        note: 'measured at 750',
      },
      {
        what: 'run 775 against run 50, p50',
        value: at775 / at50,
        unit: 'x',
        bar: 2,
        note: `${at775.toFixed(1)} ms against ${at50.toFixed(1)} ms`,
      },
    ];
  });
}
