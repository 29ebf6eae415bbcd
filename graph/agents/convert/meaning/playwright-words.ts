import ts from 'typescript';

import { normal } from './claims.ts';
import type { Vocabulary } from './facts.ts';
import type { Interpreter } from './interpreter.ts';
import { isRunnerWord } from './runner.ts';
import { plain, type Selector } from './selectors.ts';
import { constant, made, type ElementSym, type Names, type Sym } from './symbols.ts';
import { isUnknown, textOf } from './text.ts';

/** What Playwright's names and calls mean. */
export const PLAYWRIGHT_WORDS: Vocabulary = {
  word: (name) =>
    name === 'Promise' || name === 'expect' || (isRunnerWord(name) && name === 'test')
      ? { is: 'word', name }
      : undefined,
  isPage: (name, type) =>
    /^(?:Page|FrameLocator|Frame)$/.test(type) || (type === '' && name === 'page'),
  create: () => undefined,
  call: (receiver, method, args, at, node) => {
    switch (receiver.is) {
      case 'page':
        return pageCall(method, args, at, node);
      case 'element':
        return elementCall(receiver, method, args, at, node);
      case 'word':
        if (receiver.name === 'browser context') return contextCall(method);
        return receiver.name === 'mouse' || receiver.name === 'keyboard'
          ? constant(undefined)
          : undefined;
      case 'made':
        if (receiver.how !== 'alert') return undefined;
        return method === 'message'
          ? { is: 'read', what: 'dialog', of: { is: 'page' } }
          : made('answer');
      default:
        return undefined;
    }
  },
  claim,
};

const LOCATES =
  /^(?:locator|frameLocator|getBy(?:TestId|Role|Text|Label|Placeholder|AltText|Title))$/;
const TYPES = new Set(['fill', 'type', 'pressSequentially', 'selectOption', 'setInputFiles']);
const READS: Readonly<Record<string, string>> = {
  innerText: 'text',
  textContent: 'text',
  inputValue: 'value',
  isVisible: 'visible',
  isEnabled: 'enabled',
  isChecked: 'checked',
  count: 'count',
};

function pageCall(
  method: string,
  args: readonly Sym[],
  at: Interpreter,
  node: ts.CallExpression,
): Sym | undefined {
  if (LOCATES.test(method)) return located([], method, args, at, node);
  const [first, ...rest] = args;
  switch (method) {
    case 'title':
      return { is: 'read', what: 'title', of: { is: 'page' } };
    case 'url':
      return { is: 'read', what: 'url', of: { is: 'page' } };
    case 'context':
      return { is: 'word', name: 'browser context' };
    case 'waitForEvent':
      return first?.is === 'value' && first.value === 'dialog' ? made('alert') : { is: 'page' };
    case 'once':
    case 'on':
      if (rest[0]?.is === 'function') heard(rest[0], first, at);
      return constant(undefined);
    case 'mainFrame':
    case 'frame':
      return { is: 'page' };
    case 'evaluate':
      return made('script');
    case 'screenshot':
      return undefined;
    default:
  }
  // The older form names the element in the action itself.
  const isAction =
    TYPES.has(method) ||
    READS[method] !== undefined ||
    /^(?:click|check|uncheck|hover|press|dblclick|waitForSelector|\$|\$\$)$/.test(method);
  if (!isAction || !first) return undefined;
  const element = located([], 'locator', [first], at, node);
  return element.is === 'element'
    ? (elementCall(element, method, rest, at, node) ?? element)
    : undefined;
}

function heard(
  handler: Extract<Sym, { is: 'function' }>,
  event: Sym | undefined,
  at: Interpreter,
): void {
  const given: Sym =
    event?.is === 'value' && event.value === 'dialog' ? made('alert') : { is: 'page' };
  at.unsurely(() => at.invoke(handler, [given]));
}

function contextCall(method: string): Sym | undefined {
  if (method === 'pages') return made('windows');
  return method === 'waitForEvent' || method === 'newPage' ? { is: 'page' } : undefined;
}

function located(
  chain: readonly Selector[],
  method: string,
  args: readonly Sym[],
  at: Interpreter,
  node: ts.Node,
): Sym {
  const [first, options] = args;
  if (first?.is === 'element') {
    // locator(locator): the inner one is looked for inside.
    return at.look({ is: 'element', chain: [...chain, ...first.chain] }, node);
  }
  const step = stepOf(method, first ?? constant(''), options);
  return at.look({ is: 'element', chain: [...chain, step, ...textsOf(options)] }, node);
}

/** `{ hasText: 'x' }` says more of the same element. */
function textsOf(options: Sym | undefined): Selector[] {
  if (options?.is !== 'object') return [];
  const text = options.members.get('hasText');
  return text ? [{ kind: 'text', text: 'text', name: textOf(text) }] : [];
}

