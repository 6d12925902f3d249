import type { Measurement } from './load.ts';

/** The rate and the percentiles of what was measured one by one, in milliseconds, within some seconds. */
export function summaryOf(name: string, tookMs: readonly number[], seconds: number): Measurement {
  const sorted = tookMs.toSorted((a, b) => a - b);
  return {
    name,
    requestsPerSecond: sorted.length / seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    failures: 0,
  };
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
