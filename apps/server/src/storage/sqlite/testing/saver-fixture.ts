import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import type { BaseCheckpointSaver, CheckpointTuple } from '@langchain/langgraph-checkpoint';
import { type Database, openDatabase } from '../database.ts';
import { findHistory } from '../node-table.ts';
import { integer } from '../row.ts';
import { SqliteSaver } from '../saver.ts';
import { sweep } from '../sweep.ts';

/** A graph that answers each message in two steps, and asks for approval when told to. */
export function chat(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(MessagesAnnotation)
    .addNode('think', ({ messages }) => {
      const asked = messages.at(-1)?.text ?? '';
      if (!asked.includes('approve')) return { messages: [say(`thinking of ${asked}`)] };
      return { messages: [say(`approved: ${String(interrupt('sure?'))}`)] };
    })
    .addNode('answer', ({ messages }) => ({ messages: [say(`answer ${messages.length}`)] }))
    .addEdge(START, 'think')
    .addEdge('think', 'answer')
    .compile({ checkpointer });
}

/** A message long enough to become a node of its own. */
export const say = (content: string) => new HumanMessage({ content: content.padEnd(120, '.') });

export const texts = (values: unknown) =>
  (values as { messages: BaseMessage[] }).messages.map((message) =>
    message.text.replace(/\.+$/, ''),
  );

export const config = (run: string, more = {}) => ({
  configurable: { thread_id: 't', ...more },
  metadata: { run_id: run },
  durability: 'sync' as const,
});

/** A saver on a real file, and a thread `t` in it. */
export class SaverFixture {
  readonly directory = mkdtempSync(join(tmpdir(), 'saver-'));
  database: Database = openDatabase(this.directory);
  saver = new SqliteSaver(this.database);

  async reopen(): Promise<void> {
    await this.database.close();
    this.database = openDatabase(this.directory);
    this.saver = new SqliteSaver(this.database);
  }

  async close(): Promise<void> {
    await this.database.close();
    rmSync(this.directory, { recursive: true });
  }

  async turn(run: string, input: string, more = {}): Promise<string[]> {
    const graph = chat(this.saver);
    return texts(await graph.invoke({ messages: [say(input)] }, config(run, more)));
  }

  async checkpoints(): Promise<CheckpointTuple[]> {
    const found = [];
    for await (const tuple of this.saver.list({ configurable: { thread_id: 't' } }))
      found.push(tuple);
    return found;
  }

  total(sql: string): number {
    return integer(this.database.get(sql) ?? {}, 'n');
  }

  nodes(): number {
    return this.total('SELECT count(*) AS n FROM node');
  }

  /** How many nodes a full sweep still finds unused. */
  async unusedNodes(): Promise<number> {
    const before = this.nodes();
    await this.database.write(() => {
      const history = findHistory(this.database, 't');
      if (history !== undefined) sweep(this.database, history, 'all');
    });
    return before - this.nodes();
  }
}
