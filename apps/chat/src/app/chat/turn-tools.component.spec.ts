import { describe, expect, it } from 'vitest';

import { SCOPE_STORAGE_KEY } from '#contract/names';

import { openPage } from './testing/open-page';
import { until } from '../testing/until';

const THREAD = 'thread-1';

/** The page with an opened conversation of one turn. */
async function open() {
  const opened = await openPage(`/c/${THREAD}`, (transport) => {
    transport.setMessages(THREAD, [
      { type: 'human', id: 'a', content: 'my words' },
      { type: 'ai', id: 'a1', content: 'an answer' },
    ]);
    transport.links.set(THREAD, [
      { checkpointId: 'c1', parentId: 'c0', messageId: 'a' },
      { checkpointId: 'c0', parentId: undefined, messageId: 'a' },
    ]);
  });
  await until(() => opened.page.textContent.includes('an answer'));
  return opened;
}

const box = (page: Element, id: string) => page.querySelector<HTMLTextAreaElement>(`#${id}`);

async function edit(page: Element): Promise<HTMLTextAreaElement> {
  box(page, 'message')?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowUp', cancelable: true }),
  );
  return until(() => box(page, 'new-wording'));
}

function key(target: Element, name: string, init: KeyboardEventInit = {}): void {
  const event = { key: name, bubbles: true, cancelable: true, ...init };
  target.dispatchEvent(new KeyboardEvent('keydown', event));
}

describe('wording a message anew', () => {
  it('begins by the way up in an empty box alone, with the words as they were', async () => {
    const { page } = await open();
    const message = box(page, 'message');
    if (message === null) throw new Error('no box');
    message.value = 'a draft';
    message.dispatchEvent(new Event('input'));
    key(message, 'ArrowUp');
    message.value = '';
    message.dispatchEvent(new Event('input'));
    expect(box(page, 'new-wording')).toBeNull();
    const wording = await edit(page);
    await until(() => document.activeElement === wording);
    expect(wording.value).toBe('my words');
  });

  it('is left by Escape: all is as it was, and the caret is back', async () => {
    const { page, transport } = await open();
    const wording = await edit(page);
    key(wording, 'Escape');
    await until(() => box(page, 'new-wording') === null);
    await until(() => document.activeElement === box(page, 'message'));
    expect(page.textContent).toContain('my words');
    expect(transport.runs).toEqual([]);
  });

  it('is not sent by an Enter that ends a composition or breaks the line, and by any other', async () => {
    const { page, transport } = await open();
    const wording = await edit(page);
    wording.value = 'other words';
    wording.dispatchEvent(new Event('input'));
    key(wording, 'Enter', { isComposing: true });
    key(wording, 'Enter', { shiftKey: true });
    expect(transport.runs).toEqual([]);
    key(wording, 'Enter');
    await until(() => transport.runs.length === 1);
    expect(transport.run.request).toMatchObject({ from: 'c0', text: 'other words' });
  });

  it('keeps the words when the identity has changed, and requests nothing', async () => {
    const { page, transport, values } = await open();
    const wording = await edit(page);
    wording.value = 'other words';
    wording.dispatchEvent(new Event('input'));
    values.delete(SCOPE_STORAGE_KEY);
    key(wording, 'Enter');
    await until(() => page.querySelector('[data-testid="memory-scope-warning"]') !== null);
    expect(transport.runs).toEqual([]);
    expect(box(page, 'new-wording')?.value).toBe('other words');
  });

  it('cannot begin while a turn goes on', async () => {
    const { page, transport } = await open();
    const message = box(page, 'message');
    if (message === null) throw new Error('no box');
    message.value = 'next';
    message.dispatchEvent(new Event('input'));
    key(message, 'Enter');
    await until(() => transport.runs.length === 1);
    const buttons = [...page.querySelectorAll<HTMLButtonElement>('.turn-tools button')];
    await until(() => buttons.every(({ disabled }) => disabled));
    expect(buttons.length).toBeGreaterThan(0);
  });
});
