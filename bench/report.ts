import type { Measurement } from './load.ts';

/** Prints measurements under a heading, each with its ratio to a yardstick of the same run. */
export function report(heading: string, measurements: readonly Measurement[], yardstick: Measurement): void {
  process.stdout.write(`\n${heading}\n`);
  row(['', 'per second', `of ${yardstick.name}`, 'p50 ms', 'p99 ms', 'failures']);
  for (const measurement of [yardstick, ...measurements]) {
    row([
      measurement.name,
      measurement.requestsPerSecond.toFixed(measurement.requestsPerSecond < 1000 ? 1 : 0),
      (measurement.requestsPerSecond / yardstick.requestsPerSecond).toFixed(4),
      measurement.p50Ms.toFixed(1),
      measurement.p99Ms.toFixed(1),
      String(measurement.failures),
    ]);
  }
}

function row(cells: string[]): void {
  const [first = '', ...rest] = cells;
  process.stdout.write(`  ${first.padEnd(26)}${rest.map((cell) => cell.padStart(22)).join('')}\n`);
}
