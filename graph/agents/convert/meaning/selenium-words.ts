import ts from 'typescript';

import { assertionOf } from '../assertions/assertion.ts';
import { normal } from './claims.ts';
import type { Vocabulary } from './facts.ts';
import type { Interpreter } from './interpreter.ts';
import { isRunnerWord } from './runner.ts';
import { plain, selenium, type Selector } from './selectors.ts';
import { constant, made, type ElementSym, type Names, type Sym } from './symbols.ts';
import { isUnknown, textOf } from './text.ts';

const WORDS = new Set([
  'By',
  'until',
  'Key',
  'Builder',
  'Select',
  'Promise',
  'chrome',
  'firefox',
  'webdriver',
]);
const FINDS = new Set(['findElement', 'findElements']);
const CONDITIONS_OF_ELEMENTS = /^(?:element|stalenessOf)/;

/** What Selenium's names and calls mean. */
export const SELENIUM_WORDS: Vocabulary = {
  word: (name) => (WORDS.has(name) || isRunnerWord(name) ? { is: 'word', name } : undefined),
  isPage: (name, type) =>
    /\b(?:Thenable)?WebDriver\b/.test(type) || (type === '' && name === 'driver'),
  create: (name, args) => {
    const last = name.split('.').at(-1);
    if (last === 'Builder') return { is: 'page' };
    return last === 'Select' && args[0] ? made('select', args[0]) : undefined;
  },
  call: (receiver, method, args, at, node) => {
    switch (receiver.is) {
      case 'word':
        return wordCall(receiver.name.replace(/^\*\.|^webdriver\./, ''), method, args, at, node);
      case 'page':
        return pageCall(method, args, at, node);
      case 'element':
        return elementCall(receiver, method, args, at, node);
      case 'made':
        if (receiver.how === 'select') return selectCall(receiver.from[0], method, args, at, node);
        if (receiver.how === 'alert')
          return method === 'getText'
            ? { is: 'read', what: 'dialog', of: { is: 'page' } }
            : made('answer');
        return undefined;
      default:
        return undefined;
    }
  },
  claim,
};

function claim(node: ts.Expression, at: Interpreter, names: Names): boolean {
  if (!ts.isCallExpression(node) && !ts.isPropertyAccessExpression(node)) return false;
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node) return false;
  const found = assertionOf(node);
  if (found === undefined) return false;
  if (typeof found === 'string') {
    at.claimed(
      { subject: made(node.getText()), relation: 'unknown', expected: undefined, negated: false },
      node,
    );
    return true;
  }
  const subject = at.expression(found.actual, names);
  const expected = found.expected && at.expression(found.expected, names);
  const relation = found.relation === 'deepEqual' ? 'equal' : found.relation;
  at.claimed(normal({ subject, relation, expected, negated: found.negated }), node);
  return true;
}

function wordCall(
  name: string,
  method: string,
  args: readonly Sym[],
  at: Interpreter,
  node: ts.Node,
): Sym | undefined {
  const [first] = args;
  if (name === 'By') return first ? { is: 'by', selector: selectorOf(method, first) } : undefined;
  if (name === 'until') return { is: 'condition', name: method, args };
  if (name === 'switchTo') {
    if (method === 'alert') return made('alert');
    if (method === 'frame' && first) lookAt(first, at, node);
    return { is: 'page' };
  }
  if (name === 'actions') {
    for (const arg of args) {
      if (arg.is === 'element') at.look(arg, node);
      if (arg.is === 'object')
        for (const each of arg.members.values()) if (each.is === 'element') at.look(each, node);
    }
    return { is: 'word', name: 'actions' };
  }
  if (name === 'manage' && method === 'getCookie') return made('cookie', ...args);
  return undefined;
}

function lookAt(sym: Sym, at: Interpreter, node: ts.Node): void {
  if (sym.is === 'element') at.look(sym, node);
  else if (sym.is === 'value')
    at.look(
      {
        is: 'element',
        chain: [plain(`iframe[name="${String(sym.value)}"], iframe[id="${String(sym.value)}"]`)],
      },
      node,
    );
}

function selectorOf(how: string, value: Sym): Selector {
  const text = textOf(value);
  return isUnknown(text) ? { kind: 'unknown', text } : selenium(how, text);
}

