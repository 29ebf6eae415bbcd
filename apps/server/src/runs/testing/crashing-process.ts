/**
 * A server process that a test kills: it opens the folder named by its argument, begins a run that
 * says a little and then falls silent, and prints the run's id once that has been heard.
 */
import { openSqliteStorage } from '../../storage/sqlite/sqlite-storage.ts';
import { createRunEngine } from '../create-run-engine.ts';
import { newRun, OWNER, PATIENT, say } from './engine-harness.ts';
import { speakingGraph } from '#graph/fixtures/graphs';

const [, , directory = '', threadId = ''] = process.argv;
const storage = await openSqliteStorage(directory);
const speaking = speakingGraph(async function* () {
  yield 'Half an answer';
  await new Promise<never>(() => undefined);
});
const engine = createRunEngine({
  storage,
  graphs: new Map(Object.entries({ speaking })),
  logger: console,
});
await storage.threads.create({ threadId, owner: OWNER, metadata: {} }, 'raise');
const { runId } = await engine.submit(
  newRun(threadId, {
    graph_id: 'speaking',
    input: say('hello'),
    stream_mode: ['messages-tuple', 'values'],
  }),
);
for await (const { event } of engine.follow(runId, -1, PATIENT))
  if (event === 'messages') console.log(runId);
