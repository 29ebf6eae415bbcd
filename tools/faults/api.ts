import { randomUUID } from 'node:crypto';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';

/** A message as the API shows it, as far as faults look at it. */
export interface Message {
  readonly id?: string;
  readonly type: string;
  readonly content: unknown;
  readonly tool_calls?: readonly unknown[];
}

export interface State {
  readonly values: { readonly messages?: readonly Message[] };
  readonly next: readonly string[];
  readonly tasks: readonly { readonly interrupts: readonly { readonly value: unknown }[] }[];
  readonly checkpoint: { readonly checkpoint_id: string };
}

/** One checkpoint of a thread's history. */
export interface HistoryEntry {
  readonly values: { readonly messages?: readonly Message[] };
  readonly checkpoint: { readonly checkpoint_id: string };
  readonly parent_checkpoint: { readonly checkpoint_id: string } | null;
}

export interface Run {
  readonly run_id: string;
  readonly status: string;
  readonly error?: { readonly error: string; readonly message: string };
}

/** The server refused, in its own words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** One owner's calls, as bare as can be, so that nothing is tried twice behind a fault's back. */
export class Api {
  readonly owner: string;
  readonly #url: () => string;

  /** `url` is asked before each call: a server that starts again has another port. */
  constructor(url: () => string, owner: string = randomUUID()) {
    this.#url = url;
    this.owner = owner;
  }

  async thread(): Promise<string> {
    const { thread_id } = await this.#json<{ thread_id: string }>('POST', '/threads', {});
    return thread_id;
  }

  /** Sets what the conversation may do with the memory. */
  async setMode(threadId: string, memory_mode: string): Promise<void> {
    await this.#json('PATCH', `/threads/${threadId}`, { metadata: { memory_mode } });
  }

  async deleteThread(threadId: string): Promise<void> {
    await this.#json('DELETE', `/threads/${threadId}`);
  }

  async threadStatus(threadId: string): Promise<string> {
    return (await this.#json<{ status: string }>('GET', `/threads/${threadId}`)).status;
  }

  /** Resolves once the run is accepted. */
  async start(threadId: string, body: object): Promise<Run> {
    return this.#json('POST', `/threads/${threadId}/runs`, { ...QUEUED, ...body });
  }

  /** Resolves once the run has ended. */
  async join(threadId: string, runId: string): Promise<void> {
    await this.#json('GET', `/threads/${threadId}/runs/${runId}/join`);
  }

  /** Resolves with what the run came to; `accepted` is called when the server has taken it. */
  async turn(
    threadId: string,
    body: object,
    accepted: () => void = () => undefined,
  ): Promise<Outcome> {
    const path = `/threads/${threadId}/runs/wait`;
    return this.#json('POST', path, { ...QUEUED, ...body }, accepted);
  }

  async runs(threadId: string): Promise<Run[]> {
    return this.#json('GET', `/threads/${threadId}/runs?limit=1000`);
  }

  async run(threadId: string, runId: string): Promise<Run> {
    return this.#json('GET', `/threads/${threadId}/runs/${runId}`);
  }

  async cancel(threadId: string, runId: string): Promise<void> {
    await this.#json('POST', `/threads/${threadId}/runs/${runId}/cancel?wait=1`);
  }

  async state(threadId: string): Promise<State> {
    return this.#json('GET', `/threads/${threadId}/state`);
  }

  /** Newest first. */
  async history(threadId: string): Promise<HistoryEntry[]> {
    return this.#json('POST', `/threads/${threadId}/history`, { limit: 100 });
  }

  async put(key: string, value: object): Promise<void> {
    await this.#json('PUT', '/store/items', { namespace: [this.owner, 'notes'], key, value });
  }

  async get(key: string): Promise<unknown> {
    return this.#item([this.owner, 'notes'], key);
  }

  /** Text of the memory file; '' when there is none. */
  async memory(): Promise<string> {
    const value = await this.#item(memoryNamespace(this.owner), MEMORY_PATH);
    const { content = '' } = (value ?? {}) as { content?: string | string[] };
    return typeof content === 'string' ? content : content.join('\n');
  }

  /** How many revisions of the memory there have been. */
  async revisions(): Promise<number> {
    const value = await this.#item([...memoryNamespace(this.owner), 'revisions'], 'head');
    return (value as { revision?: number } | undefined)?.revision ?? 0;
  }

  /** A run's events, not yet read. */
  async events(threadId: string, runId: string, signal: AbortSignal): Promise<Response> {
    return this.#ask('GET', `/threads/${threadId}/runs/${runId}/stream`, undefined, signal);
  }

  async #item(namespace: readonly string[], key: string): Promise<unknown> {
    const query = new URLSearchParams({ namespace: namespace.join('.'), key });
    const item = await this.#json<{ value: unknown } | null>(
      'GET',
      `/store/items?${query.toString()}`,
    );
    return item?.value;
  }

  async #json<T>(
    method: string,
    path: string,
    body?: object,
    accepted: () => void = () => undefined,
  ): Promise<T> {
    const reply = await this.#ask(method, path, body);
    accepted();
    const text = await reply.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** Throws Refusal when the server says no, and what fetch throws when it is gone. */
  async #ask(
    method: string,
    path: string,
    body?: object,
    signal: AbortSignal = AbortSignal.timeout(CALL_MS),
  ): Promise<Response> {
    const reply = await fetch(this.#url() + path, {
      method,
      signal,
      headers: { 'x-api-key': this.owner, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (reply.ok) return reply;
    const { message } = (await reply.json()) as { message: string };
    throw new Refusal(reply.status, message);
  }
}

/** The values a run left, or how it failed. */
export interface Outcome {
  readonly messages?: readonly Message[];
  readonly __error__?: { readonly error: string; readonly message: string };
}

/** Longest that a call may take, in milliseconds. */
const CALL_MS = 120_000;

/** Turns wait for each other unless they say otherwise. */
const QUEUED = { multitask_strategy: 'enqueue' };

/** The body of a run that says one thing. */
export function say(graph: string, content: string): { assistant_id: string; input: object } {
  return { assistant_id: graph, input: { messages: [{ role: 'human', content }] } };
}

/** A run that teaches the demo model one fact. */
export function teach(fact: string): { assistant_id: string; input: object } {
  return say('memory', `Please remember that ${fact}.`);
}
