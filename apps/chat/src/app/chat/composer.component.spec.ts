import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from 'vitest';

import { draftsOfOnePage } from '../session/draft/testing/fake-storage';
import { openPage, SCOPE } from './testing/open-page';
import { until } from '../testing/until';

const find = (page: Element, selector: string): HTMLElement => {
  const found = page.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
};
const textarea = (page: Element) => find(page, 'textarea') as HTMLTextAreaElement;

function type(page: Element, text: string): void {
  textarea(page).value = text;
  textarea(page).dispatchEvent(new Event('input'));
}

describe('a draft', () => {
  it('is given back to its conversation after a reload, and forgotten once it was sent', async () => {
    const drafts = draftsOfOnePage();
    const { page } = await openPage('/', undefined, drafts);
    type(page, 'half a thought');
    await until(() => drafts.read(SCOPE, undefined) !== undefined);
    TestBed.resetTestingModule();
    const again = await openPage('/', undefined, drafts);
    await until(() => textarea(again.page).value === 'half a thought');
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
    textarea(again.page).dispatchEvent(enter);
    await until(() => again.router.url === '/c/thread-1');
    await until(() => drafts.read(SCOPE, undefined) === undefined);
    await until(() => drafts.read(SCOPE, 'thread-1') === undefined);
  });

  it('takes files that are dropped anywhere on the page, which stays', async () => {
    const { page } = await openPage();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['# Plan'], 'plan.md', { type: 'text/markdown' }));
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    find(page, '.transcript').dispatchEvent(drop);
    expect(drop.defaultPrevented).toBe(true);
    await until(() => page.textContent.includes('plan.md'));
  });
});

describe('what a message is sent with', () => {
  it('is opened and closed by one button, which tells whether memory is off', async () => {
    const { page } = await openPage();
    const opener = find(page, '.composer-opener');
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    opener.click();
    await until(() => opener.getAttribute('aria-expanded') === 'true');
    await until(() => page.querySelector('#memory-mode') !== null);
    const picker = page.querySelector<HTMLSelectElement>('#memory-mode');
    if (picker === null) throw new Error('no picker');
    picker.value = 'temporary';
    picker.dispatchEvent(new Event('change'));
    await until(() => opener.getAttribute('aria-label')?.includes('memory is off') === true);
    expect(page.textContent).toContain('Memory is off in this chat');
  });
});
