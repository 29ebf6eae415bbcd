import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

import { SETTING_NAMES, StartError } from '../config.ts';
import type { LanggraphJson } from './langgraph-json.ts';

/** Names that steer this process or its libraries: Node itself, tracing, telemetry. */
const OF_THE_PROCESS = /^(?:NODE_|LANGSMITH_|LANGCHAIN_|OTEL_|npm_)/;

/**
 * Gives the graphs of a langgraph.json the variables that it names, where the shell has not set them.
 * The server's own settings, and what steers the process, are put aside: they belong to whoever starts
 * the server. Replies the names put aside. Throws StartError when the file cannot be read.
 */
export async function applyGraphEnvironment(
  { env, file }: LanggraphJson,
  target: Record<string, string | undefined>,
): Promise<readonly string[]> {
  const wanted = typeof env === 'string' ? await readEnvFile(env, file) : (env ?? {});
  const aside: string[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    if (SETTING_NAMES.has(name) || OF_THE_PROCESS.test(name)) aside.push(name);
    else target[name] ??= value;
  }
  return aside.toSorted();
}

async function readEnvFile(env: string, file: string): Promise<NodeJS.Dict<string>> {
  try {
    return parseEnv(await readFile(env, 'utf8'));
  } catch (error) {
    throw new StartError(`${file} names the env file ${env}, which cannot be read.`, {
      cause: error,
    });
  }
}
