import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import {
  Annotation,
  END,
  interrupt,
  MessagesAnnotation,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from '@langchain/langgraph';
import { z } from 'zod';

import { createAgent } from '#graph/agents/memory/agent';
import { convertRules } from '#graph/agents/convert/convert-rules';
import { createConverter } from '#graph/agents/convert/create-converter';
import { memoryRules } from '#graph/agents/memory/memory-rules';
import { createResearch } from '#graph/agents/research/research';
import { researchRules } from '#graph/agents/research/research-rules';
import { DemoModel } from '#graph/demo/demo-model';

import type { Graphs } from '../assistants/graphs.ts';
import { rulesFrom } from '../assistants/rules.ts';
import { asServedGraph } from '../assistants/load-graphs.ts';

/** What the failing graph is told in a turn that shall not fail. */
export const GO_WELL = 'go well';

/** Asks once, and answers with what it was told. */
const asking = new StateGraph(MessagesAnnotation)
  .addNode('ask', () => {
    const answer: unknown = interrupt({ question: 'May I?' });
    return { messages: [new AIMessage(`You said ${JSON.stringify(answer)}.`)] };
  })
  .addEdge(START, 'ask')
  .addEdge('ask', END)
  .compile();

/** Fails, unless the message says that it shall go well. */
const failing = new StateGraph(MessagesAnnotation)
  .addNode('fail', ({ messages }) => {
    if (messages.at(-1)?.text === GO_WELL) return {};
    throw new Error('a secret that the failure quotes');
  })
  .addEdge(START, 'fail')
  .addEdge('fail', END)
  .compile();

/** Tells what it was configured with. */
const configured = new StateGraph(MessagesAnnotation)
  .addNode('tell', (_state, { configurable, context }: LangGraphRunnableConfig) => {
    const { tone, pace } = (configurable ?? {}) as Record<string, unknown>;
    const { model } = (context ?? {}) as Record<string, unknown>;
    return { messages: [new AIMessage(JSON.stringify({ tone, pace, model }))] };
  })
  .addEdge(START, 'tell')
  .addEdge('tell', END)
  .compile();

const counted = z.object({ count: z.number() });
const innermost = new StateGraph(counted)
  .addNode('add', ({ count }) => ({ count: count + 1 }))
  .addEdge(START, 'add')
  .addEdge('add', END)
  .compile();
const inner = new StateGraph(counted)
  .addNode('innermost', innermost)
  .addEdge(START, 'innermost')
  .addEdge('innermost', END)
  .compile();
/** A graph within a graph within a graph. */
const nested = new StateGraph(counted)
  .addNode('inner', inner)
  .addEdge(START, 'inner')
  .addEdge('inner', END)
  .compile();

/** Tells more than any socket holds. */
const pouring = new StateGraph(MessagesAnnotation)
  .addNode('pour', async (_state, config: LangGraphRunnableConfig) => {
    for (let part = 0; part < 400; part += 1) {
      config.writer?.({ part, text: 'x'.repeat(100_000) });
      await new Promise((resolve) => setImmediate(resolve));
    }
    return {};
  })
  .addEdge(START, 'pour')
  .addEdge('pour', END)
  .compile();

/** A graph whose runs stay under way until they are released or cancelled. */
export class HeldGraph {
  readonly #released = Promise.withResolvers<undefined>();

  readonly graph = new StateGraph(
    Annotation.Root({ messages: Annotation<BaseMessage[]>, done: Annotation<boolean> }),
  )
    .addNode('hold', async (_state, config: LangGraphRunnableConfig) => {
      config.writer?.({ holding: true });
      const { promise: cancelled, reject } = Promise.withResolvers<never>();
      config.signal?.addEventListener('abort', () => {
        reject(new Error('cancelled'));
      });
      await Promise.race([this.#released.promise, cancelled]);
      return { done: true };
    })
    .addEdge(START, 'hold')
    .addEdge('hold', END)
    .compile();

  /** Lets every run end, those to come too. */
  release(): void {
    this.#released.resolve(undefined);
  }
}

/**
 * The memory agent (with the demo model, unless another is given), the conversion by fixed rules, and
 * small graphs for what they do not do.
 */
export function testGraphs(held: HeldGraph, model: BaseChatModel = new DemoModel()): Graphs {
  const graphs: Record<string, unknown> = {
    memory: createAgent({ model }),
    convert: createConverter({}),
    research: createResearch({ model: undefined }),
    asking,
    failing,
    pouring,
    configured,
    nested,
    held: held.graph,
  };
  return new Map(Object.entries(graphs).map(([id, graph]) => [id, asServedGraph(graph, id)]));
}

/** The rules of those graphs: the product's own have theirs. */
export const testRules = rulesFrom(
  new Map([
    ['memory', memoryRules],
    ['convert', convertRules],
    ['research', researchRules],
  ]),
);
