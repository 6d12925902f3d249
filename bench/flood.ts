import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { endpoints } from '#contract/api.ts';
import type { Running } from '#tests/fixtures/processes.ts';
import { percentile } from './load.ts';

const quietNetworks = 9;
const seconds = 20;
/** Between two calls of a quiet network. */
const pauseMs = 500;
const floodPerSecond = 500;

interface Call {
  path: string;
  input: object;
}

/**
 * Prints how long catalogue calls take that no cache answers: those of nine networks that ask now and then, alone and
 * while a tenth network asks 500 times a second. The rate limits of the shop are on.
 */
export async function printFlood(start: () => Promise<Running>): Promise<void> {
  const shop = await start();
  try {
    process.stdout.write(`\nCatalogue calls of ${quietNetworks} networks that no cache answers\n`);
    await printQuietCalls(shop.url, 'alone');
    const flooding = flood(shop.url);
    await printQuietCalls(shop.url, `while another network asks ${floodPerSecond} times a second`);
    const { '2xx': answered, non2xx: refused } = await flooding;
    process.stdout.write(`  the other network: ${answered} answered, ${refused} refused\n`);
  } finally {
    await shop.stop();
  }
}

let calls = 0;

/** Facets, a sorted search or a misspelt one, each different from all before. */
function nextCall(): Call {
  calls += 1;
  const filter = { minPrice: 1, maxPrice: 1000 + calls };
  const search = {
    path: endpoints.searchProducts.path,
    input: { search: 'choclate', sort: 'price-low', ...filter },
  };
  const misspelt = { path: endpoints.searchProducts.path, input: { search: `mlik pwder ${calls}` } };
  const facets = { path: endpoints.listFacets.path, input: { search: 'milk', ...filter } };
  return [search, misspelt, facets][calls % 3] ?? facets;
}

function toRequest({ path, input }: Call, network: number) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.${network}.7` };
  return { method: 'POST' as const, path, headers, body: JSON.stringify(input) };
}

function flood(url: string): Promise<autocannon.Result> {
  const setupRequest = () => toRequest(nextCall(), 0);
  return autocannon({
    url,
    connections: 50,
    duration: seconds,
    overallRate: floodPerSecond,
    requests: [{ method: 'POST', setupRequest }],
  });
}

async function printQuietCalls(url: string, name: string): Promise<void> {
  const tookMs: number[] = [];
  let failures = 0;
  const endsAt = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: quietNetworks }, async (_, index) => {
      await wait((index * pauseMs) / quietNetworks);
      while (performance.now() < endsAt) {
        const { path, ...request } = toRequest(nextCall(), index + 1);
        const startedAt = performance.now();
        const response = await fetch(url + path, request);
        await response.arrayBuffer();
        if (!response.ok) failures += 1;
        tookMs.push(performance.now() - startedAt);
        await wait(pauseMs);
      }
    }),
  );
  const sorted = tookMs.toSorted((a, b) => a - b);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(sorted, share).toFixed(1));
  process.stdout.write(
    `  ${name}: ${sorted.length} calls, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, ${failures} failures\n`,
  );
}
