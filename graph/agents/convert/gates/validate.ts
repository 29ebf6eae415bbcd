import type { OutFile, SourceFile, Validation } from '#contract/convert';

import { parseSource } from '../syntax/parse.ts';
import { todosIn } from '../todo.ts';
import { findSelenium } from './no-selenium.ts';

export interface ValidateOptions {
  /** Every instruction that the conversion had to follow, oldest first. */
  readonly conventions: readonly string[];
  readonly signal: AbortSignal;
}

/** Holds a conversion against its gates. Throws what the signal was aborted with. */
export async function validate(
  sources: readonly SourceFile[],
  out: readonly OutFile[],
  { signal }: ValidateOptions,
): Promise<Validation> {
  signal.throwIfAborted();
  const parsed = out.map(({ name, text }) => parseSource(name, text));
  const findings = await Promise.resolve(parsed.flatMap(findSelenium));
  return {
    passed: findings.length === 0 && out.length >= sources.length,
    findings,
    ledger: out.flatMap(todosIn),
  };
}
