import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type { SearchDocument } from '#server/providers/search-engine/search-engine.ts';

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
    select p.id, p.name, searched_brand(p.brand, p.more_details) as brand, p.unit, p.description, nullif(p.family, '') as family,
      array(select s.name from product_sub_category ps join sub_category s on s.id = ps.sub_category_id
        where ps.product_id = p.id order by s.id) as "subCategories",
      array(select c.name from product_category pc join category c on c.id = pc.category_id
        where pc.product_id = p.id order by c.id) as categories
    from unnest(${[...ids]}::text[]) as wanted (id) join product p using (id)
    where p.status = 'active'`);
}
