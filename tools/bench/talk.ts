import type { Client, StreamMode } from '@langchain/langgraph-sdk';

/** What a client asks for that shows everything there is to see. */
const MODES: StreamMode[] = ['values', 'updates', 'messages-tuple', 'custom'];

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
   * Throws unless the last thing the stream told is a state that ends in an answer.
   */
  async say(content: string, streamMode: StreamMode[] = MODES): Promise<number> {
    let told: unknown;
    const start = performance.now();
    const stream = this.#server.client.runs.stream(this.threadId, this.#graph, {
      input: { messages: [{ role: 'human', content }] },
      streamMode,
      ...(this.#context && { context: this.#context }),
    });
    for await (const { event, data } of stream) {
      if (event === 'error') throw new Error(`The run failed: ${JSON.stringify(data)}`);
      if (event === 'values') told = data;
    }
    const time = performance.now() - start;
    if ((told as State | undefined)?.messages?.at(-1)?.type !== 'ai')
      throw new Error(`No answer to ${content}`);
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
