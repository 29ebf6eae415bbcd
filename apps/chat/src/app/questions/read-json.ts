import { isObject } from '#contract/shape';

/** What a person wrote as JSON, or why it is none. */
export type ReadJson<T> =
  | { readonly value: T; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };

/** Reads one JSON value, strictly. */
export function readJson(text: string): ReadJson<unknown> {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problem: $localize`This is not JSON: ${why}` };
  }
}

/** Reads the arguments of a tool: a JSON object, and nothing else. */
export function readArguments(text: string): ReadJson<Readonly<Record<string, unknown>>> {
  const { problem, value } = readJson(text);
  if (problem !== undefined) return { problem };
  return isObject(value)
    ? { value }
    : { problem: $localize`Arguments are a JSON object: names and values between { and }.` };
}