function stepOf(method: string, first: Sym, options: Sym | undefined): Selector {
  const text = first.is === 'pattern' ? first.source : textOf(first);
  if (isUnknown(text)) return { kind: 'unknown', text };
  switch (method) {
    case 'locator':
      return plain(text);
    case 'frameLocator':
      return { kind: 'frame', text: plain(text).text };
    case 'getByTestId':
      return { kind: 'testid', text };
    case 'getByRole': {
      const name = options?.is === 'object' ? options.members.get('name') : undefined;
      if (!name) return { kind: 'role', text };
      return { kind: 'role', text, name: name.is === 'pattern' ? name.source : textOf(name) };
    }
    default:
      return { kind: 'text', text: method, name: text };
  }
}

function elementCall(
  element: ElementSym,
  method: string,
  args: readonly Sym[],
  at: Interpreter,
  node: ts.CallExpression,
): Sym | undefined {
  const [first] = args;
  if (LOCATES.test(method)) return located(element.chain, method, args, at, node);
  if (READS[method] !== undefined)
    return {
      is: 'read',
      what: READS[method],
      of: method === 'count' ? { is: 'elements', chain: element.chain } : element,
    };
  if (TYPES.has(method)) {
    if (first) at.trace.typed.push({ element, value: chosen(first), ...at.place(node) });
    return constant(undefined);
  }
  switch (method) {
    case 'first':
      return { ...element, index: '0' };
    case 'last':
      return { ...element, index: 'last' };
    case 'nth':
      return { ...element, index: first ? textOf(first) : '0' };
    case 'all':
      return { is: 'elements', chain: element.chain };
    case 'and':
      return first?.is === 'element'
        ? { ...element, chain: withAlso(element.chain, first.chain) }
        : undefined;
    case 'filter':
      return { ...element, chain: withAlso(element.chain, textsOf(first)) };
    case 'contentFrame':
      return {
        is: 'element',
        chain: [
          ...element.chain.slice(0, -1),
          { kind: 'frame', text: element.chain.at(-1)?.text ?? '' },
        ],
      };
    case 'getAttribute': {
      const name = first ? textOf(first) : '';
      return { is: 'read', what: name === 'value' ? 'value' : `attribute ${name}`, of: element };
    }
    case 'evaluate':
      return evaluated(element, node, args);
    case 'click':
    case 'clear':
    case 'press':
    case 'hover':
    case 'waitFor':
    case 'dispatchEvent':
    case 'scrollIntoViewIfNeeded':
      return constant(undefined);
    default:
      return undefined;
  }
}

/** `{ label: 'x' }` of selectOption. */
function chosen(sym: Sym): Sym {
  if (sym.is !== 'object') return sym;
  return [...sym.members.values()][0] ?? sym;
}

function withAlso(chain: readonly Selector[], also: readonly Selector[]): Selector[] {
  const last = chain.at(-1);
  if (!last) return [...chain];
  return [...chain.slice(0, -1), { ...last, also: [...(last.also ?? []), ...also] }];
}

function evaluated(element: ElementSym, node: ts.CallExpression, args: readonly Sym[]): Sym {
  const text = node.arguments[0]?.getText() ?? '';
  if (text.includes('getPropertyValue(name)'))
    return { is: 'read', what: `style ${args[1] ? textOf(args[1]) : ''}`, of: element };
  if (text.endsWith('.selected')) return { is: 'read', what: 'checked', of: element };
  return made('script');
}

const WEB: Readonly<
  Record<string, (subject: Sym, args: readonly Sym[]) => Partial<Said> | undefined>
> = {
  toHaveText: (of, [text]) => ({ subject: read('text', of), ...compared(text) }),
  toContainText: (of, [text]) => ({
    subject: read('text', of),
    relation: 'contain',
    expected: text,
  }),
  toBeVisible: (of) => ({ subject: read('visible', of), relation: 'true' }),
  toBeHidden: (of) => ({ subject: read('visible', of), relation: 'false' }),
  toBeEnabled: (of) => ({ subject: read('enabled', of), relation: 'true' }),
  toBeDisabled: (of) => ({ subject: read('enabled', of), relation: 'false' }),
  toBeChecked: (of) => ({ subject: read('checked', of), relation: 'true' }),
  toBeAttached: (of) => ({ subject: read('attached', of), relation: 'true' }),
  toBeEmpty: (of) => ({ subject: read('text', of), relation: 'empty' }),
  toHaveValue: (of, [value]) => ({ subject: read('value', of), ...compared(value) }),
  toHaveCount: (of, [count]) => ({
    subject: read('count', of.is === 'element' ? { is: 'elements', chain: of.chain } : of),
    relation: 'equal',
    expected: count,
  }),
  toHaveTitle: (of, [title]) => ({ subject: read('title', of), ...compared(title) }),
  toHaveURL: (of, [url]) => ({ subject: read('url', of), ...compared(url) }),
  toHaveClass: (of, [value]) => ({ subject: read('attribute class', of), ...compared(value) }),
  toContainClass: (of, [value]) => ({
    subject: read('attribute class', of),
    relation: 'contain',
    expected: value,
  }),
  toHaveCSS: (of, [name, value]) => ({
    subject: read(`style ${name ? textOf(name) : ''}`, of),
    ...compared(value),
  }),
  toHaveAttribute: (of, [name, value]) => attribute(of, name, value),
  toHaveJSProperty: (of, [name, value]) => {
    if (name && textOf(name) === 'selected')
      return { subject: read('checked', of), relation: 'equal', expected: value };
    return attribute(of, name, value);
  },
};

