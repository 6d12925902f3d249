import sql, { join, raw, type Sql } from 'sql-template-tag';
import { emptyFields } from '#contract/products/product-fields.ts';
import type { Context } from '#server/http/context.ts';
import { insertStock } from '#server/inventory/inventory.service.ts';
import {
  insertedColumns,
  insertedValues,
  nextUpdatedAt,
  type ProductChanges,
  toProductRecords,
  toProductUpdate,
} from './product-columns.ts';

// Writes of many products, in the transaction of the caller.

type InTransaction = Pick<Context, 'db'>;

/**
 * Prevents changes of all categories and sub-categories until the end of the transaction. Returns their names by id.
 */
export async function lockAllCategories({ db }: InTransaction): Promise<Map<string, string>> {
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
export async function findTakenIdentities(
  { db }: InTransaction,
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

/**
 * Creates products with their stock, without categories, and returns their ids. A product whose SKU, barcode or name is
 * taken is not created.
 */
export async function createProducts(
  { db }: InTransaction,
  products: readonly ImportedProduct[],
  now: Date,
): Promise<Set<string>> {
  const nothing = { ...emptyFields, image: [], more_details: {}, stock: 0 };
  const records = products.map(({ id, changes }) => ({ ...nothing, ...changes, id }));
  const rows = await db.query<{ id: string }>(sql`
    insert into product (id, ${insertedColumns}, created_at, updated_at)
    select id, ${insertedValues}, ${now}, ${now} from ${toProductRecords(records)}
    on conflict do nothing
    returning id`);
  const created = new Set(rows.map(({ id }) => id));
  await insertStock(
    { db },
    records.filter(({ id }) => created.has(id)),
  );
  return created;
}

/**
 * Writes `fields` of products. `changes` is a query that returns `id` and `changes`, which is JSON of `ProductChanges`.
 */
export async function updateProductFields(
  { db }: InTransaction,
  changes: Sql,
  fields: ReadonlySet<string>,
): Promise<void> {
  const { assignments, record } = toProductUpdate(sql`c.changes`, fields);
  await db.query(sql`
    update product p set ${join([...assignments, sql`updated_at = ${nextUpdatedAt}`])}
    from (${changes}) as c ${record}
    where p.id = c.id`);
}

const categoryLinks = {
  categories: { table: raw('product_category'), column: raw('category_id') },
  subCategories: { table: raw('product_sub_category'), column: raw('sub_category_id') },
};

/** Assigns products to exactly these categories and sub-categories; null leaves those of a product unchanged. */
export async function setProductCategories(
  { db }: InTransaction,
  products: readonly {
    id: string;
    categories: readonly string[] | null;
    subCategories: readonly string[] | null;
  }[],
): Promise<void> {
  // Sub-categories first, so that a new product is listed once, with both.
  for (const kind of ['subCategories', 'categories'] as const) {
    const assignments = products.flatMap(({ id, [kind]: ids }) => (ids === null ? [] : [{ id, ids }]));
    if (assignments.length === 0) continue;
    const { table, column } = categoryLinks[kind];
    const wanted = sql`json_to_recordset(${JSON.stringify(assignments)}::text::json) as wanted (id text, ids text[])`;
    await db.query(sql`
      delete from ${table} link using ${wanted}
      where link.product_id = wanted.id and not link.${column} = any (wanted.ids)`);
    await db.query(sql`
      insert into ${table} (product_id, ${column})
      select id, unnest(ids) from ${wanted}
      on conflict do nothing`);
  }
}
