import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { homeLimits } from '#contract/base/limits.ts';
import type { Banner, Collection, HomeLayout } from '#contract/home/home.ts';
import { parseShopPath } from '#contract/home/shop-path.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { requireImages } from '#server/images/image.service.ts';
import { listSubCategories } from '#server/products/category.service.ts';
import { listProductsById } from '#server/products/product.service.ts';
import { type AdminChange, recordChanges } from '#server/staff/audit-log.service.ts';
import * as queries from './home.queries.ts';
import { getHomeLayout, toBanner, toCollection, toRowKey } from './home.service.ts';

/** Throws INVALID_INPUT for a link or image of nothing, and when there are as many banners as a store may have. */
export function createBanner(
  context: AuthenticatedContext,
  input: ParsedInput<'createBanner'>,
): Promise<Banner> {
  const id = newId();
  return change(context, async (transaction) => {
    const { db } = transaction;
    requireRoom('banners', (await queries.selectBanners(db)).length);
    await requireLink(transaction, input.link);
    await requireBannerImages(transaction, input);
    await queries.insertBanner(db, toBannerRow(id, input), transaction.now());
    const after = await getBanner(db, id);
    await record(transaction, 'banner', 'created', null, after);
    return after;
  });
}

/** Throws NOT_FOUND, CHANGED_MEANWHILE, and INVALID_INPUT for a new link or image of nothing. */
export function updateBanner(
  context: AuthenticatedContext,
  { _id, version, ...input }: ParsedInput<'updateBanner'>,
): Promise<Banner> {
  return change(context, async (transaction) => {
    const { db } = transaction;
    const before = await getBanner(db, _id);
    if (before.version !== version) throw new AppError('CHANGED_MEANWHILE');
    // What a banner leads to may have been deleted since.
    if (input.link !== before.link) await requireLink(transaction, input.link);
    await requireBannerImages(transaction, input);
    await queries.updateBanner(db, toBannerRow(_id, input));
    const after = await getBanner(db, _id);
    await record(transaction, 'banner', 'updated', before, after);
    return after;
  });
}

/** Throws NOT_FOUND. Its images are removed when nothing refers to them for a day. */
export function deleteBanner(context: AuthenticatedContext, id: string): Promise<void> {
  return change(context, async (transaction) => {
    const before = await getBanner(transaction.db, id);
    await queries.deleteBanner(transaction.db, id);
    await record(transaction, 'banner', 'deleted', before, null);
  });
}

/**
 * Throws NAME_TAKEN, and INVALID_INPUT for unknown products or categories and when there are as many collections as a
 * store may have.
 */
export function createCollection(
  context: AuthenticatedContext,
  input: ParsedInput<'createCollection'>,
): Promise<Collection> {
  const id = newId();
  return change(context, async (transaction) => {
    const { db } = transaction;
    requireRoom('collections', (await queries.selectCollections(db)).length);
    await requireSource(transaction, input.source, null);
    const row = toCollectionRow(id, input);
    await queries.insertCollection(db, row, transaction.now()).catch(toNamedError);
    const after = await getCollection(db, id);
    await record(transaction, 'collection', 'created', null, after);
    return after;
  });
}

/**
 * Throws NOT_FOUND, CHANGED_MEANWHILE, NAME_TAKEN, and INVALID_INPUT for unknown products or categories that it did
 * not have.
 */
export function updateCollection(
  context: AuthenticatedContext,
  { _id, version, ...input }: ParsedInput<'updateCollection'>,
): Promise<Collection> {
  return change(context, async (transaction) => {
    const { db } = transaction;
    const before = await getCollection(db, _id);
    if (before.version !== version) throw new AppError('CHANGED_MEANWHILE');
    await requireSource(transaction, input.source, before.source);
    await queries.updateCollection(db, toCollectionRow(_id, input)).catch(toNamedError);
    const after = await getCollection(db, _id);
    await record(transaction, 'collection', 'updated', before, after);
    return after;
  });
}

/** Throws NOT_FOUND. */
export function deleteCollection(context: AuthenticatedContext, id: string): Promise<void> {
  return change(context, async (transaction) => {
    const before = await getCollection(transaction.db, id);
    await queries.deleteCollection(transaction.db, id);
    await record(transaction, 'collection', 'deleted', before, null);
  });
}

/** Throws CHANGED_MEANWHILE if `version` is not the present one, and INVALID_INPUT for ids of nothing. */
export function arrangeHome(
  context: AuthenticatedContext,
  { version, bannerIds, rows }: ParsedInput<'arrangeHome'>,
): Promise<HomeLayout> {
  return inTransaction(context, async (transaction) => {
    const layout = await queries.lockLayout(transaction.db);
    if (layout.version !== version) throw new AppError('CHANGED_MEANWHILE');
    const before = await getHomeLayout(transaction);
    requireSame(
      'bannerIds',
      bannerIds,
      before.banners.map(({ _id }) => _id),
    );
    const rowKeys = rows.map(toRowKey);
    requireSame('rows', rowKeys, before.rows.map(toRowKey));
    await queries.updateLayout(transaction.db, { banner_ids: bannerIds, row_keys: rowKeys });
    const after = await getHomeLayout(transaction);
    const audited = ({ banners, rows: order }: HomeLayout) => ({
      banners: banners.map(({ title }) => title),
      rows: order.map(toRowKey),
    });
    await recordChanges(transaction, [
      {
        kind: 'home',
        thingId: 'home',
        thingName: 'Home page',
        action: 'updated',
        before: audited(before),
        after: audited(after),
      },
    ]);
    return after;
  });
}

