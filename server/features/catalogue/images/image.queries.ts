import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';

/** What the artist needs to draw a picture of the demo catalogue; null for any other picture. */
export async function selectDrawing(db: Queryable, hash: string): Promise<unknown> {
  const [row] = await db.query<{ drawing: unknown }>(sql`select drawing from image where hash = ${hash}`);
  return row?.drawing ?? null;
}

/** Notes an uploaded picture; one that was uploaded before is left as it is. */
export async function insertImage(db: Queryable, hash: string): Promise<void> {
  await db.query(sql`insert into image (hash) values (${hash}) on conflict (hash) do nothing`);
}

/** How many of these pictures there are. */
export async function countImages(db: Queryable, hashes: readonly string[]): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from image where hash = any (${[...hashes]})`);
  return row.count;
}

/** Those of these pictures that there are. */
export async function selectKnownHashes(db: Queryable, hashes: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ hash: string }>(
    sql`select hash from image where hash = any (${[...hashes]})`,
  );
  return rows.map(({ hash }) => hash);
}
