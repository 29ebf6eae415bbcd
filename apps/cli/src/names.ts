import { v5 } from '@langchain/core/utils/uuid';
import type { Client, Thread } from '@langchain/langgraph-sdk';

import { CONVERT_GRAPH_ID } from '#contract/conversion';
import type { MemoryScope } from '#contract/scope';

import { CliError } from './cli-error.ts';

/** Keys of a thread's metadata that belong to the command line. */
export const NAME_KEY = 'conversion_name';
export const FILES_KEY = 'conversion_files';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u;

/** The conversation of a name, or of an id; undefined when this identity has none. Throws CliError. */
export async function findThread(
  client: Client,
  scope: MemoryScope,
  name: string,
): Promise<Thread | undefined> {
  if (!UUID.test(name)) refuseBadName(name);
  const id = UUID.test(name) ? name : idOf(scope, name);
  const thread = await client.threads.get(id).catch((error: unknown) => {
    if ((error as { status?: unknown }).status === 404) return undefined;
    throw error;
  });
  const graph: unknown = thread?.metadata?.['graph_id'];
  if (graph !== undefined && graph !== CONVERT_GRAPH_ID)
    throw new CliError(`${name} is a conversation of another assistant.`);
  return thread;
}

/**
 * Makes the conversation of a name. Its id comes from the name and the identity, so that two calls at
 * once cannot make two of one name. Throws CliError when there is one already.
 */
export async function makeThread(
  client: Client,
  scope: MemoryScope,
  name: string,
): Promise<Thread> {
  if (UUID.test(name)) throw new CliError(`You have no conversation ${name}.`);
  refuseBadName(name);
  const metadata = { [NAME_KEY]: name, graph_id: CONVERT_GRAPH_ID };
  try {
    return await client.threads.create({
      threadId: idOf(scope, name),
      metadata,
      ifExists: 'raise',
    });
  } catch (error) {
    if ((error as { status?: unknown }).status !== 409) throw error;
    throw new CliError(`A conversion called ${name} was begun at the same moment.`, {
      cause: error,
    });
  }
}

function idOf(scope: MemoryScope, name: string): string {
  return v5(`convert:${name}`, scope);
}

function refuseBadName(name: string): void {
  if (!NAME.test(name))
    throw new CliError(
      'A name begins with a letter or digit, and has at most 80 letters, digits, spaces, dots, dashes or underscores.',
    );
}
