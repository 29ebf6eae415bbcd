/** How Selenium's `By` finds an element. */
export type How =
  'id' | 'css' | 'xpath' | 'name' | 'className' | 'tagName' | 'linkText' | 'partialLinkText';

/** One `By` of the source. */
export interface By {
  readonly how: How;
  /** Its value as code. */
  readonly code: string;
  /** Its value, where it is a constant. */
  readonly text: string | undefined;
}

/** What an expression is, once awaited. */
export type Kind =
  | { readonly is: 'other' }
  | { readonly is: 'page' }
  /** A selector string, with the `By` that it was where that is known. */
  | { readonly is: 'by'; readonly by: By | undefined }
  | { readonly is: 'locator'; readonly by: By | undefined }
  /** An array of locators; `of` is the locator that finds them all, as code. */
  | { readonly is: 'locators'; readonly of: string | undefined; readonly by: By | undefined }
  | { readonly is: 'select'; readonly by: By | undefined }
  | { readonly is: 'instance'; readonly className: string }
  | { readonly is: 'record'; readonly members: ReadonlyMap<string, Value> }
  | { readonly is: 'keys'; readonly keys: readonly string[] }
  /** What has no counterpart of its own, and is read only by the rule that it belongs to. */
  | { readonly is: 'selenium'; readonly name: string }
  | { readonly is: 'part'; readonly name: string }
  | { readonly is: 'condition'; readonly condition: Condition }
  | { readonly is: 'alert'; readonly dialog: Dialog }
  | { readonly is: 'handles' }
  /** A window: the page that it is, or undefined for the one that was opened last. */
  | { readonly is: 'handle'; readonly page: string | undefined }
  | { readonly is: 'steps'; readonly steps: readonly string[] }
  /** Left over from what could not be converted. */
  | { readonly is: 'lost'; readonly reason: string }
  | { readonly is: 'nothing' };

/** A piece of the page that was read: from it an assertion that waits can be made. */
export interface Read {
  readonly what:
    | 'text'
    | 'value'
    | 'attribute'
    | 'css'
    | 'visible'
    | 'enabled'
    | 'checked'
    | 'option'
    | 'count'
    | 'title'
    | 'url'
    | 'dialog'
    | 'call';
  /** The locator, page, message or call as code. */
  readonly of: string;
  /** Name of the attribute or of the CSS property, as code. */
  readonly name?: string;
}

export interface Value {
  readonly code: string;
  readonly kind: Kind;
  /** Whether the code gives a promise of it. */
  readonly promise?: boolean;
  readonly read?: Read;
  /** The epoch in which it was read into a variable: later it says nothing of the page. */
  readonly since?: number;
  /** Called when an assertion was made from `read`, so that the code is not needed there. */
  readonly taken?: () => void;
}

/** What `driver.wait` waits for: statements that wait, and what it then gives. */
export interface Condition {
  /** Writes the statement for a timeout, as an options object's entry or ''. */
  readonly wait: (timeout: string) => string;
  readonly gives: Value;
}

/** An alert, confirmation or prompt, whose handler is put together while its uses are read. */
export interface Dialog {
  name: string;
  isRead: boolean;
  answer: 'accept' | 'dismiss' | undefined;
  prompt: string;
}

export const OTHER: Kind = { is: 'other' };
export const NOTHING: Value = { code: '', kind: { is: 'nothing' } };

export function other(code: string, promise = false): Value {
  return { code, kind: OTHER, promise };
}

/** What cannot be converted honestly; its message says why, in a sentence for the ledger. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** A text as a string literal. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  if (!text.includes("'")) return `'${escaped}'`;
  if (!text.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll("'", "\\'")}'`;
}

/** The text of a string literal written as code, or undefined. */
export function unquote(code: string): string | undefined {
  const match = /^(['"`])((?:[^\\$]|\\.|\$(?!\{))*)\1$/s.exec(code);
  if (!match) return undefined;
  const [, mark = "'", body = ''] = match;
  if (hasBare(body, mark)) return undefined;
  const json = body
    .replaceAll(/\\(['`$])/g, '$1')
    .replaceAll(/(?<!\\)((?:\\\\)*)"/g, '$1\\"')
    .replaceAll('\n', '\\n');
  try {
    return JSON.parse(`"${json}"`) as string;
  } catch {
    // An escape that JSON does not have: the text is taken as unknown.
    return undefined;
  }
}

function hasBare(body: string, mark: string): boolean {
  for (let at = 0; at < body.length; at++) {
    if (body[at] === '\\') at++;
    else if (body[at] === mark) return true;
  }
  return false;
}
