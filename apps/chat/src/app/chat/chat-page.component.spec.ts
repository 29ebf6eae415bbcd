import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { describe, expect, it } from 'vitest';

import { MEMORY_EVENT, MEMORY_PATH, SCOPE_STORAGE_KEY } from '#contract/names';

import { CHANGED_WARNING } from '../scope/browser-scope';
import { offline, type FakeTransport } from '../transport/testing/fake-transport';
import { openPage, SCOPE } from './testing/open-page';
import { until } from '../testing/until';

const chunk = (id: string, content: string, over: object = {}) => [
  { type: 'ai', id, content, ...over },
  {},
];

const find = (page: Element, selector: string): HTMLElement => {
  const found = page.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
};
const button = (page: Element, text: string) => {
  const found = [...page.querySelectorAll('button')].find(({ ariaLabel, textContent }) =>
    (ariaLabel ?? textContent).includes(text),
  );
  if (found === undefined) throw new Error(`no button ${text}`);
  return found;
};
const textarea = (page: Element) => find(page, 'textarea') as HTMLTextAreaElement;
const articles = (page: Element) =>
  [...page.querySelectorAll('article')].map(({ textContent }) => textContent.trim());
const authored = ({ calls }: FakeTransport) =>
  calls.filter((call) => call === 'createThread' || call === 'start');

function type(page: Element, text: string): void {
  textarea(page).value = text;
  textarea(page).dispatchEvent(new Event('input'));
}

function press(page: Element, init: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true, ...init });
  textarea(page).dispatchEvent(event);
  return event;
}

describe('the page', () => {
  it('authors nothing by being opened, typed in, or begun anew', async () => {
    const { page, transport } = await openPage();
    type(page, 'a draft');
    button(page, 'New').click();
    await TestBed.inject(Router).navigateByUrl('/');
    expect(transport.calls.filter((call) => !call.startsWith('read'))).toEqual([]);
    await until(() => document.activeElement === textarea(page));
  });

  it('sends a suggestion at once and moves the address without building the page anew', async () => {
    const { page, transport, router } = await openPage();
    const before = textarea(page);
    button(page, 'Tell it about your operation').click();
    await until(() => router.url === '/c/thread-1');
    expect(transport.run.request.text).toMatch(/PC-12/);
    await until(() => articles(page).length > 0);
    expect(articles(page)[0]).toContain(transport.run.request.text);
    expect(textarea(page)).toBe(before);
    expect(document.activeElement).toBe(before);
    expect(page.querySelector('.suggestion')).toBeNull();
  });

  it('says that new conversations use the saved browser identity', async () => {
    const { page } = await openPage();
    expect(button(page, 'Start over and ask what it knows').textContent).toMatch(
      /saved browser identity/,
    );
  });

  it('names the demo model and how to use a real one', async () => {
    const { page } = await openPage();
    await until(() => page.textContent.includes('rule-based'));
    expect(page.textContent).toContain('OPENAI_API_KEY');
  });

  it('shows nothing of a late answer in the conversation begun after it', async () => {
    const { page, transport, router } = await openPage();
    type(page, 'first');
    press(page);
    await until(() => router.url === '/c/thread-1');
    button(page, 'New').click();
    await until(() => router.url === '/');
    transport.run.tell('messages', chunk('a', 'late'));
    transport.run.end('success');
    type(page, 'second');
    press(page);
    await until(() => transport.runs.length === 2);
    transport.run.tell('messages', chunk('b', 'answer'));
    await until(() => articles(page).some((text) => text.includes('answer')));
    expect(articles(page).join()).not.toContain('late');
    expect(articles(page)).toHaveLength(2);
    expect(transport.run.request.threadId).toBe('thread-2');
  });
});

