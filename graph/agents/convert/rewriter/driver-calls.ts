import ts from 'typescript';

import { conditionOf } from './conditions.ts';
import { openDialog } from './dialogs.ts';
import { isFunction } from '../syntax/nodes.ts';
import type { Renderer } from './renderer.ts';
import { currentHandle, openTab, switchWindow, WINDOWS } from './windows.ts';
import { NOTHING, other, quote, unquote, Unsupported, type Value } from './value.ts';

type Args = readonly ts.Expression[];

/** A call of a method of the driver. */
export function driverCall(method: string, args: Args, r: Renderer): Value {
  const page = r.page();
  const first = args[0];
  const does = (code: string): Value => other(`${page}.${code}`, true);
  switch (method) {
    case 'get':
      return does(`goto(${codeAt(args, 0, r)})`);
    case 'findElement':
      return r.find(r.root(), needed(first));
    case 'findElements':
      return r.find(r.root(), needed(first), true);
    case 'getTitle':
      return { ...does('title()'), read: { what: 'title', of: page } };
    case 'getCurrentUrl':
      return { ...other(`${page}.url()`), read: { what: 'url', of: page } };
    case 'getPageSource':
      return does('content()');
    case 'takeScreenshot':
      return other(`(await ${page}.screenshot()).toString('base64')`);
    case 'sleep':
      return does(`waitForTimeout(${codeAt(args, 0, r)})`);
    case 'wait':
      return wait(args, r);
    case 'quit':
      return NOTHING;
    case 'close':
      return does('close()');
    case 'manage':
    case 'navigate':
    case 'switchTo':
      return { code: '', kind: { is: 'part', name: method } };
    case 'actions':
      return { code: '', kind: { is: 'steps', steps: [] } };
    case 'executeScript':
    case 'executeAsyncScript':
      return script(method, args, r);
    case 'getWindowHandle':
      return currentHandle(r);
    case 'getAllWindowHandles':
      return { ...WINDOWS, code: `${page}.context().pages()` };
    case 'getCapabilities':
    case 'getSession':
    default:
      throw new Unsupported(`No fixed rule converts ${method}() of the driver.`);
  }
}

/** A call below `driver.manage()`, `driver.navigate()` or `driver.switchTo()`. */
export function partCall(part: string, method: string, args: Args, r: Renderer): Value {
  const page = r.page();
  const does = (code: string): Value => other(`${page}.${code}`, true);
  switch (`${part}.${method}`) {
    case 'navigate.to':
      return does(`goto(${codeAt(args, 0, r)})`);
    case 'navigate.back':
      return does('goBack()');
    case 'navigate.forward':
      return does('goForward()');
    case 'navigate.refresh':
      return does('reload()');
    case 'switchTo.frame':
      return switchFrame(args, r);
    case 'switchTo.defaultContent':
      r.fn.frame = undefined;
      return NOTHING;
    case 'switchTo.parentFrame':
      r.fn.frame = r.fn.frame?.outer;
      return NOTHING;
    case 'switchTo.alert':
      return openDialog(r);
    case 'switchTo.window':
      return switchWindow(r.expression(needed(args[0])).kind, r);
    case 'switchTo.newWindow':
      return openTab(r);
    case 'switchTo.activeElement':
      return { code: `${r.root()}.locator(':focus')`, kind: { is: 'locator', by: undefined } };
    case 'manage.window':
    case 'manage.timeouts':
      return { code: '', kind: { is: 'part', name: method } };
    case 'manage.setTimeouts':
      return timeouts(needed(args[0]), r);
    case 'timeouts.implicitlyWait':
      return other(`${page}.setDefaultTimeout(${codeAt(args, 0, r)})`);
    case 'timeouts.pageLoadTimeout':
      return other(`${page}.setDefaultNavigationTimeout(${codeAt(args, 0, r)})`);
    case 'window.setRect':
      return does(`setViewportSize(${sizeOf(needed(args[0]))})`);
    case 'window.setSize':
      return does(
        `setViewportSize({ width: ${codeAt(args, 0, r)}, height: ${codeAt(args, 1, r)} })`,
      );
    case 'window.maximize':
    case 'window.fullscreen': {
      const why =
        'There is no window to enlarge: the page is as large as the viewport of the configuration.';
      return { code: '', kind: { is: 'steps', steps: [r.note(`// ${why}`, 'premise', why)] } };
    }
    case 'manage.deleteAllCookies':
      return does('context().clearCookies()');
    case 'manage.deleteCookie':
      return does(`context().clearCookies({ name: ${codeAt(args, 0, r)} })`);
    case 'manage.addCookie':
      return does(`context().addCookies([${cookie(needed(args[0]), page, r)}])`);
    case 'manage.getCookies':
      return does('context().cookies()');
    case 'manage.getCookie':
      return other(
        `(await ${page}.context().cookies()).find(({ name }) => name === ${codeAt(args, 0, r)})`,
      );
    default:
      throw new Unsupported(`No fixed rule converts ${part}().${method}() of the driver.`);
  }
}

function needed(node: ts.Expression | undefined): ts.Expression {
  if (!node) throw new Unsupported('This call has no argument.');
  return node;
}

function codeAt(args: Args, at: number, r: Renderer): string {
  return r.code(needed(args[at]));
}

