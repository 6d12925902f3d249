import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type { PageRange } from '#server/database/select-page.ts';
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

/** Returns the versions of the next active products ordered by id: the transactions that wrote their search texts and their other fields. */
export function selectIndexVersions(
  db: Queryable,
  afterId: string,
  limit: number,
): Promise<Pick<IndexedProduct, 'id' | 'version' | 'is_sold_out'>[]> {
  return db.query(sql`
    select s.product_id as id, ${version} as version, stock = 0 as is_sold_out
    from product_search s join product_stock using (product_id) join product p on p.id = s.product_id
    where s.product_id > ${afterId} and p.status = 'active' order by s.product_id limit ${limit}`);
}

/** Returns the active products. */
export function selectIndexedProducts(db: Queryable, ids: readonly string[]): Promise<IndexedProduct[]> {
  return db.query<IndexedProduct>(sql`
    select p.id, ${version} as version, s.product_text::text, s.category_text::text, s.head_noun::text,
      stock = 0 as is_sold_out, p.name, p.unit, p.created_at,
      p.price_paise, p.discount_basis_points, p.brand, p.veg, p.family,
      array(select category_id || ' ' || sub_category_id from product_listing where product_id = p.id) as listings
    from unnest(${[...ids]}::text[]) as wanted (id)
    join product p on p.id = wanted.id and p.status = 'active'
    join product_stock on product_stock.product_id = p.id
    join product_search s on s.product_id = p.id`);
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
        and (stocked.stock = 0, product.created_at, product.id)
          < ((select stock = 0 from product_stock where product_id = product.id), size.created_at, size.id)))
    order by created_at desc, id desc limit ${limit} offset ${offset}`);
}
