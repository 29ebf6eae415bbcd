import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { expect, it } from 'vitest';

import type { ChatMessage } from '../session/state/message';
import { TRANSPORT } from '../transport/transport-token';
import { FakeTransport } from '../transport/testing/fake-transport';
import { Message } from './message';
import { until } from '../testing/until';

@Component({
  imports: [Message],
  template: `
    <div class="transcript" style="height: 300px; overflow: auto">
      @for (message of messages(); track message.id) {
        <tl-message
          style="display: block; min-height: 100px"
          [message]="message"
          [running]="false"
          [newest]="$last"
        />
      }
    </div>
  `,
})
class Host {
  readonly messages = signal(Array.from({ length: 40 }, (_, place) => answer(String(place))));
}

function answer(id: string): ChatMessage {
  const text = `**Answer** ${id}`;
  const rest = { toolCalls: [], complete: true, cut: false, receipt: undefined } as const;
  return { id, role: 'ai', text, ...rest };
}

async function shown(message: Partial<ChatMessage>): Promise<HTMLElement> {
  TestBed.configureTestingModule({
    providers: [{ provide: TRANSPORT, useValue: new FakeTransport() }],
  });
  const fixture = TestBed.createComponent(Host);
  fixture.componentInstance.messages.set([{ ...answer('1'), ...message }]);
  document.body.append(fixture.nativeElement as HTMLElement);
  await fixture.whenStable();
  return fixture.nativeElement as HTMLElement;
}

it('folds what the model thought, as plain text, under how long it took', async () => {
  const page = await shown({ thought: 'First, <b>who</b> asks?', thoughtMs: 7_800 });
  await until(() => page.querySelector('details.thoughts'));
  const thoughts = page.querySelector('details');
  expect(thoughts?.open).toBe(false);
  expect(thoughts?.querySelector('summary')?.textContent).toBe('Thought for 8 s');
  expect(thoughts?.querySelector('.thoughts-text')?.textContent).toBe('First, <b>who</b> asks?');
  expect(page.querySelector('.message-text')?.textContent).not.toContain('who');
});

it.each([
  ['length', /greatest length/],
  ['filter', /content filter/],
  ['other', /provider cut it off/],
  [undefined, /Stopped here/],
] as const)('says of an answer that was cut by %s why it ends', async (cutBy, words) => {
  const page = await shown({ cut: true, ...(cutBy && { cutBy }) });
  expect(page.querySelector('.note')?.textContent).toMatch(words);
});

it('reads as markdown what comes near what is seen, and shows the rest as it was written until then', async () => {
  TestBed.configureTestingModule({
    providers: [{ provide: TRANSPORT, useValue: new FakeTransport() }],
  });
  const fixture = TestBed.createComponent(Host);
  const page = fixture.nativeElement as HTMLElement;
  document.body.append(page);
  await fixture.whenStable();
  const messages = [...page.querySelectorAll('tl-message')];
  const isRead = (place: number) => messages.at(place)?.querySelector('strong') !== null;
  await until(() => isRead(0) && isRead(-1));
  expect(isRead(20)).toBe(false);
  expect(messages[20]?.querySelector('.message-text')?.textContent).toBe('**Answer** 20');
  messages[20]?.scrollIntoView();
  await until(() => isRead(20));
  expect(isRead(35)).toBe(false);
});
