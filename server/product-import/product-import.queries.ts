import sql, { type Sql } from 'sql-template-tag';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import type { FieldColumn } from '#contract/products/product-fields.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { ImportedChanges } from '#server/products/product-bulk.service.ts';
import type { AdminProductRow } from '#server/products/product-columns.ts';

/** Result of a check as it is stored; those of an earlier version are without the last ones. */
export type ImportReport = Omit<
  ProductImport,
  '_id' | 'fileName' | 'status' | 'done' | 'failure' | 'createdAt' | 'gstUnknown' | 'repaired' | 'warnings'
> &
  Partial<Pick<ProductImport, 'gstUnknown' | 'repaired' | 'warnings'>>;

export interface ImportRow
  extends Pick<
    schema.ProductImport,
    | 'id'
    | 'file_name'
    | 'applied_by'
    | 'status'
    | 'report'
    | 'skip_bad_rows'
    | 'attempts'
    | 'done'
    | 'failure'
    | 'created_at'
  > {
  report: ImportReport;
}

/** A product to create or update. */
export interface PlannedProduct {
  line: number;
  id: string;
  name: string;
  /** `updated_at` at the time of the check; null for a new product. */
  updatedAt: string | null;
  changes: ImportedChanges;
}

/** What identifies a product, as the unique indexes compare it. */
export interface ProductKeys {
  name_key: string;
  unit_key: string;
  brand_key: string;
  sku_key: string;
  barcode_key: string;
}

export type ExistingProduct = AdminProductRow & ProductKeys;

