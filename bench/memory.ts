import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endpoints } from '#contract/api.ts';
import { productPath } from '#contract/base/slug.ts';
import { imageVariantUrl } from '#contract/images/image.ts';
import type { Running } from '#tests/fixtures/processes.ts';
import { callRequest, flood, getRequest } from './load.ts';
import { closeMixedShop, loads, openMixedShop, runLoad } from './mixed-loads.ts';
import { allProducts } from './reads.ts';

const mixedRuns = 4;
const distinctSearches = 20_000;
const distinctSearchPages = 5000;
const distinctImages = 300;
const malformedBodies = 2000;
// 90 kB, each element invalid.
const malformed = { ids: Array.from({ length: 30_000 }, () => ({})) };
const idleMs = 3000;

/** Prints the memory of the server process after a mixed load and after floods of requests that are all different. */
export async function printMemory(
  shop: Running,
  credentials: { email: string; password: string },
): Promise<void> {
  const { url } = shop;
  const { host } = new URL(url);
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
    ['br', 'gzip'].flatMap((encoding) => pages.map((path) => getRequest(host, path, encoding))),
  );
  await printRss(shop, `after ${pages.length} distinct pages, brotli and gzip`);
  const names = products.map(({ name }) => name.toLowerCase());
  const searches = Array.from({ length: distinctSearches }, (_search, index) => {
    const [one = '', other = ''] = [names[index % names.length], names[(index * 7919) % names.length]];
    return `${one.split(' ')[index % 2] ?? one} ${other.split(' ').at(-1)} ${Math.floor(index / 100)}`;
  });
  await flood(
    url,
    searches.map((search) => callRequest(host, endpoints.searchProducts.path, { search, page: 1 })),
  );
  await printRss(shop, `after ${searches.length} distinct searches`);
  await flood(
    url,
    searches
      .slice(0, distinctSearchPages)
      .map((search) => getRequest(host, `/search?q=${encodeURIComponent(search)}`)),
  );
  await printRss(shop, `after ${distinctSearchPages} distinct search pages`);
  const images = [...new Set(products.flatMap(({ image }) => image))]
    .slice(0, distinctImages)
    .flatMap((image) => ([160, 320] as const).map((width) => imageVariantUrl(image, width, 'webp')));
  await flood(
    url,
    images.map((path) => getRequest(host, path)),
  );
  await printRss(shop, `after ${images.length} images`);
  await flood(
    url,
    Array.from({ length: malformedBodies }, () =>
      callRequest(host, endpoints.listProductsById.path, malformed),
    ),
    { expected: 400 },
  );
  await printRss(shop, `after ${malformedBodies} malformed bodies`);
}

async function printRss({ process: { pid } }: Running, when: string): Promise<void> {
  await wait(idleMs);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  process.stdout.write(`  ${when.padEnd(50)}${(Number(stdout) / 1024).toFixed(0).padStart(6)} MB\n`);
}
