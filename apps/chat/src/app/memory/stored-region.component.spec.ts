import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { describe, expect, it } from 'vitest';

import { MEMORY_TEST_IDS, SCOPE_STORAGE_KEY } from '#contract/names';

import { createBrowserScope } from '../scope/browser-scope';
import { BROWSER_SCOPE } from '../scope/scope';
import { offline } from '../transport/testing/transport-twin';
import { MEMORY_API } from './data/http-memory-api';
import { MemoryApiTwin } from './data/testing/memory-api-twin';
import { StoredRegion } from './stored-region';

const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f';

interface Shown {
  readonly api: MemoryApiTwin;
  readonly values: Map<string, string>;
  readonly fixture: ComponentFixture<StoredRegion>;
  readonly element: HTMLElement;
}

async function show(prepare: (api: MemoryApiTwin) => void = () => undefined): Promise<Shown> {
  const api = new MemoryApiTwin();
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
      { provide: MEMORY_API, useValue: api },
      { provide: BROWSER_SCOPE, useValue: scope },
    ],
  });
  const fixture = TestBed.createComponent(StoredRegion);
  await fixture.whenStable();
  await Promise.resolve();
  await fixture.whenStable();
  return { api, values, fixture, element: fixture.nativeElement as HTMLElement };
}

const statusOf = ({ element }: Shown) =>
  element.querySelector<HTMLElement>(`[data-testid="${MEMORY_TEST_IDS.stored}"]`)?.dataset[
    'status'
  ];
const button = ({ element }: Shown, name: string) => {
  const found = [...element.querySelectorAll('button')].find(
    ({ textContent }) => textContent.trim() === name,
  );
  if (found === undefined) throw new Error(`There is no button "${name}".`);
  return found;
};

describe('what the store holds now', () => {
  it('is being read, and then there', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const shown = await show((api) => {
      api.put('- Flies a PC-12\n\n  <b>$&</b>');
      api.ready = promise;
    });
    expect(statusOf(shown)).toBe('loading');
    expect(shown.element.textContent).toMatch(/Reading the store/);
    resolve(undefined);
    await expect.poll(() => statusOf(shown)).toBe('content');
    const lines = [...shown.element.querySelectorAll('.stored-line-text')];
    expect(lines.map(({ textContent }) => textContent)).toEqual(['- Flies a PC-12', '  <b>$&</b>']);
    expect(shown.element.querySelector('b')).toBeNull();
  });

  it('is not known when it cannot be read, which never reads as no memory; it can be read again', async () => {
    const shown = await show((api) => api.failing.push(offline(), offline()));
    await expect.poll(() => statusOf(shown)).toBe('error');
    expect(shown.element.textContent).toMatch(/what it holds is not known/);
    expect(shown.element.textContent).not.toMatch(/no memory|has no lines/i);
    expect(button(shown, 'Edit').disabled).toBe(true);
    shown.api.failing.length = 0;
    button(shown, 'Read again').click();
    await expect.poll(() => statusOf(shown)).toBe('content');
  });

  it.each([
    [null, /There is no memory file\./],
    ['', /The memory file has no lines\./],
  ])('tells a missing file from an empty one: %j', async (text, words) => {
    const shown = await show((api) => {
      if (text !== null) api.put(text);
    });
    await expect.poll(() => statusOf(shown)).toBe('content');
    expect(shown.element.textContent).toMatch(words);
  });

  it('can only be read once the identity has changed', async () => {
    const shown = await show((api) => api.put('- Flies a PC-12'));
    await expect.poll(() => statusOf(shown)).toBe('content');
    shown.values.set(SCOPE_STORAGE_KEY, '11111111-2222-4333-8444-555555555555');
    TestBed.inject(BROWSER_SCOPE).admit();
    await shown.fixture.whenStable();
    expect(button(shown, 'Edit').disabled).toBe(true);
    expect(button(shown, 'Erase all').disabled).toBe(true);
    expect(button(shown, 'History').disabled).toBe(false);
    shown.element.querySelector('summary')?.click();
    await expect.poll(() => button(shown, 'Forget this line').disabled).toBe(true);
  });
});
