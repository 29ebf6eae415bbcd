import assert from 'node:assert/strict';
import { existsSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

import { Api, say } from './api.ts';
import { assertWhole } from './check.ts';
import type { Extent, Finding, Lab } from './lab.ts';

/** Far longer than anything here waits, in milliseconds: only the end of the process ends it. */
const FOR_EVER = 600_000;
/** Longer than what the watchdog leaves alone, in milliseconds. */
const A_WHILE = 1500;

interface Stall {
  readonly over: boolean;
  readonly processor_ms: number;
  readonly activity: { readonly kind: string; readonly run_id?: string } | null;
}

/**
 * Runs that keep the event loop to themselves, in a loop of code, in a pattern and by waiting; the
 * process is then killed, or asked to stop, which a blocked loop cannot notice.
 */
export async function blockedLoop(lab: Lab, extent: Extent): Promise<Finding> {
  const times = extent === 'long' ? 5 : 1;
  const dataDir = lab.directory();
  const stalls = new Stalls(join(dataDir, 'stalls.json'));
  let server = await lab.server({ dataDir });
  const api = new Api(() => server.apiUrl);
  const restart = async () => (server = await lab.server({ dataDir }));

  for (let time = 0; time < times; time += 1) {
    for (const [how, end] of [
      ['busy', 'kill'],
      ['pattern', 'term'],
    ] as const) {
      const { threadId, runId } = await begin(api, `${how} ${FOR_EVER}`);
      await stalls.of(runId, ({ over, processor_ms }) => !over && processor_ms > 1000);
      if (end === 'kill') await server.kill();
      else {
        server.askToStop();
        await server.exited();
      }
      await restart();
      await api.join(threadId, runId);
      const { status, error } = await api.run(threadId, runId);
      assert.equal(status, 'error', `${how}, ${end}: the run was taken up again`);
      assert.match(error?.message ?? '', /kept the server from doing anything else/);
      const { messages = [] } = await api.turn(threadId, say('blocking', 'busy 0'));
      assert.equal(messages.at(-1)?.content, 'That is over.');
    }

    const short = await begin(api, `busy ${A_WHILE}`);
    await api.join(short.threadId, short.runId);
    assert.equal((await api.run(short.threadId, short.runId)).status, 'success');
    await stalls.of(short.runId, ({ over }) => over);

    const waiting = await begin(api, `waiting ${A_WHILE}`);
    await stalls.of(waiting.runId, ({ over }) => !over);
    await server.kill();
    await restart();
    await api.join(waiting.threadId, waiting.runId);
    const taken = await api.run(waiting.threadId, waiting.runId);
    assert.equal(taken.status, 'success', 'a run that used no processor time is taken up again');
  }
  await server.stop();
  assertWhole(dataDir, 'afterwards');
  return {
    fault: 'a run that keeps the event loop to itself',
    done: `${times} times each: in code and in a pattern, then kill -9 or SIGTERM; for ${A_WHILE / 1000} s; waiting without processor time, then kill -9`,
    held: 'recorded on disk with the run’s id; SIGTERM ends the process; what used up the loop ends in an error that says so, what only waited is taken up again; the thread takes the next turn',
  };
}

async function begin(api: Api, text: string): Promise<{ threadId: string; runId: string }> {
  const threadId = await api.thread();
  const { run_id: runId } = await api.start(threadId, say('blocking', text));
  return { threadId, runId };
}

/** The watchdog's record, read as it is written. */
class Stalls {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves once a stall of this run is recorded that is as wanted. */
  async of(runId: string, wanted: (stall: Stall) => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const look = () => {
      if (this.#read().some((stall) => stall.activity?.run_id === runId && wanted(stall)))
        resolve(undefined);
    };
    const watcher = watch(join(this.#file, '..'), look);
    try {
      look();
      await promise;
    } finally {
      watcher.close();
    }
  }

  #read(): readonly Stall[] {
    if (!existsSync(this.#file)) return [];
    return JSON.parse(readFileSync(this.#file, 'utf8')) as readonly Stall[];
  }
}
