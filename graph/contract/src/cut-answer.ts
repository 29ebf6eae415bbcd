/** Key in a message's `response_metadata`: true on an answer that ends before its end. */
export const CUT_KEY = 'cut';

/** Why a provider cut an answer: a limit of length, its content filter, another reason of its own. */
export type CutReason = 'length' | 'filter' | 'other';

const REASONS: ReadonlyMap<string, CutReason> = new Map([
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['content_filter', 'filter'],
]);

/** Reads a message's `response_metadata`: whether the answer was cut, and why if a provider did it. */
export function cutOf(metadata: unknown): { readonly cut: boolean; readonly cutBy?: CutReason } {
  if (typeof metadata !== 'object' || metadata === null) return { cut: false };
  if (Reflect.get(metadata, CUT_KEY) !== true) return { cut: false };
  const reason: unknown = Reflect.get(metadata, 'finish_reason');
  if (typeof reason !== 'string' || reason === 'stop') return { cut: true };
  return { cut: true, cutBy: REASONS.get(reason) ?? 'other' };
}
