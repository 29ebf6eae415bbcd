import ts from 'typescript';

import type { Renderer } from './renderer.ts';
import { isModifier } from './keys.ts';
import { isOption } from './reads.ts';
import {
  NOTHING,
  other,
  quote,
  unquote,
  Unsupported,
  type By,
  type Read,
  type Value,
} from './value.ts';

/** A call of a method of an element. */
export function elementCall(
  element: Value,
  method: string,
  args: readonly ts.Expression[],
  r: Renderer,
): Value {
  const by = element.kind.is === 'locator' ? element.kind.by : undefined;
  const at = element.promise ? `(await ${element.code})` : element.code;
  const first = args[0];
  const does = (code: string): Value => ({
    code: `${at}.${code}`,
    kind: { is: 'other' },
    promise: true,
  });
  const reads = (code: string, read: Omit<Read, 'of'>): Value => ({
    ...does(code),
    read: { ...read, of: at },
  });
  switch (method) {
    case 'click':
      return does('click()');
    case 'clear':
      r.fieldUsed(element.kind);
      r.fn.typed.delete(at);
      return does('clear()');
    case 'sendKeys':
      return sendKeys(at, by, args, r, element);
    case 'submit':
      return does("evaluate((element) => element.closest('form')?.requestSubmit())");
    case 'getText':
      return reads('innerText()', { what: 'text' });
    case 'isDisplayed':
      return reads('isVisible()', { what: 'visible' });
    case 'isEnabled':
      return reads('isEnabled()', { what: 'enabled' });
    case 'isSelected':
      if (isOption(by))
        return reads('evaluate((element) => (element as HTMLOptionElement).selected)', {
          what: 'option',
        });
      r.fieldUsed(element.kind);
      return reads('isChecked()', { what: 'checked' });
    case 'getAttribute':
    case 'getDomAttribute':
    case 'getProperty':
    case 'getDomProperty':
      return attribute(at, r, element, first, reads);
    case 'getCssValue': {
      const name = codeOf(first, r);
      return reads(
        `evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), ${name})`,
        { what: 'css', name },
      );
    }
    case 'getTagName':
      return does('evaluate((element) => element.tagName.toLowerCase())');
    case 'getRect':
      return does('boundingBox()');
    case 'takeScreenshot':
      return other(`(await ${at}.screenshot()).toString('base64')`);
    case 'findElement':
      return r.find(at, required(first));
    case 'findElements':
      return r.find(at, required(first), true);
    case 'getDriver':
      return { code: r.page(), kind: { is: 'page' } };
    default:
      throw new Unsupported(`No fixed rule converts ${method}() of an element.`);
  }
}

function required(node: ts.Expression | undefined): ts.Expression {
  if (!node) throw new Unsupported('This call has no argument.');
  return node;
}

function codeOf(node: ts.Expression | undefined, r: Renderer): string {
  return r.code(required(node));
}

function attribute(
  at: string,
  r: Renderer,
  element: Value,
  first: ts.Expression | undefined,
  reads: (code: string, read: Omit<Read, 'of'>) => Value,
): Value {
  const name = codeOf(first, r);
  if (unquote(name) === 'value') {
    r.fieldUsed(element.kind);
    return reads('inputValue()', { what: 'value' });
  }
  const isText = ['textContent', 'innerText'].includes(unquote(name) ?? '');
  if (isText) return reads(`${unquote(name) ?? ''}()`, { what: 'text' });
  return {
    ...reads(`getAttribute(${name})`, { what: 'attribute', name }),
    code: `${at}.getAttribute(${name})`,
  };
}

