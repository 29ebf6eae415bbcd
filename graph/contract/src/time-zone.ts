import { isString } from './shape.ts';

/**
 * Key in a run's `configurable` of the person's time zone, by its IANA name ("Europe/Brussels"): dates
 * in the conversation are theirs. Not in the context, which holds the memory's scope and nothing else.
 */
export const TIME_ZONE_KEY = 'time_zone';

/** More characters than any time zone's name has. */
const MAX_LENGTH = 64;

/** Whether a value names a time zone that this runtime knows. */
export function isTimeZone(value: unknown): value is string {
  if (!isString(value) || value.length > MAX_LENGTH) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    // A RangeError is the only way in which Intl says that it does not know a name.
    return false;
  }
}
