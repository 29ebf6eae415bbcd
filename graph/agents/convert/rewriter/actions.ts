import ts from 'typescript';

import type { Renderer } from './renderer.ts';
import { NOTHING, quote, Unsupported, type Value } from './value.ts';

type Args = readonly ts.Expression[];

/** One more step of `driver.actions()…`; `perform()` makes statements of them. */
export function actionStep(
  steps: readonly string[],
  method: string,
  args: Args,
  r: Renderer,
): Value {
  if (method === 'perform')
    return steps.length === 0 ? NOTHING : { code: '', kind: { is: 'steps', steps } };
  if (method === 'clear') return NOTHING;
  const more = stepsOf(method, args, r).map((step) => `await ${step};`);
  return { code: '', kind: { is: 'steps', steps: [...steps, ...more] } };
}

function stepsOf(method: string, args: Args, r: Renderer): string[] {
  const page = r.page();
  const at = elementAt(args[0], r);
  switch (method) {
    case 'move':
    case 'mouseMove':
      return move(args[0], r);
    case 'click':
      return at === undefined ? [`${page}.mouse.down()`, `${page}.mouse.up()`] : [`${at}.click()`];
    case 'doubleClick':
      if (at === undefined) throw new Unsupported('A double click without an element.');
      return [`${at}.dblclick()`];
    case 'contextClick':
      if (at === undefined) throw new Unsupported('A right click without an element.');
      return [`${at}.click({ button: 'right' })`];
    case 'dragAndDrop': {
      const target = elementAt(args[1], r);
      if (at === undefined || target === undefined)
        throw new Unsupported('Only an element can be dragged onto an element.');
      return [`${at}.dragTo(${target})`];
    }
    case 'press':
    case 'clickAndHold':
      return [...(at === undefined ? [] : [`${at}.hover()`]), `${page}.mouse.down()`];
    case 'release':
      return [...(at === undefined ? [] : [`${at}.hover()`]), `${page}.mouse.up()`];
    case 'keyDown':
    case 'keyUp': {
      const key = keysAt(args[0], r);
      return [`${page}.keyboard.${method === 'keyDown' ? 'down' : 'up'}(${quote(key.join('+'))})`];
    }
    case 'sendKeys':
      return args.flatMap((arg) => typed(arg, page, r));
    case 'pause':
      return [`${page}.waitForTimeout(${args[0] ? r.code(args[0]) : '0'})`];
    default:
      throw new Unsupported(`No fixed rule converts ${method}() of actions().`);
  }
}

function elementAt(node: ts.Expression | undefined, r: Renderer): string | undefined {
  if (!node || ts.isObjectLiteralExpression(node)) return undefined;
  const value = r.expression(node);
  return value.kind.is === 'locator' ? value.code : undefined;
}

function typed(arg: ts.Expression, page: string, r: Renderer): string[] {
  const value = r.expression(arg);
  if (value.kind.is !== 'keys') return [`${page}.keyboard.type(${r.codeOf(value)})`];
  return value.kind.keys
    .filter((key) => key !== '')
    .map((key) => `${page}.keyboard.press(${quote(key)})`);
}

function keysAt(node: ts.Expression | undefined, r: Renderer): readonly string[] {
  const value = node && r.expression(node);
  if (value?.kind.is !== 'keys')
    throw new Unsupported('The key is not known before the test runs.');
  return value.kind.keys;
}

/** A move is a hover of an element, or a move of the mouse to a place on the page. */
function move(node: ts.Expression | undefined, r: Renderer): string[] {
  const direct = elementAt(node, r);
  if (direct !== undefined) return [`${direct}.hover()`];
  if (!node || !ts.isObjectLiteralExpression(node))
    throw new Unsupported('The place to move to is not known.');
  const given = new Map<string, ts.Expression>();
  for (const each of node.properties) {
    if (ts.isPropertyAssignment(each)) given.set(each.name.getText(), each.initializer);
    if (ts.isShorthandPropertyAssignment(each)) given.set(each.name.text, each.name);
  }
  const origin = given.get('origin');
  const [x, y] = [given.get('x'), given.get('y')];
  if (!origin) {
    if (!x || !y) throw new Unsupported('The place to move to is not known.');
    return [`${r.page()}.mouse.move(${r.code(x)}, ${r.code(y)})`];
  }
  const at = elementAt(origin, r);
  const isCentre = [x, y].every((each) => !each || each.getText() === '0');
  if (at === undefined || !isCentre)
    throw new Unsupported('A move beside the middle of an element needs a person.');
  return [`${at}.hover()`];
}
