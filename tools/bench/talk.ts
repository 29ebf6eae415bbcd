import type { Client, StreamMode } from '@langchain/langgraph-sdk';

/** What this repository's client asks for. */
export const AS_OUR_CLIENT: readonly StreamMode[] = ['updates', 'messages-tuple', 'custom'];
/** The same and the whole state after each step, as other clients ask for it. */
export const WITH_VALUES: readonly StreamMode[] = ['values', ...AS_OUR_CLIENT];

/** A server, which after a new start is reached by another client. */
interface Reached {
  readonly client: Client;
}

/** One conversation, over HTTP. */
export class Talk {
  readonly threadId: string;
  readonly #server: Reached;
  readonly #graph: string;
  readonly #context: object | undefined;

  private constructor(server: Reached, threadId: string, graph: string, context?: object) {
    this.#server = server;
    this.threadId = threadId;
    this.#graph = graph;
    this.#context = context;
  }

  static async begin(server: Reached, graph: string, context?: object): Promise<Talk> {
    const { thread_id: threadId } = await server.client.threads.create();
    return new Talk(server, threadId, graph, context);
  }

  /**
   * Says something and reads the run's stream to its end; how long that took, in milliseconds.
   * Throws when the stream told of a failure, or of nothing that the graph did. `hear` gets each piece
   * of the agent's words as it comes.
   */
  async say(
    content: string,
    modes: readonly StreamMode[] = WITH_VALUES,
    hear?: (text: string) => void,
  ): Promise<number> {
    let told = 0;
    const start = performance.now();
    const stream = this.#server.client.runs.stream(this.threadId, this.#graph, {
      input: { messages: [{ role: 'human', content }] },
      streamMode: [...modes],
      ...(this.#context && { context: this.#context }),
    });
    for await (const { event, data } of stream) {
      if (event === 'error') throw new Error(`The run failed: ${JSON.stringify(data)}`);
      if (event !== 'metadata') told += 1;
      if (event === 'messages') hear?.(wordsOf(data));
    }
    const time = performance.now() - start;
    if (told === 0) throw new Error(`Nothing was told of ${content}`);
    return time;
  }

  /** What the person has said, as the server tells it now. */
  async said(): Promise<unknown[]> {
    const { values } = await this.#server.client.threads.getState<State>(this.threadId);
    return (values.messages ?? [])
      .filter(({ type }) => type === 'human')
      .map(({ content }) => content);
  }
}

interface State {
  readonly messages?: readonly { readonly type: string; readonly content: unknown }[];
}

/** The words in a `messages` event, '' where it has none of the agent's. */
function wordsOf(data: unknown): string {
  const [message] = Array.isArray(data) ? (data as readonly unknown[]) : [];
  if (typeof message !== 'object' || message === null) return '';
  if (!('content' in message) || !('type' in message)) return '';
  const { content, type } = message;
  return (type === 'ai' || type === 'AIMessageChunk') && typeof content === 'string' ? content : '';
}
