import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Speaker } from '#server/search/passage';
import type { SpeakerNames } from '#server/search/question';
import { type Database, openDatabase } from '#server/storage/sqlite/database';
import { OwnerIndex } from '#server/storage/sqlite/search-reader';
import { ThreadIndexWriter } from '#server/storage/sqlite/search-writer';
import { digestOf } from '#server/storage/sqlite/message-text';

export interface Said {
  readonly id: string;
  readonly speaker: Speaker;
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
  readonly beside: readonly string[];
}

/** Conversations of one owner, and questions with the ids of what answers them. */
export interface Corpus {
  readonly names?: SpeakerNames;
  readonly threads: readonly (readonly Said[])[];
  readonly questions: readonly {
    readonly question: string;
    readonly evidence: readonly string[];
  }[];
}

/** A database in a folder of its own, with the search index of what a measure puts into it. */
export class IndexedCorpora {
  readonly #directory = mkdtempSync(join(tmpdir(), 'recall-'));
  readonly #db: Database = openDatabase(this.#directory);
  /** Ids of what was said, by owner, number of the thread and place. */
  readonly #ids = new Map<string, string>();

  async add(owner: string, threads: Corpus['threads']): Promise<void> {
    for (const [number, said] of threads.entries())
      await this.#db.write(() => {
        const writer = new ThreadIndexWriter(this.#db, { owner, thread: `t${number}` });
        writer.append(
          1,
          said.map((each) => ({ ...each, digest: digestOf(each.id) })),
        );
        writer.finish(undefined);
        for (const [at, { id }] of said.entries())
          this.#ids.set(`${owner} ${number + 1} ${at + 1}`, id);
      });
  }

  index(owner: string): OwnerIndex {
    return new OwnerIndex(this.#db, owner);
  }

  idOf(owner: string, { thread, place }: { thread: number; place: number }): string {
    return this.#ids.get(`${owner} ${thread} ${place}`) ?? '';
  }

  /** Bytes that the index takes in the database. */
  get bytes(): number {
    const row = this.#db.get(
      `SELECT sum(pgsize) AS n FROM dbstat WHERE name LIKE 'search_%' OR name LIKE '%search_%'`,
    );
    return Number(row?.['n'] ?? 0);
  }

  async close(): Promise<void> {
    await this.#db.close();
    rmSync(this.#directory, { recursive: true });
  }
}
