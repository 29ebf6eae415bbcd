import ts from 'typescript';

import { openDialog } from './dialogs.ts';
import type { Renderer } from './renderer.ts';
import { isOption } from './reads.ts';
import { textPattern } from './patterns.ts';
import { NOTHING, Unsupported, type Condition, type Kind, type Value } from './value.ts';

/** What `until.x(…)` waits for. */
export function untilCall(name: string, args: readonly ts.Expression[], r: Renderer): Value {
  if (name === 'alertIsPresent') return openDialog(r);
  const condition = build(name, args, r);
  return { code: '', kind: { is: 'condition', condition } };
}

export function conditionOf(kind: Kind): Condition {
  if (kind.is === 'condition') return kind.condition;
  if (kind.is === 'lost') throw new Unsupported(kind.reason);
  // A promise that is waited for: wait(element) and wait(promise) have nothing more to say.
  throw new Unsupported('No fixed rule knows what is waited for here.');
}

const STATES: Readonly<Record<string, string>> = {
  elementIsVisible: 'visible',
  elementIsNotVisible: 'hidden',
  stalenessOf: 'detached',
};

function build(name: string, args: readonly ts.Expression[], r: Renderer): Condition {
  const first = args[0];
  const second = args[1];
  const page = r.page();
  const state = STATES[name];
  if (name === 'elementLocated' || name === 'elementsLocated') {
    const several = name === 'elementsLocated';
    const found = r.find(r.root(), needed(first), several);
    const of = found.kind.is === 'locators' ? `${found.kind.of ?? ''}.first()` : found.code;
    return { gives: found, wait: (timeout) => waitFor(of, 'attached', timeout) };
  }
  if (name === 'titleIs' || name === 'titleContains' || name === 'titleMatches')
    return pageCondition(page, 'toHaveTitle', name.slice(5), needed(first), r);
  if (name === 'urlIs' || name === 'urlContains' || name === 'urlMatches')
    return pageCondition(page, 'toHaveURL', name.slice(3), needed(first), r);
  if (name === 'ableToSwitchToFrame') {
    const found = r.find(r.root(), needed(first));
    r.fn.frame = { code: `${found.code}.contentFrame()`, outer: r.fn.frame };
    return { gives: NOTHING, wait: () => '' };
  }
  const element = r.find(r.root(), needed(first));
  const at = element.promise ? `(await ${element.code})` : element.code;
  if (state !== undefined)
    return { gives: element, wait: (timeout) => waitFor(at, state, timeout) };
  const by = element.kind.is === 'locator' ? element.kind.by : undefined;
  const matcher = matcherOf(name, second, isOption(by), r);
  r.use('expect');
  return {
    gives: element,
    wait: (timeout) => `await expect(${at}).${matcher.call(timeout)};`,
  };
}

function needed(node: ts.Expression | undefined): ts.Expression {
  if (!node) throw new Unsupported('This condition has no argument.');
  return node;
}

function waitFor(at: string, state: string, timeout: string): string {
  return `await ${at}.waitFor({ state: '${state}'${timeout === '' ? '' : `, ${timeout}`} });`;
}

function withTimeout(method: string, arg: string): { readonly call: (timeout: string) => string } {
  return {
    call: (timeout) => {
      const parts = [arg, timeout === '' ? '' : `{ ${timeout} }`].filter((part) => part !== '');
      return `${method}(${parts.join(', ')})`;
    },
  };
}

function matcherOf(name: string, second: ts.Expression | undefined, option: boolean, r: Renderer) {
  switch (name) {
    case 'elementIsEnabled':
      return withTimeout('toBeEnabled', '');
    case 'elementIsDisabled':
      return withTimeout('toBeDisabled', '');
    case 'elementIsSelected':
      return option
        ? withTimeout('toHaveJSProperty', "'selected', true")
        : withTimeout('toBeChecked', '');
    case 'elementIsNotSelected':
      return option
        ? withTimeout('toHaveJSProperty', "'selected', false")
        : withTimeout('not.toBeChecked', '');
    case 'elementTextIs':
    case 'elementTextMatches':
      return withTimeout('toHaveText', r.code(needed(second)));
    case 'elementTextContains':
      return withTimeout('toContainText', r.code(needed(second)));
    default:
      throw new Unsupported(`No fixed rule converts until.${name}().`);
  }
}

function pageCondition(
  page: string,
  matcher: string,
  how: string,
  node: ts.Expression,
  r: Renderer,
): Condition {
  const code = r.code(node);
  const expected = how === 'Contains' ? textPattern(code) : code;
  r.use('expect');
  if (expected === undefined) {
    const read = matcher === 'toHaveURL' ? `${page}.url()` : `${page}.title()`;
    return {
      gives: NOTHING,
      wait: (timeout) =>
        `await expect.poll(() => ${read}${timeout === '' ? '' : `, { ${timeout} }`}).toContain(${code});`,
    };
  }
  return {
    gives: NOTHING,
    wait: (timeout) => `await expect(${page}).${withTimeout(matcher, expected).call(timeout)};`,
  };
}
