import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { expect, it } from 'vitest';

import { codeRuns } from './code-runs';
import { HIGHLIGHTER } from './highlight';
import { languageNamed } from './languages';
import { MarkdownText } from './markdown-text';
import { until } from '../testing/until';

@Component({
  imports: [MarkdownText],
  template: `<tl-markdown-text [text]="text()" [complete]="complete()" />`,
})
class Host {
  readonly text = signal('');
  readonly complete = signal(false);
}

/** Colours in the page itself: workers are tried against the built client, in e2e. */
const highlighter = {
  highlight(code: string, name: string) {
    const language = languageNamed(name);
    return Promise.resolve(language && codeRuns(code, language));
  },
};

async function show(text: string, complete = false) {
  TestBed.configureTestingModule({
    providers: [provideRouter([]), { provide: HIGHLIGHTER, useValue: highlighter }],
  });
  const fixture = TestBed.createComponent(Host);
  const page = fixture.nativeElement as HTMLElement;
  const set = async (next: string, ended = false) => {
    fixture.componentInstance.text.set(next);
    fixture.componentInstance.complete.set(ended);
    await fixture.whenStable();
  };
  await set(text, complete);
  return { page, set };
}

/** Every node under the given ones, so that two moments can be compared by identity. */
function nodesOf(...elements: readonly Element[]): Node[] {
  return elements.flatMap((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_ALL);
    const nodes: Node[] = [];
    for (let node: Node | null = element; node !== null; node = walker.nextNode()) nodes.push(node);
    return nodes;
  });
}

it('leaves the nodes of what stands alone while the end grows', async () => {
  const begun = [
    '# Head',
    'A [link](https://a.test) and **bold**.',
    '- one\n- two\n  1. inner',
    '| a |\n|---|\n| b |',
    '```\ncode\n```',
    'The end',
  ].join('\n\n');
  const { page, set } = await show(begun);
  const blocks = () => [...page.querySelectorAll('tl-markdown-text > tl-markdown-block')];
  const [standing, open] = [blocks().slice(0, -1), blocks().at(-1)];
  const before = nodesOf(...standing);
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(page, { childList: true, characterData: true, subtree: true, attributes: true });
  for (const more of [
    ' grows',
    ' grows, and',
    ' grows, and\n\n- goes',
    ' grows, and\n\n- goes\n- on',
  ])
    await set(begun + more);
  await set(`${begun} grows, and\n\n- goes\n- on`, true);
  changes.push(...observer.takeRecords());
  expect(nodesOf(...standing)).toEqual(before);
  expect(blocks().slice(0, standing.length)).toEqual(standing);
  expect(changes.filter(({ target }) => standing.some((block) => block.contains(target)))).toEqual(
    [],
  );
  expect(blocks()[5]).toBe(open);
  expect(blocks()[5]?.textContent).toBe('The end grows, and');
  expect(page.querySelectorAll('li')).toHaveLength(5);
});

it('makes the hostile text only', async () => {
  const hostile = [
    '<script>window.hurt = true</script>',
    '<img src="https://evil.test/a.png" onerror="window.hurt = true">',
    '![pixel](https://evil.test/pixel.png) ![data](data:image/png;base64,AA)',
    '[a](javascript:alert(1)) [b](//evil.test) [c](https://good.test "title")',
    '```html\n<script>window.hurt = true</script>\n```',
    '{{ 1 + 1 }} <tl-root></tl-root>',
  ].join('\n\n');
  const { page } = await show(hostile, true);
  expect(
    page.querySelectorAll('img, script, iframe, object, svg:not(.icon), tl-root'),
  ).toHaveLength(0);
  expect(page.textContent).toContain('<script>window.hurt = true</script>');
  expect(page.textContent).toContain('[a](javascript:alert(1)) [b](//evil.test)');
  expect(page.textContent).toContain('{{ 1 + 1 }}');
  expect(page.textContent).toContain('Picture: data');
  const links = [...page.querySelectorAll('a')];
  expect(links.map(({ href }) => href)).toEqual([
    // An address that stands in the text is one, whatever stands around it.
    'https://evil.test/a.png',
    'https://evil.test/pixel.png',
    'https://good.test/',
  ]);
  for (const { rel, target } of links)
    expect([rel, target]).toEqual(['noopener noreferrer', '_blank']);
  expect(links.map(({ title }) => title)).toEqual([
    'Opens evil.test in a new tab',
    'Opens evil.test in a new tab',
    'title · Opens good.test in a new tab',
  ]);
  expect('hurt' in window).toBe(false);
});

it('opens a turn of another conversation in the page itself', async () => {
  const thread = '0f2b8a54-6c1e-4d8e-9a77-0123456789ab';
  const { page } = await show(
    `See [12 March](/c/${thread}#message-m%2F1) and [it](/settings).`,
    true,
  );
  const links = [...page.querySelectorAll('a')];
  expect(links.map(({ hash, pathname, target }) => [pathname, hash, target])).toEqual([
    [`/c/${thread}`, '#message-m/1', ''],
  ]);
  expect(page.textContent).toContain('[it](/settings)');
});

it('says in place where a link leads whose words name another host', async () => {
  const text =
    '[bank.test/login](https://evil.test/) [the bank](https://bank.test) ![bank.test](https://evil.test/a.png)';
  const { page } = await show(text, true);
  const places = [...page.querySelectorAll('.link-place')];
  expect(places.map(({ textContent }) => textContent.trim())).toEqual([
    '(evil.test)',
    '(evil.test)',
  ]);
  expect(places.map((place) => place.previousElementSibling?.textContent)).toEqual([
    'bank.test/login',
    'Picture: bank.test',
  ]);
});

it('colours code once it is complete, and changes no character of it', async () => {
  const code = 'const a = "<b>&amp;</b>"; // $& é';
  const { page, set } = await show(`\`\`\`ts\n${code}`);
  expect(page.querySelector('pre')?.textContent).toBe(code);
  expect(page.querySelectorAll('pre [data-kind]')).toHaveLength(0);
  await set(`\`\`\`ts\n${code}\n\`\`\``);
  await until(() => page.querySelector('pre [data-kind="keyword"]') !== null);
  expect(page.querySelector('pre [data-kind="keyword"]')?.textContent).toBe('const');
  expect(page.querySelector('pre')?.textContent).toBe(code);
  expect(page.querySelector('.code-language')?.textContent).toBe('ts');
});

it('shows the numbers that a list was given, and all that a fence says', async () => {
  const { page } = await show('3) a\n7) b\n\n```ts main.ts\nx\n```', true);
  expect([...page.querySelectorAll('li')].map(({ value }) => value)).toEqual([3, 7]);
  expect(page.querySelector('ol')?.classList).toContain('in-brackets');
  expect(page.querySelector('.code-language')?.textContent).toBe('ts main.ts');
});

it('shows code of a language it does not know as it is', async () => {
  const { page } = await show('```constructor\na b\n```', true);
  expect(page.querySelector('pre')?.textContent).toBe('a b');
});

it('tells by words which items are done, and keeps broken lines and spaces', async () => {
  const { page } = await show('- [x] fly\n- [ ] land\n\none **two**\nthree', true);
  expect([...page.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Done: fly',
    'To do: land',
  ]);
  expect(page.querySelector('p')?.textContent).toBe('one two\nthree');
});
