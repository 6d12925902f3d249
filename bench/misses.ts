import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { listingPath, productPath } from '#contract/base/slug.ts';
import { CatalogueCache } from '#server/cache/catalogue-cache.ts';
import { connect } from '#server/database/connect.ts';
import type { Context } from '#server/http/context.ts';
import { listCategories, listSubCategories } from '#server/products/category.service.ts';
import {
  getProduct,
  listProductsByCategory,
  listProductsByCategoryAndSubCategory,
} from '#server/products/product.service.ts';
import { ProductCache } from '#server/products/product-cache.ts';
import { ProductSearch } from '#server/search/product-search.ts';
import { percentile, readAnswer } from './load.ts';
import { allProducts, ask } from './reads.ts';
import { type Client, openClient } from './shoppers.ts';

const warmUpRounds = 60;
const rounds = 120;
// As the loaders of the pages ask for them.
const limits = { homeRow: 9, listing: 8, related: 13, search: 12 };

type ReadContext = Pick<Context, 'db' | 'productCache' | 'productSearch'>;

interface Page {
  path: string;
  /** Reads from the database what the page shows, in the order of its loader. */
  query: (context: ReadContext) => Promise<unknown>;
}

/**
 * Prints for each kind of page how long its first answer takes when nothing is cached, and how long its queries take alone,
 * in this process on separate connections.
 */
export async function printMisses(
  url: string,
  databaseUrl: string,
  credentials: { email: string; password: string },
): Promise<void> {
  const visitor = openClient(url);
  const { data } = await visitor.mustSend('loginUser', credentials);
  visitor.close();
  const admin = openClient(url, data.accesstoken);
  const db = connect(databaseUrl, { maxConnections: 5 });
  const productSearch = new ProductSearch(db, new CatalogueCache());
  process.stdout.write(`\nFirst answers of pages, nothing cached, medians of ${rounds}\n`);
  row(['', 'queries ms', 'page ms', 'ratio', 'page p99 ms']);
  try {
    for (const [name, pages] of Object.entries(await listPages(url))) {
      const queryMs: number[] = [];
      const pageMs: number[] = [];
      for (let round = 0; round < warmUpRounds + rounds; round += 1) {
        const page = pages[round % pages.length];
        if (page === undefined) throw new Error('The shop has no pages of this kind.');
        // Each search page is asked for once: with the caches the index in memory would be dropped.
        if (name !== 'search') await dropCaches(admin);
        pageMs.push(await timed(() => get(url, page.path)));
        const uncached = { db, productSearch, productCache: new ProductCache(db, new CatalogueCache()) };
        queryMs.push(await timed(() => page.query(uncached)));
      }
      const sorted = [queryMs, pageMs].map((each) => each.slice(warmUpRounds).sort((a, b) => a - b));
      const [query = 0, whole = 0] = sorted.map((each) => percentile(each, 0.5));
      const figures = [query, whole, whole / query, percentile(sorted[1] ?? [], 0.99)];
      row([name, ...figures.map((figure) => figure.toFixed(1))]);
    }
  } finally {
    admin.close();
    await db.close();
  }
}

function row([first = '', ...rest]: readonly string[]): void {
  process.stdout.write(`  ${first.padEnd(28)}${rest.map((cell) => cell.padStart(14)).join('')}\n`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function get(url: string, path: string): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const socket = connectSocket({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: br\r\n\r\n`);
  const status = await readAnswer(socket);
  socket.destroy();
  if (status !== 200) throw new Error(`${path} answered ${status}.`);
}

let hue = 0;

/** Changes the tint of a category, which all pages may show. */
export async function dropCaches(admin: Client): Promise<void> {
  const { data: categories } = await admin.mustSend('listCategories', {});
  const [category] = categories;
  if (category === undefined) throw new Error('The shop has no categories.');
  hue = (hue + 1) % 360;
  const { _id, name, image } = category;
  await admin.mustSend('updateCategory', { _id, name, image, hue });
}

async function listPages(url: string): Promise<Record<string, Page[]>> {
  const { data: subCategories } = await ask(url, 'listSubCategories', {});
  const products = await allProducts(url);
  const listings = subCategories.flatMap((subCategory) =>
    subCategory.category.map((category) => ({ category, subCategory })),
  );
  return {
    home: [
      {
        path: '/',
        async query(context) {
          const [categories] = await Promise.all([listCategories(context), listSubCategories(context)]);
          await Promise.all(
            categories.map(({ _id }) => listProductsByCategory(context, _id, limits.homeRow)),
          );
        },
      },
    ],
    listing: listings.map(({ category, subCategory }) => ({
      path: listingPath(category, subCategory),
      async query(context) {
        await Promise.all([listCategories(context), listSubCategories(context)]);
        await listFirst(context, category._id, subCategory._id, limits.listing);
      },
    })),
    product: products.map((product) => ({
      path: productPath(product),
      async query(context) {
        await Promise.all([getProduct(context, product._id), listSubCategories(context)]);
        const [category, subCategory] = [product.category[0], product.subCategory[0]];
        if (category !== undefined && subCategory !== undefined)
          await listFirst(context, category._id, subCategory._id, limits.related);
      },
    })),
    search: [...new Set(products.map(({ name }) => name.split(' ').slice(0, 3).join(' ')))].map((search) => ({
      path: `/search?q=${encodeURIComponent(search)}`,
      async query({ productSearch, productCache }) {
        const { ids } = await productSearch.find({ search, page: 1, limit: limits.search });
        await productCache.list(ids);
      },
    })),
  };
}

function listFirst(context: ReadContext, categoryId: string, subCategoryId: string, limit: number) {
  return listProductsByCategoryAndSubCategory(context, { categoryId, subCategoryId, page: 1, limit });
}