/** Typing: text fills a field, a key is pressed, a path goes to a file field. */
function sendKeys(
  at: string,
  by: By | undefined,
  args: readonly ts.Expression[],
  r: Renderer,
  element: Value,
): Value {
  if (args.length === 0) throw new Unsupported('sendKeys() types nothing.');
  const file = args.length === 1 ? filePath(by, args[0], r) : undefined;
  r.fieldUsed(element.kind);
  if (file !== undefined)
    return { code: `${at}.setInputFiles(${file})`, kind: { is: 'other' }, promise: true };
  const steps: string[] = [];
  const held: string[] = [];
  for (const arg of args) {
    const value = r.expression(arg);
    if (value.kind.is !== 'keys') {
      const code = r.codeOf(value);
      if (held.length > 0) {
        const text = unquote(code);
        if (text?.length !== 1) throw new Unsupported('Keys are held while a text is typed.');
        steps.push(`press(${quote([...held, text].join('+'))})`);
      } else steps.push(typing(at, code, arg, r));
      continue;
    }
    for (const key of value.kind.keys) {
      if (key === '') held.length = 0;
      else if (isModifier(key)) held.push(key);
      else steps.push(`press(${quote([...held, key].join('+'))})`);
    }
  }
  if (steps.length === 0) throw new Unsupported('Only keys to hold are pressed.');
  const [last = '', ...before] = steps.reverse();
  const lines = before.reverse().map((step) => `await ${at}.${step};`);
  if (lines.length === 0) return { code: `${at}.${last}`, kind: { is: 'other' }, promise: true };
  return { code: '', kind: { is: 'steps', steps: [...lines, `await ${at}.${last};`] } };
}

/** The first text replaces what the field holds; Selenium would add to it, as a second one does. */
function typing(at: string, code: string, arg: ts.Expression, r: Renderer): string {
  const text = ts.isNumericLiteral(arg) ? quote(arg.text) : code;
  const again = r.fn.typed.has(at);
  r.fn.typed.add(at);
  return again ? `pressSequentially(${text})` : `fill(${text})`;
}

/** Code of a path, where the source shows that this is an upload. */
function filePath(
  by: By | undefined,
  arg: ts.Expression | undefined,
  r: Renderer,
): string | undefined {
  if (!arg) return undefined;
  const isFileField = /type\s*=\s*["']?file\b/.test(by?.text ?? '');
  const value = r.expression(arg);
  if (value.kind.is === 'keys') return undefined;
  const code = r.codeOf(value);
  return isFileField || isPath(arg, r) ? code : undefined;
}

const PATH = /\b(?:path\.)?(?:resolve|join)\(|__dirname|fileURLToPath\(|process\.cwd\(\)/;

function isPath(arg: ts.Expression, r: Renderer): boolean {
  if (PATH.test(arg.getText())) return true;
  if (!ts.isIdentifier(arg)) return false;
  return r.paths.has(arg.text);
}

/** A method of Selenium's `Select`. */
export function selectCall(
  select: Value,
  method: string,
  args: readonly ts.Expression[],
  r: Renderer,
): Value {
  const at = select.code;
  const does = (code: string): Value => ({
    code: `${at}.${code}`,
    kind: { is: 'other' },
    promise: true,
  });
  const options = (css: string): Value => ({
    code: `${at}.locator(${quote(css)}).all()`,
    promise: true,
    kind: {
      is: 'locators',
      of: `${at}.locator(${quote(css)})`,
      by: { how: 'css', code: quote(css), text: css },
    },
  });
  switch (method) {
    case 'selectByVisibleText':
      return does(`selectOption({ label: ${codeOf(args[0], r)} })`);
    case 'selectByValue':
      return does(`selectOption({ value: ${codeOf(args[0], r)} })`);
    case 'selectByIndex':
      return does(`selectOption({ index: ${codeOf(args[0], r)} })`);
    case 'deselectAll':
      return does('selectOption([])');
    case 'getOptions':
      return options('option');
    case 'getAllSelectedOptions':
      return options('option:checked');
    case 'getFirstSelectedOption':
      return {
        code: `${at}.locator('option:checked').first()`,
        kind: {
          is: 'locator',
          by: { how: 'css', code: "'option:checked'", text: 'option:checked' },
        },
      };
    case 'isMultiple':
      return does('evaluate((element) => (element as HTMLSelectElement).multiple)');
    default:
      throw new Unsupported(`No fixed rule converts ${method}() of a Select.`);
  }
}

/** A method of an alert: its handler is written in front of what opens it. */
export function alertCall(
  alert: Extract<Value['kind'], { is: 'alert' }>,
  method: string,
  args: readonly ts.Expression[],
  r: Renderer,
): Value {
  const { dialog } = alert;
  switch (method) {
    case 'accept':
    case 'dismiss':
      dialog.answer ??= method;
      return NOTHING;
    case 'sendKeys':
      dialog.prompt = codeOf(args[0], r);
      return NOTHING;
    case 'getText':
      dialog.isRead = true;
      return {
        code: dialog.name,
        kind: { is: 'other' },
        read: { what: 'dialog', of: dialog.name },
      };
    default:
      throw new Unsupported(`No fixed rule converts ${method}() of an alert.`);
  }
}
