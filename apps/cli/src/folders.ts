import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

type Environment = Readonly<Record<string, string | undefined>>;

/** The workspace that this program is part of. */
export const WORKSPACE = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder that a person's paths are relative to: npm runs scripts elsewhere, and says where it was called. */
export function callersFolder(env: Environment): string {
  const calledByNpm = env['npm_lifecycle_event'] === 'convert';
  return (calledByNpm ? env['INIT_CWD'] : undefined) ?? process.cwd();
}

/** The server's data folder, as `npm start` has it. */
export function dataFolder(env: Environment): string {
  const named = env['DATA_DIR'];
  return named === undefined || named.trim() === ''
    ? resolve(WORKSPACE, 'data')
    : resolve(WORKSPACE, named);
}
