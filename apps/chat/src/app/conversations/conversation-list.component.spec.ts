import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { describe, expect, it } from 'vitest';

import { SCOPE_STORAGE_KEY } from '#contract/names';

import { createBrowserScope } from '../scope/browser-scope';
import { BROWSER_SCOPE } from '../scope/scope';
import { TRANSPORT } from '../transport/transport-token';
import { offline, FakeTransport } from '../transport/testing/fake-transport';
import type { Conversation } from './data/conversation';
import { ConversationList } from './conversation-list';
import { FakeConversations } from './data/testing/fake-conversations';
import { CONVERSATIONS_API } from './data/http-conversations-api';
import { until } from '../testing/until';

const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f';
const conversation = (title: string, over: Partial<Conversation> = {}): Conversation => ({
  threadId: `thread-${title}`,
  title,
  state: 'idle',
  activeAt: new Date(),
  temporary: false,
  graphId: undefined,
  leftOut: false,
  ...over,
});

async function show(prepare: (api: FakeConversations) => void) {
  const api = new FakeConversations();
  prepare(api);
  const values = new Map([[SCOPE_STORAGE_KEY, SCOPE]]);
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: CONVERSATIONS_API, useValue: api },
      { provide: TRANSPORT, useValue: new FakeTransport() },
      {
        provide: BROWSER_SCOPE,
        useFactory: () => createBrowserScope({ openStorage: () => storage, createId: undefined }),
      },
    ],
  });
  const fixture = TestBed.createComponent(ConversationList);
  await fixture.whenStable();
  const panel = fixture.nativeElement as HTMLElement;
  const button = (text: string) => {
    const found = [...panel.querySelectorAll('button')].find((each) =>
      each.textContent.includes(text),
    );
    if (found === undefined) throw new Error(`no button ${text}`);
    return found;
  };
  const titles = () =>
    [...panel.querySelectorAll('.conversation-name')].map((each) => each.textContent.trim());
  return { api, panel, button, titles };
}

describe('the list of conversations', () => {
  it('says that there are none yet', async () => {
    const { panel } = await show(() => undefined);
    await until(() => panel.textContent.includes('None yet'));
    expect(panel.querySelector('[role=alert]')).toBeNull();
  });

  it('says that it could not be loaded, which is not the same, and tries again', async () => {
    const { panel, api, button, titles } = await show((fake) => {
      fake.all = [conversation('one')];
      fake.failing.set('list', [offline()]);
    });
    await until(() => panel.querySelector('[role=alert]') !== null);
    expect(panel.textContent).toContain('could not be loaded');
    expect(panel.textContent).not.toContain('None yet');
    button('Load again').click();
    await until(() => titles().length === 1);
    expect(panel.querySelector('[role=alert]')).toBeNull();
    expect(api.calls.filter((call) => call === 'list')).toHaveLength(2);
  });

  it('keeps what it knows when it cannot be read again', async () => {
    const { panel, api, titles } = await show((fake) => {
      fake.all = [conversation('one')];
    });
    await until(() => titles().length === 1);
    api.failing.set('list', [offline()]);
    window.dispatchEvent(new Event('focus'));
    await until(() => panel.textContent.includes('may be out of date'));
    expect(titles()).toEqual(['one']);
  });

  it('tells in words how each stands, by day, page by page', async () => {
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    const { panel, button, titles } = await show((fake) => {
      fake.all = [
        conversation('a', { state: 'running' }),
        conversation('b', { state: 'needs-you' }),
        conversation('c', { state: 'failed', activeAt: yesterday }),
        ...Array.from({ length: 30 }, (_, at) => conversation(`d${at}`, { activeAt: yesterday })),
      ];
    });
    await until(() => titles().length === 30);
    const states = [...panel.querySelectorAll('.conversation-state')];
    expect(states.map(({ textContent }) => textContent.trim())).toEqual([
      'answering',
      'needs you',
      'failed',
    ]);
    const days = [...panel.querySelectorAll('.day')].map(({ textContent }) => textContent);
    expect(days).toHaveLength(2);
    button('Show more').click();
    await until(() => titles().length === 33);
    expect(() => button('Show more')).toThrow('no button');
  });

  it('asks once, after the person has paused, and marks the words in the text as it is', async () => {
    const { panel, api, titles } = await show((fake) => {
      fake.all = [conversation('<b>alpha</b>'), conversation('beta')];
    });
    await until(() => titles().length === 2);
    const box = panel.querySelector('input');
    if (box === null) throw new Error('no search box');
    for (const words of ['a', 'al', 'alph']) {
      box.value = words;
      box.dispatchEvent(new Event('input'));
    }
    await until(() => titles().length === 1);
    expect(api.calls.filter((call) => call === 'search')).toHaveLength(1);
    expect(panel.querySelector('.conversation-name')?.textContent.trim()).toBe('<b>alpha</b>');
    expect(panel.querySelector('mark')?.textContent).toBe('alph');
  });

  it('shows every place in which it was found, with who said it and when, each a link to it', async () => {
    const turn = (messageId: string, speaker: 'person' | 'assistant') => ({
      messageId,
      speaker,
      saidAt: new Date(),
      text: `said in ${messageId}`,
      matches: [[0, 4]] as const,
    });
    const { panel, button } = await show((fake) => {
      fake.all = [conversation('alpha')];
      fake.turns = [
        turn('m1', 'person'),
        turn('m2', 'assistant'),
        turn('m3', 'person'),
        turn('m4', 'person'),
      ];
    });
    const box = panel.querySelector('input');
    if (box === null) throw new Error('no search box');
    box.value = 'alpha';
    box.dispatchEvent(new Event('input'));
    const links = () => [...panel.querySelectorAll<HTMLAnchorElement>('.found-turn')];
    await until(() => links().length === 3);
    button('1 more place').click();
    await until(() => links().length === 4);
    expect(links().map(({ hash, pathname }) => pathname + hash)).toEqual([
      '/c/thread-alpha#message-m1',
      '/c/thread-alpha#message-m2',
      '/c/thread-alpha#message-m3',
      '/c/thread-alpha#message-m4',
    ]);
    const place = links()[1]?.querySelector('.found-place');
    expect(place?.textContent.trim()).toBe('Throughline · Today');
    expect(links()[1]?.textContent).toContain('said in m2');
    expect(links()[1]?.querySelector('mark')?.textContent).toBe('said');
  });

  it('offers nothing that was not found, from the first letter on', async () => {
    const { panel, titles } = await show((fake) => {
      fake.all = [conversation('alpha'), conversation('beta')];
    });
    await until(() => titles().length === 2);
    const box = panel.querySelector('input');
    if (box === null) throw new Error('no search box');
    box.value = 'a';
    box.dispatchEvent(new Event('input'));
    TestBed.tick();
    // Who is quick to follow the first link is not led to the newest conversation instead.
    expect(titles()).toEqual([]);
    await until(() => titles().length === 2);
    expect(panel.querySelectorAll('mark')).toHaveLength(2);
  });
});