/** Returns texts as the unique indexes compare them, in order. */
export async function selectKeys(db: Queryable, texts: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select lower(text) as key from unnest(${[...texts]}::text[]) with ordinality as n (text, position)
    order by position`);
  return rows.map(({ key }) => key);
}

/** Returns products with one of these ids or keys; those with a name only in one of the units, if there are any. */
export function selectKnownProducts(
  db: Queryable,
  wanted: Record<'ids' | 'skus' | 'barcodes' | 'names', readonly string[]> & {
    units: readonly string[] | null;
  },
): Promise<ExistingProduct[]> {
  const { ids, skus, barcodes, names, units } = wanted;
  // A union, so that each look-up uses its index.
  return db.query<ExistingProduct>(sql`
    select p.*, lower(p.name) as name_key, lower(p.unit) as unit_key, lower(p.brand) as brand_key,
      lower(p.sku) as sku_key, case when p.barcode = '' then '' else lpad(p.barcode, 14, '0') end as barcode_key
    from admin_product p
    where p.id in (
      select id from product where id = any (${[...ids]})
      union
      select id from product where sku <> '' and lower(sku) = any (${[...skus]})
      union
      select id from product where barcode <> '' and lpad(barcode, 14, '0') = any (${[...barcodes]})
      union
      select id from product where lower(name) = any (${[...names]})
        ${units === null ? sql`` : sql`and lower(unit) = any (${[...units]})`})`);
}

/** The SKUs that a spreadsheet changes when it opens a file: digits with zeros to lose, exponents and dates. */
export async function selectFragileSkus(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ sku: string }>(sql`
    select sku from product
    where sku ~ '^0[0-9]+$|^[0-9]*[.][0-9]*0$|^0*[.]|^0[0-9]*[.]|^[0-9]+[.]$|^[0-9]{16,}$'
      or sku ~* '^[0-9.]+e[+]?[0-9]+$|^[0-9]{1,2}[-/.][0-9]{1,2}([-/.][0-9]{2,4})?$'
      or sku ~* '^[0-9]{1,2}[-/. ]?[a-z]{3,9}$|^[a-z]{3,9}[-/. ]?[0-9]{1,2}$'
    order by sku`);
  return rows.map(({ sku }) => sku);
}

/** Returns the next products ordered by id. */
export function selectProductsAfter(db: Queryable, id: string, limit: number): Promise<AdminProductRow[]> {
  return db.query<AdminProductRow>(sql`
    select * from admin_product where id > ${id} order by id limit ${limit}`);
}

export async function insertImport(
  db: Queryable,
  row: { id: string; fileName: string; accountId: string; report: ImportReport; now: Date },
): Promise<void> {
  await db.query(sql`
    insert into product_import (id, file_name, account_id, status, report, created_at, updated_at)
    values (${row.id}, ${row.fileName}, ${row.accountId}, 'CHECKED', ${JSON.stringify(row.report)}::text::jsonb,
      ${row.now}, ${row.now})`);
}

export async function updateImportReport(db: Queryable, id: string, report: ImportReport): Promise<void> {
  await db.query(
    sql`update product_import set report = ${JSON.stringify(report)}::text::jsonb where id = ${id}`,
  );
}

export async function insertImportPart(
  db: Queryable,
  part: {
    importId: string;
    position: number;
    action: schema.ProductImportPart['action'];
    products: readonly PlannedProduct[];
  },
): Promise<void> {
  const { importId, position, action, products } = part;
  const ids = action === 'update' ? products.map(({ id }) => id) : [];
  await db.query(sql`
    insert into product_import_part (import_id, position, action, product_ids, rows)
    values (${importId}, ${position}, ${action}, ${ids}, ${JSON.stringify(products)}::text::json)`);
}

export async function deleteImportParts(db: Queryable, importId: string): Promise<void> {
  await db.query(sql`delete from product_import_part where import_id = ${importId}`);
}

/** Deletes imports that were checked but never applied. */
export async function deleteExpiredImports(db: Queryable, before: Date): Promise<void> {
  await db.query(sql`delete from product_import where status = 'CHECKED' and created_at < ${before}`);
}

export async function selectImport(db: Queryable, id: string): Promise<ImportRow | null> {
  const [row] = await db.query<ImportRow>(sql`
    select id, file_name, applied_by, status, report, skip_bad_rows, attempts, done, failure, created_at
    from product_import where id = ${id}`);
  return row ?? null;
}

/** Selects an import and locks it until the end of the transaction. */
export async function lockImport(db: Queryable, id: string): Promise<ImportRow | null> {
  const [row] = await db.query<ImportRow>(sql`
    select id, file_name, applied_by, status, report, skip_bad_rows, attempts, done, failure, created_at
    from product_import where id = ${id} for update`);
  return row ?? null;
}

export async function markImportApplying(
  db: Queryable,
  id: string,
  { accountId, skipBadRows, now }: { accountId: string; skipBadRows: boolean; now: Date },
): Promise<void> {
  await db.query(sql`
    update product_import set status = 'APPLYING', applied_by = ${accountId}, skip_bad_rows = ${skipBadRows},
      updated_at = ${now}
    where id = ${id}`);
}

// Any number that no other advisory lock uses; see also database/migrate.ts.
const advisoryLock = 7_421_010;

/** Locks imports until the end of the transaction. Returns false if another one is running. */
export async function tryImportLock(db: Queryable): Promise<boolean> {
  const row = await db.one<{ is_mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLock}) as is_mine`,
  );
  return row.is_mine;
}

export async function countAttempt(db: Queryable, id: string): Promise<void> {
  await db.query(
    sql`update product_import set attempts = attempts + 1, done = 0 where id = ${id} and status = 'APPLYING'`,
  );
}

export async function updateProgress(db: Queryable, id: string, done: number): Promise<void> {
  await db.query(sql`update product_import set done = ${done} where id = ${id} and status = 'APPLYING'`);
}

export async function markImportEnded(
  db: Queryable,
  id: string,
  end: {
    status: 'APPLIED' | 'FAILED';
    report: ImportReport;
    done: number;
    failure: string | null;
    now: Date;
  },
): Promise<void> {
  await db.query(sql`
    update product_import set status = ${end.status}, report = ${JSON.stringify(end.report)}::text::jsonb,
      done = ${end.done}, failure = ${end.failure}, updated_at = ${end.now}
    where id = ${id} and status = 'APPLYING'`);
}

export type PlannedPart = Pick<schema.ProductImportPart, 'position' | 'action'>;

/** Returns the parts, creations first: they hold no locks that others wait for. */
export function selectImportParts(db: Queryable, importId: string): Promise<PlannedPart[]> {
  return db.query(sql`
    select position, action from product_import_part where import_id = ${importId} order by action, position`);
}

