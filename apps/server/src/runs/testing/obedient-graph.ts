import { AIMessage } from '@langchain/core/messages';
import {
  END,
  interrupt,
  MessagesAnnotation,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from '@langchain/langgraph';

/** How a run is to go on from where it waits for its orders. */
export type Order = 'succeed' | 'fail' | 'ask';

interface Post {
  readonly started: PromiseWithResolvers<undefined>;
  readonly order: PromiseWithResolvers<Order>;
}

/** A graph of one step whose every run waits for its orders: a test decides how each one ends. */
export class ObedientGraph {
  readonly #posts = new Map<string, Post>();

  readonly graph = new StateGraph(MessagesAnnotation)
    .addNode('work', async (_state, config: LangGraphRunnableConfig) => {
      const { started, order } = this.#post(String(config.configurable?.['run_id']));
      started.resolve(undefined);
      const given = await order.promise;
      if (given === 'fail') throw new Error('as ordered');
      const answer: unknown = given === 'ask' ? interrupt('may I?') : 'nothing';
      return { messages: [new AIMessage(`told: ${String(answer)}`)] };
    })
    .addEdge(START, 'work')
    .addEdge('work', END)
    .compile();

  /** Resolves once the run waits for its orders. */
  async started(runId: string): Promise<void> {
    await this.#post(runId).started.promise;
  }

  order(runId: string, order: Order): void {
    this.#post(runId).order.resolve(order);
  }

  /** Forgets who waits, as a process does that dies. */
  forget(): void {
    this.#posts.clear();
  }

  #post(runId: string): Post {
    const post = this.#posts.get(runId) ?? {
      started: Promise.withResolvers<undefined>(),
      order: Promise.withResolvers<Order>(),
    };
    this.#posts.set(runId, post);
    return post;
  }
}
