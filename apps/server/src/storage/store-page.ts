import { invalid } from './store-namespace.ts';

/** A part of a list. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The page with these bounds; without them, the whole list. Throws `invalid`. */
export function checkPage(limit = Number.MAX_SAFE_INTEGER, offset = 0): Page {
  for (const bound of [limit, offset])
    if (!Number.isSafeInteger(bound) || bound < 0)
      throw invalid('Limit and offset are whole numbers, 0 or more.');
  return { limit, offset };
}
