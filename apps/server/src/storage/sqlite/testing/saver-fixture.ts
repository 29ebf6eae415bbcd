import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckpointTuple } from '@langchain/langgraph-checkpoint';
import { chat, config, say, texts } from '../../testing/chat.ts';
import { type Database, openDatabase } from '../database.ts';
import { findHistory } from '../node-table.ts';
import { integer } from '../row.ts';
import { SqliteSaver } from '../saver.ts';
import { sweep } from '../sweep.ts';

export const OWNER = 'owner';

/** A saver on a real file, and a thread `t` in it. */
export class SaverFixture {
  readonly directory = mkdtempSync(join(tmpdir(), 'saver-'));
  database: Database = openDatabase(this.directory);
  saver = new SqliteSaver(this.database, OWNER);

  async reopen(): Promise<void> {
    await this.database.close();
    this.database = openDatabase(this.directory);
    this.saver = new SqliteSaver(this.database, OWNER);
  }

  async close(): Promise<void> {
    await this.database.close();
    rmSync(this.directory, { recursive: true });
  }

  async turn(run: string, input: string, more = {}): Promise<string[]> {
    const graph = chat(this.saver);
    return texts(await graph.invoke({ messages: [say(input)] }, config(run, more)));
  }

  /** The messages that a checkpoint holds. */
  async texts(configurable: Record<string, unknown>): Promise<string[]> {
    return texts((await chat(this.saver).getState({ configurable })).values);
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

  /** How many nodes a full sweep would still find unused; it is undone, so that it changes nothing. */
  async unusedNodes(): Promise<number> {
    const before = this.nodes();
    let after = before;
    const undo = new Error('undo');
    const swept = this.database.write(() => {
      const history = findHistory(this.database, { owner: OWNER, thread: 't' });
      if (history !== undefined) sweep(this.database, history, 'all');
      after = this.nodes();
      throw undo;
    });
    await swept.catch((error: unknown) => {
      if (error !== undo) throw error;
    });
    return before - after;
  }
}
