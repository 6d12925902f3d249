import sql from 'sql-template-tag';
import type { CollectionSource } from '#contract/home/home.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

export type BannerRow = Omit<schema.Banner, 'created_at'>;

export interface CollectionRow extends Omit<schema.ProductCollection, 'created_at' | 'source'> {
  source: CollectionSource;
}

export type LayoutRow = Pick<schema.HomeLayout, 'version' | 'banner_ids' | 'row_keys'>;

const bannerColumns = sql`id, title, title_hindi, image, phone_image, link, starts_at, ends_at, is_active, version`;
const collectionColumns = sql`
  id, title, title_hindi, source, product_count, starts_at, ends_at, is_active, version`;

/** Oldest first. */
export function selectBanners(db: Queryable): Promise<BannerRow[]> {
  return db.query<BannerRow>(sql`select ${bannerColumns} from banner order by created_at, id`);
}

/** Oldest first. */
export function selectCollections(db: Queryable): Promise<CollectionRow[]> {
  return db.query<CollectionRow>(
    sql`select ${collectionColumns} from product_collection order by created_at, id`,
  );
}

export async function findBanner(db: Queryable, id: string): Promise<BannerRow | null> {
  const [row] = await db.query<BannerRow>(sql`select ${bannerColumns} from banner where id = ${id}`);
  return row ?? null;
}

export async function findCollection(db: Queryable, id: string): Promise<CollectionRow | null> {
  const [row] = await db.query<CollectionRow>(
    sql`select ${collectionColumns} from product_collection where id = ${id}`,
  );
  return row ?? null;
}

/** Null before the first change. */
export async function selectLayout(db: Queryable): Promise<LayoutRow | null> {
  const [row] = await db.query<LayoutRow>(sql`select version, banner_ids, row_keys from home_layout`);
  return row ?? null;
}

/** Locks the layout until the end of the transaction: each change of the home page is made under this lock. */
export async function lockLayout(db: Queryable): Promise<LayoutRow> {
  await db.query(sql`insert into home_layout (is_only) values (true) on conflict do nothing`);
  return db.one<LayoutRow>(sql`select version, banner_ids, row_keys from home_layout for update`);
}

export async function countLayoutChange(db: Queryable): Promise<void> {
  await db.query(sql`update home_layout set version = version + 1`);
}

export async function updateLayout(
  db: Queryable,
  { banner_ids, row_keys }: Omit<LayoutRow, 'version'>,
): Promise<void> {
  await db.query(sql`
    update home_layout set version = version + 1, banner_ids = ${banner_ids}, row_keys = ${row_keys}`);
}

type NewBanner = Omit<BannerRow, 'version'>;

export async function insertBanner(db: Queryable, banner: NewBanner, at: Date): Promise<void> {
  await db.query(sql`
    insert into banner (id, title, title_hindi, image, phone_image, link, starts_at, ends_at, is_active, created_at)
    values (${banner.id}, ${banner.title}, ${banner.title_hindi}, ${banner.image}, ${banner.phone_image}, ${banner.link},
      ${banner.starts_at}, ${banner.ends_at}, ${banner.is_active}, ${at})`);
}

export async function updateBanner(db: Queryable, banner: NewBanner): Promise<void> {
  await db.query(sql`
    update banner set title = ${banner.title}, title_hindi = ${banner.title_hindi}, image = ${banner.image},
      phone_image = ${banner.phone_image}, link = ${banner.link}, starts_at = ${banner.starts_at},
      ends_at = ${banner.ends_at}, is_active = ${banner.is_active}, version = version + 1
    where id = ${banner.id}`);
}

export async function deleteBanner(db: Queryable, id: string): Promise<void> {
  await db.query(sql`delete from banner where id = ${id}`);
}

type NewCollection = Omit<CollectionRow, 'version'>;

export async function insertCollection(db: Queryable, collection: NewCollection, at: Date): Promise<void> {
  await db.query(sql`
    insert into product_collection (id, title, title_hindi, source, product_count, starts_at, ends_at, is_active, created_at)
    values (${collection.id}, ${collection.title}, ${collection.title_hindi},
      ${JSON.stringify(collection.source)}::text::jsonb, ${collection.product_count}, ${collection.starts_at},
      ${collection.ends_at}, ${collection.is_active}, ${at})`);
}

export async function updateCollection(db: Queryable, collection: NewCollection): Promise<void> {
  await db.query(sql`
    update product_collection set title = ${collection.title}, title_hindi = ${collection.title_hindi},
      source = ${JSON.stringify(collection.source)}::text::jsonb, product_count = ${collection.product_count},
      starts_at = ${collection.starts_at}, ends_at = ${collection.ends_at}, is_active = ${collection.is_active},
      version = version + 1
    where id = ${collection.id}`);
}

export async function deleteCollection(db: Queryable, id: string): Promise<void> {
  await db.query(sql`delete from product_collection where id = ${id}`);
}
