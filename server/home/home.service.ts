import { toPaging } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import type {
  Banner,
  Collection,
  HomeLayout,
  HomeRowKey,
  ShownBanner,
  ShownCollection,
  ShownHome,
} from '#contract/home/home.ts';
import { earlier, findNextChange, isShownAt } from '#contract/home/schedule.ts';
import type { Product } from '#contract/products/product.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { listCategories } from '#server/products/category.service.ts';
import { findNextSalesCount } from '#server/search/sales-ranks.ts';
import { listCollectionProducts } from './collection-products.ts';
import * as queries from './home.queries.ts';

// Everything that pages show has a schedule. Responses say until when they are right (`until`), and caches drop them
// then.

type ReadContext = Pick<Context, 'db' | 'now' | 'productCache' | 'productSearch'>;

export function toBanner(row: queries.BannerRow): Banner {
  return {
    _id: row.id,
    title: row.title,
    titleHindi: row.title_hindi,
    image: row.image,
    phoneImage: row.phone_image,
    link: row.link,
    ...toSchedule(row),
    version: row.version,
  };
}

export function toCollection(row: queries.CollectionRow): Collection {
  return {
    _id: row.id,
    title: row.title,
    titleHindi: row.title_hindi,
    source: row.source,
    productCount: row.product_count,
    ...toSchedule(row),
    version: row.version,
  };
}

function toSchedule(row: Pick<queries.BannerRow, 'starts_at' | 'ends_at' | 'is_active'>) {
  return {
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    isActive: row.is_active,
  };
}

function toShownBanner({ _id, title, titleHindi, image, phoneImage, link }: Banner): ShownBanner {
  return { _id, title, titleHindi, image, phoneImage, link };
}

function toShownCollection({ _id, title, titleHindi }: Collection): ShownCollection {
  return { _id, title, titleHindi };
}

interface Arrangement {
  version: number;
  banners: Banner[];
  collections: Collection[];
  /** Of what was arranged, also of what has been deleted since. */
  rowKeys: string[];
}

async function readArrangement({ db }: Pick<Context, 'db'>): Promise<Arrangement> {
  const [layout, bannerRows, collectionRows] = await Promise.all([
    queries.selectLayout(db),
    queries.selectBanners(db),
    queries.selectCollections(db),
  ]);
  const { version, banner_ids, row_keys } = layout ?? { version: 0, banner_ids: [], row_keys: [] };
  const places = new Map(banner_ids.map((id, place) => [id, place]));
  const placeOf = ({ _id }: Banner) => places.get(_id) ?? places.size;
  return {
    version,
    // New ones come last.
    banners: bannerRows.map(toBanner).sort((one, other) => placeOf(one) - placeOf(other)),
    collections: collectionRows.map(toCollection),
    rowKeys: row_keys,
  };
}

export function toRowKey({ kind, _id }: HomeRowKey): string {
  return `${kind}:${_id}`;
}

/**
 * The rows that exist in the arranged order: first those that are new, at the end the categories that were never
 * arranged.
 */
function toRows(
  rowKeys: readonly string[],
  collections: readonly { _id: string }[],
  categories: readonly { _id: string }[],
): HomeRowKey[] {
  const collectionRows = collections.map(({ _id }): HomeRowKey => ({ kind: 'COLLECTION', _id }));
  const categoryRows = categories.map(({ _id }): HomeRowKey => ({ kind: 'CATEGORY', _id }));
  const byKey = new Map([...collectionRows, ...categoryRows].map((row) => [toRowKey(row), row]));
  const arranged = new Set(rowKeys);
  const isNew = (row: HomeRowKey) => !arranged.has(toRowKey(row));
  return [
    ...collectionRows.filter(isNew),
    ...rowKeys.flatMap((key) => byKey.get(key) ?? []),
    ...categoryRows.filter(isNew),
  ];
}

