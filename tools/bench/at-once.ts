import { setTimeout as pause } from 'node:timers/promises';

import { type Kind, MeasuredServer } from './measured-server.ts';
import { ModelServer } from './model-server.ts';
import type { Row } from './row.ts';
import { Talk } from './talk.ts';

/** What a model takes, in milliseconds: one that takes none would put runs in order by itself. */
const MODEL_MS = 20;

/**
 * Runs sent at once into one conversation, to be queued: how many of those that the server
 * acknowledged are missing from it when all are over.
 */
export async function atOnce(kind: Kind, count: number): Promise<Row> {
  const model = await ModelServer.start(async (question, say) => {
    await pause(MODEL_MS);
    say(`heard ${String(question)}`);
  });
  const settings = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'not-a-real-key' };
  try {
    return await MeasuredServer.use(kind, (server) => send(server, kind, count), settings);
  } finally {
    await model.stop();
  }
}

async function send(server: MeasuredServer, kind: Kind, count: number): Promise<Row> {
  const context = { memory_scope: server.owner };
  const talk = await Talk.begin(server, 'memory', context);
  const { runs } = server.client;
  const sent = Array.from({ length: count }, (_, number) => `message ${number}`);
  const settled = await Promise.allSettled(
    sent.map((content) =>
      runs.create(talk.threadId, 'memory', {
        input: { messages: [{ role: 'human', content }] },
        context,
        multitaskStrategy: 'enqueue',
      }),
    ),
  );
  const acknowledged = settled.flatMap((reply, at) =>
    reply.status === 'fulfilled' ? [{ content: sent[at], runId: reply.value.run_id }] : [],
  );
  for (const { runId } of acknowledged) await runs.join(talk.threadId, runId);
  const kept = await talk.said();
  const lost = acknowledged.filter(({ content }) => !kept.includes(content)).length;
  return {
    what: `runs at once in one conversation${kind === 'ours' ? '' : ', official dev server'}`,
    value: lost,
    unit: 'lost',
    ...(kind === 'ours' && { bar: 0 }),
    note: `of ${acknowledged.length} acknowledged, ${count} sent`,
  };
}