function found(
  chain: readonly Selector[],
  by: Sym | undefined,
  several: boolean,
  at: Interpreter,
  node: ts.Node,
): Sym {
  if (by?.is === 'element') return by;
  const step: Selector =
    by?.is === 'by' ? by.selector : { kind: 'unknown', text: by ? textOf(by) : '' };
  const whole = [...chain, step];
  at.look({ is: 'element', chain: whole }, node);
  return several ? { is: 'elements', chain: whole } : { is: 'element', chain: whole };
}

function pageCall(
  method: string,
  args: readonly Sym[],
  at: Interpreter,
  node: ts.Node,
): Sym | undefined {
  const [first] = args;
  if (FINDS.has(method)) return found([], first, method === 'findElements', at, node);
  switch (method) {
    case 'getTitle':
      return { is: 'read', what: 'title', of: { is: 'page' } };
    case 'getCurrentUrl':
      return { is: 'read', what: 'url', of: { is: 'page' } };
    case 'switchTo':
    case 'manage':
    case 'navigate':
    case 'actions':
      return { is: 'word', name: method };
    case 'wait':
      return waited(first, at, node);
    case 'executeScript':
      return script(first, args[1]);
    case 'build':
      return { is: 'page' };
    case 'getAllWindowHandles':
      return made('windows');
    default:
      return /^(?:for|set|with|using|getDriver)/.test(method) ? { is: 'page' } : undefined;
  }
}

function script(source: Sym | undefined, element: Sym | undefined): Sym {
  const text = source?.is === 'value' ? String(source.value) : '';
  const reads = /^\s*return arguments\[0\]\.(textContent|innerText|value)/.exec(text)?.[1];
  if (reads && element)
    return { is: 'read', what: reads === 'value' ? 'value' : 'text', of: element };
  return made('script');
}

function waited(condition: Sym | undefined, at: Interpreter, node: ts.Node): Sym {
  if (condition?.is === 'function')
    return at.unsurely(() => at.invoke(condition, [{ is: 'page' }]));
  if (condition?.is !== 'condition') return condition ?? made('wait');
  const [first] = condition.args;
  if (condition.name === 'alertIsPresent') return made('alert');
  if (condition.name === 'elementsLocated') return found([], first, true, at, node);
  if (CONDITIONS_OF_ELEMENTS.test(condition.name)) return found([], first, false, at, node);
  if (condition.name === 'ableToSwitchToFrame' && first)
    lookAt(first.is === 'by' ? { is: 'element', chain: [first.selector] } : first, at, node);
  return made('waited');
}

function elementCall(
  element: ElementSym,
  method: string,
  args: readonly Sym[],
  at: Interpreter,
  node: ts.Node,
): Sym | undefined {
  const [first] = args;
  const read = (what: string): Sym => ({ is: 'read', what, of: element });
  if (FINDS.has(method)) return found(element.chain, first, method === 'findElements', at, node);
  switch (method) {
    case 'getText':
      return read('text');
    case 'isDisplayed':
      return read('visible');
    case 'isEnabled':
      return read('enabled');
    case 'isSelected':
      return read('checked');
    case 'getAttribute':
    case 'getDomAttribute':
    case 'getProperty':
    case 'getDomProperty': {
      const name = first ? textOf(first) : '';
      if (name === 'value') return read('value');
      return read(name === 'textContent' || name === 'innerText' ? 'text' : `attribute ${name}`);
    }
    case 'getCssValue':
      return read(`style ${first ? textOf(first) : ''}`);
    case 'sendKeys':
      for (const value of args)
        if (value.is !== 'word') at.trace.typed.push({ element, value, ...at.place(node) });
      return constant(undefined);
    case 'click':
    case 'clear':
    case 'submit':
      return constant(undefined);
    default:
      return undefined;
  }
}

function selectCall(
  element: Sym | undefined,
  method: string,
  args: readonly Sym[],
  at: Interpreter,
  node: ts.Node,
): Sym | undefined {
  if (element?.is !== 'element') return undefined;
  const chosen = (css: string, several: boolean): Sym => ({
    is: several ? 'elements' : 'element',
    chain: [...element.chain, plain(css)],
  });
  const [value] = args;
  if (method.startsWith('selectBy') && value)
    at.trace.typed.push({ element, value, ...at.place(node) });
  if (method === 'getFirstSelectedOption') return chosen('option:checked', false);
  if (method === 'getAllSelectedOptions') return chosen('option:checked', true);
  return method === 'getOptions' ? chosen('option', true) : undefined;
}
