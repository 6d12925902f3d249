import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { escapeUTF8 } from 'entities';
import { LRUCache } from 'lru-cache';
import { AppError } from '#contract/base/errors.ts';
import { brandPath, collectionPath, listingPath, productPath } from '#contract/base/slug.ts';
import { earlier } from '#contract/home/schedule.ts';
import { contactPath, storePagePath } from '#contract/store/store-page-names.ts';
import { concurrencyLimit } from '#server/base/concurrency-limit.ts';
import type { Context } from '#server/http/context.ts';
import { listPublishedPages } from '#server/store/page.service.ts';
import { listShownCollections } from './home.service.ts';
import * as queries from './sitemap.queries.ts';

/** A file of the sitemap; `body` is compressed by gzip. */
export interface SitemapFile {
  body: Buffer;
  etag: string;
}

export const sitemapKinds = ['listings', 'brands', 'collections', 'products'] as const;
type SitemapKind = (typeof sitemapKinds)[number];

/** The index, or a file of one kind of pages, which are numbered from 1. */
export type SitemapName = 'index' | { kind: SitemapKind; number: number };

interface Entry {
  path: string;
  at: Date | null;
}

/**
 * The protocol allows 50,000 addresses in a file and 50,000 files in the index. Smaller files are read from the
 * database and written within milliseconds.
 */
const addressesPerFile = 10_000;
// A file takes about 150 kB.
const maximumCached = 60;

const compress = promisify(gzip);

type SitemapContext = Pick<Context, 'catalogueDb' | 'now' | 'productCache' | 'productSearch'>;

interface SitemapOptions {
  publicUrl: string;
  fileSize?: number;
}

/**
 * The addresses of all listings, brands, collections and products, made file by file at the first request, and again
 * after each change of the catalogue except that of a number in stock, and of the collections by their schedule.
 */
export class Sitemap {
  readonly #context: SitemapContext;
  readonly #publicUrl: string;
  readonly #fileSize: number;
  readonly #files = new LRUCache<string, Promise<SitemapFile>>({ max: maximumCached });
  readonly #limit = concurrencyLimit({
    concurrency: 1,
    maximumQueued: 50,
    createError: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 2 }),
  });

  /** When the schedule changes the collections next. */
  #expiresAt: Date | null = null;

  constructor(
    context: SitemapContext & Pick<Context, 'catalogueCache'>,
    { publicUrl, fileSize = addressesPerFile }: SitemapOptions,
  ) {
    this.#context = context;
    this.#publicUrl = publicUrl;
    this.#fileSize = fileSize;
    context.catalogueCache.onChange((change) => {
      // A file that is being made is removed too, so that it is not cached.
      if (change === 'all' || change.some((tag) => !tag.startsWith('stock:'))) this.#files.clear();
    });
  }

  isCached(name: SitemapName): boolean {
    this.#dropExpired();
    return this.#files.has(toKey(name));
  }

  /** Throws NOT_FOUND, and UNAVAILABLE when too many files are being made. */
  read(name: SitemapName): Promise<SitemapFile> {
    this.#dropExpired();
    const key = toKey(name);
    const known = this.#files.get(key);
    if (known !== undefined) return known;
    const made = this.#limit(async () => {
      const xml = name === 'index' ? await this.#writeIndex() : await this.#writeFile(name);
      const etag = `W/"${createHash('sha256').update(xml).digest('base64url').slice(0, 27)}"`;
      return { body: await compress(xml), etag };
    });
    this.#files.set(key, made);
    made.catch(() => {
      if (this.#files.peek(key) === made) this.#files.delete(key);
    });
    return made;
  }

  #dropExpired(): void {
    if (this.#expiresAt === null || this.#context.now() < this.#expiresAt) return;
    this.#expiresAt = null;
    this.#files.clear();
  }

  async #listCollections(): Promise<Entry[]> {
    const { catalogueDb: db, ...context } = this.#context;
    const { collections, until } = await listShownCollections({ ...context, db });
    this.#expiresAt = earlier(this.#expiresAt, until);
    return collections.map((collection) => ({ path: collectionPath(collection), at: null }));
  }

  async #writeIndex(): Promise<string> {
    const { catalogueDb } = this.#context;
    const collections = await this.#listCollections();
    const listings = await queries.selectListingFiles(catalogueDb, this.#fileSize);
    const brands = await queries.selectBrandFiles(catalogueDb, this.#fileSize);
    const products = await queries.selectProductFiles(catalogueDb, this.#fileSize);
    // The first file of listings has the home page, and exists always.
    const files = [
      ...(listings.length === 0 ? [null] : listings).map((at, file) => ({ kind: 'listings', at, file })),
      ...brands.map((at, file) => ({ kind: 'brands', at, file })),
      ...(collections.length === 0 ? [] : [{ kind: 'collections', at: null, file: 0 }]),
      ...products.map((at, file) => ({ kind: 'products', at, file })),
    ];
    return this.#toXml(
      'sitemapindex',
      'sitemap',
      files.map(({ kind, at, file }) => ({ path: `/sitemap-${kind}-${file + 1}.xml`, at })),
    );
  }

  async #writeFile({ kind, number }: { kind: SitemapKind; number: number }): Promise<string> {
    const pages = await this.#listPages(kind, number - 1);
    const first = kind === 'listings' && number === 1 ? await this.#listStorePages() : [];
    if (first.length + pages.length === 0) throw new AppError('NOT_FOUND');
    return this.#toXml('urlset', 'url', [...first, ...pages]);
  }

  /** The home page and the pages with a text. */
  async #listStorePages(): Promise<Entry[]> {
    const published = await listPublishedPages({ db: this.#context.catalogueDb });
    return ['/', ...published.map(storePagePath), contactPath].map((path) => ({ path, at: null }));
  }

  /** The pages of a file, which is counted from 0. */
  async #listPages(kind: SitemapKind, file: number): Promise<Entry[]> {
    const { catalogueDb } = this.#context;
    switch (kind) {
      case 'products': {
        const products = await queries.selectProductsOfFile(catalogueDb, file, this.#fileSize);
        return products.map(({ id, name, changed_at }) => ({
          path: productPath({ _id: id, name }),
          at: changed_at,
        }));
      }
      // At most as many as a home page shows.
      case 'collections':
        return file === 0 ? this.#listCollections() : [];
      case 'brands': {
        const brands = await queries.selectBrandsOfFile(catalogueDb, file, this.#fileSize);
        const pages = brands.map(({ brand, changed_at }) => ({ path: brandPath(brand), at: changed_at }));
        // Names that differ in punctuation have one page.
        return [...Map.groupBy(pages, ({ path }) => path).values()].flatMap(([first]) => first ?? []);
      }
      default: {
        const listings = await queries.selectListingsOfFile(catalogueDb, file, this.#fileSize);
        return listings.map(({ category_id, category, sub_category_id, sub_category, changed_at }) => ({
          path: listingPath(
            { _id: category_id, name: category },
            { _id: sub_category_id, name: sub_category },
          ),
          at: changed_at,
        }));
      }
    }
  }

  #toXml(root: string, element: string, entries: readonly Entry[]): string {
    const lines = entries.map(({ path, at }) => {
      const changed = at === null ? '' : `<lastmod>${at.toISOString()}</lastmod>`;
      return `<${element}><loc>${escapeUTF8(this.#publicUrl + path)}</loc>${changed}</${element}>\n`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${root}>\n`;
  }
}

function toKey(name: SitemapName): string {
  return name === 'index' ? name : `${name.kind} ${name.number}`;
}
