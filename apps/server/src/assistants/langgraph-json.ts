import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { z } from 'zod';

import { StartError } from '../config.ts';

/** `./file.ts:export`; the path is relative to the langgraph.json. */
const exported = z.string().regex(/^.+:[^:/\\]+$/, 'must be "./file.ts:export"');

const settings = z.object({
  graphs: z.record(
    z.string().min(1),
    z.union([exported, z.object({ path: exported })], 'must be "./file.ts:export"'),
  ),
  auth: z.object({ path: exported }).optional(),
  env: z
    .union([z.string(), z.record(z.string(), z.string())], 'must be a path or an object of texts')
    .optional(),
});

/** One export of a module, as a langgraph.json names it. */
export interface NamedExport {
  /** As it stands in the file, for messages. */
  readonly spec: string;
  readonly path: string;
  readonly name: string;
}

/** What a langgraph.json asks for, its paths made absolute. */
export interface LanggraphJson {
  readonly file: string;
  readonly graphs: ReadonlyMap<string, NamedExport>;
  readonly auth: NamedExport | undefined;
  /** A dotenv file, or the variables themselves. */
  readonly env: string | Readonly<Record<string, string>> | undefined;
}

/** Reads a langgraph.json. Throws StartError with a sentence that names the file and what is wrong. */
export async function readLanggraphJson(path: string): Promise<LanggraphJson> {
  const file = resolve(path);
  const parsed = settings.safeParse(await readJson(file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    throw new StartError(
      `${file} is no langgraph.json: ${where === '' ? 'it' : where} ${issue?.message ?? 'is wrong'}. It needs { "graphs": { "<id>": "./file.ts:export" } }, and may name "auth" and "env".`,
    );
  }
  const { graphs, auth, env } = parsed.data;
  const base = dirname(file);
  const named = (spec: string): NamedExport => {
    const at = spec.lastIndexOf(':');
    return { spec, path: resolve(base, spec.slice(0, at)), name: spec.slice(at + 1) };
  };
  return {
    file,
    graphs: new Map(
      Object.entries(graphs).map(([id, spec]) => [
        id,
        named(typeof spec === 'string' ? spec : spec.path),
      ]),
    ),
    auth: auth && named(auth.path),
    env: typeof env === 'string' ? resolve(base, env) : env,
  };
}

async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(`${file} cannot be read.`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`${file} is not JSON.`, { cause: error });
  }
}