/** Each of what exists may be named once, and what is not named comes where new ones come. */
function requireSame(path: string, given: readonly string[], existing: readonly string[]): void {
  const known = new Set(existing);
  if (new Set(given).size === given.length && given.every((key) => known.has(key))) return;
  throw invalid(path, 'This order names something twice, or something that does not exist.');
}

/** Makes a change under the lock of the layout, whose version it counts. */
function change<Result>(
  context: AuthenticatedContext,
  work: (transaction: AuthenticatedContext) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context, async (transaction) => {
    await queries.lockLayout(transaction.db);
    const result = await work(transaction);
    await queries.countLayoutChange(transaction.db);
    return result;
  });
}

async function getBanner(db: Context['db'], id: string): Promise<Banner> {
  const row = await queries.findBanner(db, id);
  if (row === null) throw new AppError('NOT_FOUND', { message: 'This banner could not be found.' });
  return toBanner(row);
}

async function getCollection(db: Context['db'], id: string): Promise<Collection> {
  const row = await queries.findCollection(db, id);
  if (row === null) throw new AppError('NOT_FOUND', { message: 'This collection could not be found.' });
  return toCollection(row);
}

interface ScheduleInput {
  startsAt: string | null;
  endsAt: string | null;
  isActive: boolean;
}

function toScheduleColumns({ startsAt, endsAt, isActive }: ScheduleInput) {
  return {
    starts_at: startsAt === null ? null : new Date(startsAt),
    ends_at: endsAt === null ? null : new Date(endsAt),
    is_active: isActive,
  };
}

function toBannerRow(id: string, input: ParsedInput<'createBanner'>) {
  const { title, titleHindi, image, phoneImage, link } = input;
  return {
    id,
    title,
    title_hindi: titleHindi,
    image,
    phone_image: phoneImage,
    link,
    ...toScheduleColumns(input),
  };
}

function toCollectionRow(id: string, input: ParsedInput<'createCollection'>) {
  const { title, titleHindi, source, productCount } = input;
  return {
    id,
    title,
    title_hindi: titleHindi,
    source,
    product_count: productCount,
    ...toScheduleColumns(input),
  };
}

function invalid(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, message }] });
}

function requireRoom(what: 'banners' | 'collections', count: number): void {
  if (count >= homeLimits[what])
    throw invalid('', `A store has at most ${homeLimits[what]} ${what}. Delete one first.`);
}

function requireBannerImages(
  context: Context,
  { image, phoneImage }: Pick<Banner, 'image' | 'phoneImage'>,
): Promise<void> {
  return requireImages(context, phoneImage === '' ? [image] : [image, phoneImage]);
}

/** Throws INVALID_INPUT unless the link leads to something that exists. */
async function requireLink(context: Context, link: string): Promise<void> {
  if (!(await leadsSomewhere(context, link)))
    throw invalid('link', 'This page of the store does not exist. Check the link.');
}

async function leadsSomewhere(context: Context, link: string): Promise<boolean> {
  const page = parseShopPath(link)?.page;
  switch (page?.kind) {
    case 'SEARCH':
      return true;
    case 'BRAND':
      return (await context.productSearch.listBrands()).has(page.slug);
    case 'PRODUCT':
      return (await listProductsById(context, [page.id])).length > 0;
    case 'COLLECTION':
      return (await queries.findCollection(context.db, page.id)) !== null;
    case 'LISTING':
      return (await listSubCategories(context)).some(
        ({ _id, category }) =>
          _id === page.subCategoryId && category.some((each) => each._id === page.categoryId),
      );
    default:
      return false;
  }
}

/** Throws INVALID_INPUT for a product or category that does not exist, unless the collection had it before. */
async function requireSource(
  context: Context,
  source: Collection['source'],
  before: Collection['source'] | null,
): Promise<void> {
  if (source.kind === 'PRODUCTS') {
    const kept = new Set(before?.kind === 'PRODUCTS' ? before.productIds : []);
    const added = source.productIds.filter((id) => !kept.has(id));
    if ((await listProductsById(context, added)).length < added.length)
      throw invalid('source.productIds', 'One of these products no longer exists. Remove it.');
    return;
  }
  const kept = before?.kind === 'RULE' ? before.categoryIds : [];
  const subCategories = await listSubCategories(context);
  const known = new Set([
    ...kept,
    ...subCategories.flatMap(({ _id, category }) => [_id, ...category.map((each) => each._id)]),
  ]);
  if (!source.categoryIds.every((id) => known.has(id)))
    throw invalid('source.categoryIds', 'One of these categories has no products. Remove it.');
}

function toNamedError(error: unknown): never {
  if (isUniqueViolation(error, 'product_collection_title'))
    throw new AppError('NAME_TAKEN', { message: 'Another collection already has this title.' });
  throw error;
}

type Action = 'created' | 'updated' | 'deleted';

function record(
  context: AuthenticatedContext,
  kind: AdminChange['kind'],
  action: Action,
  before: Banner | Collection | null,
  after: Banner | Collection | null,
): Promise<void> {
  const thing = after ?? before;
  if (thing === null) return Promise.resolve();
  const { _id: thingId, title: thingName } = thing;
  const audited = (item: Banner | Collection | null) => {
    if (item === null) return null;
    const { version: _version, ...fields } = item;
    return fields;
  };
  return recordChanges(context, [
    { kind, thingId, thingName, action, before: audited(before), after: audited(after) },
  ]);
}
