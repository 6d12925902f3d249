import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';

/** Keeps the time of the first removal. */
export async function setDemoRemoved(db: Queryable, at: Date): Promise<void> {
  await db.query(sql`
    insert into store_opening (demo_removed_at) values (${at})
    on conflict (is_only) do update
    set demo_removed_at = coalesce(store_opening.demo_removed_at, excluded.demo_removed_at)`);
}
