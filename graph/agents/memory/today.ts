import { getConfig } from '@langchain/langgraph';

import { isTimeZone, TIME_ZONE_KEY } from '#contract/time-zone';

/** The sentence of the prompt that says which day it is where the person is; in UTC where no one said. */
export function todayPrompt(now = new Date()): string {
  const zone: unknown = getConfig().configurable?.[TIME_ZONE_KEY];
  const timeZone = isTimeZone(zone) ? zone : 'UTC';
  const names = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const parts = new Intl.DateTimeFormat('en-GB', { ...names, timeZone }).formatToParts(now);
  const part = (type: keyof typeof names) => parts.find((each) => each.type === type)?.value ?? '';
  const day = `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')}`;
  return `Today is ${day} (time zone ${timeZone}).`;
}
