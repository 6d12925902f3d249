import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';

export type OpeningRow = Omit<schema.StoreOpening, 'is_only'>;

const nothing: OpeningRow = {
  went_live_at: null,
  list_hidden_at: null,
  confirmed_steps: [],
  last_backup_at: null,
  demo_removed_at: null,
};

export async function selectOpening(db: Queryable): Promise<OpeningRow> {
  const [row] = await db.query<OpeningRow>(sql`
    select went_live_at, list_hidden_at, confirmed_steps, last_backup_at, demo_removed_at from store_opening`);
  return row ?? nothing;
}

/** Adds the row if there is none, and locks it until the end of the transaction. */
export async function lockOpening(db: Queryable): Promise<OpeningRow> {
  await db.query(sql`insert into store_opening (is_only) values (true) on conflict do nothing`);
  return db.one<OpeningRow>(sql`
    select went_live_at, list_hidden_at, confirmed_steps, last_backup_at, demo_removed_at from store_opening
    for update`);
}

/** Called under the lock. */
export async function updateOpening(db: Queryable, row: OpeningRow): Promise<void> {
  await db.query(sql`
    update store_opening set went_live_at = ${row.went_live_at}, list_hidden_at = ${row.list_hidden_at},
      confirmed_steps = ${row.confirmed_steps}, last_backup_at = ${row.last_backup_at},
      demo_removed_at = ${row.demo_removed_at}`);
}
