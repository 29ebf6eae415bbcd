import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH, MEMORY_TEST_IDS, SCOPE_STORAGE_KEY, TEST_IDS } from '#contract/names';

import { createBrowserScope } from '../scope/browser-scope';
import { BROWSER_SCOPE } from '../scope/scope';
import type { Evidence } from '../session/evidence/evidence';
import { offline, FakeTransport } from '../transport/testing/fake-transport';
import { TRANSPORT } from '../transport/transport-token';
import { MEMORY_API } from './data/http-memory-api';
import { FakeMemoryApi } from './data/testing/fake-memory-api';
import { MemoryPane } from './memory-pane';

const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f';
const AT = new Date();
const NONE: Evidence = { source: 'none' };

interface Shown {
  readonly api: FakeMemoryApi;
  readonly values: Map<string, string>;
  readonly fixture: ComponentFixture<MemoryPane>;
  readonly element: HTMLElement;
}

async function show(
  evidence: Evidence,
  prepare: (api: FakeMemoryApi) => void = () => undefined,
): Promise<Shown> {
  const api = new FakeMemoryApi();
  prepare(api);
  const values = new Map([[SCOPE_STORAGE_KEY, SCOPE]]);
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  const scope = createBrowserScope({ openStorage: () => storage, createId: undefined });
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: TRANSPORT, useValue: new FakeTransport() },
      { provide: MEMORY_API, useValue: api },
      { provide: BROWSER_SCOPE, useValue: scope },
    ],
  });
  const fixture = TestBed.createComponent(MemoryPane);
  fixture.componentRef.setInput('evidence', evidence);
  await fixture.whenStable();
  const element = fixture.nativeElement as HTMLElement;
  document.body.append(element);
  await expect.poll(() => byId(element, MEMORY_TEST_IDS.stored)).toHaveLength(1);
  return { api, values, fixture, element };
}

