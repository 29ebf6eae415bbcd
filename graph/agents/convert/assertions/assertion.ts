import ts from 'typescript';

/** How an assertion holds what it is given against what it expects. */
export type Relation =
  | 'equal'
  | 'deepEqual'
  | 'contain'
  | 'match'
  | 'truthy'
  | 'true'
  | 'null'
  | 'undefined'
  | 'empty'
  | 'above'
  | 'least'
  | 'below'
  | 'most'
  | 'length';

/** An assertion of mocha's companions: chai, jest's expect, should, node:assert. */
export interface Assertion {
  readonly actual: ts.Expression;
  readonly relation: Relation;
  readonly expected: ts.Expression | undefined;
  readonly negated: boolean;
}

/** The assertion that an expression makes; undefined when it makes none, a string when none that is known. */
export function assertionOf(node: ts.Expression): Assertion | string | undefined {
  const inner = ts.isAwaitExpression(node) ? node.expression : node;
  const found = byAssert(inner) ?? byChain(inner);
  return typeof found === 'object' ? simplify(found) : found;
}

const ASSERT_METHODS: Readonly<Record<string, [Relation, boolean]>> = {
  equal: ['equal', false],
  strictEqual: ['equal', false],
  notEqual: ['equal', true],
  notStrictEqual: ['equal', true],
  deepEqual: ['deepEqual', false],
  deepStrictEqual: ['deepEqual', false],
  notDeepEqual: ['deepEqual', true],
  notDeepStrictEqual: ['deepEqual', true],
  eql: ['deepEqual', false],
  sameMembers: ['deepEqual', false],
  sameOrderedMembers: ['deepEqual', false],
  ok: ['truthy', false],
  isOk: ['truthy', false],
  notOk: ['truthy', true],
  isNotOk: ['truthy', true],
  isTrue: ['true', false],
  isNotTrue: ['true', true],
  isNull: ['null', false],
  isNotNull: ['null', true],
  isUndefined: ['undefined', false],
  isDefined: ['undefined', true],
  include: ['contain', false],
  notInclude: ['contain', true],
  match: ['match', false],
  notMatch: ['match', true],
  doesNotMatch: ['match', true],
  isAbove: ['above', false],
  isAtLeast: ['least', false],
  isBelow: ['below', false],
  isAtMost: ['most', false],
  lengthOf: ['length', false],
  isEmpty: ['empty', false],
  isNotEmpty: ['empty', true],
};

function byAssert(node: ts.Expression): Assertion | string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const { expression: callee, arguments: args } = node;
  const [actual, second] = args;
  if (ts.isIdentifier(callee) && callee.text === 'assert')
    return actual && { actual, relation: 'truthy', expected: undefined, negated: false };
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const owner = callee.expression.getText();
  if (owner !== 'assert' && owner !== 'assert.strict' && owner !== 'chai.assert') return undefined;
  const method = callee.name.text;
  if (method === 'isFalse' && actual) return isFalse(actual);
  const known = ASSERT_METHODS[method];
  if (!known || !actual) return `No fixed rule converts assert.${method}().`;
  const [relation, negated] = known;
  const needsExpected = !['truthy', 'true', 'null', 'undefined', 'empty'].includes(relation);
  return { actual, relation, expected: needsExpected ? second : undefined, negated };
}

function isFalse(actual: ts.Expression): Assertion {
  return { actual, relation: 'true', expected: undefined, negated: true };
}

const MATCHERS: Readonly<Record<string, Relation | [Relation, boolean]>> = {
  equal: 'equal',
  equals: 'equal',
  eq: 'equal',
  toBe: 'equal',
  toEqual: 'deepEqual',
  toStrictEqual: 'deepEqual',
  eql: 'deepEqual',
  eqls: 'deepEqual',
  exactly: 'equal',
  include: 'contain',
  includes: 'contain',
  contain: 'contain',
  contains: 'contain',
  string: 'contain',
  toContain: 'contain',
  match: 'match',
  matches: 'match',
  toMatch: 'match',
  true: 'true',
  false: ['true', true],
  ok: 'truthy',
  toBeTruthy: 'truthy',
  toBeFalsy: ['truthy', true],
  null: 'null',
  toBeNull: 'null',
  exist: ['undefined', true],
  undefined: 'undefined',
  toBeUndefined: 'undefined',
  toBeDefined: ['undefined', true],
  empty: 'empty',
  above: 'above',
  gt: 'above',
  greaterThan: 'above',
  toBeGreaterThan: 'above',
  least: 'least',
  gte: 'least',
  toBeGreaterThanOrEqual: 'least',
  below: 'below',
  lt: 'below',
  lessThan: 'below',
  toBeLessThan: 'below',
  most: 'most',
  lte: 'most',
  toBeLessThanOrEqual: 'most',
  lengthOf: 'length',
  length: 'length',
  toHaveLength: 'length',
};

