import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  ChatMessage,
  ChatMessageChunk,
  FunctionMessage,
  FunctionMessageChunk,
  HumanMessage,
  HumanMessageChunk,
  RemoveMessage,
  SystemMessage,
  SystemMessageChunk,
  ToolMessage,
  ToolMessageChunk,
} from '@langchain/core/messages';
import { setOwn } from './tree.ts';

/** Any message as a bag of its own fields. */
export type MessageFields = Record<string, unknown> & { lc_kwargs: Record<string, unknown> };

const content = '';
const PLAIN: Readonly<Record<string, () => BaseMessage>> = {
  HumanMessage: () => new HumanMessage({ content }),
  HumanMessageChunk: () => new HumanMessageChunk({ content }),
  AIMessage: () => new AIMessage({ content }),
  AIMessageChunk: () => new AIMessageChunk({ content }),
  SystemMessage: () => new SystemMessage({ content }),
  SystemMessageChunk: () => new SystemMessageChunk({ content }),
  ToolMessage: () => new ToolMessage({ content, tool_call_id: '' }),
  ToolMessageChunk: () => new ToolMessageChunk({ content, tool_call_id: '' }),
  FunctionMessage: () => new FunctionMessage({ content, name: '' }),
  FunctionMessageChunk: () => new FunctionMessageChunk({ content, name: '' }),
  ChatMessage: () => new ChatMessage({ content, role: '' }),
  ChatMessageChunk: () => new ChatMessageChunk({ content, role: '' }),
  RemoveMessage: () => new RemoveMessage({ id: '' }),
};

/** The only message classes that are stored and revived, by name. */
const MAKERS = new Map(Object.entries(PLAIN));
const NAMES = new Map(
  Object.entries(PLAIN).map(([name, make]) => [Object.getPrototypeOf(make()) as object, name]),
);

/** Fields that every instance of a class has alike; the class brings them back. */
const CONSTANT = new Set([
  'lc_kwargs',
  'lc_namespace',
  'lc_serializable',
  'lc_direct_tool_output',
  'type',
]);

/** Name of a message class, by prototype; undefined for anything else, subclasses included. */
export function messageClass(prototype: object): string | undefined {
  return NAMES.get(prototype);
}

/** Names of the fields a message carries: own, set, and not given by its class. */
export function fieldNames(message: MessageFields): string[] {
  const names: string[] = [];
  for (const key of Object.keys(message))
    if (message[key] !== undefined && !CONSTANT.has(key)) names.push(key);
  return names;
}

/**
 * How `lc_kwargs`, which decides what the message says of itself as JSON, differs from the plain
 * case of naming exactly the fields: names it lacks, and what it holds beyond them.
 */
export function kwargsDifference(
  message: MessageFields,
  fields: readonly string[],
): { lacks: string[]; extra: Record<string, unknown> } | undefined {
  const kwargs = message.lc_kwargs;
  let lacks: string[] | undefined;
  for (const field of fields) if (!Object.hasOwn(kwargs, field)) (lacks ??= []).push(field);
  let extra: Record<string, unknown> | undefined;
  for (const key of Object.keys(kwargs)) {
    if (fields.includes(key) || (message[key] ?? kwargs[key]) === undefined) continue;
    setOwn((extra ??= {}), key, key in message ? undefined : kwargs[key]);
  }
  return lacks || extra ? { lacks: lacks ?? [], extra: extra ?? {} } : undefined;
}

/**
 * Brings a message back field by field, past the constructor's own ideas about its arguments.
 * Undefined for a class that is not one of ours.
 */
export function reviveMessage(
  name: string,
  fields: Record<string, unknown>,
  lacks: readonly unknown[],
  extra: Record<string, unknown>,
): BaseMessage | undefined {
  const message = MAKERS.get(name)?.();
  if (!message) return undefined;
  const target = message as unknown as MessageFields;
  for (const key of fieldNames(target)) if (!Object.hasOwn(fields, key)) target[key] = undefined;
  for (const key of Object.keys(fields)) setOwn(target, key, fields[key]);
  const kwargs = { ...fields, ...extra };
  for (const key of lacks) if (typeof key === 'string') Reflect.deleteProperty(kwargs, key);
  target.lc_kwargs = kwargs;
  return message;
}
