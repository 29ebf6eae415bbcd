import assert from 'node:assert/strict';

import { LLMock, type ChatMessage } from '@copilotkit/aimock';

import { MEMORY_PATH } from '#contract/names';

import { Api, say, type Message } from './api.ts';
import { assertWhole, occurrences, said } from './check.ts';
import type { Extent, Finding, Lab } from './lab.ts';
import { unlessGone } from './unless-gone.ts';

/** More writes than a turn makes until both of its calls are under way. */
const MANY = 40;
/** Of them, those that the short form kills after. */
const SOME = [8];

/** What a run must stream for its reader to see that one call has a result and the other has begun. */
const TOLD = { stream_mode: ['tasks', 'custom'], stream_subgraphs: true };

const LINE = '- flies a PC-12';
const FOR_EVER = 'wait for ever';
const AND_NOW = 'and now?';

/**
 * A turn of two calls at once, one of which writes the memory while the other never ends: killed after
 * every single write, and stopped by a person as soon as the next server has taken it up. Whatever was
 * reached by then, transcript and model are told of the write what the memory says of it.
 */
export async function stopTwoCalls(lab: Lab, extent: Extent): Promise<Finding> {
  const { model, prompts } = await twoCallModel(lab);
  const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${model.url}/v1` };
  const counts = extent === 'long' ? Array.from({ length: MANY }, (_, writes) => writes) : SOME;
  let [made, kills] = [0, 0];
  for (const writes of counts) {
    const where = `two calls, killed after ${writes} writes`;
    const dataDir = lab.directory();
    const preload = new URL(`./die-after-writes.ts?writes=${writes}`, import.meta.url);
    const dying = await lab.server({ dataDir, preload, env });
    const { owner } = new Api(() => '');
    const doomed = new Api(() => dying.apiUrl, owner);
    const threadId = await doomed.thread();
    const run = await unlessGone(
      dying,
      doomed.start(threadId, { ...say('memory', 'go'), ...TOLD }),
    );
    const died = run && (await diesBefore(dying.exited(), doomed, threadId, run.run_id));
    if (died) kills += 1;
    await dying.kill();
    const next = await lab.server({ dataDir, env });
    const api = new Api(() => next.apiUrl, owner);
    for (const { run_id } of await api.runs(threadId)) await api.cancel(threadId, run_id);
    assert.equal(await api.threadStatus(threadId), 'idle', where);
    prompts.length = 0;
    const outcome = await api.turn(threadId, say('memory', AND_NOW));
    assert.equal(outcome.__error__, undefined, where);
    if (await isTold(api, threadId, prompts.at(-1) ?? [], where)) made += 1;
    await next.stop();
    assertWhole(dataDir, where);
  }
  return {
    fault: 'two calls at once, one never ends: kill -9 after every write, then a stop',
    done: `${counts.length} times, ${kills} of them killed on the way; the write had been made in ${made}`,
    held: 'what was said was there once; a write that was made was told as made, to the model and in the transcript, and one that was not as called off',
  };
}

/** Whether the server died before the turn was where it stays for ever. */
async function diesBefore(
  death: Promise<unknown>,
  api: Api,
  threadId: string,
  runId: string,
): Promise<boolean> {
  const leaving = new AbortController();
  const stuck = reachesSubagent(api, threadId, runId, leaving.signal);
  const first = await Promise.race([death.then(() => true), stuck.then(() => false)]);
  leaving.abort();
  return first;
}

/** Resolves once the write has its result and the subagent has begun; never if the server dies. */
async function reachesSubagent(
  api: Api,
  threadId: string,
  runId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { body } = await api.events(threadId, runId, signal);
    let told = '';
    const decoder = new TextDecoder();
    for await (const chunk of body as ReadableStream<Uint8Array>) {
      told += decoder.decode(chunk, { stream: true });
      if (told.includes('"reader":"subagent"') && told.includes('"type":"tool"')) return;
    }
  } catch (error) {
    if (!(error instanceof TypeError) && !signal.aborted) throw error;
  }
  await new Promise<never>(() => undefined);
}

/** Whether the write was made; throws unless transcript and model were told just that. */
async function isTold(
  api: Api,
  threadId: string,
  prompt: readonly ChatMessage[],
  where: string,
): Promise<boolean> {
  const { values } = await api.state(threadId);
  const messages = values.messages ?? [];
  assert.deepEqual(said(messages), ['go', AND_NOW], `${where}: what was said`);
  const written = occurrences(await api.memory(), LINE) === 1;
  const transcript = messages.filter(isWrite).map(({ content }) => contentText(content));
  const model = prompt
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => contentText(content));
  const calls = messages.filter(({ tool_calls = [] }) => tool_calls.length > 0).length;
  assert.equal(transcript.length, calls, `${where}: each write has a result`);
  for (const told of transcript) {
    assert.equal(told.includes('was cancelled'), !written, `${where}: told of the write: ${told}`);
    assert.ok(model.includes(told), `${where}: the model was told something else`);
  }
  assert.ok(!written || calls > 0, `${where}: a write without its call`);
  return written;
}

function isWrite({ type, ...message }: Message): boolean {
  return type === 'tool' && 'name' in message && message.name === 'write_file';
}

/** A model server that asks for both calls, and answers no subagent. */
async function twoCallModel(lab: Lab) {
  const prompts: ChatMessage[][] = [];
  const model = new LLMock({ port: 0 });
  model.on({ predicate: () => true }, async ({ messages }) => {
    prompts.push(messages);
    const last = messages.findLast(({ role }) => role === 'user')?.content;
    if (last === FOR_EVER) await new Promise<never>(() => undefined);
    if (last === AND_NOW) return { content: 'I see.' };
    return {
      toolCalls: [
        call('write_file', { file_path: MEMORY_PATH, content: `${LINE}\n` }),
        call('task', { description: FOR_EVER, subagent_type: 'general-purpose' }),
      ],
    };
  });
  await model.start();
  lab.undoLater(() => model.stop());
  return { model, prompts };
}

function call(name: string, args: object) {
  return { name, arguments: JSON.stringify(args) };
}

/** The text of a tool's message, which is one here. */
function contentText(content: unknown): string {
  assert.equal(typeof content, 'string', 'the content of a result');
  return content as string;
}
