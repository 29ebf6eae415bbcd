import { ToolMessage } from '@langchain/core/messages';
import { Command, ReducedValue } from '@langchain/langgraph';
import { createMiddleware, tool, type AgentMiddleware, type ToolRuntime } from 'langchain';
import { z } from 'zod';

import { STANDING_KEY, STANDING_TOOL, standingProblem, tidyStanding } from '#contract/standing';

import { loadPrompt } from '../../prompts.ts';

/** What a write may say: the whole list, as the person edits it, or one change of it. */
const change = z.union([
  z.array(z.string()),
  z.object({ add: z.string() }),
  z.object({ remove: z.string() }),
]);

/** The channel of the list. Changes are merged one by one, so two made in one step are both kept. */
export const standingChannel = new ReducedValue(
  z.array(z.string()).default(() => []),
  { inputSchema: change.optional(), reducer: changed },
);

/** Throws on a list that is over its bounds: those who write check before. */
function changed(current: readonly string[], update: z.infer<typeof change> | undefined): string[] {
  if (update === undefined) return [...current];
  const next = nextList(current, update);
  const problem = standingProblem(next);
  if (problem !== undefined) throw new Error(problem);
  return tidyStanding(next);
}

function nextList(current: readonly string[], update: z.infer<typeof change>): string[] {
  if (Array.isArray(update)) return update;
  if ('add' in update) return [...current, update.add];
  const gone = sayingOf(update.remove);
  return current.filter((text) => sayingOf(text) !== gone);
}

/** What an instruction says, whatever its case, its spacing and its final punctuation. */
function sayingOf(text: string): string {
  const [tidy = ''] = tidyStanding([text]);
  return tidy
    .toLowerCase()
    .replace(/[.!;,]$/u, '')
    .trimEnd();
}

/** The instructions that a thread's state holds, in their order. */
export function standingOf(state: unknown): readonly string[] {
  const list: unknown = (state as Record<string, unknown>)[STANDING_KEY];
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
}

/** Their part of the system prompt. */
export function standingPrompt(list: readonly string[]): string {
  const numbered = list.map((text, index) => `${index + 1}. ${text}`);
  return `${loadPrompt('standing')}\n\n${numbered.join('\n')}`;
}

/**
 * Lets the agent change the standing instructions. Their channel belongs to the middleware that puts
 * them into the prompt, since each sees the channels of its own schema alone.
 */
export function standingInstructions(): AgentMiddleware {
  const keep = tool(
    ({ action, instruction }, runtime: ToolRuntime) => {
      const current = standingOf(runtime.state);
      const update = action === 'add' ? { add: instruction } : { remove: instruction };
      const problem = refusalOf(current, update);
      const said = (content: string, failed: boolean) =>
        new ToolMessage({
          content,
          tool_call_id: runtime.toolCallId,
          name: STANDING_TOOL,
          ...(failed && { status: 'error' as const }),
        });
      if (problem !== undefined) return said(`Error: ${problem}`, true);
      const done = action === 'add' ? 'Kept for this conversation.' : removed(current, update);
      return new Command({ update: { [STANDING_KEY]: update, messages: [said(done, false)] } });
    },
    {
      name: STANDING_TOOL,
      description:
        'Keeps or removes a standing instruction: how the person wants every answer of this conversation alone ("in this conversation, always use metric units"). Only when the person asks for it themselves. What should hold in other conversations belongs to memory instead.',
      schema: z.object({
        action: z.enum(['add', 'remove']),
        instruction: z
          .string()
          .describe("One short sentence in the person's words; to remove, exactly as it is kept."),
      }),
    },
  );
  return createMiddleware({
    name: 'StandingInstructions',
    tools: [keep],
  });
}

function removed(current: readonly string[], update: { add: string } | { remove: string }): string {
  const left = nextList(current, update);
  if (left.length === 0) return 'Removed. None is left.';
  return `Removed. These are left:\n${left.map((text) => `- ${text}`).join('\n')}`;
}

function noneSuch(current: readonly string[]): string {
  if (current.length === 0) return 'There are no standing instructions in this conversation.';
  const kept = current.map((text) => `- ${text}`).join('\n');
  return `That is none of the standing instructions of this conversation, which are:\n${kept}\nTo remove one, send its words.`;
}

function refusalOf(
  current: readonly string[],
  update: { add: string } | { remove: string },
): string | undefined {
  const next = nextList(current, update);
  if ('remove' in update) return next.length === current.length ? noneSuch(current) : undefined;
  if (tidyStanding([update.add]).length === 0) return 'An instruction needs words.';
  return standingProblem(next);
}