function wait(args: Args, r: Renderer): Value {
  const condition = needed(args[0]);
  const timeout = args[1] ? r.code(args[1]) : '';
  if (isFunction(condition)) {
    if (/\bgetAllWindowHandles\(/.test(condition.getText())) return NOTHING;
    r.use('expect');
    const callback = r.rules.callback(condition, r, [{ code: r.page(), kind: { is: 'page' } }]);
    const options = timeout === '' ? '' : `, { timeout: ${timeout} }`;
    return other(`expect.poll(${callback}${options}).toBeTruthy()`, true);
  }
  const { kind } = r.expression(condition);
  if (kind.is === 'alert') return { code: '', kind };
  const { gives, wait } = conditionOf(kind);
  const line = wait(timeout === '' ? '' : `timeout: ${timeout}`);
  if (line !== '') r.lead(line);
  return { code: gives.code, kind: gives.kind };
}

/** Frames are part of every locator: nothing is switched, what follows looks inside. */
function switchFrame([first]: Args, r: Renderer): Value {
  if (!first || first.kind === ts.SyntaxKind.NullKeyword) r.fn.frame = undefined;
  else r.fn.frame = { code: frameCode(first, r.root(), r), outer: r.fn.frame };
  return NOTHING;
}

function frameCode(node: ts.Expression, root: string, r: Renderer): string {
  if (ts.isNumericLiteral(node)) return `${root}.frameLocator('iframe').nth(${node.text})`;
  const value = r.expression(node);
  if (value.kind.is === 'locator') {
    const start = `${root}.locator(`;
    const isPlain =
      value.code.startsWith(start) &&
      /^\(['"`][^'"`]*['"`]\)$/.test(value.code.slice(start.length - 1));
    if (isPlain) return `${root}.frameLocator${value.code.slice(start.length - 1)}`;
    return `${value.promise ? `(await ${value.code})` : value.code}.contentFrame()`;
  }
  const name = unquote(r.codeOf(value));
  if (name === undefined) throw new Unsupported('The frame is not known before the test runs.');
  return `${root}.frameLocator(${quote(`iframe[name="${name}"], iframe[id="${name}"]`)})`;
}

function propertiesOf(node: ts.Expression): Map<string, ts.Expression> {
  if (!ts.isObjectLiteralExpression(node))
    throw new Unsupported('The options of this call are not known here.');
  const found = new Map<string, ts.Expression>();
  for (const each of node.properties) {
    if (ts.isShorthandPropertyAssignment(each)) found.set(each.name.text, each.name);
    if (ts.isPropertyAssignment(each)) found.set(each.name.getText(), each.initializer);
  }
  return found;
}

function timeouts(node: ts.Expression, r: Renderer): Value {
  const given = propertiesOf(node);
  const steps: string[] = [];
  const implicit = given.get('implicit');
  const pageLoad = given.get('pageLoad');
  // 0 would mean "for ever" to Playwright; Selenium means "do not wait", which a locator never does.
  if (implicit && r.code(implicit) !== '0')
    steps.push(`${r.page()}.setDefaultTimeout(${r.code(implicit)});`);
  if (pageLoad) steps.push(`${r.page()}.setDefaultNavigationTimeout(${r.code(pageLoad)});`);
  return steps.length === 0 ? NOTHING : { code: '', kind: { is: 'steps', steps } };
}

function sizeOf(node: ts.Expression): string {
  const given = propertiesOf(node);
  const [width, height] = [given.get('width'), given.get('height')];
  if (!width || !height) throw new Unsupported('A page has no place on the screen.');
  return `{ width: ${width.getText()}, height: ${height.getText()} }`;
}

function cookie(node: ts.Expression, page: string, r: Renderer): string {
  const given = propertiesOf(node);
  const fields = [...given].map(([name, value]) => {
    if (name === 'expiry') return `expires: ${r.code(value)}`;
    return `${name}: ${r.code(value)}`;
  });
  if (!given.has('domain')) fields.push(`url: ${page}.url()`);
  return `{ ${fields.join(', ')} }`;
}

/** Scripts with arguments are converted where they are one of the few that everybody writes. */
function script(method: string, args: Args, r: Renderer): Value {
  const [source, ...given] = args;
  const page = r.page();
  if (method !== 'executeScript') throw new Unsupported('A script that calls back needs a person.');
  if (source && isFunction(source) && given.length === 0)
    return other(`${page}.evaluate(${source.getText()})`, true);
  const text = source && unquote(r.code(source));
  if (text === undefined) throw new Unsupported('The script is not known before the test runs.');
  const element = given[0] && r.expression(given[0]);
  if (given.length === 0) return other(`${page}.evaluate(${quote(expressionOf(text))})`, true);
  if (given.length !== 1 || element?.kind.is !== 'locator')
    throw new Unsupported('A script with arguments needs a person.');
  const at = element.code;
  if (/^\s*arguments\[0\]\.scrollIntoView\([^)]*\);?\s*$/.test(text))
    return other(`${at}.scrollIntoViewIfNeeded()`, true);
  if (/^\s*arguments\[0\]\.click\(\);?\s*$/.test(text))
    return other(`${at}.dispatchEvent('click')`, true);
  const read = /^\s*return arguments\[0\]\.(textContent|innerText|innerHTML);?\s*$/.exec(text)?.[1];
  if (read === 'innerHTML') return other(`${at}.innerHTML()`, true);
  if (read !== undefined)
    return { ...other(`${at}.${read}()`, true), read: { what: 'text', of: at } };
  const value = /^\s*return arguments\[0\]\.value;?\s*$/.test(text);
  if (value) return { ...other(`${at}.inputValue()`, true), read: { what: 'value', of: at } };
  throw new Unsupported('A script with arguments needs a person.');
}

/** Selenium runs a script as the body of a function; Playwright wants an expression. */
function expressionOf(script: string): string {
  const single = /^return\s([^;]+);?$/.exec(script.trim())?.[1];
  if (single !== undefined) return single.trim();
  return /\breturn\b/.test(script) ? `(() => { ${script.trim()} })()` : script.trim();
}
