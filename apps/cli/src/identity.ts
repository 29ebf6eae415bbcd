import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { isScope, type MemoryScope } from '#contract/scope';

import { CliError } from './cli-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the identity of this user is kept. */
export function identityFile(env: Environment): string {
  const named = env['THROUGHLINE_IDENTITY'];
  if (named !== undefined && named !== '') return named;
  const config = env['XDG_CONFIG_HOME'];
  const folder = config === undefined || config === '' ? join(homedir(), '.config') : config;
  return join(folder, 'throughline', 'identity');
}

/**
 * The identity that the file holds: a scope, as a browser's own. One is made where there is no file.
 * What is no scope, or can be read by others, is never replaced. Throws CliError.
 */
export async function readIdentity(file: string): Promise<MemoryScope> {
  await makeIdentity(file);
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0)
    throw new CliError(`Others can read ${file}, which is a key. Run: chmod 600 ${file}`);
  const text = (await readFile(file, 'utf8')).trim();
  if (isScope(text)) return text;
  throw new CliError(
    `${file} holds no recovery text. Put it right with "convert identity --set", or move it away.`,
  );
}

/** Replaces the identity by a recovery text, such as a browser shows. Throws CliError. */
export async function writeIdentity(file: string, text: string): Promise<void> {
  const scope = text.trim();
  if (!isScope(scope))
    throw new CliError('That is no recovery text. It has 36 characters: copy it as it is shown.');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${scope}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
  await chmod(file, 0o600);
}

/** Two calls at once agree: the one that makes the file first has made the identity. */
async function makeIdentity(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${randomUUID()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
