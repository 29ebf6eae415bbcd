import type { MemoryScope } from '#contract/scope';
import type { AssistantRules } from '#graph/rules';

import { admitUpdate, refuseBadMessages } from '../../admission/admit-update.ts';
import { channelsOf } from '../../admission/state-channels.ts';
import type { Assistant } from '../../assistants/assistants.ts';
import { putAsideOfOthers } from '../../assistants/config-of-others.ts';
import type { ServedGraph } from '../../assistants/graphs.ts';
import { HttpError } from '../../http/http-error.ts';
import { refuseBadUpdate } from '../../assistants/refuse-bad-update.ts';
import { isPlainJson } from '../../graph-runner/plain-json.ts';
import type { JsonObject } from '../../storage/storage.ts';
import { checkpointBody } from '../../threads/checkpoint-body.ts';
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
  to: {
    owner: MemoryScope;
    assistant: Assistant;
    graph: ServedGraph;
    threadId: string;
    rules: AssistantRules;
  },
): JsonObject {
  const command = admitCommand(body.command, to);
  // A body with both follows the command; an input beside it is checked all the same.
  refuseBadUpdate(to.rules, body.input, 'input');
  const input = command === undefined ? { input: admitInput(body.input, to.graph) } : { command };
  const checkpoint = admitCheckpoint(body, to.threadId);
  const modes = [body.stream_mode ?? 'values'].flat();
  return {
    ...input,
    graph_id: to.assistant.graph_id,
    config: admitConfig(body, to.assistant, to.threadId),
    assistant_configurable: configurableOf(to.assistant),
    ...admitContext(withContextOf(to.assistant, body.context), to.rules, to.owner),
    ...(checkpoint !== undefined && { checkpoint }),
    stream_mode: modes.length === 0 ? ['values'] : [...new Set(modes)],
    stream_subgraphs: body.stream_subgraphs ?? false,
    stream_resumable: body.stream_resumable ?? false,
    on_disconnect: body.on_disconnect ?? 'continue',
    ...(body.interrupt_before != null && { interrupt_before: body.interrupt_before }),
    ...(body.interrupt_after != null && { interrupt_after: body.interrupt_after }),
  };
}

function admitInput(input: unknown, graph: ServedGraph): unknown {
  if (input === undefined || input === null) return null;
  if (typeof input !== 'object' || Array.isArray(input))
    throw new HttpError('invalid', 'input must be a JSON object, or null to continue a thread.');
  return admitUpdate(graph, input, 'input');
}

interface Served {
  readonly graph: ServedGraph;
  readonly rules: AssistantRules;
}

/** The command, if it says anything: an empty one is no command. */
function admitCommand(
  command: RunBody['command'],
  { graph, rules }: Served,
): JsonObject | undefined {
  if (command === undefined || command === null) return undefined;
  refuseBadUpdate(rules, command.update, 'command.update');
  for (const [index, target] of [command.goto ?? []].flat().entries()) {
    if (typeof target !== 'string') refuseBadUpdate(rules, target.input, 'command.goto.input');
    const isList = Array.isArray(command.goto);
    refuseBadGoto(target, graph, isList ? `command.goto[${index}]` : 'command.goto');
  }
  const said = {
    ...(command.resume != null && { resume: command.resume }),
    ...(command.update != null && { update: admitUpdate(graph, command.update, 'command.update') }),
    ...(command.goto != null && { goto: command.goto }),
  };
  return Object.keys(said).length === 0 ? undefined : said;
}

/** A place that the graph does not have would fail the run. Throws HttpError `invalid`. */
function refuseBadGoto(
  target: string | { readonly node: string; readonly input?: unknown },
  graph: ServedGraph,
  where: string,
): void {
  const node = typeof target === 'string' ? target : target.node;
  const { nodes } = channelsOf(graph);
  if (nodes !== undefined && node !== '__end__' && !nodes.has(node))
    throw new HttpError('invalid', `${where} names no node of this graph.`);
  if (typeof target !== 'string') refuseBadMessages(graph, target.input, `${where}.input`);
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

/** The run's context over its assistant's. */
function withContextOf({ context: under }: Assistant, context: unknown): unknown {
  if (Object.keys(under).length === 0) return context;
  if (context === undefined || context === null) return under;
  return typeof context === 'object' && !Array.isArray(context)
    ? { ...under, ...context }
    : context;
}

/** The run's config over its assistant's, but for `configurable`: between those stands the thread's. */
function admitConfig(body: RunBody, assistant: Assistant, threadId: string): JsonObject {
  const { configurable, ...config } = putAsideOfOthers(body.config ?? {});
  const sent = (configurable ?? {}) as JsonObject;
  const named = sent['thread_id'];
  if (named !== undefined && named !== threadId)
    throw new HttpError('invalid', 'config.configurable.thread_id is not the thread of this run.');
  return { ...assistant.config, ...config, configurable: withoutPlace(sent) };
}

function configurableOf({ config }: Assistant): JsonObject {
  const { configurable } = config;
  return isPlainJson(configurable) ? withoutPlace(configurable) : {};
}

function withoutPlace(configurable: JsonObject): JsonObject {
  const places = new Set<string>(['thread_id', ...PLACE_KEYS]);
  return Object.fromEntries(Object.entries(configurable).filter(([key]) => !places.has(key)));
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