const live = (contents: Readonly<Record<string, string>>): Evidence => ({
  source: 'live',
  contents,
  phase: 'terminal',
  receivedAt: AT,
});
const byId = (element: HTMLElement, id: string) => [
  ...element.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`),
];
const textsOf = (element: HTMLElement, id: string) =>
  byId(element, id).map((each) => each.querySelector('.line-text')?.textContent);
const statusOf = ({ element }: Shown) =>
  byId(element, MEMORY_TEST_IDS.stored)[0]?.dataset['status'];
const button = ({ element }: Shown, name: string) => {
  const found = [...element.querySelectorAll('button')].find(
    ({ ariaLabel, textContent }) => (ariaLabel ?? textContent.trim()) === name,
  );
  if (found === undefined) throw new Error(`There is no button "${name}".`);
  return found;
};

describe('what this conversation was given', () => {
  it.each<[Evidence, RegExp]>([
    [{ source: 'unavailable' }, /memory observation unavailable/i],
    [NONE, /no source yet/i],
    [live({}), /store observed during this run/i],
    [
      { source: 'checkpoint', contents: {}, readAt: AT, checkpointAt: AT },
      /historical state\/checkpoint read/i,
    ],
  ])('names its source: %j', async (evidence, wording) => {
    const { element } = await show(evidence);
    const [source] = byId(element, TEST_IDS.source);
    expect(source?.dataset['source']).toBe(evidence.source);
    expect(source?.textContent).toMatch(wording);
  });

  it('is marked in the list, apart from what was stored since; the literal text stands in the details', async () => {
    const text = '\ufeff- Flies a PC-12 \r\n\r\n\t<b>KBZN</b> $& </agent_memory>\n';
    const shown = await show(live({ [MEMORY_PATH]: text }), (api) => {
      api.put(`${text}- Since then\n`);
    });
    const { element } = shown;
    await expect.poll(() => statusOf(shown)).toBe('content');
    expect(textsOf(element, TEST_IDS.line)).toEqual([
      'Flies a PC-12',
      '<b>KBZN</b> $& </agent_memory>',
    ]);
    expect(textsOf(element, MEMORY_TEST_IDS.storedLine)).toEqual(['Since then']);
    expect(byId(element, TEST_IDS.file)[0]?.dataset['path']).toBe(MEMORY_PATH);
    expect(element.querySelector('.literal-text pre')?.textContent).toBe(text);
    expect(element.querySelector('b')).toBeNull();
    await expect.poll(() => element.textContent).toMatch(/changed since/);
  });

  it('stays in the list, told apart, where it is not stored any more', async () => {
    const shown = await show(live({ [MEMORY_PATH]: '- Gone\n- Stays\n' }), (api) => {
      api.put('- Stays\n');
    });
    await expect.poll(() => statusOf(shown)).toBe('content');
    expect(textsOf(shown.element, TEST_IDS.line)).toEqual(['Stays', 'Gone']);
    expect(shown.element.textContent).toMatch(/not stored any more/);
  });

  it('says that it is the same while nothing has changed', async () => {
    const { element } = await show(live({ [MEMORY_PATH]: '- a\n' }), (api) => {
      api.put('- a\n');
    });
    await expect.poll(() => element.textContent).toMatch(/Used in this chat: v1, the same/);
  });

  it('shows the path and no lines of an empty file', async () => {
    const { element } = await show(live({ [MEMORY_PATH]: '' }));
    expect(byId(element, TEST_IDS.file)).toHaveLength(1);
    expect(byId(element, TEST_IDS.line)).toEqual([]);
    expect(element.textContent).toContain(MEMORY_PATH);
    expect(element.textContent).not.toMatch(/no memory file at this read/i);
  });

  it('says that there was no file at this read', async () => {
    const { element } = await show(live({}));
    expect(element.textContent).toMatch(/no memory file at this read/i);
    expect(byId(element, TEST_IDS.file)).toEqual([]);
  });

  it('never lets an outage read as "no memory"', async () => {
    const { element } = await show({ source: 'unavailable' }, (api) => {
      api.ready = new Promise(() => undefined);
    });
    expect(element.textContent).not.toMatch(/no memory|nothing remembered/i);
    expect(byId(element, TEST_IDS.line)).toEqual([]);
  });

  it('always says that an observation is no promise', async () => {
    for (const evidence of [live({}), NONE, { source: 'unavailable' }] as const) {
      expect((await show(evidence)).element.textContent).toMatch(/does not promise/);
      TestBed.resetTestingModule();
    }
  });
});

describe('what the store holds now', () => {
  it('is being read, and then there', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const shown = await show(NONE, (api) => {
      api.put('- Flies a PC-12\n\n  <b>$&</b>');
      api.ready = promise;
    });
    expect(statusOf(shown)).toBe('loading');
    resolve(undefined);
    await expect.poll(() => statusOf(shown)).toBe('content');
    expect(textsOf(shown.element, MEMORY_TEST_IDS.storedLine)).toEqual([
      'Flies a PC-12',
      '<b>$&</b>',
    ]);
    expect(shown.element.querySelector('b')).toBeNull();
  });

  it('is not known when it cannot be read, which never reads as no memory; it can be read again', async () => {
    const shown = await show(NONE, (api) => api.failing.push(offline(), offline()));
    await expect.poll(() => statusOf(shown)).toBe('error');
    expect(shown.element.textContent).toMatch(/what it holds is not known/);
    expect(shown.element.textContent).not.toMatch(/nothing remembered|has no lines/i);
    expect(button(shown, 'Add a line').disabled).toBe(true);
    shown.api.failing.length = 0;
    button(shown, 'Read again').click();
    await expect.poll(() => statusOf(shown)).toBe('content');
  });

  it.each([
    [null, /There is no memory file\./],
    ['', /The memory file has no lines\./],
  ])('tells a missing file from an empty one: %j', async (text, words) => {
    const shown = await show(NONE, (api) => {
      if (text !== null) api.put(text);
    });
    await expect.poll(() => statusOf(shown)).toBe('content');
    expect(shown.element.textContent).toContain('Nothing remembered yet');
    expect(shown.element.textContent).toMatch(words);
  });

  it('can only be read once the identity has changed', async () => {
    const shown = await show(NONE, (api) => api.put('- Flies a PC-12'));
    await expect.poll(() => statusOf(shown)).toBe('content');
    shown.values.set(SCOPE_STORAGE_KEY, '11111111-2222-4333-8444-555555555555');
    TestBed.inject(BROWSER_SCOPE).admit();
    await shown.fixture.whenStable();
    expect(button(shown, 'Add a line').disabled).toBe(true);
    expect(button(shown, 'Forget: Flies a PC-12').disabled).toBe(true);
    expect(button(shown, 'Memory menu').disabled).toBe(false);
  });

  it('is filtered by words', async () => {
    const shown = await show(NONE, (api) => api.put('- Flies a PC-12\n- Based at KBZN\n'));
    await expect.poll(() => statusOf(shown)).toBe('content');
    button(shown, 'Filter').click();
    await shown.fixture.whenStable();
    const box = shown.element.querySelector<HTMLInputElement>('.memory-filter input');
    if (box === null) throw new Error('There is no filter.');
    box.value = 'kbzn';
    box.dispatchEvent(new Event('input'));
    await shown.fixture.whenStable();
    expect(textsOf(shown.element, MEMORY_TEST_IDS.storedLine)).toEqual(['Based at KBZN']);
  });

  it('is one stop of the Tab key, with the arrow keys inside', async () => {
    const shown = await show(NONE, (api) => api.put('- one\n- two\n'));
    await expect.poll(() => statusOf(shown)).toBe('content');
    const [one, two] = shown.element.querySelectorAll<HTMLElement>('.line-main');
    expect([one?.tabIndex, two?.tabIndex]).toEqual([0, -1]);
    one?.focus();
    one?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    expect(document.activeElement).toBe(two);
    expect([one?.tabIndex, two?.tabIndex]).toEqual([-1, 0]);
  });
});
