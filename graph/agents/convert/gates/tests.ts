import type { Finding } from '#contract/convert';

import { same, sameClaim, sameSubject, sayClaim } from '../meaning/claims.ts';
import type { Claim, FoundTest, Trace } from '../meaning/facts.ts';
import { describeSym } from '../meaning/symbols.ts';
import type { Reading } from './readings.ts';

/** For each test of the source: one of the same title that asserts the same of the same. */
export function findLostTests(source: Reading, out: Reading): Finding[] {
  const findings: Finding[] = [];
  const left = new Map<string, FoundTest[]>();
  for (const test of out.tests) left.set(test.title, [...(left.get(test.title) ?? []), test]);
  for (const test of source.tests) {
    const other = left.get(test.title)?.shift();
    const { file, line } = test;
    if (!other) {
      findings.push({
        gate: 'tests',
        file,
        line,
        sentence: `The test “${test.title}” is missing.`,
      });
      continue;
    }
    const place = { file: other.file, line: other.line };
    for (const flag of other.flags)
      if (!test.flags.has(flag))
        findings.push({
          gate: 'tests',
          ...place,
          sentence: `The test “${test.title}” is marked ${flag}; the source runs it.`,
        });
    findings.push(...compareClaims(test.title, source.traceOf(test), out.traceOf(other), place));
  }
  for (const [name, trace] of source.exercised) {
    const other = out.exercisedAs(name);
    if (other && source.tests.length === 0)
      findings.push(...compareClaims(name, trace, other.trace, other.place));
  }
  for (const test of out.tests) if (!source.titles.has(test.title)) findings.push(...flagsOf(test));
  return findings;
}

function flagsOf(test: FoundTest): Finding[] {
  return [...test.flags].map((flag) => ({
    gate: 'tests',
    file: test.file,
    line: test.line,
    sentence: `The test “${test.title}” is marked ${flag}.`,
  }));
}

interface Place {
  readonly file: string;
  readonly line: number;
}

function compareClaims(title: string, source: Trace, out: Trace, place: Place): Finding[] {
  const findings: Finding[] = [];
  const left = new Set(out.claims);
  for (const claim of source.claims) {
    const match = [...left].find((each) => counts(claim, each) && sameClaim(claim, each));
    if (match) left.delete(match);
    else findings.push(missing(title, claim, out.claims, place));
  }
  for (const claim of left) {
    const why = flawOf(claim, source.claims);
    if (why !== undefined)
      findings.push({ gate: 'tests', file: claim.file, line: claim.line, sentence: why });
  }
  findings.push(...compareTyped(title, source, out));
  return findings;
}

/** Whether an assertion of the output is made whenever that of the source is. */
function counts(source: Claim, out: Claim): boolean {
  return out.flaw === undefined && (out.sure || !source.sure);
}

function missing(title: string, claim: Claim, made: readonly Claim[], place: Place): Finding {
  const wanted = sayClaim(claim);
  const at = (each: Claim | undefined): Place =>
    each ? { file: each.file, line: each.line } : place;
  const finding = (each: Claim | undefined, sentence: string): Finding => ({
    gate: 'tests',
    ...at(each),
    sentence: `“${title}”: ${sentence}`,
  });
  const equal = made.find((each) => sameClaim(claim, each));
  if (equal?.flaw !== undefined)
    return finding(equal, `the assertion that ${wanted} ${equal.flaw}.`);
  if (equal && !equal.sure)
    return finding(
      equal,
      `the assertion that ${wanted} is not reached in every run, or its failure is swallowed.`,
    );
  const moved = made.find((each) => sameSubject(claim, each));
  if (moved)
    return finding(moved, `the source asserts that ${wanted}; here it is that ${sayClaim(moved)}.`);
  const { expected } = claim;
  const other =
    expected && made.find((each) => each.expected !== undefined && same(expected, each.expected));
  if (other)
    return finding(
      other,
      `the source asserts that ${wanted}; here ${describeSym(other.subject)} is held against that value.`,
    );
  return finding(
    undefined,
    `the assertion that ${wanted} is missing (line ${claim.line} of ${claim.file}).`,
  );
}

/** Why an assertion that the source does not have must not stand. */
function flawOf(claim: Claim, source: readonly Claim[]): string | undefined {
  if (source.some((each) => sameClaim(each, claim))) return undefined;
  const { subject, expected } = claim;
  const isConstant =
    subject.is === 'value' ||
    (expected !== undefined && describeSym(subject) === describeSym(expected));
  return isConstant ? `The assertion that ${sayClaim(claim)} can never fail.` : undefined;
}

/** What is typed into an element must have been typed into that element. */
function compareTyped(title: string, source: Trace, out: Trace): Finding[] {
  return out.typed
    .filter(({ element, value }) => {
      const known = source.typed.filter((each) => same(each.value, value));
      if (value.is !== 'value') return false;
      return !known.some((each) => same(each.element, element));
    })
    .map(({ element, value, file, line }) => ({
      gate: 'locators',
      file,
      line,
      sentence: `“${title}”: the source does not type ${describeSym(value)} into ${describeSym(element)}.`,
    }));
}
