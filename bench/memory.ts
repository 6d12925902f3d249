import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endpoints } from '#contract/api.ts';
import { productPath } from '#contract/rules/slug.ts';
import type { Running } from '#tests/fixtures/processes.ts';
import { readAnswer } from './load.ts';
import { clients, closeMixedShop, loads, openMixedShop, runLoad } from './mixed-loads.ts';
import { allProducts } from './reads.ts';

const mixedRuns = 4;
const distinctSearches = 20_000;
const distinctSearchPages = 5000;
const idleMs = 3000;

/** Prints the memory of the server process after a mixed load and after floods of requests that are all different. */
export async function printMemory(
  shop: Running,
  credentials: { email: string; password: string },
): Promise<void> {
  const { url } = shop;
  process.stdout.write('\nMemory of the server process (resident set size)\n');
  await printRss(shop, 'after the start');
  const mixed = await openMixedShop(url, credentials);
  const load = loads.find(({ isEdited, orders }) => isEdited === true && orders === 'steady');
  if (load === undefined) throw new Error('There is no load with edits and orders.');
  for (let run = 0; run < mixedRuns; run += 1) await runLoad(mixed, load);
  closeMixedShop(mixed);
  await printRss(shop, 'after browsing with edits and orders');
  const products = await allProducts(url);
  const pages = products.flatMap((product) => [productPath(product), `${productPath(product)}.data`]);
  await flood(
    url,
    ['br', 'gzip'].flatMap((encoding) => pages.map((path) => getRequest(url, path, encoding))),
  );
  await printRss(shop, `after ${pages.length} distinct pages, brotli and gzip`);
  const names = products.map(({ name }) => name.toLowerCase());
  const searches = Array.from({ length: distinctSearches }, (_search, index) => {
    const [one = '', other = ''] = [names[index % names.length], names[(index * 7919) % names.length]];
    return `${one.split(' ')[index % 2] ?? one} ${other.split(' ').at(-1)} ${Math.floor(index / 100)}`;
  });
  await flood(
    url,
    searches.map((search) => searchRequest(url, search)),
  );
  await printRss(shop, `after ${searches.length} distinct searches`);
  await flood(
    url,
    searches
      .slice(0, distinctSearchPages)
      .map((search) => getRequest(url, `/search?q=${encodeURIComponent(search)}`, 'br')),
  );
  await printRss(shop, `after ${distinctSearchPages} distinct search pages`);
}

async function printRss({ process: { pid } }: Running, when: string): Promise<void> {
  await wait(idleMs);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  process.stdout.write(`  ${when.padEnd(50)}${(Number(stdout) / 1024).toFixed(0).padStart(6)} MB\n`);
}

function getRequest(url: string, path: string, encoding: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\naccept-encoding: ${encoding}\r\n\r\n`;
}

function searchRequest(url: string, search: string): string {
  const { method, path } = endpoints.searchProducts;
  const body = JSON.stringify({ search, page: 1 });
  return (
    `${method} ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** Sends each request once, from concurrent clients. */
async function flood(url: string, requests: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  if (hostname !== '127.0.0.1') throw new Error('Loads go to this machine only.');
  const left = [...requests].reverse();
  const sendNext = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    for (let request = left.pop(); request !== undefined; request = left.pop()) {
      socket.write(request);
      const status = await readAnswer(socket);
      if (status !== 200) throw new Error(`The shop answered ${status}.`);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: clients }, sendNext));
}
