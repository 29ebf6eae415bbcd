import { Component, signal, viewChild } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { expect, it } from 'vitest';

import { CurrentSession } from '../session/page/current-session';
import { Gate } from './gate';
import { StickToEnd } from './stick-to-end';
import { until } from '../testing/until';

const LINE_PX = 40;
const REGION_PX = 200;

@Component({
  imports: [StickToEnd],
  template: `
    <div class="region" tabindex="0" style="height: 200px; overflow-y: auto" [tlStickToEnd]="true">
      <div>
        @for (line of lines(); track $index) {
          <div style="height: 40px">{{ line }}</div>
        }
      </div>
    </div>
  `,
})
class Host {
  readonly lines = signal<readonly number[]>([]);
  readonly end = viewChild.required(StickToEnd);
}

async function show(count: number) {
  const session = signal({});
  const sent = signal(0);
  TestBed.configureTestingModule({
    providers: [
      { provide: CurrentSession, useValue: { session } },
      { provide: Gate, useValue: { sent } },
    ],
  });
  const fixture = TestBed.createComponent(Host);
  document.body.append(fixture.nativeElement as HTMLElement);
  const region = (fixture.nativeElement as HTMLElement).querySelector<HTMLElement>('.region');
  if (region === null) throw new Error('no region');
  const grow = (to: number) => {
    fixture.componentInstance.lines.set(Array.from({ length: to }, (_, place) => place));
    fixture.detectChanges();
  };
  const fromEnd = () => region.scrollHeight - region.scrollTop - region.clientHeight;
  const { end } = fixture.componentInstance;
  grow(count);
  await until(() => fromEnd() === 0);
  return { end, fixture, fromEnd, grow, region, sent, session };
}

/** Two frames: the browser has told every size and every scrolling of before. */
const settled = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

const wheel = (region: Element, deltaY: number) =>
  region.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true }));

it('follows what grows faster than the browser tells of scrolling', async () => {
  const { end, fromEnd, grow, region } = await show(20);
  for (let count = 21; count < 60; count += 1) {
    grow(count);
    // As the region's own jump tells of itself late: further words are there by then.
    region.dispatchEvent(new Event('scroll'));
    if (count % 5 === 0) await settled();
  }
  await until(() => fromEnd() === 0);
  expect(end().isAway()).toBe(false);
});

it('follows what shrinks and grows again, as a turn of several steps does', async () => {
  const { fromEnd, grow, region } = await show(40);
  for (const count of [10, 45, 12, 50]) {
    grow(count);
    region.dispatchEvent(new Event('scroll'));
    await settled();
  }
  await until(() => fromEnd() === 0);
});

it.each<[string, (region: HTMLElement) => void]>([
  ['the wheel', (region) => wheel(region, -3)],
  [
    'a key',
    (region) =>
      region.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp', bubbles: true })),
  ],
  [
    'a finger',
    (region) => {
      for (const [type, clientY] of [
        ['touchstart', 10],
        ['touchmove', 30],
      ] as const) {
        const touches = [new Touch({ identifier: 1, target: region, clientY })];
        region.dispatchEvent(new TouchEvent(type, { touches, bubbles: true }));
      }
    },
  ],
  [
    'the scroll bar',
    (region) => {
      region.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      region.scrollTop -= 1;
      region.dispatchEvent(new Event('scroll'));
    },
  ],
  [
    'the focus',
    (region) => {
      const line = region.querySelector<HTMLElement>(':scope > div > div');
      if (line === null) throw new Error('no line');
      line.tabIndex = 0;
      line.focus();
      region.dispatchEvent(new Event('scroll'));
    },
  ],
])('stays where it is once the person goes up by %s, if only a little', async (_what, goUp) => {
  const { end, fixture, grow, region } = await show(20);
  goUp(region);
  const before = region.scrollTop;
  grow(40);
  await settled();
  expect(region.scrollTop).toBe(before);
  expect(end().isAway()).toBe(true);
  fixture.destroy();
});

it('follows again once the person has come back to the end', async () => {
  const { end, fromEnd, grow, region } = await show(20);
  wheel(region, -3);
  region.scrollTop -= LINE_PX * 5;
  await until(() => end().isAway());
  region.scrollTop = region.scrollHeight;
  await until(() => !end().isAway());
  grow(40);
  await until(() => fromEnd() === 0);
});

it('goes to what was sent, and to the end of another conversation', async () => {
  const { fromEnd, grow, region, sent, session } = await show(20);
  const happenings = [() => sent.update((count) => count + 1), () => session.set({})];
  for (const [place, happens] of happenings.entries()) {
    wheel(region, -3);
    region.scrollTop = 0;
    await settled();
    happens();
    grow(21 + 2 * place);
    grow(22 + 2 * place);
    await until(() => fromEnd() === 0);
  }
});

it('has no end to jump to where everything fits', async () => {
  const { end, grow, region } = await show(20);
  wheel(region, -3);
  region.scrollTop = 0;
  await until(() => end().isAway());
  grow(REGION_PX / LINE_PX - 1);
  await until(() => !end().isAway());
});

it('is not left by a wheel that moves something within it', async () => {
  const { end, fromEnd, grow, region } = await show(20);
  const inner = document.createElement('div');
  inner.style.cssText = 'height: 40px; overflow-y: auto';
  inner.innerHTML = '<div style="height: 400px"></div>';
  region.firstElementChild?.append(inner);
  inner.scrollTop = 100;
  await until(() => fromEnd() === 0);
  wheel(inner, -3);
  grow(40);
  await until(() => fromEnd() === 0);
  expect(end().isAway()).toBe(false);
});
