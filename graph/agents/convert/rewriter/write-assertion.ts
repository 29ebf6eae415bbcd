import ts from 'typescript';

import type { Assertion } from '../assertions/assertion.ts';
import { textPattern } from './patterns.ts';
import { FLAGS } from './reads.ts';
import type { Renderer } from './renderer.ts';
import { quote, unquote, Unsupported, type Read, type Value } from './value.ts';

/** The statement of an assertion: one that waits, where it means the same. */
export function writeAssertion(assertion: Assertion, r: Renderer): string {
  r.use('expect');
  const value = r.expression(assertion.actual);
  const expected = assertion.expected && r.code(assertion.expected);
  const { read, compared } = countOf(value, { ...assertion, code: expected });
  const waiting = read && webFirst(read, compared);
  if (waiting !== undefined && read) {
    value.taken?.();
    r.fn.needsAsync = true;
    return `await ${waiting};`;
  }
  if (read && (read.what === 'call' || read.what === 'dialog')) {
    value.taken?.();
    r.fn.needsAsync = true;
    return `await expect.poll(() => ${read.of}).${plain(assertion, expected)};`;
  }
  if (value.kind.is === 'locator') return presence(value, assertion);
  if (value.kind.is === 'select') return presence(value, assertion);
  const code = r.codeOf(value);
  const awaited = value.promise ? `await ${code}` : code;
  return `expect(${awaited}).${plain(assertion, expected)};`;
}

/** An assertion of the length of a list of elements is one of their number. */
function countOf(
  { kind, read }: Value,
  compared: Compared,
): { readonly read: Read | undefined; readonly compared: Compared } {
  if (kind.is !== 'locators' || kind.of === undefined) return { read, compared };
  const { relation } = compared;
  const counted: Read = { what: 'count', of: kind.of };
  if (relation === 'length') return { read: counted, compared: { ...compared, relation: 'equal' } };
  if (relation !== 'empty') return { read, compared };
  return { read: counted, compared: { ...compared, relation: 'equal', code: '0' } };
}

/** An element that was found is there: Selenium threw where it was not. */
function presence({ code }: Value, { relation, negated }: Assertion): string {
  const isThere = (relation === 'undefined' || relation === 'null') && negated;
  if (!isThere && !(relation === 'truthy' && !negated))
    throw new Unsupported('An element itself is compared.');
  return `await expect(${code}).toBeAttached();`;
}

interface Compared {
  readonly relation: Assertion['relation'];
  readonly negated: boolean;
  readonly expected: ts.Expression | undefined;
  /** What is expected, as code. */
  readonly code: string | undefined;
}

function webFirst(read: Read, compared: Compared): string | undefined {
  const { what, of } = read;
  const not = compared.negated ? 'not.' : '';
  const on = (matcher: string): string => `expect(${of}).${not}${matcher}`;
  switch (what) {
    case 'text':
      return textMatcher(compared, on);
    case 'value':
      return valueMatcher('toHaveValue', '', compared, on);
    case 'css':
      return valueMatcher('toHaveCSS', `${read.name ?? ''}, `, compared, on);
    case 'attribute':
      return attributeMatcher(read, compared, on);
    case 'title':
      return valueMatcher('toHaveTitle', '', compared, on);
    case 'url':
      return valueMatcher('toHaveURL', '', compared, on);
    case 'count':
      return countMatcher(compared, of);
    case 'visible':
    case 'enabled':
    case 'checked':
    case 'option': {
      const truth = truthOf(compared);
      if (truth === undefined) return undefined;
      return `expect(${of}).${STATES[what][truth ? 0 : 1]}`;
    }
    case 'dialog':
    case 'call':
      return undefined;
  }
}

const STATES = {
  visible: ['toBeVisible()', 'toBeHidden()'],
  enabled: ['toBeEnabled()', 'toBeDisabled()'],
  checked: ['toBeChecked()', 'not.toBeChecked()'],
  option: ["toHaveJSProperty('selected', true)", "toHaveJSProperty('selected', false)"],
} as const;

/** Whether a boolean is said to be true, or to be false. */
function truthOf({ relation, negated, code }: Compared): boolean | undefined {
  if (relation === 'true' || relation === 'truthy') return !negated;
  if (relation !== 'equal' && relation !== 'deepEqual') return undefined;
  if (code === 'true') return !negated;
  return code === 'false' ? negated : undefined;
}

function isEqual({ relation }: Compared): boolean {
  return relation === 'equal' || relation === 'deepEqual';
}

