import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { startServer } from '@langchain/langgraph-api/server';

/**
 * Serves graph/langgraph.json, or another that is named, by the official development server, as a
 * process of its own: it keeps its data in the directory it is given, and never ends by itself.
 * Prints its address.
 */
const [directory, named] = process.argv.slice(2);
if (directory === undefined) throw new Error('Say in which directory the server keeps its data.');

const path = named ?? join(import.meta.dirname, '..', 'langgraph.json');
const here = dirname(path);
const file = JSON.parse(readFileSync(path, 'utf8')) as {
  graphs: Record<string, string>;
  auth: { path: string };
};
const { host } = await startServer({
  port: 0,
  host: '127.0.0.1',
  nWorkers: 2,
  cwd: directory,
  graphs: Object.fromEntries(
    Object.entries(file.graphs).map(([id, spec]) => [id, join(here, spec)]),
  ),
  auth: { path: join(here, file.auth.path), disable_studio_auth: true },
});
process.stdout.write(`listening on http://${host}\n`);
