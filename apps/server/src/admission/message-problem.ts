import { coerceMessageLikeToMessage, type BaseMessageLike } from '@langchain/core/messages';
import { z } from 'zod';

const record = z.record(z.string(), z.unknown());
const MEDIA = new Set(['image', 'audio', 'video', 'file', 'input_audio', 'text-plain']);
/** One of these holds what a block of a medium is about. */
const SOURCES = [
  ...['data', 'url', 'id', 'fileId', 'file_id', 'text'],
  ...['source', 'file', 'image_url', 'input_audio'],
];

/** A part of a message's content. Providers define the types; the known ones are checked. */
const block = z.looseObject({ type: z.string() }).superRefine((value, context) => {
  const refuse = (key: string, message: string) => {
    context.addIssue({ code: 'custom', path: [key], message });
  };
  if (value.type === 'text' && typeof value['text'] !== 'string') refuse('text', 'must be text');
  if (value.type === 'image_url' && !isImageUrl(value['image_url']))
    refuse('image_url', 'must be an address, or an object with a url');
  if (MEDIA.has(value.type) && !SOURCES.some((key) => value[key] != null && value[key] !== ''))
    refuse('url', `is missing: a block of type ${value.type} needs data, a url or an id`);
});

function isImageUrl(value: unknown): boolean {
  if (typeof value === 'string') return true;
  return record.safeParse(value).data?.['url'] !== undefined && isUrlObject(value);
}

const isUrlObject = (value: unknown) => z.looseObject({ url: z.string() }).safeParse(value).success;

const content = z.union(
  [z.string(), z.array(z.union([z.string(), block]))],
  'must be text or a list of content blocks, each with a type and what that type needs',
);

const wholeArguments = z.string().refine((text) => {
  try {
    return record.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}, 'must be the JSON text of an object');

/** A tool call in LangChain's form, or in that of OpenAI. */
const toolCall = z.union(
  [
    z.looseObject({ name: z.string(), args: record, id: z.string().nullish() }),
    z.looseObject({
      type: z.literal('function'),
      id: z.string(),
      function: z.looseObject({ name: z.string(), arguments: wholeArguments }),
    }),
  ],
  'must be a tool call with a name and args',
);

const count = z.number().nonnegative().optional();

/** The fields of a message, whoever says it. */
const fields = z.looseObject({
  content,
  id: z.string().min(1).nullish(),
  name: z.string().nullish(),
  additional_kwargs: z
    .looseObject({
      tool_calls: z.array(z.looseObject({})).nullish(),
      function_call: z.looseObject({}).nullish(),
    })
    .nullish(),
  response_metadata: record.nullish(),
  tool_calls: z.array(toolCall).nullish(),
  invalid_tool_calls: z.array(record).nullish(),
  tool_call_chunks: z.array(record).nullish(),
  usage_metadata: z
    .looseObject({ input_tokens: count, output_tokens: count, total_tokens: count })
    .nullish(),
});

const toolResult = z.looseObject({
  tool_call_id: z.string().min(1),
  status: z.enum(['success', 'error']).nullish(),
});

const removal = z.looseObject({ id: z.string().min(1) });

/** What is wrong with a message, and where in it. */
export interface MessageProblem {
  readonly path: readonly PropertyKey[];
  readonly sentence: string;
}

const NO_MESSAGE = 'is not a message: it needs a role (human, ai, system or tool) and content';

/**
 * What would make a message fail the run that takes it in, or every later one of its thread; undefined
 * for a valid one. `value` is what the API takes for a message: text, a pair of role and content, or
 * its fields.
 */
export function messageProblem(value: unknown): MessageProblem | undefined {
  if (typeof value === 'string') return undefined;
  const said = fieldsOf(value);
  if (said === undefined) return { path: [], sentence: NO_MESSAGE };
  const problem = shapeProblem(said.role, said.fields);
  if (problem) return { ...problem, path: [...said.path, ...problem.path] };
  try {
    coerceMessageLikeToMessage(value as BaseMessageLike);
    return undefined;
  } catch {
    return { path: [], sentence: NO_MESSAGE };
  }
}

interface Said {
  readonly role: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Where the fields stand in the value. */
  readonly path: readonly PropertyKey[];
}

function fieldsOf(value: unknown): Said | undefined {
  if (Array.isArray(value)) {
    const [role, text] = value as readonly unknown[];
    return typeof role === 'string' ? { role, fields: { content: text }, path: [] } : undefined;
  }
  const parsed = record.safeParse(value);
  if (!parsed.success) return undefined;
  const message = parsed.data;
  if (message['lc'] === 1 && Array.isArray(message['id'])) {
    const kwargs = record.safeParse(message['kwargs']);
    const name: unknown = message['id'].at(-1);
    if (!kwargs.success || typeof name !== 'string') return undefined;
    const role = name.replace(/Message(?:Chunk)?$/, '').toLowerCase();
    return { role, fields: kwargs.data, path: ['kwargs'] };
  }
  const role = message['role'] ?? message['type'];
  return typeof role === 'string' ? { role, fields: message, path: [] } : undefined;
}

function shapeProblem(role: string, message: Said['fields']): MessageProblem | undefined {
  if (role === 'remove') return issueOf(removal, message);
  return issueOf(fields, message) ?? (role === 'tool' ? issueOf(toolResult, message) : undefined);
}

function issueOf(schema: z.ZodType, value: unknown): MessageProblem | undefined {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue && deepest(issue);
}

/** For a value that fits none of several forms: the complaint of the form it is closest to. */
function deepest(issue: z.core.$ZodIssue): MessageProblem {
  if (issue.code !== 'invalid_union') return { path: issue.path, sentence: issue.message };
  const inner = issue.errors.flatMap((issues) => issues.map(deepest));
  const closest = inner.reduce<MessageProblem | undefined>(
    (best, problem) => (problem.path.length > (best?.path.length ?? 0) ? problem : best),
    undefined,
  );
  if (closest === undefined) return { path: issue.path, sentence: issue.message };
  return { ...closest, path: [...issue.path, ...closest.path] };
}