const WORDS =
  /^(?:to|be|been|is|that|which|and|has|have|with|at|of|same|but|does|still|also|a|an|eventually|resolves|become|should|not|deep|strict)$/;

/** `expect(a).to.not.equal(b)`, `a.should.equal(b)`, `expect(a).not.toBe(b)`. */
function byChain(node: ts.Expression): Assertion | string | undefined {
  const names: string[] = [];
  let expected: ts.Expression | undefined;
  let unknownCall = '';
  let actual: ts.Expression | undefined;
  for (let at: ts.Expression = node; actual === undefined;) {
    if (ts.isCallExpression(at)) {
      const root = at.expression;
      if (ts.isIdentifier(root) && ['expect', 'should'].includes(root.text)) {
        actual = at.arguments[0];
        if (!actual) return undefined;
        break;
      }
      if (!ts.isPropertyAccessExpression(root)) return undefined;
      const { text } = root.name;
      if (expected !== undefined || unknownCall !== '') unknownCall = text;
      else expected = at.arguments[0];
      if (!(text in MATCHERS) && !WORDS.test(text)) unknownCall = text;
      names.unshift(text);
      at = root.expression;
    } else if (ts.isPropertyAccessExpression(at)) {
      names.unshift(at.name.text);
      if (at.name.text === 'should') actual = at.expression;
      else if (at.expression.getText() === 'chai' && at.name.text === 'expect') return undefined;
      else at = at.expression;
    } else return undefined;
  }
  return fromNames(names, actual, expected, unknownCall);
}

function fromNames(
  names: readonly string[],
  actual: ts.Expression,
  expected: ts.Expression | undefined,
  unknownCall: string,
): Assertion | string {
  const matcher = names.findLast((name) => name in MATCHERS && !WORDS.test(name));
  const stranger = names.find((name) => !(name in MATCHERS) && !WORDS.test(name)) ?? unknownCall;
  const known = matcher === undefined ? undefined : MATCHERS[matcher];
  if (stranger !== '' || known === undefined)
    return `No fixed rule converts the assertion ${names.join('.')}.`;
  const [relation, reversed] = typeof known === 'string' ? [known, false] : known;
  const negated = (names.filter((name) => name === 'not').length % 2 === 1) !== reversed;
  const isDeep = relation === 'equal' && names.includes('deep');
  return { actual, relation: isDeep ? 'deepEqual' : relation, expected, negated };
}

/** An assertion that a comparison is true is an assertion of what is compared. */
export function simplify(assertion: Assertion): Assertion {
  const { actual, relation, negated, expected } = assertion;
  const truth = truthOf(relation, negated, expected);
  if (truth === undefined) return assertion;
  const inner = unwrap(actual);
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.ExclamationToken)
    return simplify({ ...assertion, actual: inner.operand, negated: !negated });
  if (ts.isBinaryExpression(inner)) {
    const compared = COMPARISONS.get(inner.operatorToken.kind);
    if (compared)
      return simplify({
        actual: inner.left,
        relation: compared[0],
        expected: inner.right,
        negated: compared[1] === truth,
      });
  }
  if (!ts.isCallExpression(inner) || !ts.isPropertyAccessExpression(inner.expression))
    return assertion;
  const { name, expression } = inner.expression;
  if (name.text === 'includes' && inner.arguments.length === 1)
    return {
      actual: expression,
      relation: 'contain',
      expected: inner.arguments[0],
      negated: !truth,
    };
  if (name.text === 'test' && ts.isRegularExpressionLiteral(expression) && inner.arguments[0])
    return { actual: inner.arguments[0], relation: 'match', expected: expression, negated: !truth };
  return assertion;
}

/** Whether an assertion says of a boolean that it is true, or that it is false. */
function truthOf(
  relation: Relation,
  negated: boolean,
  expected: ts.Expression | undefined,
): boolean | undefined {
  if (relation === 'truthy' || relation === 'true') return !negated;
  if (relation !== 'equal' && relation !== 'deepEqual') return undefined;
  if (expected?.kind === ts.SyntaxKind.TrueKeyword) return !negated;
  return expected?.kind === ts.SyntaxKind.FalseKeyword ? negated : undefined;
}

const COMPARISONS: ReadonlyMap<ts.SyntaxKind, readonly [Relation, boolean]> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['equal', false]],
  [ts.SyntaxKind.EqualsEqualsToken, ['equal', false]],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['equal', true]],
  [ts.SyntaxKind.ExclamationEqualsToken, ['equal', true]],
  [ts.SyntaxKind.GreaterThanToken, ['above', false]],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['least', false]],
  [ts.SyntaxKind.LessThanToken, ['below', false]],
  [ts.SyntaxKind.LessThanEqualsToken, ['most', false]],
]);

export function unwrap(node: ts.Expression): ts.Expression {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return unwrap(node.expression);
  return node;
}
