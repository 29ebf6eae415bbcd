import { type Checkpoint, uuid6 } from '@langchain/langgraph-checkpoint';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SaverFixture } from './testing/saver-fixture.ts';

/** One thing that happens to a thread. Numbers choose among what is there at that time. */
type Step =
  | { readonly do: 'put'; readonly parent: number; readonly item: string; readonly carry: boolean }
  | { readonly do: 'write'; readonly to: number }
  | { readonly do: 'next run' }
  | { readonly do: 'prune'; readonly run: number }
  | { readonly do: 'take back'; readonly run: number };

const number = fc.nat(1000);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      parent: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, number),
      item: fc.constantFrom('a', 'b', 'c').map((letter) => letter.repeat(150)),
      carry: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write' as const), to: number }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('next run' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('prune' as const), run: number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take back' as const), run: number }) },
);

/** A thread, and beside it what must be read of it. */
class Model {
  readonly #f: SaverFixture;
  readonly #checkpoints = new Map<
    string,
    { run: string; checkpoint: Checkpoint; parent?: string }
  >();
  #run = 0;
  #clock = 0;

  constructor(f: SaverFixture) {
    this.#f = f;
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'put') await this.#put(step.parent, step.item, step.carry);
    else if (step.do === 'write') await this.#write(step.to);
    else if (step.do === 'next run') this.#run += 1;
    else await this.#remove(step.do, `run ${step.run % (this.#run + 1)}`);
    await this.#check();
  }

  async #put(choice: number, item: string, carry: boolean): Promise<void> {
    const parent = [...this.#checkpoints.keys()].reverse()[choice % (this.#checkpoints.size || 1)];
    const before = parent === undefined ? undefined : this.#checkpoints.get(parent)?.checkpoint;
    const list = (before?.channel_values['list'] ?? []) as string[];
    const version = Number(before?.channel_versions['list'] ?? 0);
    this.#clock += 1;
    const checkpoint: Checkpoint = {
      v: 4,
      id: uuid6(this.#clock),
      ts: String(this.#clock),
      channel_values: { list: carry ? list : [...list, item], step: this.#clock },
      channel_versions: { list: carry ? version : version + 1, step: this.#clock },
      versions_seen: { node: { list: version } },
    };
    const run = `run ${this.#run}`;
    await this.#f.saver.put(
      {
        configurable: { thread_id: 't', checkpoint_ns: '', checkpoint_id: parent },
        metadata: { run_id: run },
      },
      checkpoint,
      { source: 'loop', step: this.#clock, parents: {} },
      { step: this.#clock, ...(carry ? {} : { list: version + 1 }) },
    );
    this.#checkpoints.set(checkpoint.id, { run, checkpoint, ...(parent ? { parent } : {}) });
  }

  async #write(choice: number): Promise<void> {
    const ids = [...this.#checkpoints.keys()];
    const id = ids[choice % (ids.length || 1)];
    if (id === undefined) return;
    this.#clock += 1;
    const config = {
      configurable: { thread_id: 't', checkpoint_ns: '', checkpoint_id: id },
      metadata: { run_id: `run ${this.#run}` },
    };
    await this.#f.saver.putWrites(
      config,
      [['list', `write ${this.#clock} `.repeat(20)]],
      `${this.#clock}`,
    );
  }

  async #remove(how: 'prune' | 'take back', run: string): Promise<void> {
    if (how === 'prune') await this.#f.saver.pruneRun('t', run);
    else await this.#f.saver.deleteRunCheckpoints('t', run);
    const all = [...this.#checkpoints];
    const last = all.filter(([, entry]) => entry.run === run).at(-1)?.[0];
    for (const [id, entry] of all) {
      const branches = all.some(([, other]) => other.parent === id && other.run !== run);
      const root = entry.parent === undefined;
      const kept = how === 'prune' && (id === last || branches || root);
      if (entry.run === run && !kept) this.#checkpoints.delete(id);
    }
    expect(await this.#f.unusedNodes()).toBe(0);
  }

  async #check(): Promise<void> {
    const found = await this.#f.checkpoints();
    const read = new Map(found.map(({ checkpoint }) => [checkpoint.id, checkpoint]));
    const expected = [...this.#checkpoints].map(
      ([id, { checkpoint }]) => [id, checkpoint] as const,
    );
    expect(read).toEqual(new Map(expected));
  }
}

it('whatever is kept can be read, and nothing else is', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const f = new SaverFixture();
      try {
        const model = new Model(f);
        for (const each of steps) await model.take(each);
      } finally {
        await f.close();
      }
    }),
    { numRuns: 40 },
  );
});
