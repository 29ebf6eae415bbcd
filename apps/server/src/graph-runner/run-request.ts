import { Command, Send } from '@langchain/langgraph';

import type { JsonObject } from '../storage/storage.ts';
import { isPlainJson } from './plain-json.ts';

/**
 * What a run is asked to do: the fields of the API's run body that the engine reads, by the wire's
 * names. `submit` takes them in `NewRun.request`, validated by the route; what else the body holds
 * is stored beside them and left alone.
 */
export interface RunRequest {
  /** The graph to run; without it the assistant id is taken for one. */
  readonly graph_id: string;
  /** Absent or null: go on from the thread's (or the named) checkpoint. */
  readonly input: unknown;
  /** When present it is followed instead of the input. */
  readonly command: RunCommand | undefined;
  /** The assistant's config under the run's; the engine puts the thread's in between. */
  readonly config: RunConfig;
  readonly context: JsonObject | undefined;
  readonly interrupt_before: readonly string[] | '*' | undefined;
  readonly interrupt_after: readonly string[] | '*' | undefined;
  /** Where to fork from, when not from the thread's head. */
  readonly checkpoint: JsonObject | undefined;
  readonly stream_mode: readonly string[];
  readonly stream_subgraphs: boolean;
}

export interface RunConfig {
  readonly configurable: JsonObject;
  readonly recursion_limit: number | undefined;
  readonly tags: readonly string[] | undefined;
  readonly metadata: JsonObject;
}

export interface RunCommand {
  readonly resume: unknown;
  /** Channel values by name, or pairs of both. */
  readonly update: unknown;
  readonly goto: readonly (string | { readonly node: string; readonly input: unknown })[];
}

/** Reads a stored request. Unknown or malformed fields count as absent: the route refused them. */
export function readRunRequest(request: JsonObject, assistantId: string): RunRequest {
  const { graph_id, command, config, context, checkpoint, checkpoint_id } = request;
  const fork = {
    ...(isPlainJson(checkpoint) ? checkpoint : {}),
    ...(typeof checkpoint_id === 'string' ? { checkpoint_id } : {}),
  };
  return {
    graph_id: typeof graph_id === 'string' ? graph_id : assistantId,
    input: request['input'] ?? null,
    command: isPlainJson(command) ? readCommand(command) : undefined,
    config: readConfig(isPlainJson(config) ? config : {}),
    context: isPlainJson(context) ? context : undefined,
    interrupt_before: readNodes(request['interrupt_before']),
    interrupt_after: readNodes(request['interrupt_after']),
    checkpoint: Object.keys(fork).length > 0 ? fork : undefined,
    stream_mode: readModes(request['stream_mode']),
    stream_subgraphs: request['stream_subgraphs'] === true,
  };
}

/** The command as the graph takes it. */
export function asGraphCommand(command: RunCommand): Command {
  return new Command({
    resume: command.resume,
    update: command.update as Record<string, unknown>,
    goto: command.goto.map((target) =>
      typeof target === 'string' ? target : new Send(target.node, target.input),
    ),
  });
}

function readConfig(config: JsonObject): RunConfig {
  const { configurable, recursion_limit, tags, metadata } = config;
  return {
    configurable: isPlainJson(configurable) ? configurable : {},
    recursion_limit: typeof recursion_limit === 'number' ? recursion_limit : undefined,
    tags: strings(tags),
    metadata: isPlainJson(metadata) ? metadata : {},
  };
}

function readCommand(command: JsonObject): RunCommand {
  const goto = command['goto'] ?? [];
  return {
    resume: command['resume'] ?? undefined,
    update: command['update'] ?? undefined,
    goto: (Array.isArray(goto) ? goto : [goto]).map((target: unknown) =>
      isPlainJson(target)
        ? { node: String(target['node']), input: target['input'] }
        : String(target),
    ),
  };
}

function readNodes(value: unknown): readonly string[] | '*' | undefined {
  return value === '*' ? '*' : strings(value);
}

function readModes(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return strings(value) ?? ['values'];
}

function strings(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((item) => typeof item === 'string');
}
