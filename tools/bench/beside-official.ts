import { MEMORY_PATH, memoryNamespace } from '#contract/names';

import { type Kind, MeasuredServer } from './measured-server.ts';
import { median, quantile, type Row } from './row.ts';
import { Talk } from './talk.ts';

/** A run that does next to nothing, on both servers by turns, each time in a new thread. */
export function trivialRun(): Promise<Row> {
  return MeasuredServer.use('ours', (ours) =>
    MeasuredServer.use('official', async (official) => {
      const [fast, slow]: [number[], number[]] = [[], []];
      const run = async (server: MeasuredServer, number: number) => {
        const talk = await Talk.begin(server, 'trivial');
        return talk.say(`say ${number}`, ['values']);
      };
      for (let number = 1; number <= 45; number += 1) {
        slow.push(await run(official, number));
        fast.push(await run(ours, number));
      }
      const [mine, theirs] = [fast.slice(5), slow.slice(5)];
      return {
        what: 'a trivial run against the official dev server, p50',
        value: median(mine) / median(theirs),
        unit: 'x',
        bar: 0.1,
        note: `${both(mine)} against ${both(theirs)}`,
      };
    }),
  );
}

/** The median, and where 95 of 100 lie. */
function both(times: readonly number[]): string {
  return `${median(times).toFixed(1)} ms (${Math.min(...times).toFixed(1)} to ${quantile(times, 0.95).toFixed(1)})`;
}

const TURNS = 50;

/** What is gone of 50 acknowledged turns, each of which taught a fact, after kill -9 and a new start. */
export async function lostByKill(kind: Kind): Promise<Row[]> {
  const { turns, facts } = await MeasuredServer.use(kind, async (server) => {
    const context = { memory_scope: server.owner };
    const talk = await Talk.begin(server, 'memory', context);
    const told = Array.from({ length: TURNS }, (_, n) => `I keep aircraft number ${n + 100}`);
    const said = told.map((fact) => `Please remember that ${fact}.`);
    for (const words of said) await talk.say(words);
    await assertTaught(server, told);
    await server.end('SIGKILL');
    await server.start();
    const heard = await unlessMissing(talk.said(), []);
    const memory = await memoryOf(server);
    return {
      turns: said.filter((words) => !heard.includes(words)).length,
      facts: told.filter((fact) => !memory.includes(fact)).length,
    };
  });
  const where = kind === 'ours' ? '' : ', official dev server';
  const bar = kind === 'ours' ? { bar: 0 } : {};
  const note = `of ${TURNS}`;
  return [
    { what: `acknowledged turns after kill -9${where}`, value: turns, unit: 'lost', ...bar, note },
    { what: `acknowledged memory after kill -9${where}`, value: facts, unit: 'lost', ...bar, note },
  ];
}

/** Throws unless every fact is in the memory: what was never there cannot be lost. */
async function assertTaught(server: MeasuredServer, facts: readonly string[]): Promise<void> {
  const memory = await memoryOf(server);
  const missing = facts.filter((fact) => !memory.includes(fact));
  if (missing.length > 0) throw new Error(`Never remembered: ${missing.join(', ')}`);
}

async function memoryOf({ client, owner }: MeasuredServer): Promise<string> {
  const item = await unlessMissing(client.store.getItem(memoryNamespace(owner), MEMORY_PATH), null);
  const content: unknown = item?.value['content'];
  return Array.isArray(content) ? content.join('\n') : typeof content === 'string' ? content : '';
}

/** What was asked for, or `otherwise` where the server says that there is no such thing. */
async function unlessMissing<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return otherwise;
    throw error;
  }
}
