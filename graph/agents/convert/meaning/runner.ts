import ts from 'typescript';

import type { Interpreter } from './interpreter.ts';
import { constant, describeSym, made, type FunctionSym, type Names, type Sym } from './symbols.ts';

const FLAGS = new Set(['skip', 'only', 'fixme', 'fail', 'todo', 'slow']);

const ROLES: Readonly<Record<string, string>> = {
  describe: 'suite',
  context: 'suite',
  suite: 'suite',
  xdescribe: 'suite',
  fdescribe: 'suite',
  it: 'test',
  test: 'test',
  specify: 'test',
  xit: 'test',
  fit: 'test',
  xtest: 'test',
  before: 'before',
  beforeAll: 'before',
  beforeEach: 'before',
  setup: 'before',
  suiteSetup: 'before',
  after: 'after',
  afterAll: 'after',
  afterEach: 'after',
  teardown: 'after',
  suiteTeardown: 'after',
  step: 'step',
};

/** Names of the test runners, as words. */
export function isRunnerWord(name: string): boolean {
  return name in ROLES && name !== 'step';
}

/** Suites, tests, hooks and steps. */
export function runnerCall(
  at: Interpreter,
  name: string,
  node: ts.CallExpression,
  names: Names,
): Sym | undefined {
  const parts = name.split('.');
  const role =
    ROLES[
      parts[0] === 'test' && parts.length > 1 && ROLES[parts[1] ?? '']
        ? (parts[1] ?? '')
        : (parts[0] ?? '')
    ];
  if (!role) return undefined;
  const body = node.arguments.findLast(
    (each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each),
  );
  if (role === 'step') {
    const step = body && at.expression(body, names);
    return step?.is === 'function' ? at.invoke(step, []) : made('step');
  }
  const fn = body && at.expression(body, names);
  if (fn?.is !== 'function') return made(name);
  if (role === 'before') at.suite.before.push(fn);
  else if (role === 'after') at.suite.after.push(fn);
  else {
    const [first] = node.arguments;
    const title = first ? at.expression(first, names) : constant('');
    const words = parts.filter((part) => FLAGS.has(part));
    const flags = new Set([
      ...at.suite.flags,
      ...words,
      ...(/^[xf](?:it|test|describe)/.exec(parts[0] ?? '')
        ? [parts[0]?.startsWith('x') ? 'skip' : 'only']
        : []),
    ]);
    const text = title.is === 'value' ? String(title.value) : describeSym(title);
    if (role === 'suite') inSuite(at, text, flags, () => at.invoke(fn, []));
    else foundTest(at, text, flags, fn, node);
  }
  return made(role);
}

function inSuite(
  at: Interpreter,
  title: string,
  flags: ReadonlySet<string>,
  action: () => void,
): void {
  const outer = at.suite;
  at.suite = {
    titles: [...outer.titles, title],
    flags,
    before: [...outer.before],
    after: [...outer.after],
  };
  const start = at.tests.length;
  action();
  const { before, after } = at.suite;
  // Hooks hold for the whole suite, wherever in it they stand.
  for (let place = start; place < at.tests.length; place++) {
    const test = at.tests[place];
    if (test)
      at.tests[place] = {
        ...test,
        before: merged(before, test.before),
        after: merged(test.after, after),
      };
  }
  at.suite = outer;
}

function foundTest(
  at: Interpreter,
  title: string,
  flags: ReadonlySet<string>,
  body: FunctionSym,
  node: ts.Node,
): void {
  const { titles, before, after } = at.suite;
  at.tests.push({
    title: [...titles, title].join(' › '),
    flags,
    body,
    before: [...before],
    after: [...after],
    ...at.place(node),
  });
}

function merged(one: readonly FunctionSym[], two: readonly FunctionSym[]): FunctionSym[] {
  const nodes = new Set(one.map(({ node }) => node));
  return [...one, ...two.filter(({ node }) => !nodes.has(node))];
}
