import type { BaseLanguageModel } from '@langchain/core/language_models/base';
import {
  createPatchToolCallsMiddleware,
  createSubAgentMiddleware,
  createSummarizationMiddleware,
  type CreateDeepAgentParams,
} from 'deepagents';
import type { AgentMiddleware } from 'langchain';
import { z } from 'zod';

import type { ConversationFiles } from './backend.ts';
import { loadPrompt } from '../../prompts.ts';

/** The one subagent there is. */
const SUBAGENT_NAME = 'general-purpose';

const taskArguments = z.object({
  description: z.string().describe('The task, with all that the subagent needs to know'),
  subagent_type: z.enum([SUBAGENT_NAME], {
    error: `there is no such subagent. There is: ${SUBAGENT_NAME}`,
  }),
});

interface SubagentParts {
  readonly model: BaseLanguageModel;
  readonly backend: ConversationFiles;
  readonly interruptOn?: NonNullable<CreateDeepAgentParams['interruptOn']>;
  /** What it has beside what every deep agent has: its files, its memory. */
  readonly middleware: readonly AgentMiddleware[];
}

/**
 * The tool that hands work to a subagent, under the stock middleware's name, so that it takes that
 * one's place: there neither the tool's text can be given nor the names that exist.
 */
export function subagents({
  model,
  backend,
  interruptOn,
  middleware,
}: SubagentParts): AgentMiddleware {
  const made = createSubAgentMiddleware({
    defaultModel: model,
    defaultInterruptOn: interruptOn ?? null,
    generalPurposeAgent: false,
    taskDescription: loadPrompt('tools/task'),
    subagents: [
      {
        name: SUBAGENT_NAME,
        description: loadPrompt('tools/task'),
        systemPrompt: loadPrompt('subagent'),
        middleware: [
          createSummarizationMiddleware({ backend }),
          createPatchToolCallsMiddleware(),
          ...middleware,
        ],
      },
    ],
  }) as AgentMiddleware;
  // The stock schema takes any string for a name, and the tool then fails past its node.
  for (const tool of made.tools ?? []) Object.assign(tool, { schema: taskArguments });
  return made;
}
