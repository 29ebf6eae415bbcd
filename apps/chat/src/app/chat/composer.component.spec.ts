import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from 'vitest';

import { draftsOfOnePage } from '../session/draft/testing/fake-storage';
import { openPage, SCOPE } from './testing/open-page';
import type { ServerInfo } from '../transport/transport';
import { offline } from '../transport/testing/fake-transport';
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

describe('files chosen before the server has said which model answers', () => {
  const seeing: ServerInfo = {
    model: { kind: 'openai', name: 'sees', images: true },
    clientBuild: undefined,
  };
  const choose = async (page: Element) => {
    await until(() => page.querySelector('input[type=file]') !== null);
    const data = new DataTransfer();
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    data.items.add(new File([bytes], 'photo.png', { type: 'image/png' }));
    const chooser = find(page, 'input[type=file]') as HTMLInputElement;
    chooser.files = data.files;
    chooser.dispatchEvent(new Event('change'));
  };

  it('are judged once it has, and no message leaves without them', async () => {
    const said = Promise.withResolvers<ServerInfo>();
    const { page, transport } = await openPage('/', (served) => {
      served.readServerInfo = () => said.promise;
    });
    await choose(page);
    type(page, 'What is this?');
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
    textarea(page).dispatchEvent(enter);
    const send = find(page, 'button[type=submit]') as HTMLButtonElement;
    expect(send.disabled).toBe(true);
    expect(transport.runs).toHaveLength(0);
    said.resolve(seeing);
    await until(() => !send.disabled);
    expect(page.textContent).toContain('photo.png');
    textarea(page).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await until(() => transport.runs.length === 1);
    expect(transport.runs[0]?.request.attachments?.map(({ name }) => name)).toEqual(['photo.png']);
  });

  it('are asked about again where it could not be reached', async () => {
    const { page } = await openPage('/', (served) => {
      served.info = seeing;
      served.fail('readServerInfo', offline());
    });
    await choose(page);
    await until(() => page.querySelector('.attached-chip') !== null);
  });

  it('are refused in words that claim nothing where it cannot be reached', async () => {
    const { page } = await openPage('/', (served) => {
      served.readServerInfo = () => Promise.reject(offline());
    });
    await choose(page);
    await until(() => page.querySelector('.attach-problems') !== null);
    expect(find(page, '.attach-problems').textContent).toContain('could not be asked');
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