function textMatcher(compared: Compared, on: (matcher: string) => string): string | undefined {
  const { relation, code } = compared;
  if (relation === 'empty') return on("toHaveText('')");
  if (relation === 'truthy' && !compared.negated) return on('toHaveText(/\\S/)');
  if (code === undefined || !isTextual(compared.expected)) return undefined;
  if (isEqual(compared)) return on(`toHaveText(${code})`);
  if (relation === 'contain') return on(`toContainText(${code})`);
  return relation === 'match' ? on(`toHaveText(${code})`) : undefined;
}

/** null and undefined are no text: only a plain assertion can compare with them. */
function isTextual(node: ts.Expression | undefined): boolean {
  return node?.kind !== ts.SyntaxKind.NullKeyword && node?.getText() !== 'undefined';
}

function valueMatcher(
  matcher: string,
  before: string,
  compared: Compared,
  on: (matcher: string) => string,
): string | undefined {
  const { relation, code } = compared;
  if (relation === 'empty') return on(`${matcher}(${before}'')`);
  if (code === undefined || !isTextual(compared.expected)) return undefined;
  if (isEqual(compared) || relation === 'match') return on(`${matcher}(${before}${code})`);
  const pattern = relation === 'contain' ? textPattern(code) : undefined;
  return pattern === undefined ? undefined : on(`${matcher}(${before}${pattern})`);
}

function attributeMatcher(
  { of, name = '' }: Read,
  compared: Compared,
  on: (matcher: string) => string,
): string | undefined {
  const { relation, code, negated } = compared;
  const attribute = unquote(name) ?? '';
  const flag = FLAGS[attribute];
  const isSet = relation === 'null' ? negated : code === "'true'" || code === '"true"';
  if (flag && (relation === 'null' || isSet || relation === 'truthy')) {
    const holds = relation === 'null' ? negated : !negated;
    const state = STATES[flag.what as keyof typeof STATES];
    return `expect(${of}).${state[holds === flag.whenTrue ? 0 : 1]}`;
  }
  if (relation === 'null') return `expect(${of}).${negated ? '' : 'not.'}toHaveAttribute(${name})`;
  const text = code === undefined ? undefined : unquote(code);
  const isResolved = (attribute === 'href' || attribute === 'src') && /^\w+:/.test(text ?? '');
  if (isResolved && isEqual(compared)) return on(`toHaveJSProperty(${name}, ${code ?? ''})`);
  if (
    attribute === 'class' &&
    relation === 'contain' &&
    text !== undefined &&
    /^[\w-]+$/.test(text)
  )
    return on(`toHaveClass(${textPattern(quote(text)) ?? ''})`);
  return valueMatcher('toHaveAttribute', `${name}, `, compared, on);
}

function countMatcher(
  { relation, code, negated, expected }: Compared,
  of: string,
): string | undefined {
  const number =
    code !== undefined && (/^\d+$/.test(code) || (expected && !ts.isLiteralExpression(expected)));
  const isSome = (relation === 'above' && code === '0') || (relation === 'least' && code === '1');
  if (isSome) return `expect(${of}).${negated ? '' : 'not.'}toHaveCount(0)`;
  if (relation !== 'equal' && relation !== 'deepEqual') return undefined;
  return number ? `expect(${of}).${negated ? 'not.' : ''}toHaveCount(${code})` : undefined;
}

/** The same assertion on a value. */
function plain({ relation, negated }: Assertion, expected: string | undefined): string {
  const not = negated ? 'not.' : '';
  const given = expected ?? '';
  switch (relation) {
    case 'equal':
      return `${not}toBe(${given})`;
    case 'deepEqual':
      return `${not}toEqual(${given})`;
    case 'contain':
      return `${not}toContain(${given})`;
    case 'match':
      return `${not}toMatch(${given})`;
    case 'truthy':
      return negated ? 'toBeFalsy()' : 'toBeTruthy()';
    case 'true':
      return `toBe(${negated ? 'false' : 'true'})`;
    case 'null':
      return `${not}toBeNull()`;
    case 'undefined':
      return negated ? 'toBeDefined()' : 'toBeUndefined()';
    case 'empty':
      return `${not}toHaveLength(0)`;
    case 'above':
      return `${not}toBeGreaterThan(${given})`;
    case 'least':
      return `${not}toBeGreaterThanOrEqual(${given})`;
    case 'below':
      return `${not}toBeLessThan(${given})`;
    case 'most':
      return `${not}toBeLessThanOrEqual(${given})`;
    case 'length':
      return `${not}toHaveLength(${given})`;
  }
}
