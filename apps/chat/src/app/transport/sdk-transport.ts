import type { Client } from '@langchain/langgraph-sdk/client';
import type { AssistantSummary } from '#contract/assistant';
import type { MemoryScope } from '#contract/scope';
import { isServerInfo } from '#contract/server-info';
import { isObject } from '#contract/shape';

import type { BrowserScope } from '../scope/browser-scope';
import { readHistoryLinks } from './history-links';
import { readRunSummary } from './run-summary';
import { admitted, bodyAs, ScopedRequests } from './scoped-requests';
import { readAssistants } from './read-assistants';
import { readNewest, readRuns, readState } from './thread-reads';
import { isAbort, toTransportError, TransportError } from './transport-error';
import { readable, STREAM_MODES, turnPayload } from './turn-payload';
import type {
  AnswerRequest,
  CheckpointLink,
  EnqueueRequest,
  Metadata,
  RunSummary,
  ServerInfo,
  StartRequest,
  StreamPart,
  ThreadSnapshot,
  Transport,
} from './transport';

/** Position before the first event of a run's log. */
const FROM_THE_START = '-1';

/** What the SDK hands out for each server-sent event. */
interface SdkPart {
  /** Unknown where the SDK's types leave it so. */
  readonly id?: unknown;
  readonly event: string;
  readonly data: unknown;
}

/** Talks to an Agent Server through the official client, which is loaded on first use. */
export class SdkTransport implements Transport {
  readonly #origin: string;
  readonly #scope: Pick<BrowserScope, 'admit' | 'snapshot'>;
  readonly #requests: ScopedRequests;
  #client: Promise<Client> | undefined;

  /** `origin` is the page's own, such as `http://localhost:4100`; the API lives under its `/api`. */
  constructor(origin: string, scope: Pick<BrowserScope, 'admit' | 'snapshot'>) {
    this.#origin = origin;
    this.#scope = scope;
    this.#requests = new ScopedRequests(origin, scope);
  }

  prepare(): void {
    // A failure is told by the action that needs the code, which loads it again.
    this.#reader().catch(() => undefined);
  }

