import { BaseMessage } from '@langchain/core/messages';

import { isObject } from '#contract/shape';

import type { ServedGraph } from '../assistants/graphs.ts';

/** What a schema of any library says of a value (https://standardschema.dev). */
export interface ChannelSchema {
  readonly '~standard': {
    validate(value: unknown): SchemaResult | Promise<SchemaResult>;
  };
}

export interface SchemaResult {
  readonly issues?: readonly SchemaIssue[] | undefined;
}

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a graph's state can hold, as far as the graph itself tells. */
export interface StateChannels {
  /** Channels that make messages of whatever is written to them. */
  readonly messages: ReadonlySet<string>;
  /** The nodes of the graph; undefined where it does not tell them. */
  readonly nodes: ReadonlySet<string> | undefined;
  /** What may be written to a channel; undefined where the graph has no schema for it. */
  schemaOf(channel: string): ChannelSchema | undefined;
}

const known = new WeakMap<ServedGraph, StateChannels>();

/** The channels of a graph; found once, since graphs do not change. */
export function channelsOf(graph: ServedGraph): StateChannels {
  const before = known.get(graph);
  if (before) return before;
  const schemas = schemasOf(graph);
  const found = {
    messages: messageChannels(graph, schemas),
    nodes:
      'nodes' in graph && isObject(graph.nodes) ? new Set(Object.keys(graph.nodes)) : undefined,
    schemaOf: (channel: string) => schemas.get(channel),
  };
  known.set(graph, found);
  return found;
}

/** By convention the messages of a chat, whatever keeps them. */
const MESSAGES = 'messages';

function messageChannels(
  graph: ServedGraph,
  schemas: ReadonlyMap<string, ChannelSchema>,
): Set<string> {
  const channels = 'channels' in graph && isObject(graph.channels) ? graph.channels : {};
  const reducing = Object.keys(channels).filter((name) => makesMessages(channels[name]));
  const byName = MESSAGES in channels && !schemas.has(MESSAGES) ? [MESSAGES] : [];
  return new Set([...reducing, ...byName]);
}

/** Whether a channel's reducer turns message-like values into messages. */
function makesMessages(channel: unknown): boolean {
  if (!isObject(channel)) return false;
  const like = { type: 'human', content: '', id: 'probe' };
  return (
    yieldsMessage(() => call(channel['operator'], [], [like])) ||
    yieldsMessage(() => call(channel['reducer'], [], [[like]]))
  );
}

function yieldsMessage(reduce: () => unknown): boolean {
  try {
    const reduced = reduce();
    return Array.isArray(reduced) && BaseMessage.isInstance(reduced[0]);
  } catch {
    // A reducer that refuses the probe is for something else.
    return false;
  }
}

function call(reducer: unknown, ...values: unknown[]): unknown {
  return typeof reducer === 'function' ? (reducer as (...of: unknown[]) => unknown)(...values) : [];
}

/** The library keeps a graph's schemas on its builder: fields of a StateSchema, or a zod object. */
function schemasOf(graph: ServedGraph): ReadonlyMap<string, ChannelSchema> {
  const builder = 'builder' in graph && isObject(graph.builder) ? graph.builder : {};
  const state = fieldsOf(builder['_schemaRuntimeDefinition'], builder);
  return new Map([...state, ...fieldsOf(builder['_inputRuntimeDefinition'], builder)]);
}

function fieldsOf(definition: unknown, builder: Fields): [string, ChannelSchema][] {
  if (!isObject(definition)) return [];
  const fields = isObject(definition['fields'])
    ? definition['fields']
    : zodFields(definition, builder);
  return Object.entries(fields).flatMap(([name, field]): [string, ChannelSchema][] => {
    const candidates = isObject(field) ? [field['inputSchema'], field['schema'], field] : [field];
    const schema = candidates.find(isSchema);
    return schema ? [[name, schema]] : [];
  });
}

/** The fields of a zod object with what their reducers take, which the builder's registry knows. */
function zodFields(definition: Fields, builder: Fields): Fields {
  const registry = builder['_metaRegistry'];
  if (!isSchema(definition) || !isObject(registry)) return {};
  const extend = registry['getExtendedChannelSchemas'];
  if (typeof extend !== 'function') return {};
  const extended: unknown = extend.call(registry, definition, { withReducerSchema: true });
  return isObject(extended) && isObject(extended['shape']) ? extended['shape'] : {};
}

type Fields = Readonly<Record<string, unknown>>;

function isSchema(value: unknown): value is ChannelSchema & Fields {
  return isObject(value) && isObject(value['~standard']);
}
