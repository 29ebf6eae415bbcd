import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { loggableError, type RunLogger } from './runs/run-logger.ts';

/** Where a server says how it is reached, in its data directory. */
const FILE = 'throughline.address.json';

const address = z.object({ url: z.url({ protocol: /^https?$/ }), instance: z.uuid() });

/** How long a server may take to say that it is the one, in milliseconds. */
const ASK_MS = 5000;

/**
 * Tells programs on this machine where the server of a data directory listens, until the returned
 * function is called. `instance` is what the server says of itself, so that another program that has
 * taken over its port is not taken for it. A server whose disk takes no file serves all the same.
 */
export async function publishAddress(
  dataDir: string,
  own: { readonly url: string; readonly instance: string },
  logger: RunLogger,
): Promise<() => Promise<void>> {
  const file = join(dataDir, FILE);
  const draft = `${file}.part`;
  try {
    await writeFile(draft, JSON.stringify({ ...own, url: reachable(own.url) }), { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    const fields = { error: loggableError(error) };
    logger.warn(fields, 'programs on this machine cannot be told where the server listens');
  }
  return () => rm(file, { force: true });
}

/** The address of the server that has this data directory; undefined when none answers there. */
export async function findServer(dataDir: string): Promise<string | undefined> {
  const written = await readFile(join(dataDir, FILE), 'utf8').catch(() => undefined);
  if (written === undefined) return undefined;
  try {
    const { url, instance } = address.parse(JSON.parse(written));
    const reply = await fetch(`${url}/api/info`, { signal: AbortSignal.timeout(ASK_MS) });
    const info = (await reply.json()) as { instance?: unknown };
    return info.instance === instance ? url : undefined;
  } catch {
    // The file is of a process that died, and nothing of ours listens there any more.
    return undefined;
  }
}

/** An address that listens everywhere, as this machine reaches it. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
