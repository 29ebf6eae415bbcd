import { quote, type By, type How } from './value.ts';

/** A role of accessibility that an element's tag alone proves. */
const ROLES: Readonly<Record<string, string>> = {
  button: "'button'",
  a: "'link'",
  select: "'combobox'",
  textarea: "'textbox'",
  table: "'table'",
  tr: "'row'",
  ul: "'list'",
  ol: "'list'",
  li: "'listitem'",
  nav: "'navigation'",
  h1: "'heading', { level: 1 }",
  h2: "'heading', { level: 2 }",
  h3: "'heading', { level: 3 }",
  h4: "'heading', { level: 4 }",
  h5: "'heading', { level: 5 }",
  h6: "'heading', { level: 6 }",
};

/** Tags of which a page has one, so that none of several is meant. */
const ONCE = /^(?:html|body|main|form|table|h1|title)$/;
const IDENT = /^-?[a-z_][\w-]*$/i;

/** A test id that the selector itself names. */
export function testIdIn({ how, text }: By): string | undefined {
  if (how !== 'css' || text === undefined) return undefined;
  return /^\[data-testid=(["']?)([\w-]+)\1\]$/.exec(text)?.[2];
}

/** The id or name that an element is found by, when nothing else is asked of it. */
export function identityOf({ how, text }: By): { attribute: string; value: string } | undefined {
  if (text === undefined) return undefined;
  if (how === 'id' || how === 'name') return { attribute: how, value: text };
  if (how !== 'css') return undefined;
  const id = /^(?:input|select|textarea|button)?#(-?[a-z_][\w-]*)$/i.exec(text)?.[1];
  if (id !== undefined) return { attribute: 'id', value: id };
  const named = /^(?:input|select|textarea|button)?\[(id|name)=(["']?)([\w-]+)\2\]$/.exec(text);
  if (named?.[1] === undefined || named[3] === undefined) return undefined;
  return { attribute: named[1], value: named[3] };
}

/** The selector string of a `By`, as code. */
export function selectorCode({ how, code, text }: By): string {
  if (text !== undefined) return quote(selectorText(how, text));
  const inner = code.startsWith('`') ? code.slice(1, -1) : `\${${code}}`;
  if (how === 'css' || (how === 'xpath' && /^(?:\(?\.?\/\/|\.\.)/.test(inner))) return code;
  return `\`${dynamicSelector(how, inner)}\``;
}

function selectorText(how: How, text: string): string {
  switch (how) {
    case 'css':
    case 'tagName':
      return text;
    case 'xpath':
      return text.startsWith('//') || text.startsWith('..') ? text : `xpath=${text}`;
    case 'id':
      return IDENT.test(text) ? `#${text}` : `[id=${JSON.stringify(text)}]`;
    case 'className':
      return `.${text}`;
    case 'name':
      return `[name=${JSON.stringify(text)}]`;
    case 'linkText':
      return `a:text-is(${JSON.stringify(text)})`;
    case 'partialLinkText':
      return `a:has-text(${JSON.stringify(text)})`;
  }
}

function dynamicSelector(how: How, inner: string): string {
  switch (how) {
    case 'id':
      return `[id="${inner}"]`;
    case 'xpath':
      return `xpath=${inner}`;
    case 'className':
      return `.${inner}`;
    case 'name':
      return `[name="${inner}"]`;
    case 'linkText':
      return `a:text-is("${inner}")`;
    case 'partialLinkText':
      return `a:has-text("${inner}")`;
    case 'css':
    case 'tagName':
      return inner;
  }
}

/** Whether a constant name of the source can stand for the selector in a locator. */
export function isPlainSelector(by: By): boolean {
  return by.how !== 'linkText' && by.how !== 'partialLinkText' && testIdIn(by) === undefined;
}

/** The call that finds one element, without its receiver: `locator('#user')`. */
export function findCall(by: By, named?: string): string {
  const testId = testIdIn(by);
  if (testId !== undefined) return `getByTestId(${quote(testId)})`;
  if (by.how === 'linkText') return `getByRole('link', { name: ${by.code}, exact: true })`;
  if (by.how === 'partialLinkText') return `getByRole('link', { name: ${by.code} })`;
  return `locator(${named ?? selectorCode(by)})`;
}

/** Selenium takes the first of several; Playwright refuses where a bare tag has several. */
export function firstOf(by: By): string {
  const isTag =
    by.how === 'tagName' || (by.how === 'css' && /^[a-z][a-z0-9]*$/.test(by.text ?? ''));
  return isTag && !ONCE.test(by.text ?? '') ? '.first()' : '';
}

/**
 * The call that finds an element by its role, where the source proves the role. `page` is where the
 * selector itself can be searched from, to hold on to what the role alone does not say.
 */
export function roleCall(by: By, page: string): string | undefined {
  const { how, text } = by;
  if (text === undefined) return undefined;
  if (how === 'xpath') return roleOfXpath(text);
  if (how === 'tagName') return ROLES[text] && `getByRole(${ROLES[text]})`;
  if (how !== 'css') return undefined;
  const tag = /^([a-z][a-z0-9]*)((?:[#.[][^\s>+~,]*)?)$/.exec(text);
  const role = tag?.[1] === 'input' ? roleOfInput(text) : ROLES[tag?.[1] ?? ''];
  if (!role) return undefined;
  if (tag?.[2] === '') return `getByRole(${role})`;
  return `getByRole(${role}).and(${page}.locator(${quote(text)}))`;
}

function roleOfInput(css: string): string | undefined {
  const type = /\[type=(["']?)(\w+)\1\]/.exec(css)?.[2];
  if (type === 'checkbox' || type === 'radio') return `'${type}'`;
  if (type === 'submit' || type === 'button' || type === 'reset') return "'button'";
  return type === 'text' || type === 'email' || type === 'tel' ? "'textbox'" : undefined;
}

function roleOfXpath(xpath: string): string | undefined {
  const found =
    /^\/\/([a-z][a-z0-9]*)\[(?:(?:text\(\)|normalize-space\((?:\.|text\(\))?\)|\.) ?= ?|(contains)\((?:text\(\)|\.), ?)(["'])([^"']+)\3\)?\]$/.exec(
      xpath,
    );
  const [, tag = '', contains, , name = ''] = found ?? [];
  const role = ROLES[tag];
  if (!role || name === '') return undefined;
  const [base = '', level] = role.split(', { level: ');
  const options = [
    `name: ${quote(name)}`,
    ...(contains ? [] : ['exact: true']),
    ...(level ? [`level: ${level.replace(' }', '')}`] : []),
  ];
  return `getByRole(${base}, { ${options.join(', ')} })`;
}
