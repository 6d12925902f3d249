import sql from 'sql-template-tag';
import { emptyFields } from '#contract/products/product-fields.ts';
import type { Queryable } from '#server/database/connect.ts';
import { insertedColumns, insertedValues, type ProductChanges, toProductRecords } from './product-columns.ts';

/** Disables the triggers that refresh the search index row by row. Call `refreshSearchTexts` after the changes. */
export async function suspendSearchTriggers(db: Queryable): Promise<void> {
  await db.query(sql`select set_config('tokri.bulk', 'on', true)`);
}

/**
 * Prevents changes of all categories and sub-categories until the end of the transaction. Returns their names by id.
 */
export async function lockAllCategories(db: Queryable): Promise<Map<string, string>> {
  // In id order and before any product, like every transaction, to prevent deadlocks.
  const categories = await db.query<NamedRow>(sql`select id, name from category order by id for share`);
  const subCategories = await db.query<NamedRow>(
    sql`select id, name from sub_category order by id for share`,
  );
  return new Map([...categories, ...subCategories].map(({ id, name }) => [id, name]));
}

interface NamedRow {
  id: string;
  name: string;
}

/** Changes of an import. */
export interface ImportedChanges extends ProductChanges {
  /** For updates a difference, because sales continue until the import is applied. */
  stock?: number;
  /** Ids, like `subCategory`. */
  category?: string[];
  subCategory?: string[];
}

interface ImportedProduct {
  id: string;
  changes: ImportedChanges;
}

export type TakenCode = 'SKU_TAKEN' | 'BARCODE_TAKEN' | 'NAME_TAKEN';

/**
 * Returns which products would get a SKU, a barcode or a combination of name, unit and brand that another product
 * has.
 */
export async function selectTakenIdentities(
  db: Queryable,
  products: readonly ImportedProduct[],
): Promise<Map<string, TakenCode>> {
  const wanted = products.map(({ id, changes: { name, unit, brand, sku, barcode } }) => ({
    id,
    name,
    unit,
    brand,
    sku,
    barcode,
  }));
  const rows = await db.query<{ id: string; code: TakenCode | null }>(sql`
    select w.id, case
      when w.sku <> '' and exists (
        select from product p where p.sku <> '' and lower(p.sku) = lower(w.sku) and p.id <> w.id) then 'SKU_TAKEN'
      when w.barcode <> '' and exists (
        select from product p
        where p.barcode <> '' and lpad(p.barcode, 14, '0') = lpad(w.barcode, 14, '0') and p.id <> w.id)
        then 'BARCODE_TAKEN'
      when w.sku = '' and w.barcode = '' and exists (
        select from product p
        where p.sku = '' and p.barcode = '' and lower(p.name) = lower(w.name) and lower(p.unit) = lower(w.unit)
          and lower(p.brand) = lower(w.brand) and p.id <> w.id) then 'NAME_TAKEN'
      end as code
    from (
      select n.id, coalesce(n.name, p.name) as name, coalesce(n.unit, p.unit) as unit,
        coalesce(n.brand, p.brand, '') as brand, coalesce(n.sku, p.sku, '') as sku,
        coalesce(n.barcode, p.barcode, '') as barcode
      from json_to_recordset(${JSON.stringify(wanted)}::text::json)
        as n (id text, name text, unit text, brand text, sku text, barcode text)
      left join product p on p.id = n.id
      offset 0
    ) as w`);
  return new Map(rows.flatMap(({ id, code }) => (code === null ? [] : [[id, code]])));
}

/** Returns the ids of the inserted products. A product whose SKU, barcode or name is taken is not inserted. */
export async function insertProducts(
  db: Queryable,
  products: readonly ImportedProduct[],
  now: Date,
): Promise<Set<string>> {
  const nothing = { ...emptyFields, image: [], more_details: {}, stock: 0 };
  const records = products.map(({ id, changes }) => ({ ...nothing, ...changes, id }));
  const rows = await db.query<{ id: string }>(sql`
    with n as materialized (
      select * from ${toProductRecords(records)}
    ), inserted as (
      insert into product (id, ${insertedColumns}, created_at, updated_at)
      select id, ${insertedValues}, ${now}, ${now} from n
      on conflict do nothing
      returning id
    )
    insert into product_stock (product_id, stock)
    select id, stock from inserted join n using (id)
    returning product_id as id`);
  return new Set(rows.map(({ id }) => id));
}

/** Search texts of a product, as text of the type tsvector. */
export interface SearchTexts {
  id: string;
  /** Of its name and brand, for the vocabulary. */
  words: string;
  product_text: string;
  head_noun: string;
}

/** Calculates the search texts that products will have with these changes. */
export async function calculateSearchTexts(
  db: Queryable,
  products: readonly ImportedProduct[],
): Promise<SearchTexts[]> {
  if (products.length === 0) return [];
  const changes = products.map(({ id, changes: { name, unit, brand, description, more_details } }) => ({
    id,
    name,
    unit,
    brand,
    description,
    more_details,
  }));
  return db.query<SearchTexts>(sql`
    select id, words, product_text::text, head_noun::text
    from calculate_search_texts(${JSON.stringify(changes)}::text::json)`);
}

/** Writes search texts of products that have their categories, and adds their words to the vocabulary. */
export async function setSearchTexts(db: Queryable, texts: readonly SearchTexts[]): Promise<void> {
  if (texts.length === 0) return;
  await db.query(sql`select add_search_words(${texts.map(({ words }) => words).join(' ')})`);
  const rows = texts.map(({ id, product_text, head_noun }) => ({ id, product_text, head_noun }));
  await db.query(sql`
    insert into product_search (product_id, product_text, category_text, head_noun)
    select id, product_text, category_text, head_noun
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as texts (id text, product_text tsvector, head_noun tsvector)
    join calculate_category_texts(${rows.map(({ id }) => id)}) using (id)
    on conflict (product_id) do update set product_text = excluded.product_text,
      category_text = excluded.category_text, head_noun = excluded.head_noun`);
}

/** Refreshes the search texts of products that have got other categories. */
export async function refreshCategoryTexts(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query(sql`select refresh_category_text(${[...ids]})`);
}

/**
 * Marks the rows of `product_listing` as visible to all, after many were written. Until then each count of a list,
 * which reads the index, looks up all rows in the table. Outside a transaction.
 */
export async function vacuumListings(db: Queryable): Promise<void> {
  await db.query(sql`vacuum (analyze) product_listing`);
}
