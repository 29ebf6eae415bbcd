import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names a built client by its page, which names every file of the build; the same for every reader. */
export function buildOf(page: string): string {
  return createHash('sha256').update(page).digest('base64url').slice(0, 16);
}

/** The build that is served now; null while there is none. */
export async function readClientBuild(dir: string): Promise<string | null> {
  try {
    return buildOf(await readFile(join(dir, 'index.html'), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
