import type { Context } from 'hono';
import { z } from 'zod';

import type { MemoryWriteReply } from '#contract/memory-api';
import { isSha256 } from '#contract/shape';

import type { HttpEnv } from '../http/http-env.ts';
import { MemoryConflictError } from './owner-memory.ts';

/** The text that a change was made on: its SHA-256, null for no file. */
export const basis = z
  .custom<string>(isSha256, 'must be the SHA-256 of the text you changed, or null for no file')
  .nullable();

/** Replies what was written, or both sides of a conflict. */
export async function replyWrite(
  c: Context<HttpEnv>,
  write: Promise<MemoryWriteReply>,
): Promise<Response> {
  try {
    return c.json(await write);
  } catch (error) {
    if (error instanceof MemoryConflictError) return c.json(error.reply, error.status);
    throw error;
  }
}
