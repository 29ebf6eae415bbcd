import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { templatesIn, unmarkedInCode } from './unmarked-in-code.ts';
import { unmarkedInTemplate } from './unmarked-in-template.ts';

const app = join(import.meta.dirname, '../../apps/chat/src/app');
const files = globSync('**/*.{ts,html}', {
  cwd: app,
  exclude: ['**/*.spec.ts', '**/testing/**'],
});

const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
const inTemplate = (text: string): string[] =>
  unmarkedInTemplate(text, '').map((each) => each.text);
const inCode = (text: string): string[] => unmarkedInCode(parse(text), '').map((each) => each.text);

describe('The texts of the client', () => {
  it.each(files)('are marked for translation: %s', (name) => {
    const text = readFileSync(join(app, name), 'utf8');
    if (name.endsWith('.html')) {
      expect(unmarkedInTemplate(text, name)).toEqual([]);
      return;
    }
    const source = parse(text);
    const templates = templatesIn(source).flatMap((each) => unmarkedInTemplate(each, name));
    expect([...templates, ...unmarkedInCode(source, name)]).toEqual([]);
  });
});

describe('A text is found unmarked', () => {
  it.each([
    ['in an element', '<p>Send it</p>', ['Send it']],
    ['beside a value', '<p>Sent {{ at }}</p>', ['Sent']],
    ['in an expression', `<p>{{ sent ? 'Sent' : other }}</p>`, ['Sent']],
    ['in an expression of a marked element', `<p i18n>So {{ sent ? 'Sent' : '' }}</p>`, ['Sent']],
    ['in a block', '@if (sent) { Sent } @else { <b i18n>Not</b> }', ['Sent']],
    ['in a template', '<ng-template #a><b>Sent</b></ng-template>', ['Sent']],
    ['as a label', '<a aria-label="Send it" i18n>Send</a>', ['Send it']],
    ['as a bound label', `<a [attr.aria-label]="'Send ' + name"></a>`, ['Send']],
    ['as a tooltip with a value', '<a title="Send {{ name }}"></a>', ['Send']],
    ['as one that is marked', '<a title="Send {{ name }}" i18n-title></a>', ['Send']],
  ])('%s', (_, template, expected) => {
    expect(inTemplate(template)).toEqual(expected);
  });

  it.each([
    ['as a string', `const a = 'Not sent.';`, ['Not sent.']],
    ['as a single word', `const a = { b: 'Sent' };`, ['Sent']],
    ['with a value', 'const a = `not sent: ${why}`;', ['not sent: …']],
    ['inside a marked text', 'const a = $localize`Sent ${b ? "by you" : ""}:c:`;', ['by you']],
  ])('in code, %s', (_, code, expected) => {
    expect(inCode(code)).toEqual(expected);
  });
});

describe('No text is', () => {
  it.each([
    ['what is marked', '<p i18n>Send <b>it</b></p><a i18n-title title="Send it"></a>'],
    ['a name or a value', '<h1>Throughline</h1><p class="a b" id="ab">{{ text() }} · —</p>'],
    ['a key or a comparison', `<p>{{ words['some key'] }}{{ a === 'idle' ? b : c }}</p>`],
    ['a condition', `@switch (a) { @case ('idle') { {{ b }} } } @if (a === 'ab') { {{ b }} }`],
  ])('%s', (_, template) => {
    expect(inTemplate(template)).toEqual([]);
  });

  it.each([
    ['what is marked', 'const a = $localize`Not sent: ${why}:why:`;'],
    ['an error for developers', `throw new Error('this cannot be');`],
    ['a comparison', `if (key === 'Escape') go();`],
    ['a type', `type A = 'Some text' | 'Other';`],
  ])('in code, %s', (_, code) => {
    expect(inCode(code)).toEqual([]);
  });
});
