/** Conversations of one calendar day. */
export interface DayGroup<T> {
  /** Today, Yesterday, a weekday of the last week, else the date. */
  readonly label: string;
  readonly items: readonly T[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** So many days back a weekday's name is clear by itself. */
const WEEK_DAYS = 7;

/**
 * Groups what is sorted newest first by the days of the person's own calendar, named in the given
 * locale.
 */
export function groupByDay<T extends { readonly activeAt: Date }>(
  items: readonly T[],
  now: Date,
  locale: string,
): DayGroup<T>[] {
  const groups = new Map<string, { label: string; items: T[] }>();
  for (const item of items) {
    const day = item.activeAt.toDateString();
    const group = groups.get(day);
    if (group) group.items.push(item);
    else groups.set(day, { label: dayLabel(item.activeAt, now, locale), items: [item] });
  }
  return [...groups.values()];
}

/** A day as a person names it: today, yesterday, a weekday of the last week, else the date. */
export function dayLabel(moment: Date, now: Date, locale: string): string {
  // A clock that runs ahead of this one is no reason to speak of tomorrow.
  const days = Math.max(0, calendarDay(now) - calendarDay(moment));
  if (days <= 1) {
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    return capitalised(relative.format(-days, 'day'), locale);
  }
  if (days < WEEK_DAYS)
    return capitalised(new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(moment), locale);
  const sameYear = moment.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    ...(!sameYear && { year: 'numeric' }),
  }).format(moment);
}

/** Number of a calendar day, which daylight saving does not shorten or stretch. */
function calendarDay(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY_MS;
}

function capitalised(text: string, locale: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase(locale) + text.slice(first.length);
}
