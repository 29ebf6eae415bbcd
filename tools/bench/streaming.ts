import { setTimeout as pause } from 'node:timers/promises';

import { MeasuredServer } from './measured-server.ts';
import { ModelServer } from './model-server.ts';
import { median, quantile, type Row } from './row.ts';
import { AS_OUR_CLIENT, Talk } from './talk.ts';

/** An answer that streams: chunks of five characters, one every ten milliseconds. */
const CHUNKS = 200;
const CHUNK_CHARACTERS = 5;
const EVERY_MS = 10;
const ANSWERS = 10;
/** The question whose answer comes in one piece. */
const AT_ONCE = 'all at once';

/**
 * What the server adds to an answer that comes piece by piece over real HTTP: the product's own graph,
 * the library's client for the model, the event log, and the SDK's client as reader. The model and the
 * reader are in this process, so that both look at one clock.
 */
export async function streaming(): Promise<Row[]> {
  /** When each chunk of the answer under way was said. */
  let saidAt: number[] = [];
  const model = await ModelServer.start(async (question, say) => {
    saidAt = [];
    for (let number = 0; number < CHUNKS; number += 1) {
      if (question !== AT_ONCE) await pause(EVERY_MS);
      saidAt.push(performance.now());
      if (question !== AT_ONCE) say(numbered(number));
    }
    if (question === AT_ONCE) say(saidAt.map((_, number) => numbered(number)).join(''));
  });
  const settings = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'not-a-real-key' };
  try {
    return await MeasuredServer.use('ours', (server) => measure(server, () => saidAt), settings);
  } finally {
    await model.stop();
  }
}

async function measure(server: MeasuredServer, saidAt: () => number[]): Promise<Row[]> {
  const talk = await Talk.begin(server, 'memory', { memory_scope: server.owner });
  const [first, later, end, pieces]: [number[], number[], number[], number[]] = [[], [], [], []];
  const [cpuStreamed, cpuAtOnce]: [number[], number[]] = [[], []];
  for (let answer = 0; answer < ANSWERS; answer += 1) {
    cpuAtOnce.push(await processorTime(server, () => talk.say(AT_ONCE, AS_OUR_CLIENT)));
    let heard = 0;
    let events = 0;
    const hear = (text: string) => {
      const now = performance.now();
      if (text !== '') events += 1;
      for (let left = text.length / CHUNK_CHARACTERS; left > 0; left -= 1) {
        (heard === 0 ? first : later).push(now - (saidAt()[heard] ?? NaN));
        heard += 1;
      }
    };
    cpuStreamed.push(
      await processorTime(server, () => talk.say(`tell ${answer}`, AS_OUR_CLIENT, hear)),
    );
    if (heard !== CHUNKS) throw new Error(`${heard} of ${CHUNKS} chunks were heard`);
    end.push(performance.now() - (saidAt().at(-1) ?? NaN));
    pieces.push(events);
  }
  const perChunk = (median(cpuStreamed) - median(cpuAtOnce)) / CHUNKS;
  return [
    latency('first chunk of an answer, from the model to the reader, p50', first),
    latency('its later chunks (joined for up to 30 ms), p50', later),
    latency('from the last chunk to the end of the stream, p50', end),
    {
      what: 'processor time of the server per chunk, beyond the answer in one piece',
      value: perChunk,
      unit: 'ms',
      note: `${CHUNKS} chunks became ${median(pieces)} events`,
    },
  ];
}

/** Text that says its place, so that the reader knows when it was said. */
function numbered(number: number): string {
  return String(number).padStart(CHUNK_CHARACTERS, '0');
}

function latency(what: string, times: readonly number[]): Row {
  const note = `p95 ${quantile(times, 0.95).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`;
  return { what, value: median(times), unit: 'ms', note };
}

async function processorTime(server: MeasuredServer, doing: () => Promise<unknown>) {
  const before = server.processorMs;
  await doing();
  return server.processorMs - before;
}
