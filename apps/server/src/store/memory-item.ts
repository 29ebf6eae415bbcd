import { z } from 'zod';

import { HttpError } from '../http/http-error.ts';

/** A file as agents keep it in a store: its text whole, or in lines. */
const file = z.object({ content: z.union([z.string(), z.array(z.string())]) });

/** The text of a memory file in the store's form. Throws HttpError `invalid`. */
export function textOfMemoryItem(value: unknown): string {
  const parsed = file.safeParse(value);
  if (!parsed.success)
    throw new HttpError(
      'invalid',
      'The value of the memory file must be { "content": <its text> }.',
    );
  const { content } = parsed.data;
  return typeof content === 'string' ? content : content.join('\n');
}