  async createThread(graphId: string, metadata?: Metadata): Promise<string> {
    return this.#author(async (client) => {
      const thread = await client.threads.create({
        graphId,
        ifExists: 'raise',
        ...(metadata !== undefined && { metadata }),
      });
      return thread.thread_id;
    });
  }

  async *start(request: StartRequest, signal: AbortSignal): AsyncIterable<StreamPart> {
    const parts = await this.#author((client, scope) =>
      Promise.resolve(
        client.runs.stream(request.threadId, request.assistant.graphId, {
          ...turnPayload(request, scope),
          onDisconnect: 'continue',
          multitaskStrategy: 'enqueue',
          onRunCreated: ({ run_id }) => request.onAccepted(run_id),
          signal,
        }),
      ),
    );
    yield* untilAborted(parts, signal);
  }

  async *answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<StreamPart> {
    const parts = await this.#author((client, scope) =>
      Promise.resolve(
        client.runs.stream(request.threadId, request.assistant.graphId, {
          // By their ids, so that none ever answers another question than the one that was shown.
          command: { resume: request.answers },
          ...readable(request.assistant.takesScope ? { memory_scope: scope } : undefined),
          onDisconnect: 'continue',
          multitaskStrategy: 'reject',
          onRunCreated: ({ run_id }) => request.onAccepted(run_id),
          signal,
        }),
      ),
    );
    yield* untilAborted(parts, signal);
  }

  async enqueue(request: EnqueueRequest): Promise<string> {
    return this.#author(async (client, scope) => {
      const run = await client.runs.create(request.threadId, request.assistant.graphId, {
        ...turnPayload(request, scope),
        multitaskStrategy: request.whenBusy,
      });
      return run.run_id;
    });
  }

  async *join(
    threadId: string,
    runId: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): AsyncIterable<StreamPart> {
    const client = await this.#reader();
    const parts = client.runs.joinStream(threadId, runId, {
      lastEventId: lastEventId ?? FROM_THE_START,
      streamMode: STREAM_MODES,
      signal,
    });
    yield* untilAborted(parts, signal);
  }

  async cancel(threadId: string, runId: string): Promise<void> {
    await this.#read((client) => client.runs.cancel(threadId, runId, true, 'interrupt'));
  }

  async readRun(threadId: string, runId: string): Promise<RunSummary> {
    const run = await this.#read((client) => client.runs.get(threadId, runId));
    return readRunSummary(run);
  }

  async readRuns(threadId: string): Promise<readonly RunSummary[]> {
    return readRuns(this.#requests, threadPath(threadId));
  }

  async readState(threadId: string, checkpointId?: string): Promise<ThreadSnapshot> {
    return readState(this.#requests, threadPath(threadId), checkpointId);
  }

  async readNewest(threadId: string): Promise<ThreadSnapshot> {
    return readNewest(this.#requests, threadPath(threadId));
  }

  async readHistoryHead(threadId: string): Promise<string | undefined> {
    const [head] = await readHistoryLinks(this.#requests, threadPath(threadId), 1);
    return head?.checkpointId;
  }

  async readLinks(threadId: string): Promise<readonly CheckpointLink[]> {
    return readHistoryLinks(this.#requests, threadPath(threadId));
  }

  async readMetadata(threadId: string): Promise<Metadata | undefined> {
    // Without the fields asked for, one would get the whole conversation; not every server knows it.
    const path = `${threadPath(threadId)}?select=thread_id,metadata`;
    try {
      const thread = await bodyAs(await this.#requests.read(path), isObject);
      return isObject(thread['metadata']) ? thread['metadata'] : {};
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async setMetadata(threadId: string, metadata: Metadata): Promise<void> {
    await this.#author((client) => client.threads.update(threadId, { metadata }));
  }

  async setValues(threadId: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#author((client) => client.threads.updateState(threadId, { values }));
  }

  async renewThread(threadId: string): Promise<void> {
    // Nothing of the thread changes, so a page that may not write does it too.
    const request = { method: 'PATCH', body: '{}', keepalive: true };
    await this.#requests.read(threadPath(threadId), {
      ...request,
      headers: { prefer: 'return=minimal' },
    });
  }

  async deleteThread(threadId: string): Promise<void> {
    try {
      // Without the client: a page that is being left has no time to load it.
      await this.#requests.author(threadPath(threadId), { method: 'DELETE', keepalive: true });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async readServerInfo(): Promise<ServerInfo> {
    try {
      const response = await fetch(`${this.#origin}/api/info`);
      const info: unknown = response.ok ? await response.json() : undefined;
      if (!isServerInfo(info)) return { model: undefined, clientBuild: undefined };
      return { model: info.model, clientBuild: info.client_build ?? undefined };
    } catch (error) {
      throw toTransportError(error);
    }
  }

  async readAssistants(): Promise<readonly AssistantSummary[]> {
    return readAssistants(this.#requests);
  }

  /** Runs one authoring call: admitted before anything loads, and again right before the request. */
  async #author<T>(call: (client: Client, scope: MemoryScope) => Promise<T>): Promise<T> {
    admitted(this.#scope.admit());
    const client = await this.#reader();
    const scope = admitted(this.#scope.admit());
    try {
      return await call(client, scope);
    } catch (error) {
      throw toTransportError(error);
    }
  }

  async #read<T>(call: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#reader();
    try {
      return await call(client);
    } catch (error) {
      throw toTransportError(error);
    }
  }

  /** The client under the captured scope, which is all that reading needs. */
  #reader(): Promise<Client> {
    const snapshot = this.#scope.snapshot();
    if (snapshot.scope === undefined)
      return Promise.reject(
        new TransportError('scope-blocked', 'warning' in snapshot ? snapshot.warning : ''),
      );
    this.#client ??= this.#load(snapshot.scope).catch((error: unknown) => {
      // The next action may load it again: the code is not the person's words.
      this.#client = undefined;
      throw toTransportError(error);
    });
    return this.#client;
  }

  async #load(scope: MemoryScope): Promise<Client> {
    const sdk = await import('@langchain/langgraph-sdk/client');
    return new sdk.Client({
      apiUrl: `${this.#origin}/api`,
      apiKey: scope,
      callerOptions: { maxRetries: 0 },
    });
  }
}

function threadPath(threadId: string): string {
  return `/threads/${encodeURIComponent(threadId)}`;
}

function isMissing(error: unknown): boolean {
  return error instanceof TransportError && error.kind === 'not-found';
}

async function* untilAborted(
  parts: AsyncIterable<SdkPart>,
  signal: AbortSignal,
): AsyncIterable<StreamPart> {
  try {
    for await (const { id, event, data } of parts)
      yield { id: typeof id === 'string' ? id : undefined, event, data };
  } catch (error) {
    if (!isAbort(error, signal)) throw toTransportError(error);
  }
}