describe('the composer', () => {
  it('sends with Enter, and with neither Shift+Enter nor an Enter that ends a composition', async () => {
    const { page, transport } = await openPage();
    type(page, 'words');
    expect(press(page, { shiftKey: true }).defaultPrevented).toBe(false);
    expect(press(page, { isComposing: true }).defaultPrevented).toBe(false);
    // Safari tells of the Enter that ends a composition after it, by this code.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- and by nothing else
    expect(press(page, { keyCode: 229 }).defaultPrevented).toBe(false);
    expect(authored(transport)).toEqual([]);
    expect(press(page).defaultPrevented).toBe(true);
    await until(() => authored(transport).length === 2);
    await until(() => textarea(page).value === '');
  });

  it('keeps the draft and requests nothing when the identity has changed', async () => {
    const { page, transport, values } = await openPage();
    type(page, 'my words');
    values.delete(SCOPE_STORAGE_KEY);
    press(page);
    await until(() => page.querySelector('[data-testid="memory-scope-warning"]') !== null);
    const warning = find(page, '[data-testid="memory-scope-warning"]');
    expect(warning.getAttribute('role')).toBe('alert');
    expect(warning.textContent).toBe(CHANGED_WARNING);
    expect(textarea(page).value).toBe('my words');
    expect(textarea(page).readOnly).toBe(true);
    expect(button(page, 'Tell it about').disabled).toBe(true);
    expect(authored(transport)).toEqual([]);
  });

  it('gives the words back with the reason, and sends them again when asked', async () => {
    const { page, transport } = await openPage('/', (fake) => fake.fail('createThread', offline()));
    type(page, 'my words');
    press(page);
    await until(() => page.querySelector('.failure') !== null);
    expect(find(page, '.failure').textContent).toContain('could not be reached');
    await until(() => textarea(page).value === 'my words');
    button(page, 'Try again').click();
    await until(() => transport.runs.length === 1);
    await until(() => textarea(page).value === '');
    expect(page.querySelector('.failure')).toBeNull();
  });
});

describe('a turn', () => {
  it('shows tool calls folded, whole when opened, and announces the answer once', async () => {
    const { page, transport, router } = await openPage();
    type(page, 'remember');
    press(page);
    await until(() => router.url === '/c/thread-1');
    const { run } = transport;
    const args = { file_path: MEMORY_PATH, content: 'a\nb' };
    const call = {
      type: 'ai',
      id: 'a',
      content: '',
      tool_calls: [{ id: 'c', name: 'write_file', args }],
    };
    const answered = { type: 'tool', id: 't', tool_call_id: 'c', content: 'Updated\n  the file' };
    run.tell('updates', { model: { messages: [call] } });
    const change = () => page.querySelector('tl-memory-change strong')?.textContent;
    await until(() => change() === 'Remembering');
    run.tell('updates', { tools: { messages: [answered] } });
    await until(() => change() === 'Updated memory:');
    expect(page.querySelector('.tool pre')).toBeNull();
    find(page, '.tool summary').click();
    await until(() => page.querySelectorAll('.tool pre').length === 2);
    const [shownArguments, shownResult] = page.querySelectorAll('.tool pre');
    expect(JSON.parse(shownArguments?.textContent ?? '')).toEqual(args);
    expect(shownResult?.textContent).toBe('Updated\n  the file');

    run.tell('messages', chunk('b', 'Noted.'));
    await until(() => articles(page).length === 3);
    const announcement = find(page, '[aria-live="polite"]');
    expect(announcement.textContent).toBe('');
    const human = { type: 'human', id: run.request.messageId, content: 'remember' };
    transport.setMessages('thread-1', [
      human,
      call,
      answered,
      { type: 'ai', id: 'b', content: 'Noted.' },
    ]);
    run.end('success');
    await until(() => announcement.textContent === 'Throughline: Noted.');
  });

  it('shows memory as this run observed it, and clears it with the next run', async () => {
    const { page, transport } = await openPage();
    const source = () => find(page, '[data-testid="memory-source"]').dataset['source'];
    expect(source()).toBe('none');
    type(page, 'one');
    press(page);
    await until(() => transport.runs.length === 1);
    const data = {
      memory_contents: { [MEMORY_PATH]: 'Flies a PC-12' },
      memory_scope_owner: SCOPE,
      phase: 'model',
    };
    transport.run.tell('custom', { name: MEMORY_EVENT, data });
    await until(() => source() === 'live');
    expect(find(page, '[data-testid="memory-line"]').textContent).toContain('Flies a PC-12');
    const human = { type: 'human', id: transport.run.request.messageId, content: 'one' };
    transport.setMessages('thread-1', [human]);
    transport.run.end('success');
    await until(() => page.textContent.includes('Not confirmed as saved'));
    type(page, 'two');
    press(page);
    await until(() => source() === 'none');
    await until(() => transport.runs.length === 2);
    transport.run.tell('custom', {
      name: MEMORY_EVENT,
      data: { ...data, memory_scope_owner: 'x' },
    });
    await until(() => source() === 'unavailable');
  });

  it('stops with the button and with Escape', async () => {
    const { page, transport } = await openPage();
    type(page, 'one');
    press(page);
    await until(() => transport.runs.length === 1);
    transport.run.tell('messages', chunk('a', 'So far'));
    await until(() => articles(page).length === 2);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await until(() => page.textContent.includes('Stopped. What was said before is kept.'));
    expect(articles(page)[1]).toContain('So far');
    expect(transport.run.status).toBe('interrupted');
  });
});

