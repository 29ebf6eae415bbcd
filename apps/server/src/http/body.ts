import type { Context } from 'hono';
import { z } from 'zod';

import type { HttpEnv } from './http-env.ts';
import { parseExactJson } from './exact-json.ts';
import { HttpError } from './http-error.ts';
import { isUuid } from './ids.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';

/** Greatest size of a request body in bytes. */
export const MAX_BODY_BYTES = REQUEST_LIMITS.bodyBytes;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Any JSON object, kept as it was sent: no key is dropped, moved or renamed. */
export const jsonObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be a JSON object',
);

/** A JSON object that is not larger or deeper than it may be. */
export function smallObject(bytes: number, depth: number = REQUEST_LIMITS.metadataDepth) {
  return jsonObject.refine(
    (value) => isNotDeeper(value, depth) && JSON.stringify(value).length <= bytes,
    `must have at most ${bytes.toLocaleString('en')} characters of JSON, nested at most ${depth} deep`,
  );
}

/** Metadata, and what a filter looks for in it. */
export const smallMetadata = smallObject(REQUEST_LIMITS.metadataBytes);

/** The name of something. */
export const name = z.string().max(REQUEST_LIMITS.name);

/** A short list of names. */
export const names = z.array(name).max(REQUEST_LIMITS.names);

/** An id of this server. */
export const uuid = z.custom<string>(isUuid, 'must be a lowercase UUID');

/** How many of a list: `limit` from 1 to 1000, `offset` from 0. */
export const page = {
  limit: z.int().min(1).max(1000).default(10),
  offset: z.int().min(0).default(0),
};

/**
 * Reads and checks a JSON body. An empty body counts as `{}`.
 * Throws HttpError: `too-large`, `malformed-body` (not UTF-8, not JSON), `invalid` naming the field.
 */
export async function readBody<T extends z.ZodType>(
  c: Context<HttpEnv>,
  schema: T,
): Promise<z.infer<T>> {
  const bytes = await readBytes(c, MAX_BODY_BYTES);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (error) {
    throw new HttpError('malformed-body', 'The request body is not valid UTF-8.', { cause: error });
  }
  return check(schema, text.trim() === '' ? {} : parseExactJson(text), 'body');
}

/** Checks query parameters. Throws HttpError `invalid` naming the parameter. */
export function readQuery<T extends z.ZodType>(c: Context<HttpEnv>, schema: T): z.infer<T> {
  return check(schema, c.req.query(), 'query');
}

function isNotDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isNotDeeper(each, depth - 1));
}

function check<T extends z.ZodType>(schema: T, value: unknown, where: string): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${[where, ...issue.path.map(String)].join('.')}: ${issue.message}`);
  throw new HttpError('invalid', `The request is not valid. ${sentences.join('; ')}.`);
}

/**
 * The whole body, as it was sent. One whose sender went away in the middle is no fault of the
 * server's. Throws HttpError: `too-large`, `malformed-body`.
 */
export async function readBytes(c: Context<HttpEnv>, maxBytes: number): Promise<Uint8Array> {
  const request = c.req.raw;
  try {
    return await readAtMost(request, maxBytes);
  } catch (error) {
    if (error instanceof HttpError || !request.signal.aborted) throw error;
    throw new HttpError('malformed-body', 'The request ended before its body did.', {
      cause: error,
    });
  }
}

/** Reads at most so many bytes, whatever the headers promised. */
async function readAtMost(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new HttpError(
      'too-large',
      `The request body is larger than ${maxBytes / 1024 / 1024} MB. Send less at once.`,
    );
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream: AsyncIterable<Uint8Array> | null = request.body;
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
