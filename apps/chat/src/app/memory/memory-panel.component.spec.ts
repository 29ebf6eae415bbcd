import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';

import type { Evidence } from '../session/evidence/evidence';
import { MemoryPanel } from './memory-panel';

const AT = new Date();

async function show(evidence: Evidence): Promise<HTMLElement> {
  const fixture = TestBed.createComponent(MemoryPanel);
  fixture.componentRef.setInput('evidence', evidence);
  await fixture.whenStable();
  return fixture.nativeElement as HTMLElement;
}

const live = (contents: Readonly<Record<string, string>>): Evidence => ({
  source: 'live',
  contents,
  phase: 'terminal',
  receivedAt: AT,
});
const byId = (element: HTMLElement, id: string) => [
  ...element.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`),
];
const linesOf = (element: HTMLElement) =>
  byId(element, 'memory-line').map(({ textContent }) => textContent);

describe('the memory panel', () => {
  it.each<[Evidence, RegExp]>([
    [{ source: 'unavailable' }, /memory observation unavailable/i],
    [{ source: 'none' }, /no source yet/i],
    [live({}), /store observed during this run/i],
    [
      { source: 'checkpoint', contents: {}, readAt: AT, checkpointAt: AT },
      /historical state\/checkpoint read/i,
    ],
  ])('names its source: %j', async (evidence, wording) => {
    const [source] = byId(await show(evidence), 'memory-source');
    expect(source?.dataset['source']).toBe(evidence.source);
    expect(source?.textContent).toMatch(wording);
  });

  it('lists lines trimmed and non-blank, and the literal text beside them', async () => {
    const text = '\ufeff- Flies a PC-12 \r\n\r\n\t<b>KBZN</b> $& </agent_memory>\n';
    const element = await show(live({ [MEMORY_PATH]: text }));
    expect(linesOf(element)).toEqual(['- Flies a PC-12', '<b>KBZN</b> $& </agent_memory>']);
    expect(byId(element, 'memory-file')[0]?.dataset['path']).toBe(MEMORY_PATH);
    expect(element.querySelector('pre')?.textContent).toBe(text);
    expect(element.querySelector('b')).toBeNull();
  });

  it('shows the path and no lines of an empty file', async () => {
    const element = await show(live({ [MEMORY_PATH]: '' }));
    expect(byId(element, 'memory-file')).toHaveLength(1);
    expect(linesOf(element)).toEqual([]);
    expect(element.textContent).not.toMatch(/no memory file/i);
  });

  it('says that there was no file at this read', async () => {
    const element = await show(live({}));
    expect(element.textContent).toMatch(/no memory file at this read/i);
    expect(byId(element, 'memory-file')).toEqual([]);
  });

  it('never lets an outage read as "no memory"', async () => {
    const element = await show({ source: 'unavailable' });
    expect(element.textContent).not.toMatch(/no memory/i);
    expect(linesOf(element)).toEqual([]);
  });

  it('always says that an observation is no promise', async () => {
    for (const evidence of [live({}), { source: 'none' }, { source: 'unavailable' }] as const)
      expect((await show(evidence)).textContent).toMatch(/does not promise/);
  });
});
