/** One measured number, and the most it may be. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: 'MB' | 'kB' | 's' | 'ms' | 'x' | 'lost' | 'tokens' | '%';
  readonly bar?: number;
  readonly note?: string;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
