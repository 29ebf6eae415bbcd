import { z } from 'zod';

import { StartError } from '../config.ts';
import { jsonObject } from '../http/body.ts';
import { runConfig } from './run-config.ts';
import type { AssistantDefaults } from './assistants.ts';

const settings = z.record(z.string(), runConfig.extend({ context: jsonObject.optional() }));

/**
 * What LANGGRAPH_CONFIG gives to the runs of each graph: `{ "<graph id>": { "configurable": {},
 * "context": {} } }`. Throws StartError naming what is wrong.
 */
export function readAssistantDefaults(text: string | undefined): Map<string, AssistantDefaults> {
  if (text === undefined || text.trim() === '') return new Map();
  const parsed = settings.safeParse(readJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrong(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
  }
  return new Map(
    Object.entries(parsed.data).map(([graphId, { context = {}, ...config }]) => [
      graphId,
      { config, context },
    ]),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrong('it is not JSON', error);
  }
}

function wrong(problem: string, cause?: unknown): StartError {
  return new StartError(
    `LANGGRAPH_CONFIG must be { "<graph id>": { "configurable": {}, "context": {} } }: ${problem}.`,
    { cause },
  );
}
