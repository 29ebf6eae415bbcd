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
import { ownCounterpart } from './other-copy.ts';
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

interface MessageClass {
  readonly make: () => BaseMessage;
  /** Fields that the constructor sets by itself. */
  readonly defaults: readonly string[];
}

/** Fields that every instance of a class has alike; the class brings them back. */
const CONSTANT = new Set([
  'lc_kwargs',
  'lc_namespace',
  'lc_serializable',
  'lc_direct_tool_output',
  'type',
]);

/** The only message classes that are stored and revived, by name. */
const CLASSES = new Map<string, MessageClass>(
  Object.entries(PLAIN).map(([name, make]) => [
    name,
    { make, defaults: fieldNames(make() as unknown as MessageFields) },
  ]),
);
const NAMES = new Map(
  Object.entries(PLAIN).map(([name, make]) => [Object.getPrototypeOf(make()) as object, name]),
);

const PROTOTYPES = new Map([...NAMES].map(([prototype, name]) => [name, prototype]));

/**
 * Name of the class of a message; undefined for anything else, subclasses included. Messages that
 * another copy of the library made count as our own.
 */
export function messageClass(message: object, prototype: object): string | undefined {
  return NAMES.get(prototype) ?? ownCounterpart(message, PROTOTYPES)?.name;
}

/** Whether a property is one that the class brings back. */
export function isConstant(name: string): boolean {
  return CONSTANT.has(name);
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
 * A fresh message of a class, to be given its fields one by one, past the constructor's own ideas
 * about its arguments. Undefined for a class that is not one of ours.
 */
export function blankMessage(
  name: string,
  fields: Readonly<Record<string, unknown>>,
): MessageFields | undefined {
  const known = CLASSES.get(name);
  if (!known) return undefined;
  const message = known.make() as unknown as MessageFields;
  for (const field of known.defaults) if (!Object.hasOwn(fields, field)) message[field] = undefined;
  return message;
}
