import sql, { join, type Sql } from 'sql-template-tag';
import { toBarcodeKey } from '#contract/products/barcode.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import { lockStock } from '#server/inventory/inventory.service.ts';
import type { AdminProductRow } from './product-columns.ts';
import {
  insertedColumns,
  insertedValues,
  nextUpdatedAt,
  type ProductChanges,
  toProductRecords,
  toProductUpdate,
} from './product-columns.ts';

/** Returns the products that exist, in the order of the ids. */
export function selectAdminProducts(db: Queryable, ids: readonly string[]): Promise<AdminProductRow[]> {
  return db.query<AdminProductRow>(sql`
    select p.*
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, position)
    join admin_product p on p.id = wanted.id
    order by wanted.position`);
}

/** Returns the products with this SKU or barcode. */
export async function selectIdsByCode(db: Queryable, code: string, barcode: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where sku <> '' and lower(sku) = lower(${code})
    union
    select id from product where barcode <> '' and lpad(barcode, 14, '0') = ${toBarcodeKey(barcode)}`);
  return rows.map(({ id }) => id);
}

/** A product that one of some texts names. */
export interface KeyMatchRow extends Pick<schema.Product, 'id' | 'name' | 'unit' | 'images' | 'updated_at'> {
  key: string;
  by: 'sku' | 'barcode' | 'nameAndUnit' | 'name';
}

/** Whatever separates the words of a text is one space. */
const wordsOf = (text: Sql) => sql`btrim(regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g'))`;

/** Returns which products the texts name, at most `limit` pairs. */
export function selectByKeys(db: Queryable, keys: readonly string[], limit: number): Promise<KeyMatchRow[]> {
  return db.query<KeyMatchRow>(sql`
    with wanted as (
      select key, ${wordsOf(sql`key`)} as words from unnest(${[...keys]}::text[]) as key where key <> ''
    ), named as (
      select id, ${wordsOf(sql`name`)} as name, ${wordsOf(sql`name || ' ' || unit`)} as name_and_unit from product
    )
    select key, by, p.id, p.name, p.unit, p.images, p.updated_at
    from (
      select key, 'sku' as by, id from wanted join product on sku <> '' and lower(sku) = lower(key)
      union all
      select key, 'barcode', id from wanted join product
        on barcode <> '' and lpad(barcode, 14, '0') = case when key ~ '^[0-9]{8,14}$' then lpad(key, 14, '0') end
      union all
      select key, 'nameAndUnit', id from wanted join named on name_and_unit = words where words <> ''
      union all
      select key, 'name', id from wanted join named on name = words where words <> ''
    ) as found
    join product p using (id)
    order by key, by, id limit ${limit}`);
}

/**
 * Locks products, then their stock, so that orders wait. Returns the ids that exist. Every transaction locks in the
 * order of ids, to prevent deadlocks.
 */
export async function lockProducts(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from product where id = any (${[...ids]}) order by id for update`);
  await lockStock({ db }, ids);
  return rows.map(({ id }) => id);
}

/** The product has its stock when the transaction commits. */
export async function insertProduct(
  db: Queryable,
  { now, ...product }: ProductChanges & { id: string; stock: number; now: Date },
): Promise<void> {
  await db.query(sql`
    insert into product (id, ${insertedColumns}, created_at, updated_at)
    select id, ${insertedValues}, ${now}, ${now} from ${toProductRecords([product])}`);
}

/**
 * Changes of one product. `isMoved`: its stock or categories are different, so that it is another version in any
 * case.
 */
export interface ProductUpdate {
  id: string;
  changes: ProductChanges;
  isMoved: boolean;
}

/** Writes the products that are different after their changes. */
export async function updateProducts(db: Queryable, updates: readonly ProductUpdate[]): Promise<void> {
  const names = new Set(updates.flatMap(({ changes }) => Object.keys(changes)));
  const { assignments, record, isDifferent } = toProductUpdate(sql`c.changes`, names);
  await db.query(sql`
    update product p set ${join([...assignments, sql`updated_at = ${nextUpdatedAt}`])}
    from json_to_recordset(${JSON.stringify(updates)}::text::json)
      as c (id text, changes json, "isMoved" boolean)
    ${record}
    where p.id = c.id and (c."isMoved" or ${isDifferent})`);
}

/** Deletes a product; its cart lines are deleted by cascade. */
export async function deleteProductRow(db: Queryable, id: string): Promise<void> {
  await db.query(sql`delete from product where id = ${id}`);
}
