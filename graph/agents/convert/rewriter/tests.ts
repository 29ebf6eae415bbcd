import ts from 'typescript';

import { hasAsync } from './functions.ts';
import { isFunction } from '../syntax/nodes.ts';
import { functionState, Scope, type Renderer } from './renderer.ts';
import { Unsupported } from './value.ts';

const SUITES = /^(?:describe|context|suite|fdescribe|xdescribe|xcontext)$/;
const TESTS = /^(?:it|test|specify|fit|xit|xtest|xspecify)$/;
const HOOKS: Readonly<Record<string, string>> = {
  before: 'beforeAll',
  beforeAll: 'beforeAll',
  suiteSetup: 'beforeAll',
  beforeEach: 'beforeEach',
  setup: 'beforeEach',
  after: 'afterAll',
  afterAll: 'afterAll',
  suiteTeardown: 'afterAll',
  afterEach: 'afterEach',
  teardown: 'afterEach',
};

/** A suite, a test, a hook, or what is said to the test runner; undefined for everything else. */
export function testStatement(node: ts.Expression, r: Renderer): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const { expression: callee, arguments: args } = node;
  const [name, modifier] = calleeOf(callee);
  if (name === 'this' || name === 'jest') return runnerSetting(name, modifier, args, r);
  if (name === '' || r.scope.find(name) !== undefined) return undefined;
  const body = args.find(isFunction);
  if (name in HOOKS && body && modifier === '') return hook(HOOKS[name] ?? '', body, r);
  const isSuite = SUITES.test(name);
  if (!isSuite && !TESTS.test(name)) return undefined;
  const [title] = args;
  if (!title) return undefined;
  if (!['', 'skip', 'only'].includes(modifier))
    throw new Unsupported(`No fixed rule converts ${name}.${modifier}.`);
  if (!body) throw new Unsupported('A test without a body says only what is to be written.');
  r.use('test');
  const skips = modifier === 'skip' || name.startsWith('x');
  const code = isSuite
    ? suite(title, body, skips, r)
    : test(title, body, skips, r, timeoutOf(args));
  const only = modifier === 'only' || /^f(?:it|describe)$/.test(name);
  return only
    ? `${r.note('', 'premise', 'The source runs only this; here it is one of all.')}${code}`
    : code;
}

function calleeOf(node: ts.Expression): [name: string, modifier: string] {
  if (ts.isIdentifier(node)) return [node.text, ''];
  if (!ts.isPropertyAccessExpression(node))
    return ts.isCallExpression(node) ? calleeOf(node.expression) : ['', ''];
  if (node.expression.kind === ts.SyntaxKind.ThisKeyword) return ['this', node.name.text];
  return ts.isIdentifier(node.expression) ? [node.expression.text, node.name.text] : ['', ''];
}

function timeoutOf(args: readonly ts.Expression[]): string {
  const last = args.at(-1);
  return last && args.length > 2 && ts.isNumericLiteral(last) ? last.text : '';
}

function suite(
  title: ts.Expression,
  body: ts.ArrowFunction | ts.FunctionExpression,
  skips: boolean,
  r: Renderer,
): string {
  if (!ts.isBlock(body.body)) throw new Unsupported('A suite has a body in braces.');
  const { fn, scope } = r;
  r.fn = functionState({ page: 'page' });
  r.scope = new Scope(scope);
  try {
    return `test.describe${skips ? '.skip' : ''}(${r.code(title)}, () => ${r.block(body.body)});`;
  } finally {
    r.fn = fn;
    r.scope = scope;
  }
}

interface Body {
  readonly code: string;
  readonly usesPage: boolean;
  /** Whether another frame or window is left for what comes after. */
  readonly isSwitched: boolean;
}

function bodyOf(node: ts.ArrowFunction | ts.FunctionExpression, r: Renderer): Body {
  if (node.parameters.length > 0) {
    if (!/^(?:done|cb|callback|next)$/.test(node.parameters[0]?.name.getText() ?? ''))
      throw new Unsupported('The runner of the source gives this function something.');
    throw new Unsupported('A test that calls back when it is done needs a person.');
  }
  const { fn, scope } = r;
  r.fn = functionState({ page: 'page', isAsync: true, inTest: true });
  r.scope = new Scope(scope);
  try {
    const code = ts.isBlock(node.body)
      ? r.functionBody(node.body)
      : `{ ${expressionBody(node.body, r)} }`;
    const isSwitched = r.fn.frame !== undefined || r.fn.page !== r.fn.home;
    return { code, isSwitched, usesPage: r.fn.usesPage && /\bpage\b/.test(code) };
  } finally {
    r.fn = fn;
    r.scope = scope;
  }
}

function expressionBody(node: ts.Expression, r: Renderer): string {
  const value = r.expression(node);
  const code =
    value.kind.is === 'nothing' ? '' : `${value.promise ? 'await ' : ''}${r.codeOf(value)};`;
  return [...r.fn.leads, code].filter((each) => each !== '').join(' ');
}

function test(
  title: ts.Expression,
  body: ts.ArrowFunction | ts.FunctionExpression,
  skips: boolean,
  r: Renderer,
  timeout: string,
): string {
  const { code, usesPage } = bodyOf(body, r);
  const isAsync = hasAsync(body) || /\bawait\b/.test(code) || usesPage;
  const indent = /\n([ \t]+)\S/.exec(code)?.[1] ?? '  ';
  const timed = timeout === '' ? code : `{\n${indent}test.setTimeout(${timeout});${code.slice(1)}`;
  const word = isAsync ? 'async ' : '';
  return `test${skips ? '.skip' : ''}(${r.code(title)}, ${word}(${usesPage ? '{ page }' : ''}) => ${timed});`;
}

/** A hook. What only starts and quits browsers is gone: each test is given a page of its own. */
function hook(name: string, body: ts.ArrowFunction | ts.FunctionExpression, r: Renderer): string {
  const { code, usesPage, isSwitched } = bodyOf(body, r);
  if (isSwitched) throw new Unsupported('A switch of frame or window outlives this hook.');
  const isEmpty = /^\{\s*\}$/.test(code);
  if (isEmpty) return '';
  r.use('test');
  const isAsync = hasAsync(body) || /\bawait\b/.test(code) || usesPage;
  const each = usesPage ? name.replace('All', 'Each') : name;
  const text = `test.${each}(${isAsync ? 'async ' : ''}(${usesPage ? '{ page }' : ''}) => ${code});`;
  if (each === name) return text;
  const why =
    'The tests of the source shared one browser; here each test begins with a page of its own, so this runs for each.';
  return `${r.note('', 'premise', why)}${text}`;
}

/** `this.timeout(5000)`, `jest.setTimeout(5000)` */
function runnerSetting(
  owner: string,
  method: string,
  args: readonly ts.Expression[],
  r: Renderer,
): string | undefined {
  if (owner === 'this' && r.fn.owner) return undefined;
  if (method === 'slow') return '';
  if (method === 'retries')
    return `test.describe.configure({ retries: ${args[0] ? r.code(args[0]) : '0'} });`;
  const [first] = args;
  if ((method !== 'timeout' && method !== 'setTimeout') || !first)
    throw new Unsupported(`No fixed rule converts ${owner}.${method}().`);
  r.use('test');
  const timeout = r.code(first);
  return r.fn.inTest
    ? `test.setTimeout(${timeout});`
    : `test.describe.configure({ timeout: ${timeout} });`;
}
