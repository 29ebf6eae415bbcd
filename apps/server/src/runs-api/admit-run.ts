import { coerceMessageLikeToMessage, type BaseMessageLike } from '@langchain/core/messages';
import type { MemoryScope } from '#contract/scope';
import type { AssistantRules } from '#graph/rules';

import type { Assistant } from '../assistants/assistants.ts';
import { HttpError } from '../door/http-error.ts';
import { refuseBadUpdate } from '../assistants/refuse-bad-update.ts';
import type { JsonObject } from '../storage/storage.ts';
import { checkpointBody } from '../threads/checkpoint-body.ts';
import type { RunBody } from './run-body.ts';

/** Configurable keys that say where a run stands; the path and `checkpoint` say it instead. */
const PLACE_KEYS = ['checkpoint_id', 'checkpoint_ns', 'checkpoint_map'] as const;

/**
 * Decides whether a run may exist, before it or its thread does, and replies the request as the
 * engine stores it. Pure: nothing is written here.
 * Throws HttpError `invalid` or `forbidden` with a sentence naming what is wrong.
 */
export function admitRun(
  body: RunBody,
  to: { owner: MemoryScope; assistant: Assistant; threadId: string; rules: AssistantRules },
): JsonObject {
  const command = admitCommand(body.command, to.rules);
  // A body with both follows the command; an input beside it is checked all the same.
  refuseBadUpdate(to.rules, body.input, 'input');
  const input = command === undefined ? { input: admitInput(body.input) } : { command };
  const checkpoint = admitCheckpoint(body, to.threadId);
  const modes = [body.stream_mode ?? 'values'].flat();
  return {
    ...input,
    graph_id: to.assistant.graph_id,
    config: admitConfig(body, to.threadId),
    ...admitContext(body.context, to.rules, to.owner),
    ...(checkpoint !== undefined && { checkpoint }),
    stream_mode: modes.length === 0 ? ['values'] : [...new Set(modes)],
    stream_subgraphs: body.stream_subgraphs ?? false,
    stream_resumable: body.stream_resumable ?? false,
    on_disconnect: body.on_disconnect ?? 'continue',
    ...(body.interrupt_before != null && { interrupt_before: body.interrupt_before }),
    ...(body.interrupt_after != null && { interrupt_after: body.interrupt_after }),
  };
}

function admitInput(input: unknown): unknown {
  if (input === undefined || input === null) return null;
  if (typeof input !== 'object' || Array.isArray(input))
    throw new HttpError('invalid', 'input must be a JSON object, or null to continue a thread.');
  refuseNoMessages(input);
  return input;
}

/** What is no message would fail the run after it was accepted, and stay in its thread. */
function refuseNoMessages(input: object): void {
  const messages: unknown = 'messages' in input ? input.messages : [];
  for (const [index, message] of [messages].flat().entries()) {
    try {
      coerceMessageLikeToMessage(message as BaseMessageLike);
    } catch (error) {
      throw new HttpError(
        'invalid',
        `input.messages[${index}] is not a message: it needs a role (human, ai, system or tool) and content.`,
        { cause: error },
      );
    }
  }
}

/** The command, if it says anything: an empty one is no command. */
function admitCommand(command: RunBody['command'], rules: AssistantRules): JsonObject | undefined {
  if (command === undefined || command === null) return undefined;
  refuseBadUpdate(rules, command.update, 'command.update');
  for (const target of [command.goto ?? []].flat()) {
    if (typeof target !== 'string') refuseBadUpdate(rules, target.input, 'command.goto.input');
  }
  const said = {
    ...(command.resume != null && { resume: command.resume }),
    ...(command.update != null && { update: command.update }),
    ...(command.goto != null && { goto: command.goto }),
  };
  return Object.keys(said).length === 0 ? undefined : said;
}

function admitContext(
  context: unknown,
  rules: AssistantRules,
  owner: MemoryScope,
): { context?: unknown } {
  const admitted = rules.admitContext(context, owner);
  if ('refused' in admitted) throw new HttpError(admitted.refused, admitted.sentence);
  return admitted.context === undefined ? {} : { context: admitted.context };
}

function admitConfig(body: RunBody, threadId: string): JsonObject {
  const { configurable, ...config } = body.config ?? {};
  for (const key of Object.keys(configurable ?? {})) {
    if (key.startsWith('__') || key.startsWith('langgraph_'))
      throw new HttpError('invalid', `config.configurable may not set "${key}".`);
  }
  const named = configurable?.['thread_id'];
  if (named !== undefined && named !== threadId)
    throw new HttpError('invalid', 'config.configurable.thread_id is not the thread of this run.');
  const places = new Set<string>(['thread_id', ...PLACE_KEYS]);
  const kept = Object.entries(configurable ?? {}).filter(([key]) => !places.has(key));
  return { ...config, configurable: Object.fromEntries(kept) };
}

/** Where the run starts from, if not at the thread's head. */
function admitCheckpoint(body: RunBody, threadId: string): JsonObject | undefined {
  const configured = checkpointBody.safeParse(body.config?.configurable ?? {});
  if (!configured.success)
    throw new HttpError('invalid', 'config.configurable does not name a checkpoint by its UUID.');
  const stated = { checkpoint_id: body.checkpoint_id, ...body.checkpoint };
  if (stated.thread_id != null && stated.thread_id !== threadId)
    throw new HttpError('invalid', 'checkpoint.thread_id is not the thread of this run.');
  const place = PLACE_KEYS.map((key) => [key, stated[key] ?? configured.data[key]] as const);
  const said = place.filter(([, value]) => value != null && value !== '');
  return said.length === 0 ? undefined : Object.fromEntries(said);
}
