import { describe, expect, it } from 'vitest';

import { groupByDay } from './group-by-day';

const NOW = new Date(2026, 10, 30, 14, 2);
const at = (...parts: [number, number, number, number?, number?]) => ({
  activeAt: new Date(...parts),
});
const labels = (items: { activeAt: Date }[], locale = 'en-GB') =>
  groupByDay(items, NOW, locale).map(({ label, items: { length } }) => `${label} ${length}`);

describe('conversations by day', () => {
  it('are of today, yesterday, a weekday, a date, a date of another year', () => {
    expect(
      labels([
        at(2026, 10, 30, 14, 1),
        at(2026, 10, 30, 0, 0),
        at(2026, 10, 29, 23, 59),
        at(2026, 10, 24, 12),
        at(2026, 10, 23, 12),
        at(2026, 1, 3, 12),
        at(2025, 11, 31, 12),
      ]),
    ).toEqual([
      'Today 2',
      'Yesterday 1',
      'Tuesday 1',
      '23 November 1',
      '3 February 1',
      '31 December 2025 1',
    ]);
  });

  it('are named in the language of the person', () => {
    const items = [at(2026, 10, 30), at(2026, 10, 29), at(2026, 10, 26), at(2026, 10, 1)];
    expect(labels(items, 'de')).toEqual(['Heute 1', 'Gestern 1', 'Donnerstag 1', '1. November 1']);
  });

  it('of a clock that runs ahead are of today', () => {
    expect(labels([at(2026, 11, 1, 0, 5)])).toEqual(['Today 1']);
  });

  it('are none when there are none', () => {
    expect(labels([])).toEqual([]);
  });
});
