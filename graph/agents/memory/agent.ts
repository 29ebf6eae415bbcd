import type { BaseLanguageModel } from '@langchain/core/language_models/base';
import type { BaseCheckpointSaver, BaseStore } from '@langchain/langgraph-checkpoint';
import {
  createDeepAgent,
  createFilesystemMiddleware,
  type CreateDeepAgentParams,
} from 'deepagents';
import { z } from 'zod';

import { MEMORY_GRAPH_ID, MEMORY_PATH } from '#contract/names';
import { isScope } from '#contract/scope';
import { processLock, type KeyedLock } from '#graph/memory/lock';

import { ConversationFiles } from './backend.ts';
import { answerInterruptedCalls } from './interrupted-calls.ts';
import { observeMemory, observeMemoryAsSubagent } from './observe.ts';
import { createModel } from '../../models/create-model.ts';
import { loadPrompt } from '../../prompts.ts';
import { recallConversations } from './recall/recall-middleware.ts';
import { standingInstructions } from './standing.ts';
import { tellSubagentStart } from './subagent-start.ts';
import { subagents } from './subagents.ts';
import { todoList } from './todos.ts';

/** The run context: exactly the scope, nothing missing, nothing more. */
export const memoryContext = z.strictObject({
  memory_scope: z.string().refine(isScope, 'not a canonical lowercase UUID version 4'),
});

/** File tools of agent and subagents. No shell, and no deleting: a file's end is its thread's end. */
export const FILE_TOOLS = ['ls', 'read_file', 'write_file', 'edit_file', 'glob', 'grep'] as const;

/** Graph steps of one run (a model call or a round of tools is one); a run without end stops there. */
const MAX_STEPS = 200;

/** Longest result of a tool, in the library's tokens of four characters: what is longer is read by pages. */
const MAX_RESULT_TOKENS = 4000;

export interface AgentParts {
  readonly model: BaseLanguageModel;
  /** The lock of every writer of the store; by default this process's. */
  readonly lock?: KeyedLock;
  /** A server gives these per run; a caller without one gives them here. */
  readonly checkpointer?: BaseCheckpointSaver;
  readonly store?: BaseStore;
  /** Tools that wait for the person's approval. */
  readonly interruptOn?: NonNullable<CreateDeepAgentParams['interruptOn']>;
}

/** The memory agent, compiled; its parts are wired here and nowhere else. */
export function createAgent(parts: AgentParts) {
  const { model, lock = processLock, interruptOn, checkpointer, store } = parts;
  const backend = new ConversationFiles(lock);
  const files = createFilesystemMiddleware({
    backend,
    tools: [...FILE_TOOLS],
    customToolDescriptions: Object.fromEntries(
      FILE_TOOLS.map((name) => [name, loadPrompt(`tools/${name}`)]),
    ),
    toolTokenLimitBeforeEvict: MAX_RESULT_TOKENS,
  });
  return createDeepAgent({
    ...(interruptOn && { interruptOn }),
    ...(checkpointer && { checkpointer }),
    ...(store && { store }),
    name: MEMORY_GRAPH_ID,
    model,
    backend,
    contextSchema: memoryContext,
    systemPrompt: loadPrompt('agent'),
    memory: [MEMORY_PATH],
    middleware: [
      files,
      answerInterruptedCalls(),
      todoList(),
      tellSubagentStart(),
      standingInstructions(),
      recallConversations(),
      observeMemory(),
      subagents({
        model,
        backend,
        ...(interruptOn && { interruptOn }),
        middleware: [files, observeMemoryAsSubagent()],
      }),
    ],
  }).withConfig({ recursionLimit: MAX_STEPS }).graph;
}

/** What langgraph.json names: the server gives checkpointer and store to each run. */
export const graph = createAgent({ model: createModel(process.env) });

/** What a server that runs this graph has to know of it. */
export { memoryRules as rules } from './memory-rules.ts';
