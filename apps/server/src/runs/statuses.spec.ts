import { auth } from '#graph/auth';
import { createGate } from '#graph/memory/gate';
import { createProcessLock } from '#graph/memory/lock';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, it } from 'vitest';

import { createApp } from '../app.ts';
import { asServedGraph } from '../assistants/load-graphs.ts';
import { readConfig } from '../config.ts';

import { EngineHarness, OWNER, say } from './testing/engine-harness.ts';
import { ObedientGraph, type Order } from './testing/obedient-graph.ts';
import { StatusModel } from './testing/status-model.ts';

/** One thread, asked about through the API, beside the model of what must be true of it. */
class Scene {
  readonly model = new StatusModel();
  readonly #obedient = new ObedientGraph();
  readonly #graphs = { it: asServedGraph(this.#obedient.graph, 'it') };
  readonly #told: string[] = [];
  #harness: EngineHarness | undefined;
  #threadId = '';

  async open(): Promise<void> {
    this.#harness = await EngineHarness.open(this.#graphs);
    this.#threadId = await this.#harness.thread();
  }

  async submit(strategy: string, resumes: boolean): Promise<void> {
    const said = resumes ? { command: { resume: 'yes' } } : { input: say(`${this.#told.length}`) };
    const body = { assistant_id: 'it', multitask_strategy: strategy, ...said };
    const taken = strategy !== 'reject' || this.model.open.length === 0;
    const reply = await this.#ask('POST', '/runs', body);
    this.#told.push(`${strategy}${resumes ? ' resume' : ''}: ${reply.status}`);
    expect(reply.status, this.told).toBe(taken ? 200 : 422);
    if (!taken) return;
    const { run_id } = (await reply.json()) as { run_id: string };
    const replaces = strategy === 'interrupt' || strategy === 'rollback';
    this.model.submit(run_id, replaces ? strategy : 'enqueue', resumes);
  }

  async order(order: Order): Promise<void> {
    const [run] = this.model.open;
    if (!run) return;
    this.#told.push(order);
    this.#obedient.order(run.id, order);
    // Its body comes when the run has ended, and not a moment before.
    await (await this.#ask('GET', `/runs/${run.id}/join`)).text();
    this.model.order(run, order);
  }

  async cancel(which: 'running' | 'last', action: 'interrupt' | 'rollback'): Promise<void> {
    const run = which === 'running' ? this.model.open[0] : this.model.open.at(-1);
    if (!run) return;
    this.#told.push(`${action} ${which}`);
    await this.#ask('POST', `/runs/${run.id}/cancel?wait=1&action=${action}`);
    this.model.cancel(run, action);
  }

  async deleteEnded(): Promise<void> {
    const [id, status] = this.model.runs[0] ?? [];
    if (id === undefined) return;
    const open = status === 'running' || status === 'pending';
    this.#told.push('delete');
    const reply = await this.#ask('DELETE', `/runs/${id}`);
    expect(reply.status, this.told).toBe(open ? 409 : 204);
    if (!open) this.model.delete(id);
  }

  async restart(): Promise<void> {
    this.#told.push('restart');
    this.#obedient.forget();
    await this.#harness?.restart(this.#graphs);
  }

  /** Throws unless the API says of the thread and its runs what the model says. */
  async check(): Promise<void> {
    const [running] = this.model.open;
    if (running) await this.#obedient.started(running.id);
    const thread = (await (await this.#ask('GET', '')).json()) as {
      status: string;
      interrupts: object;
    };
    const runs = (await (await this.#ask('GET', '/runs?limit=100')).json()) as {
      run_id: string;
      status: string;
    }[];
    expect([thread.status, runs.map(({ run_id, status }) => [run_id, status])], this.told).toEqual([
      this.model.thread,
      this.model.runs,
    ]);
    if (thread.status === 'interrupted') expect(thread.interrupts, this.told).not.toEqual({});
    if (thread.status === 'idle') expect(thread.interrupts, this.told).toEqual({});
  }

  get told(): string {
    return this.#told.join(', ');
  }

  async close(): Promise<void> {
    await this.#harness?.close();
  }

  async #ask(method: string, path: string, body?: object): Promise<Response> {
    return this.#app().request(`/api/threads/${this.#threadId}${path}`, {
      method,
      headers: { host: 'localhost', 'x-api-key': OWNER, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  #app() {
    if (!this.#harness) throw new Error('open the scene first');
    const { storage, engine, directory } = this.#harness;
    return createApp({
      config: readConfig({}),
      storage,
      engine,
      graphs: new Map(Object.entries(this.#graphs)),
      auth,
      logger: pino({ level: 'silent' }),
      memoryGate: createGate({ store: storage.store, lock: createProcessLock() }),
      versions: { version: '1', langgraph: '2' },
      clientDir: directory,
    });
  }
}

type Step = (scene: Scene) => Promise<void>;

/** Most restarts in one sequence: a run is begun three times at most. */
const RESTARTS = 2;

const strategy = fc.constantFrom('enqueue', 'enqueue', 'reject', 'interrupt', 'rollback');
const order = fc.constantFrom<Order>('succeed', 'succeed', 'fail', 'ask');
const action = fc.constantFrom<'interrupt' | 'rollback'>('interrupt', 'rollback');
const which = fc.constantFrom<'running' | 'last'>('running', 'last');

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: strategy.map(
      (how): Step =>
        (scene) =>
          scene.submit(how, false),
    ),
  },
  {
    weight: 5,
    arbitrary: order.map(
      (how): Step =>
        (scene) =>
          scene.order(how),
    ),
  },
  {
    weight: 2,
    // An answer is given only where a question waits for one.
    arbitrary: fc.constant<Step>(async (scene) => {
      if (scene.model.thread === 'interrupted') await scene.submit('enqueue', true);
    }),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(which, action).map(
      ([run, how]): Step =>
        (scene) =>
          scene.cancel(run, how),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((scene) => scene.deleteEnded()) },
  { weight: 1, arbitrary: fc.constant<Step>((scene) => scene.restart()) },
);

/** Whatever is done to a thread, the API tells the truth about it after every step. */
it('tells the true status of a thread and of its runs at every moment', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const scene = new Scene();
      await scene.open();
      try {
        await scene.check();
        for (const taken of steps) {
          await taken(scene);
          if (scene.told.split('restart').length - 1 > RESTARTS) return;
          await scene.check();
        }
      } finally {
        await scene.close();
      }
    }),
    { numRuns: 30 },
  ),
);
