/** Milliseconds since 1970, by the clock of the machine, which the browser shares. */
export interface SourceTimes {
  readonly asked: number;
  readonly said: number;
}

export function isSourceTimes(value: unknown): value is SourceTimes {
  return typeof value === 'object' && value !== null && 'asked' in value && 'said' in value;
}

/** The present moment, in milliseconds since 1970. */
export function moment(): number {
  return performance.timeOrigin + performance.now();
}
