import type { Finding, LedgerEntry } from '#contract/convert';

import { same } from '../meaning/claims.ts';
import type { Looked, Trace } from '../meaning/facts.ts';
import { isStructural, provesTestId, sameChain, type Selector } from '../meaning/selectors.ts';
import { describeSym, type Sym } from '../meaning/symbols.ts';
import type { Reading } from './readings.ts';
import { sameName } from './readings.ts';

type Chain = readonly Selector[];

/** Locators whose values do not stand in the chain of that element in the source. */
export function findInvented(
  source: Reading,
  out: Reading,
  isOpen: (file: string, line: number) => boolean,
): Finding[] {
  const everywhere = chainsOf(source.traces(), source.fields);
  const findings = new Map<string, Finding>();
  const check = (looked: readonly Looked[], known: readonly Chain[]): void => {
    for (const { element, file, line } of looked) {
      if (isOpen(file, line) || isKnown(element.chain, known)) continue;
      const sentence = `${describeSym(element)} is not how the source finds an element here.`;
      findings.set(`${file}:${line} ${sentence}`, { gate: 'locators', file, line, sentence });
    }
  };
  for (const test of out.tests) {
    const counterpart = source.tests.find(({ title }) => title === test.title);
    const known = counterpart ? chainsOf([source.traceOf(counterpart)], new Map()) : everywhere;
    check(out.traceOf(test).looked, [...known, ...fieldChains(source.fields)]);
  }
  for (const [name, trace] of out.exercised) {
    const counterpart = [...source.exercised].find(([own]) => sameName(own, name));
    const known = counterpart
      ? [...chainsOf([counterpart[1]], new Map()), ...fieldChains(source.fields)]
      : everywhere;
    check(
      trace.looked.filter(
        ({ element }) =>
          counterpart !== undefined || element.chain.every(({ kind }) => kind !== 'unknown'),
      ),
      known,
    );
  }
  return [...findings.values(), ...findMovedFields(source, out, isOpen)];
}

function chainsOf(traces: readonly Trace[], fields: ReadonlyMap<string, Sym>): Chain[] {
  return [
    ...traces.flatMap(({ looked }) => looked.map(({ element }) => element.chain)),
    ...fieldChains(fields),
  ];
}

function fieldChains(fields: ReadonlyMap<string, Sym>): Chain[] {
  return [...fields.values()].flatMap((sym) => {
    if (sym.is === 'by') return [[sym.selector]];
    return sym.is === 'element' || sym.is === 'elements' ? [sym.chain] : [];
  });
}

function isKnown(chain: Chain, known: readonly Chain[]): boolean {
  const frames = chain.filter(({ kind }) => kind === 'frame');
  if (!frames.every((frame) => isKnownFrame(frame, known))) return false;
  const rest = chain.filter((each) => each.kind !== 'frame');
  if (rest.length === 0) return true;
  if (known.some((each) => sameChain(each, rest))) return true;
  const last = rest.at(-1);
  // `option:checked` of a list says nothing that Select did not.
  return (
    last !== undefined &&
    isStructural(last) &&
    rest.length > 1 &&
    known.some((each) => sameChain(each, rest.slice(0, -1)))
  );
}

function isKnownFrame({ text }: Selector, known: readonly Chain[]): boolean {
  return text === 'iframe' || known.some((chain) => chain.some((each) => each.text === text));
}

/** A field of a page object leads to the same element as the field of that name did. */
function findMovedFields(
  source: Reading,
  out: Reading,
  isOpen: (file: string, line: number) => boolean,
): Finding[] {
  const findings: Finding[] = [];
  for (const [name, sym] of out.fields) {
    if (sym.is !== 'element') continue;
    const counterpart = [...source.fields].find(([own]) => sameName(own, name))?.[1];
    if (
      !counterpart ||
      (counterpart.is !== 'by' && counterpart.is !== 'element') ||
      same(counterpart, sym)
    )
      continue;
    const looked = out
      .traces()
      .flatMap((trace) => trace.looked)
      .find(({ element }) => describeSym(element) === describeSym(sym));
    const place = { file: looked?.file ?? '', line: looked?.line ?? 1 };
    if (isOpen(place.file, place.line)) continue;
    findings.push({
      gate: 'locators',
      ...place,
      sentence: `${name} finds ${describeSym(sym)}; in the source it finds ${describeSym(counterpart)}.`,
    });
  }
  return findings;
}

/** Test ids that were taken for proven, though the source finds the element by id or name. */
export function premisesOf(source: Reading, out: Reading): LedgerEntry[] {
  const chains = chainsOf(source.traces(), source.fields).flat();
  const entries = new Map<string, LedgerEntry>();
  for (const { element, file, line } of out.traces().flatMap(({ looked }) => looked))
    for (const { kind, text } of element.chain) {
      if (kind !== 'testid' || chains.some((each) => provesTestId(each, text))) continue;
      const found = chains.find((each) => each.text === `[id=${text}]`) ? 'id' : 'name';
      const reason = `The source proves ${found}="${text}", not data-testid="${text}".`;
      entries.set(`${file}:${line} ${reason}`, { file, line, kind: 'premise', reason });
    }
  return [...entries.values()];
}
