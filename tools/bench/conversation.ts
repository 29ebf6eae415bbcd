import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HumanMessage } from '@langchain/core/messages';
import { type BaseCheckpointSaver, MemorySaver } from '@langchain/langgraph-checkpoint';
import { createDeepAgent } from 'deepagents';
import { tool } from 'langchain';
import { z } from 'zod';
import { openDatabase } from '#server/storage/sqlite/database';
import { SqliteSaver } from '#server/storage/sqlite/saver';
import { ScriptedModel, sentence } from './scripted-model.ts';

const lookUp = tool(({ question }) => `nothing is known of ${question}`, {
  name: 'look_up',
  description: 'Looks something up.',
  schema: z.object({ question: z.string() }),
});

export interface Shape {
  /** Characters of each message. */
  readonly length: number;
  /** Whether each turn calls a tool. */
  readonly tool: boolean;
}

/** One thread of a deep agent, on a saver. */
export class Conversation {
  readonly #agent;
  readonly #shape: Shape;
  readonly #thread: string;
  readonly #afterRun: (run: string) => Promise<void>;
  #turns = 0;

  constructor(
    saver: BaseCheckpointSaver,
    shape: Shape,
    thread = 't',
    afterRun: (run: string) => Promise<void> = () => Promise.resolve(),
  ) {
    const model = new ScriptedModel(shape.length, shape.tool ? lookUp.name : undefined);
    // The graph alone: that is what a server runs.
    this.#agent = createDeepAgent({ model, tools: [lookUp], checkpointer: saver }).graph;
    this.#shape = shape;
    this.#thread = thread;
    this.#afterRun = afterRun;
  }

  /** Takes one turn and replies how long it took, in milliseconds. */
  async turn(): Promise<number> {
    this.#turns += 1;
    const run = `00000000-0000-4000-8000-${String(this.#turns).padStart(12, '0')}`;
    const message = new HumanMessage(sentence(`question ${this.#turns} `, this.#shape.length));
    const start = performance.now();
    await this.#agent.invoke(
      { messages: [message] },
      { configurable: { thread_id: this.#thread }, metadata: { run_id: run }, durability: 'sync' },
    );
    const end = performance.now();
    await this.#afterRun(run);
    return end - start;
  }

  async turns(count: number): Promise<number[]> {
    const times = [];
    for (let turn = 0; turn < count; turn += 1) times.push(await this.turn());
    return times;
  }
}

/** A conversation that leaves nothing on disk. */
export function inMemory(shape: Shape): Conversation {
  return new Conversation(new MemorySaver(), shape);
}

/** A database of its own for some conversations, each run pruned when it has ended. */
export async function onDisk<T>(
  shape: Shape,
  use: (converse: (thread: string) => Conversation, bytes: () => number) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const database = openDatabase(directory);
  try {
    const saver = new SqliteSaver(database);
    const converse = (thread: string) =>
      new Conversation(saver, shape, thread, (run) => saver.pruneRun(thread, run));
    return await use(converse, () => bytesIn(directory));
  } finally {
    await database.close();
    rmSync(directory, { recursive: true });
  }
}

/** Bytes of every file of a directory, write-ahead log included. */
function bytesIn(directory: string): number {
  return readdirSync(directory)
    .map((name) => statSync(join(directory, name)).size)
    .reduce((sum, size) => sum + size, 0);
}
