import type { Claim } from './facts.ts';
import { sameChain, sameSelector } from './selectors.ts';
import { constant, describeSym, made, type Sym } from './symbols.ts';
import { literalOf } from './text.ts';

type Said = Pick<Claim, 'subject' | 'relation' | 'expected' | 'negated'>;

const BOOLEANS = new Set(['visible', 'enabled', 'checked', 'attribute selected', 'attached']);

/** The one form of an assertion, whatever library it was written with. */
export function normal(said: Said): Said {
  return steps.reduce((at, step) => step(at), said);
}

const steps: readonly ((said: Said) => Said)[] = [
  function lists({ subject, relation, expected, negated }) {
    const isAll = subject.is === 'elements';
    const count: Sym = { is: 'read', what: 'count', of: subject };
    if (isAll && relation === 'length')
      return { subject: count, relation: 'equal', expected, negated };
    if (isAll && relation === 'empty')
      return { subject: count, relation: 'equal', expected: constant(0), negated };
    return { subject, relation, expected, negated };
  },
  function presence(said) {
    const { subject, relation, negated } = said;
    if (subject.is !== 'element') return said;
    const there = relation === 'undefined' || relation === 'null' ? negated : !negated;
    return {
      subject: { is: 'read', what: 'attached', of: subject },
      relation: 'equal',
      expected: constant(there),
      negated: false,
    };
  },
  function flags(said) {
    const { subject, relation, expected, negated } = said;
    if (subject.is !== 'read') return said;
    const flag = {
      'attribute disabled': ['enabled', false],
      'attribute checked': ['checked', true],
    }[subject.what] as [string, boolean] | undefined;
    if (!flag) return said;
    const isSet =
      relation === 'null'
        ? negated
        : relation === 'equal' && expected?.is === 'value' && expected.value !== null
          ? !negated
          : negated === (relation === 'equal');
    return {
      subject: { is: 'read', what: flag[0], of: subject.of },
      relation: 'equal',
      expected: constant(isSet === flag[1]),
      negated: false,
    };
  },
  function truths(said) {
    const { subject, relation, expected, negated } = said;
    const isBoolean = subject.is === 'read' && BOOLEANS.has(subject.what);
    if (relation === 'true' || (relation === 'truthy' && isBoolean))
      return { subject, relation: 'equal', expected: constant(!negated), negated: false };
    if (isBoolean && relation === 'equal' && negated && expected?.is === 'value')
      return { subject, relation, expected: constant(expected.value !== true), negated: false };
    return said;
  },
  function counts(said) {
    const { subject, relation, expected, negated } = said;
    if (subject.is !== 'read' || subject.what !== 'count' || expected?.is !== 'value') return said;
    const isSome =
      (relation === 'above' && expected.value === 0) ||
      (relation === 'least' && expected.value === 1);
    return isSome ? { subject, relation: 'equal', expected: constant(0), negated: !negated } : said;
  },
  function emptiness(said) {
    const { subject, relation, negated } = said;
    const isText = subject.is === 'read' && relation === 'empty';
    return isText ? { subject, relation: 'equal', expected: constant(''), negated } : said;
  },
  function visibleText(said) {
    const isText = said.subject.is === 'read' && said.subject.what === 'text';
    if (isText && said.relation === 'truthy' && !said.negated)
      return { ...said, relation: 'match', expected: { is: 'pattern', source: '\\S' } };
    return said;
  },
  function patterns(said) {
    const { subject, relation, expected, negated } = said;
    if (relation !== 'match' || expected?.is !== 'pattern') return said;
    const text = literalOf(expected.source);
    return text === undefined
      ? said
      : { subject, relation: 'contain', expected: constant(text), negated };
  },
];

/** Whether an assertion of the output says at least what one of the source says. */
export function sameClaim(source: Said, out: Said): boolean {
  return sameSubject(source, out) && sameExpectation(source, out);
}

export function sameSubject(source: Said, out: Said): boolean {
  return same(source.subject, out.subject);
}

function sameExpectation(source: Said, out: Said): boolean {
  if (source.negated !== out.negated || source.relation !== out.relation) return false;
  if (!source.expected || !out.expected) return source.expected === out.expected;
  return same(source.expected, out.expected);
}

/** Whether a symbol of the output means what one of the source means. */
export function same(source: Sym, out: Sym, depth = 0): boolean {
  if (depth > 12) return true;
  const inner = (one: Sym, two: Sym): boolean => same(one, two, depth + 1);
  if (source.is === 'by' && out.is === 'element')
    return (
      out.chain.length === 1 &&
      out.chain[0] !== undefined &&
      sameSelector(source.selector, out.chain[0])
    );
  if (source.is === 'element' && out.is === 'element')
    return sameChain(source.chain, out.chain) && indexOf(source) === indexOf(out);
  if (source.is === 'elements' && out.is === 'elements') return sameChain(source.chain, out.chain);
  if (source.is === 'elements' && out.is === 'element' && out.index === undefined)
    return sameChain(source.chain, out.chain);
  if (source.is !== out.is) return false;
  switch (source.is) {
    case 'read':
      return out.is === 'read' && source.what === out.what && inner(source.of, out.of);
    case 'list':
      return (
        out.is === 'list' &&
        source.items.length === out.items.length &&
        source.items.every((each, at) => inner(each, out.items[at] ?? made('none')))
      );
    case 'object':
      return (
        out.is === 'object' &&
        [...source.members].every(([name, each]) => {
          const other = out.members.get(name);
          return other !== undefined && inner(each, other);
        })
      );
    case 'made':
      if (out.is !== 'made') return false;
      if (source.how.startsWith('parameter') && out.how.startsWith('parameter')) return true;
      return (
        source.how === out.how &&
        source.from.length === out.from.length &&
        source.from.every((each, at) => inner(each, out.from[at] ?? made('none')))
      );
    case 'function':
    case 'class':
    case 'page':
      return true;
    default:
      return describeSym(source) === describeSym(out);
  }
}

/** Selenium takes the first of several; so does a locator that says so. */
function indexOf({ index }: { readonly index?: string }): string {
  return index ?? '0';
}

/** An assertion in words. */
export function sayClaim({ subject, relation, expected, negated }: Said): string {
  const what = expected ? ` ${describeSym(expected)}` : '';
  return `${describeSym(subject)} ${negated ? 'not ' : ''}${WORDS[relation] ?? relation}${what}`;
}

const WORDS: Readonly<Record<string, string>> = {
  equal: 'equals',
  contain: 'contains',
  match: 'matches',
};
