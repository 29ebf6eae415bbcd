import { TestBed } from '@angular/core/testing';
import { provideRouter, withComponentInputBinding } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { MEMORY_EVENT, MEMORY_PATH, SCOPE_STORAGE_KEY } from '#contract/names';

import { accented, plainTexts, speakPseudo } from './testing/pseudo-locale';
import { until } from './testing/until';

const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f';
/** What the app does not word itself: names, days as the browser names them, the address. */
const DATA =
  'style, script, time, code, .brand-name, .brand, .day, .tool-name, .tool-target, .file-name, article > h2';

// All that holds texts is loaded after the language was put in.
beforeAll(speakPseudo);

async function open(url = '/') {
  const { routes } = await import('./app.routes');
  const { FakeConversations } = await import('./conversations/data/testing/fake-conversations');
  const { CONVERSATIONS_API } = await import('./conversations/data/http-conversations-api');
  const { MEMORY_API } = await import('./memory/data/http-memory-api');
  const { FakeMemoryApi } = await import('./memory/data/testing/fake-memory-api');
  const { createBrowserScope } = await import('./scope/browser-scope');
  const { BROWSER_SCOPE } = await import('./scope/scope');
  const { TRANSPORT } = await import('./transport/transport-token');
  const { FakeTransport } = await import('./transport/testing/fake-transport');
  const transport = new FakeTransport();
  const conversations = new FakeConversations();
  conversations.all = [
    {
      threadId: '1',
      title: 'Πτήσεις',
      state: 'running',
      activeAt: new Date(),
      temporary: true,
      graphId: undefined,
      leftOut: false,
    },
    {
      threadId: '2',
      title: undefined,
      state: 'needs-you',
      activeAt: new Date(),
      temporary: false,
      graphId: undefined,
      leftOut: false,
    },
  ];
  const memory = new FakeMemoryApi();
  memory.put('Πετάει');
  const values = new Map([[SCOPE_STORAGE_KEY, SCOPE]]);
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
  TestBed.configureTestingModule({
    providers: [
      provideRouter(routes, withComponentInputBinding()),
      { provide: TRANSPORT, useValue: transport },
      { provide: CONVERSATIONS_API, useValue: conversations },
      { provide: MEMORY_API, useValue: memory },
      {
        provide: BROWSER_SCOPE,
        useFactory: () => createBrowserScope({ openStorage: () => storage, createId: undefined }),
      },
    ],
  });
  const { routeNativeElement: page } = await RouterTestingHarness.create(url);
  if (page === null) throw new Error('There is no page.');
  await until(() => page.querySelector('select') !== null);
  return { page, transport };
}

/** Presses the button of that English name, wherever it stands, once it can be pressed. */
async function press(name: string): Promise<void> {
  await until(() => button(name) !== undefined);
  button(name)?.click();
}

const button = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('button:enabled')].find((each) =>
    [each.textContent, each.ariaLabel ?? ''].some((text) => text.trim().endsWith(accented(name))),
  );

/** Waits for a view by an English text of it, then looks for what is not of the language. */
async function expectTranslated(text: string): Promise<void> {
  await until(() => document.body.textContent.includes(accented(text)));
  expect(plainTexts(document.body, DATA)).toEqual([]);
}

describe('In another language', () => {
  it('the welcome screen has no text of the first one', async () => {
    await open();
    await expectTranslated('Tell it about your operation');
    await expectTranslated('The built-in demo answers');
  });

  it('a conversation has none', async () => {
    const { page, transport } = await open();
    const box = page.querySelector<HTMLTextAreaElement>('#message');
    if (box === null) throw new Error('There is no composer.');
    box.value = 'Γειά';
    box.dispatchEvent(new Event('input'));
    await press('Send');
    await until(() => transport.runs.length === 1);
    transport.run.tell('custom', {
      name: MEMORY_EVENT,
      data: {
        memory_contents: { [MEMORY_PATH]: 'Πετάει' },
        memory_scope_owner: SCOPE,
        phase: 'model',
      },
    });
    const call = { id: 'c', name: 'write_file', args: { file_path: MEMORY_PATH, content: 'Π' } };
    transport.run.tell('updates', {
      model: { messages: [{ type: 'ai', id: 'a', content: '', tool_calls: [call] }] },
    });
    await expectTranslated('Remembering');
    await until(() => button('Stop') !== undefined);
    const { messageId } = transport.run.request;
    transport.setMessages('thread-1', [{ type: 'human', id: messageId, content: 'Γειά' }]);
    transport.run.end('success');
    await expectTranslated('Not confirmed as saved');
  });

  it.each([
    ['of conversations', 'Conversations', 'needs you'],
    ['of the memory', 'Memory', 'No source yet'],
  ])('the sheet %s has none', async (_, name, text) => {
    await open();
    await press(name);
    await expectTranslated(text);
  });

  it.each([
    ['the editor', 'Edit as text', 'Text of the memory'],
    ['the history', 'History', 'Nothing was ever written.'],
    ['export and import', 'Export and import', 'The files hold all'],
    ['erasing', 'Erase all', 'To go on, type'],
    ['moving', 'Move to another browser', 'Use a memory from elsewhere'],
  ])('%s has none', async (_, name, text) => {
    await open();
    await press('Memory');
    await press('Memory menu');
    await press(name);
    await expectTranslated(text);
  });

  it('the menus and the list of shortcuts have none', async () => {
    await open();
    await press('Conversations');
    await press('Settings');
    await expectTranslated('What is kept');
    await press('Show the keyboard shortcuts');
    await expectTranslated('While writing a message');
  });
});