/** The arranged rows of which a page knows the categories; it adds the others. */
function toShownRows(rowKeys: readonly string[], collections: readonly Collection[]): HomeRowKey[] {
  const categories = rowKeys.flatMap((key) =>
    key.startsWith('CATEGORY:') ? [{ _id: key.slice('CATEGORY:'.length) }] : [],
  );
  return toRows(rowKeys, collections, categories);
}

/** What the home page shows now, and until when. */
export async function getHome(
  context: Pick<Context, 'db' | 'now'>,
): Promise<ShownHome & { until: string | null }> {
  const at = context.now();
  const { banners, collections, rowKeys } = await readArrangement(context);
  const shown = collections.filter((collection) => isShownAt(collection, at));
  return {
    banners: banners.filter((banner) => isShownAt(banner, at)).map(toShownBanner),
    collections: shown.map(toShownCollection),
    rows: toShownRows(rowKeys, shown),
    until: findNextChange([...banners, ...collections], at)?.toISOString() ?? null,
  };
}

/** A page of the products of a collection. Throws NOT_FOUND for one that is not shown now. */
export async function listProductsByCollection(
  context: ReadContext,
  { collectionId, page, limit }: { collectionId: string; page: number; limit: number },
) {
  const at = context.now();
  const row = await queries.findCollection(context.db, collectionId);
  const collection = row && toCollection(row);
  if (row === null || collection === null || !isShownAt(collection, at))
    throw new AppError('NOT_FOUND', { message: 'This collection could not be found.' });
  const products = await listCollectionProducts({ ...context, now: () => at }, row);
  const { source } = collection;
  const countsSales = source.kind === 'RULE' && source.sort === 'best-selling';
  const until = earlier(findNextChange([collection], at), countsSales ? findNextSalesCount(at) : null);
  return {
    data: products.slice((page - 1) * limit, page * limit),
    ...toPaging(products.length, page, limit),
    collection: toShownCollection(collection),
    until: until?.toISOString() ?? null,
  };
}

/** The collections that have a page now, and until when that is so. */
export async function listShownCollections(
  context: ReadContext,
): Promise<{ collections: ShownCollection[]; until: Date | null }> {
  const at = context.now();
  const rows = await queries.selectCollections(context.db);
  const shown = rows.filter((row) => isShownAt(toCollection(row), at));
  const products = await Promise.all(
    shown.map((row) => listCollectionProducts({ ...context, now: () => at }, row)),
  );
  return {
    collections: shown
      .filter((_row, index) => (products[index] ?? []).length > 0)
      .map((row) => toShownCollection(toCollection(row))),
    until: findNextChange(rows.map(toCollection), at),
  };
}

/** Everything in its order, for the staff. */
export async function getHomeLayout(context: Pick<Context, 'db' | 'timeZone'>): Promise<HomeLayout> {
  const { version, banners, collections, rowKeys } = await readArrangement(context);
  const rows = toRows(rowKeys, collections, await listCategories(context));
  return { version, timeZone: context.timeZone, banners, collections, rows };
}

const previewedProducts = 9;

/** What the home page shows at a time, with the products of its collections as they are now. */
export async function previewHome(
  context: AuthenticatedContext,
  { at: time, includesOff }: { at: string; includesOff: boolean },
): Promise<ShownHome & { products: { collectionId: string; products: Product[] }[] }> {
  const at = new Date(time);
  const { banners, collections, rowKeys } = await readArrangement(context);
  const isShown = (item: Banner | Collection) =>
    isShownAt(includesOff ? { ...item, isActive: true } : item, at);
  const shown = collections.filter(isShown);
  const products = await Promise.all(
    shown.map(async ({ _id, source, productCount }) => {
      const found = await listCollectionProducts(context, { source, product_count: productCount });
      return { collectionId: _id, products: found.slice(0, previewedProducts) };
    }),
  );
  return {
    banners: banners.filter(isShown).map(toShownBanner),
    collections: shown.map(toShownCollection),
    rows: toShownRows(rowKeys, shown),
    products,
  };
}
