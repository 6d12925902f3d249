import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#server/database/embedded.ts';
import { compareSeeds } from './compare.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '300' },
    pickers: { type: 'string', default: '3' },
    riders: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    /** Simulates so many days, each with the next seed. */
    seeds: { type: 'string', default: '1' },
  },
});
const toCount = (name: keyof typeof values) => {
  const count = Number(values[name]);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} takes a whole number from 1.`);
  return count;
};

const directory = await mkdtemp(join(tmpdir(), 'tokri-simulate-'));
const postgres = await startEmbedded(directory, { isDurable: false });
try {
  const isRight = await compareSeeds(postgres.url, {
    orders: toCount('orders'),
    pickers: toCount('pickers'),
    riders: toCount('riders'),
    seeds: Array.from({ length: toCount('seeds') }, (_, index) => toCount('seed') + index),
    print: (text) => process.stdout.write(`${text}\n`),
  });
  process.exitCode = isRight ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
