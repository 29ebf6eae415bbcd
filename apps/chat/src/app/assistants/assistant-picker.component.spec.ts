import { TestBed } from '@angular/core/testing';
import { afterEach, describe, expect, it } from 'vitest';

import { openPage } from '../chat/testing/open-page';
import { until } from '../testing/until';
import { MEMORY_ASSISTANT } from './assistants';

const ECHO = { graphId: 'echo', title: 'Echo', description: 'Says it again.', features: [] };
const picker = (page: Element) => page.querySelector<HTMLSelectElement>('#assistant');

afterEach(() => localStorage.removeItem('throughline.assistant.v1'));

describe('the picker of the assistant', () => {
  it('is absent where there is one assistant', async () => {
    const { page, transport } = await openPage('/', (fake) => {
      fake.assistants = [MEMORY_ASSISTANT];
    });
    await until(() => transport.calls.includes('readAssistants'));
    await until(() => page.querySelector('#memory-mode') !== null);
    expect(picker(page)).toBeNull();
  });

  it('changes what a new conversation shows, and is gone once it has begun', async () => {
    const { page, router, transport } = await openPage('/', (fake) => {
      fake.assistants = [MEMORY_ASSISTANT, ECHO];
    });
    await until(() => picker(page) !== null && page.querySelector('#memory-mode') !== null);
    const select = picker(page);
    if (select === null) throw new Error('no picker');
    expect([...select.options].map(({ text }) => text.trim())).toEqual(['Chat', 'Echo']);
    select.value = 'echo';
    select.dispatchEvent(new Event('change'));
    await until(() => page.querySelector('#memory-mode') === null);
    expect(page.querySelector('h1')?.textContent).toBe('Echo');
    expect(page.querySelector('.welcome-text')?.textContent).toBe('Says it again.');
    for (const gone of ['tl-memory-pane', '.suggestion', 'tl-model-note', 'tl-standing-chips'])
      expect(page.querySelector(gone)).toBeNull();

    const text = page.querySelector('textarea');
    if (text === null) throw new Error('no composer');
    text.value = 'hello';
    text.dispatchEvent(new Event('input'));
    text.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
    await until(() => router.url === '/c/thread-1');
    expect(transport.metadata.get('thread-1')).toMatchObject({ graph_id: 'echo' });
    await until(() => picker(page) === null);
    TestBed.resetTestingModule();
  });
});
