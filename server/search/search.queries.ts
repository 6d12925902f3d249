import sql from 'sql-template-tag';
import type { PageRange } from '#server/base/select-page.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { SearchDocument } from '#server/providers/search-engine/search-engine.ts';
import type { IndexedProduct } from './indexed-product.ts';

/** A word of a product, brand or category name. */
export interface VocabularyWord {
  word: string;
  stem: string;
  phonetic_code: string;
}

/** Words that have been read, as of one snapshot. */
export interface NewWords {
  words: VocabularyWord[];
  /** The oldest transaction that had not ended. Words that were not visible are added by it or by a later one. */
  firstOpenTransaction: string;
}

/** Reads the words added by this or a later transaction; '0' reads all. */
export async function selectNewWords(db: Queryable, sinceTransaction: string): Promise<NewWords> {
  const rows = await db.query<
    { first_open: string } & (VocabularyWord | Record<keyof VocabularyWord, null>)
  >(sql`
    select first_open::text, word, stem, sound as phonetic_code
    from pg_snapshot_xmin(pg_current_snapshot()) as first_open
    left join search_word on added_in >= ${sinceTransaction}::text::xid8`);
  return {
    words: rows.flatMap(({ word, stem, phonetic_code }) =>
      word === null || stem === null || phonetic_code === null ? [] : [{ word, stem, phonetic_code }],
    ),
    firstOpenTransaction: rows[0]?.first_open ?? '0',
  };
}

/** Returns the stem of each word. */
export async function selectStems(db: Queryable, words: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ word: string; stem: string }>(sql`
    select word, coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word) as stem
    from unnest(${[...words]}::text[]) as word`);
  return new Map(rows.map(({ word, stem }) => [word, stem]));
}

// Prices, brands and marks are in `p`, categories in `s`.
const version = sql`s.xmin::text || ' ' || p.xmin::text`;

/**
 * Returns the versions of the next active products ordered by id: the transactions that wrote their search texts and
 * their other fields.
 */
export function selectIndexVersions(
  db: Queryable,
  afterId: string,
  limit: number,
): Promise<Pick<IndexedProduct, 'id' | 'version' | 'is_sold_out'>[]> {
  return db.query(sql`
    select s.product_id as id, ${version} as version, pieces = 0 as is_sold_out
    from product_search s join product_stock using (product_id) join product p on p.id = s.product_id
    where s.product_id > ${afterId} and p.status = 'active' order by s.product_id limit ${limit}`);
}

/** Returns the active products. */
export function selectIndexedProducts(db: Queryable, ids: readonly string[]): Promise<IndexedProduct[]> {
  return db.query<IndexedProduct>(sql`
    select p.id, ${version} as version, s.product_text::text, s.category_text::text,
      pieces = 0 as is_sold_out, cardinality(p.images) > 0 as has_picture, p.name, p.name_hindi, p.unit, p.created_at,
      p.price_paise, p.discount_basis_points, p.sale_price_paise, p.brand, p.veg, p.family,
      array(select category_id || ' ' || coalesce(sub_category_id, '')
        from product_category left join product_sub_category using (product_id) where product_id = p.id
        order by sub_category_id, category_id) as listings
    from unnest(${[...ids]}::text[]) as wanted (id)
    join product p on p.id = wanted.id and p.status = 'active'
    join product_stock on product_stock.product_id = p.id
    join product_search s on s.product_id = p.id`);
}

/** Returns the pieces sold of each product that was ordered in a period. */
export function selectSales(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
): Promise<{ product_id: string; pieces: number }[]> {
  return db.query<{ product_id: string; pieces: number }>(sql`
    select product_id, pieces from sold_pieces(${from}, ${until})`);
}

interface NewestRow {
  id: string;
  total_count: number;
}

export function selectNewest(db: Queryable, { limit, offset }: PageRange): Promise<NewestRow[]> {
  return db.query<NewestRow>(sql`
    select id, (
      select count(*) filter (where family = '') + count(distinct family) filter (where family <> '')
      from product where status = 'active'
    ) as total_count
    from product
    -- Of the sizes of a family the newest in stock.
    where status = 'active' and (family = '' or not exists (
      select from product size join product_stock stocked on stocked.product_id = size.id
      where size.family = product.family and size.family <> '' and size.status = 'active'
        and (stocked.pieces = 0, product.created_at, product.id)
          < ((select pieces = 0 from product_stock where product_id = product.id), size.created_at, size.id)))
    order by created_at desc, id desc limit ${limit} offset ${offset}`);
}

/** Returns false if the engine is recorded already. */
export async function insertSearchEngine(db: Queryable, name: string): Promise<boolean> {
  const rows = await db.query(sql`
    insert into search_engine as used (name) values (${name})
    on conflict (id) do update set name = excluded.name, is_filled = false where used.name <> excluded.name
    returning id`);
  return rows.length > 0;
}

export async function deleteSearchEngine(db: Queryable): Promise<void> {
  await db.query(sql`delete from search_engine_change where exists (select from search_engine)`);
  await db.query(sql`delete from search_engine`);
}

export async function isSearchEngineFilled(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`select from search_engine where is_filled`);
  return rows.length > 0;
}

export async function markSearchEngineFilled(db: Queryable): Promise<void> {
  await db.query(sql`update search_engine set is_filled = true where not is_filled`);
}

/** A product that the engine does not have as it is. */
export interface ProductChange {
  product_id: string;
  /** Increases with each change. */
  number: number;
}

/** Records that the engine lacks all products, with those of transactions that have not recorded their changes. */
export async function insertAllChanges(db: Queryable): Promise<void> {
  // Waits for these transactions; later ones see the engine.
  await db.query(sql`lock table product_search in share mode`);
  await db.query(
    sql`insert into search_engine_change (product_id) select id from product on conflict do nothing`,
  );
}

/** Returns the oldest changes. */
export function selectChanges(db: Queryable, limit: number): Promise<ProductChange[]> {
  return db.query<ProductChange>(sql`
    select product_id, number from search_engine_change order by number limit ${limit}`);
}

/** Deletes changes unless their product has changed again, and drops cached results of searches. */
export async function deleteChanges(db: Queryable, changes: readonly ProductChange[]): Promise<void> {
  await db.query(sql`
    with sent as (
      delete from search_engine_change found
      using json_to_recordset(${JSON.stringify(changes)}::text::json) as sent (product_id text, number bigint)
      where found.product_id = sent.product_id and found.number = sent.number
    )
    select announce_catalogue_change(array['search'])`);
}

/** Returns the active products. */
export function selectDocuments(db: Queryable, ids: readonly string[]): Promise<SearchDocument[]> {
  return db.query<SearchDocument>(sql`
    select p.id, concat_ws(' ', p.name, nullif(p.name_hindi, '')) as name, searched_brand(p.brand, p.more_details) as brand, p.unit, p.description, nullif(p.family, '') as family,
      array(select concat_ws(' ', s.name, nullif(s.name_hindi, '')) from product_sub_category ps join sub_category s on s.id = ps.sub_category_id
        where ps.product_id = p.id order by s.id) as "subCategories",
      array(select concat_ws(' ', c.name, nullif(c.name_hindi, '')) from product_category pc join category c on c.id = pc.category_id
        where pc.product_id = p.id order by c.id) as categories
    from unnest(${[...ids]}::text[]) as wanted (id) join product p using (id)
    where p.status = 'active'`);
}
