import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { vi } from 'vitest';

/** A digest of every table's rows, as another connection sees them on disk. */
export function everythingStored(dataDir: string): Record<string, string> {
  const database = new DatabaseSync(join(dataDir, 'throughline.db'), { readOnly: true });
  try {
    const tables = database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .all()
      .map(({ name }) => String(name));
    const digests = tables.map((name) => {
      const rows = database.prepare(`SELECT * FROM "${name}"`).all();
      return [name, createHash('sha256').update(JSON.stringify(rows)).digest('hex')] as const;
    });
    return Object.fromEntries(digests);
  } finally {
    database.close();
  }
}

/** Ended runs are trimmed shortly after; from then on nothing changes by itself. */
export async function trimmed(dataDir: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'throughline.db'), { readOnly: true });
  const writes = database.prepare('SELECT count(*) AS left FROM "write"');
  await vi.waitUntil(() => writes.get()?.['left'] === 0);
  database.close();
}
