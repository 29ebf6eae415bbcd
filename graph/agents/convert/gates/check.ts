import type { Finding, LedgerEntry, OutFile, SourceFile, Validation } from '#contract/convert';

import { takesAway } from '../conventions.ts';
import { PLAYWRIGHT_WORDS } from '../meaning/playwright-words.ts';
import { SELENIUM_WORDS } from '../meaning/selenium-words.ts';
import { parseSource, syntaxErrorOf } from '../syntax/parse.ts';
import { TODO_MARK, todosIn } from '../todo.ts';
import { compileTogether } from './compile.ts';
import { findInvented, premisesOf } from './locators.ts';
import { findSelenium } from './no-selenium.ts';
import { Reading } from './readings.ts';
import { findLostTests } from './tests.ts';
import { findTricks } from './tricks.ts';

/** All four gates, one after the other. Works on syntax trees alone: nothing is executed. */
export function check(
  sources: readonly SourceFile[],
  out: readonly OutFile[],
  conventions: readonly string[],
): Validation {
  try {
    return checked(sources, out, conventions);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The stack is the only bound that nesting meets here.
    const sentence = 'This is nested deeper than the gates can follow.';
    const finding: Finding = { gate: 'compiles', file: out[0]?.name ?? '', line: 1, sentence };
    return { passed: false, findings: [finding], ledger: out.flatMap(todosIn) };
  }
}

function checked(
  sources: readonly SourceFile[],
  out: readonly OutFile[],
  conventions: readonly string[],
): Validation {
  const parsed = out.map(({ name, text }) => parseSource(name, text));
  const broken = parsed.flatMap((file): Finding[] => {
    const error = syntaxErrorOf(file);
    return error
      ? [{ gate: 'compiles', file: file.name, line: error.line, sentence: `${error.message}.` }]
      : [];
  });
  const ledger = [...out.flatMap(todosIn), ...refused(out, conventions)];
  if (broken.length > 0) return { passed: false, findings: broken, ledger };
  const originals = sources.map(({ name, text }) => parseSource(name, text));
  const source = new Reading(originals, SELENIUM_WORDS);
  const made = new Reading(parsed, PLAYWRIGHT_WORDS);
  const runsScripts = sources.some(({ text }) => /\bexecute(?:Async)?Script\(/.test(text));
  const findings = [
    ...compileTogether(out),
    ...parsed.flatMap(findSelenium),
    ...tooMuch(source, made, out),
    ...parsed.flatMap((file) => findTricks(file, runsScripts)),
    ...findLostTests(source, made),
    ...findInvented(source, made, openPlaces(out)),
  ];
  return {
    passed: findings.length === 0,
    findings,
    ledger: [...ledger, ...premisesOf(source, made)],
  };
}

function tooMuch(source: Reading, made: Reading, [first]: readonly OutFile[]): Finding[] {
  if (source.isComplete && made.isComplete) return [];
  const sentence = 'This is more than the gates can follow; convert fewer files at once.';
  return [{ gate: 'tests', file: first?.name ?? '', line: 1, sentence }];
}

function refused([first]: readonly OutFile[], conventions: readonly string[]): LedgerEntry[] {
  return conventions.filter(takesAway).map((rule) => ({
    file: first?.name ?? '',
    line: 1,
    kind: 'rule',
    reason: `No test is deleted or skipped and no assertion weakened, so this was not followed: ${rule}`,
  }));
}

/** Whether a line, or the one above it, says that a person has to look at it. */
function openPlaces(out: readonly OutFile[]): (file: string, line: number) => boolean {
  const lines = new Map(out.map(({ name, text }) => [name, text.split('\n')]));
  return (file, line) =>
    [line - 2, line - 1].some((at) => lines.get(file)?.[at]?.includes(TODO_MARK) ?? false);
}
