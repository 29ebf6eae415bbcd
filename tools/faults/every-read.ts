import { memoryNamespace } from '#contract/names';

/** What a server replies to every read of what some owners have, by the request. */
export type Replies = ReadonlyMap<string, string>;

interface Named {
  readonly thread_id: string;
}
interface Checkpointed {
  readonly checkpoint: { readonly checkpoint_id: string };
}

/** What there is to be read, so that it can be asked for though it is no longer listed. */
export interface Contents {
  readonly owner: string;
  readonly threads: readonly {
    readonly id: string;
    readonly runs: readonly string[];
    readonly checkpoints: readonly string[];
  }[];
  /** Words to search for. */
  readonly words: readonly string[];
  readonly notes: readonly string[];
  readonly revisions: number;
}

/** Lists what an owner has. */
export async function contentsOf(
  url: string,
  owner: string,
  known: Pick<Contents, 'words' | 'notes' | 'revisions'>,
): Promise<Contents> {
  const json = async (...[method, path, body]: Request) =>
    JSON.parse((await ask(url, owner, method, path, body)).text) as unknown;
  const found = (await json('POST', '/threads/search', { limit: 100 })) as Named[];
  const threads = [];
  for (const { thread_id: id } of found) {
    const runs = (await json('GET', `/threads/${id}/runs?limit=100`)) as { run_id: string }[];
    const states = (await json('POST', `/threads/${id}/history`, { limit: 100 })) as Checkpointed[];
    threads.push({
      id,
      runs: runs.map(({ run_id }) => run_id),
      checkpoints: states.map(({ checkpoint }) => checkpoint.checkpoint_id),
    });
  }
  return { ...known, owner, threads };
}

/** Reads all of it, one request after the other. */
export async function readEverything(url: string, contents: Contents): Promise<Replies> {
  const replies = new Map<string, string>();
  for (const [method, path, body] of requests(contents)) {
    const { status, text } = await ask(url, contents.owner, method, path, body);
    // Of all that is replied, the memory alone says when it was read.
    const told = path === '/memory' ? text.replace(/"read_at":"[^"]+"/, '') : text;
    replies.set(`${method} ${path} ${JSON.stringify(body ?? null)}`, `${status} ${told}`);
  }
  return replies;
}

type Request = readonly [method: string, path: string, body?: object];

function requests({ owner, threads, words, notes, revisions }: Contents): Request[] {
  const all = { limit: 100, offset: 0 };
  return [
    ['POST', '/threads/search', all],
    ['POST', '/threads/count', {}],
    ['GET', '/conversations?limit=100'],
    ...words.map((query): Request => ['POST', '/conversations/search', { query, ...all }]),
    ...threads.flatMap(({ id, runs, checkpoints }): Request[] => [
      ['GET', `/threads/${id}`],
      ['GET', `/conversations/${id}`],
      ['GET', `/threads/${id}/state`],
      ['GET', `/threads/${id}/state?subgraphs=true`],
      ['POST', `/threads/${id}/history`, { limit: 100 }],
      ['GET', `/threads/${id}/runs?limit=100`],
      ...runs.flatMap((run): Request[] => [
        ['GET', `/threads/${id}/runs/${run}`],
        ['GET', `/threads/${id}/runs/${run}/join`],
        ['GET', `/threads/${id}/runs/${run}/stream`],
      ]),
      ...checkpoints.map((checkpoint): Request => ['GET', `/threads/${id}/state/${checkpoint}`]),
    ]),
    ['GET', '/memory'],
    ['GET', '/memory/revisions?limit=100'],
    ...Array.from({ length: revisions }, (_, at): Request => [
      'GET',
      `/memory/revisions/${at + 1}`,
    ]),
    ['POST', '/store/items/search', { namespace_prefix: [owner], ...all }],
    ['POST', '/store/items/search', { namespace_prefix: memoryNamespace(owner), ...all }],
    ['POST', '/store/namespaces', all],
    ...notes.map((key): Request => ['GET', `/store/items?namespace=${owner}.notes&key=${key}`]),
  ];
}

async function ask(url: string, owner: string, method: string, path: string, body?: object) {
  const reply = await fetch(url + path, {
    method,
    headers: { 'x-api-key': owner, 'content-type': 'application/json', 'last-event-id': '-1' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, text: await reply.text() };
}