export async function selectImportPart(
  db: Queryable,
  importId: string,
  position: number,
): Promise<PlannedProduct[]> {
  const [row] = await db.query<{ rows: PlannedProduct[] }>(sql`
    select rows from product_import_part where import_id = ${importId} and position = ${position}`);
  return row?.rows ?? [];
}

/** A planned product of an earlier version. Null is no change; -1, or 0 for a cost price, removes the value. */
export interface EarlierPlannedProduct extends Omit<PlannedProduct, 'changes'> {
  fields: { [Column in FieldColumn]?: string | number | null } & {
    stock?: number | null;
    images?: string[] | null;
    more_details?: Record<string, string> | null;
    category_ids?: string[] | null;
    sub_category_ids?: string[] | null;
  };
}

/** Returns the parts of an import that an earlier version planned. */
export function selectEarlierParts(
  db: Queryable,
  importId: string,
): Promise<{ position: number; rows: EarlierPlannedProduct[] }[]> {
  return db.query(sql`
    select position, rows from product_import_part
    where import_id = ${importId} and rows -> 0 -> 'fields' is not null`);
}

export async function replacePlannedProducts(
  db: Queryable,
  { import_id, position }: PartKey,
  products: readonly PlannedProduct[],
): Promise<void> {
  await db.query(sql`
    update product_import_part set rows = ${JSON.stringify(products)}::text::json
    where import_id = ${import_id} and position = ${position}`);
}

/**
 * Locks all products that an import updates, in the order of their ids, to prevent deadlocks. Administrators wait,
 * orders do not.
 */
export async function lockPlannedProducts(db: Queryable, importId: string): Promise<void> {
  await db.query(sql`
    select count(*) from (
      select p.id from product p
      where p.id = any (array(
        select unnest(product_ids) from product_import_part where import_id = ${importId} and action = 'update'))
      order by p.id for key share
    ) locked`);
}

/**
 * Locks the stock of the products that an import gives another stock, status or other categories (which are announced
 * and listed by whether the product is sold out), in the order of their ids. Orders of these products wait.
 */
export async function lockPlannedStock(
  db: Queryable,
  importId: string,
  rejectedIds: ReadonlySet<string>,
): Promise<void> {
  await db.query(sql`
    select count(*) from (
      select s.product_id from product_stock s
      where s.product_id = any (array(
        select planned.id
        from product_import_part part
        cross join lateral json_to_recordset(part.rows) as planned (id text, changes json)
        cross join lateral json_to_record(planned.changes)
          as n (stock integer, status text, category text[], "subCategory" text[])
        where part.import_id = ${importId} and part.action = 'update' and planned.id <> all (${[...rejectedIds]})
          and (n.stock <> 0 or n.status is not null or n.category is not null or n."subCategory" is not null)))
      order by s.product_id for no key update
    ) locked`);
}

type PartKey = Pick<schema.ProductImportPart, 'import_id' | 'position'>;

/**
 * A query of `id` and `changes` of the planned products of a part, except of rejected ones: the values are taken from
 * the stored part, so that they are not sent again.
 */
export function plannedChanges({ import_id, position }: PartKey, rejectedIds: ReadonlySet<string>): Sql {
  return sql`
    select planned.id, planned.changes from product_import_part part
    cross join lateral json_to_recordset(part.rows) as planned (id text, changes json)
    where part.import_id = ${import_id} and part.position = ${position} and planned.id <> all (${[...rejectedIds]})`;
}

/** A query of the planned differences of stock of a part, except of rejected products. */
export function plannedStock(part: PartKey, rejectedIds: ReadonlySet<string>): Sql {
  return sql`
    select id as product_id, n.stock as difference from (${plannedChanges(part, rejectedIds)}) as planned
    cross join lateral json_to_record(planned.changes) as n (stock integer)
    where n.stock <> 0`;
}

/** The time that `now()` returns in this transaction, with which updated products are marked. */
export async function selectTransactionTime(db: Queryable): Promise<Date> {
  return (await db.one<{ now: Date }>(sql`select now()`)).now;
}