describe('while an answer goes on', () => {
  const answering = async () => {
    const opened = await openPage();
    type(opened.page, 'one');
    press(opened.page);
    await until(() => opened.transport.runs.length === 1);
    opened.transport.run.tell('messages', chunk('a', 'So far'));
    await until(() => articles(opened.page).length === 2);
    return opened;
  };
  const queue = (page: Element) => [...page.querySelectorAll('.queued')];

  it('queues with Enter, shows what waits, and calls it off', async () => {
    const { page, transport } = await answering();
    type(page, 'two');
    press(page);
    await until(() => queue(page)[0]?.textContent.includes('Queued') === true);
    expect(queue(page)[0]?.textContent).toContain('two');
    expect(articles(page)).toHaveLength(2);
    expect(textarea(page).value).toBe('');
    expect(transport.run.status).toBe('pending');
    button(page, 'Cancel').click();
    await until(() => queue(page).length === 0);
    expect(transport.runs.map(({ status }) => status)).toEqual(['running', 'interrupted']);
  });

  it('offers to interrupt only while there is something to say', async () => {
    const { page, transport } = await answering();
    expect(page.textContent).not.toContain('Interrupt and send');
    type(page, 'two');
    await until(() => page.textContent.includes('Interrupt and send'));
    button(page, 'Interrupt and send').click();
    await until(() => articles(page).some((text) => text.includes('two')));
    expect(transport.runs.map(({ status }) => status)).toEqual(['interrupted', 'running']);
    expect(document.activeElement).toBe(textarea(page));
  });

  it('sends nothing under a changed identity, and still stops', async () => {
    const { page, transport, values } = await answering();
    type(page, 'two');
    values.delete(SCOPE_STORAGE_KEY);
    press(page);
    await until(() => page.querySelector('[data-testid="memory-scope-warning"]') !== null);
    expect(textarea(page).value).toBe('two');
    expect(queue(page)).toEqual([]);
    expect(transport.runs).toHaveLength(1);
    expect(page.textContent).not.toContain('Interrupt and send');
    button(page, 'Stop').click();
    await until(() => transport.run.status === 'interrupted');
  });

  it('marks an answer that was stopped, and says so once', async () => {
    const { page, transport } = await answering();
    transport.setMessages('thread-1', [
      { type: 'human', id: transport.run.request.messageId, content: 'one' },
      { type: 'ai', id: 'a', content: 'So far', response_metadata: { cut: true } },
    ]);
    button(page, 'Stop').click();
    await until(() => articles(page)[1]?.includes('Stopped here') === true);
    expect(page.textContent.match(/What was said before is kept/g)).toHaveLength(1);
  });
});

describe('an address', () => {
  it('of a thread is restored by reads alone', async () => {
    const { page, transport } = await openPage('/c/thread-7', (fake) =>
      fake.setMessages('thread-7', [{ type: 'human', id: 'h', content: 'earlier words' }]),
    );
    await until(() => articles(page).length === 1);
    expect(transport.calls.filter((call) => !call.startsWith('read'))).toEqual([]);
    expect(transport.calls).toContain('readState');
  });

  it('of no thread says so and offers a new conversation', async () => {
    const { page } = await openPage('/c/unknown');
    await until(() => page.querySelector('.failure') !== null);
    expect(find(page, '.failure a').getAttribute('href')).toBe('/');
    expect(find(page, '.failure').textContent).toContain('This chat no longer exists.');
    expect(button(page, 'Send').disabled).toBe(true);
  });
});
