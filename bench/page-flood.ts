import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '#contract/api.ts';
import { productPath } from '#contract/base/slug.ts';
import { flood, getRequest, percentile, readAnswer } from './load.ts';
import { allProducts } from './reads.ts';

const distinctPages = 3000;
const connections = 30;
const idleSeconds = 3;
const pauseMs = 5;

/** Prints the latency of an API call while 30 connections request pages that are not in the cache. */
export async function printPageFlood(url: string): Promise<void> {
  const { host } = new URL(url);
  const products = (await allProducts(url)).slice(0, distinctPages);
  process.stdout.write(`\nGET ${endpoints.listCategories.path}, one client\n`);
  await printLatency(url, 'alone', wait(idleSeconds * 1000));
  const startedAt = performance.now();
  const pages = products.map((product) => getRequest(host, productPath(product)));
  await printLatency(
    url,
    `during ${pages.length} uncached pages, ${connections} connections`,
    flood(url, pages, { connections }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(`  ${(pages.length / seconds).toFixed(0)} pages a second\n`);
}

/** Calls the API again and again until the load has ended. */
async function printLatency(url: string, name: string, load: Promise<unknown>): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const request = getRequest(host, endpoints.listCategories.path);
  const tookMs: number[] = [];
  let isOver = false;
  const over = load.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const startedAt = performance.now();
    socket.write(request);
    if ((await readAnswer(socket)) !== 200) throw new Error('The API call failed.');
    tookMs.push(performance.now() - startedAt);
    await wait(pauseMs);
  }
  await over;
  socket.destroy();
  tookMs.sort((a, b) => a - b);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(tookMs, share).toFixed(1).padStart(8));
  process.stdout.write(`  ${name.padEnd(48)} p50 ms ${p50}  p95 ms ${p95}  p99 ms ${p99}\n`);
}
