import { isDeepStrictEqual } from 'node:util';

import { isObject } from '#contract/shape';

/** Whether every wanted key is there with an equal value; objects are compared the same way. */
export function containsMetadata(
  actual: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(wanted).every(([key, value]) => {
    const found = Object.hasOwn(actual, key) ? actual[key] : undefined;
    return isObject(value) && isObject(found)
      ? containsMetadata(found, value)
      : isDeepStrictEqual(found, value);
  });
}
