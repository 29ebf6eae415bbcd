import {
  getConfigTypeSchema,
  getInputTypeSchema,
  getOutputTypeSchema,
  getStateTypeSchema,
} from '@langchain/langgraph/zod/schema';

import { isObject } from '#contract/shape';

import { isPrivateKey } from '../events/project.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

export interface GraphSchemas {
  readonly state: JsonSchema;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** Null where the graph does not say what may be configured. */
  readonly config: JsonSchema | null;
}

const DRAFT = 'http://json-schema.org/draft-07/schema#';

/**
 * The JSON schemas of a graph as far as it can tell them while it runs. Types that only the source
 * text knew (an Annotation's) are gone by then: such channels are named without a type.
 */
export function graphSchemas(graph: object): GraphSchemas {
  const builder = fieldOf(graph, 'builder');
  const definition = (name: string) => fieldOf(builder, name);
  const state =
    ownSchema(definition('_schemaRuntimeDefinition'), 'getJsonSchema') ?? getStateTypeSchema(graph);
  const input =
    ownSchema(definition('_inputRuntimeDefinition'), 'getInputJsonSchema') ??
    ownSchema(definition('_schemaRuntimeDefinition'), 'getInputJsonSchema') ??
    getInputTypeSchema(graph);
  const output =
    ownSchema(definition('_outputRuntimeDefinition'), 'getJsonSchema') ??
    ownSchema(definition('_schemaRuntimeDefinition'), 'getJsonSchema') ??
    getOutputTypeSchema(graph);
  const channels = (name: 'inputChannels' | 'outputChannels' | 'streamChannels') =>
    untyped(graph, name);
  const config = getConfigTypeSchema(graph);
  return {
    state: told(state) ?? channels('streamChannels'),
    input: told(input) ?? channels('inputChannels'),
    output: told(output) ?? channels('outputChannels'),
    config: told(config) ?? null,
  };
}

/** What a StateSchema says of itself. */
function ownSchema(definition: unknown, method: 'getJsonSchema' | 'getInputJsonSchema'): unknown {
  const tell = fieldOf(definition, method);
  return typeof tell === 'function' ? (Reflect.apply(tell, definition, []) as unknown) : undefined;
}

/** A schema with its dialect and without private channels; undefined where there is none. */
function told(schema: unknown): JsonSchema | undefined {
  if (!isObject(schema)) return undefined;
  const { properties, required, ...rest } = schema;
  return {
    $schema: DRAFT,
    ...rest,
    ...(isObject(properties) && { properties: withoutPrivate(properties) }),
    ...(Array.isArray(required) && {
      required: required.filter((key) => typeof key !== 'string' || !isPrivateKey(key)),
    }),
  };
}

function untyped(graph: object, name: string): JsonSchema {
  const named = fieldOf(graph, name);
  const channels = fieldOf(graph, 'channels');
  const all = typeof channels === 'object' && channels !== null ? Object.keys(channels) : [];
  // A graph with a state schema names a single channel for what goes in.
  const list = Array.isArray(named) ? named.map(String) : all;
  const shown = list.filter((key) => !key.startsWith('__') && !key.startsWith('branch:'));
  const properties = Object.fromEntries(shown.map((key) => [key, {}]));
  return { $schema: DRAFT, type: 'object', properties: withoutPrivate(properties) };
}

function withoutPrivate(properties: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !isPrivateKey(key)));
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (Reflect.get(value, name) as unknown)
    : undefined;
}
