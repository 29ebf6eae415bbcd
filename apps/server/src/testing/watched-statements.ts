import { DatabaseSync, type StatementSync } from 'node:sqlite';

import { vi } from 'vitest';

/** A statement that was executed, and how many rows it gave or changed. */
export interface Executed {
  readonly sql: string;
  readonly rows: number;
}

/** What the databases do that are opened after this was made. */
export class WatchedStatements {
  #executed: Executed[] = [];

  constructor() {
    const prepare: unknown = Reflect.get(DatabaseSync.prototype, 'prepare');
    if (typeof prepare !== 'function') throw new Error('node:sqlite has no prepare any more');
    const note = (sql: string, rows: number) => void this.#executed.push({ sql, rows });
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
      this: DatabaseSync,
      sql,
    ) {
      const statement = Reflect.apply(prepare, this, [sql]) as StatementSync;
      return watched(statement, (rows) => note(sql, rows));
    });
  }

  /** What was executed since this was last asked. */
  take(): Executed[] {
    const taken = this.#executed;
    this.#executed = [];
    return taken;
  }
}

function watched(statement: StatementSync, note: (rows: number) => void): StatementSync {
  return new Proxy(statement, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, values);
        note(rowsIn(result));
        return result;
      };
    },
  });
}

function rowsIn(result: unknown): number {
  if (Array.isArray(result)) return result.length;
  if (typeof result !== 'object' || result === null) return 0;
  return 'changes' in result ? Number(result.changes) : 1;
}