interface Said {
  readonly subject: Sym;
  readonly relation: string;
  readonly expected: Sym | undefined;
  readonly negated: boolean;
}

function attribute(of: Sym, name: Sym | undefined, value: Sym | undefined): Partial<Said> {
  const subject = read(`attribute ${name ? textOf(name) : ''}`, of);
  return value ? { subject, ...compared(value) } : { subject, relation: 'set' };
}

function read(what: string, of: Sym): Sym {
  return { is: 'read', what, of };
}

function compared(expected: Sym | undefined): Pick<Said, 'relation' | 'expected'> {
  return { relation: expected?.is === 'pattern' ? 'match' : 'equal', expected };
}

const VALUES: Readonly<Record<string, string>> = {
  toBe: 'equal',
  toEqual: 'equal',
  toStrictEqual: 'equal',
  toContain: 'contain',
  toMatch: 'match',
  toBeTruthy: 'truthy',
  toBeNull: 'null',
  toBeUndefined: 'undefined',
  toHaveLength: 'length',
  toBeGreaterThan: 'above',
  toBeGreaterThanOrEqual: 'least',
  toBeLessThan: 'below',
  toBeLessThanOrEqual: 'most',
};

/** `expect(x).not.toBe(y)` and its like. */
function claim(node: ts.Expression, at: Interpreter, names: Names): boolean {
  const parts = partsOf(node);
  if (!parts) return false;
  const { actual, root, matcher, negated, node: call } = parts;
  const args = call.arguments.map((each) => at.expression(each, names));
  const given = at.expression(actual, names);
  const subject = root === 'poll' && given.is === 'function' ? at.invoke(given, []) : given;
  const isWeb = WEB[matcher] !== undefined;
  const flaw =
    root === 'soft'
      ? 'is soft, so that the test goes on'
      : (isWeb || root === 'poll') && !isAwaited(call)
        ? 'is not awaited, so that nothing waits for it'
        : undefined;
  at.claimed(
    { ...sayOf(matcher, subject, args, negated), ...(flaw === undefined ? {} : { flaw }) },
    call,
  );
  return true;
}

function sayOf(matcher: string, subject: Sym, args: readonly Sym[], negated: boolean): Said {
  const plainSaid: Said = {
    subject,
    relation: VALUES[matcher] ?? matcher,
    expected: args[0],
    negated,
  };
  if (matcher === 'toBeFalsy')
    return normal({ ...plainSaid, relation: 'truthy', negated: !negated });
  if (matcher === 'toBeDefined')
    return normal({ ...plainSaid, relation: 'undefined', negated: !negated });
  const web = WEB[matcher]?.(subject, args);
  if (!web) return normal(plainSaid);
  const said: Said = { ...plainSaid, expected: undefined, ...web };
  if (said.relation === 'false') return normal({ ...said, relation: 'true', negated: !negated });
  if (said.relation === 'set') return normal({ ...said, relation: 'null', negated: !negated });
  return normal(said);
}

interface Parts {
  readonly actual: ts.Expression;
  readonly root: string;
  readonly matcher: string;
  readonly negated: boolean;
  readonly node: ts.CallExpression;
}

function partsOf(node: ts.Expression): Parts | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
    return undefined;
  const matcher = node.expression.name.text;
  let at = node.expression.expression;
  let negated = false;
  while (ts.isPropertyAccessExpression(at)) {
    if (at.name.text === 'not') negated = !negated;
    else if (at.name.text !== 'resolves') return undefined;
    at = at.expression;
  }
  if (!ts.isCallExpression(at)) return undefined;
  const callee = at.expression.getText();
  const root = /^expect(?:\.(soft|poll))?$/.exec(callee);
  const [actual] = at.arguments;
  return root && actual ? { actual, root: root[1] ?? '', matcher, negated, node } : undefined;
}

/** Whether the test waits for what a call gives. */
function isAwaited(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isAwaited(parent);
  // What is caught or chained is waited for with its chain.
  if (ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent))
    return isAwaited(parent.parent);
  if (ts.isArrayLiteralExpression(parent)) return /^Promise\.all\b/.test(parent.parent.getText());
  return (
    ts.isAwaitExpression(parent) ||
    ts.isReturnStatement(parent) ||
    (ts.isArrowFunction(parent) && parent.body === node)
  );
}
