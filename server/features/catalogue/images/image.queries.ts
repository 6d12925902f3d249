import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/schema.ts';

/** Returns the drawing of a demo image; null for any other image. */
export async function selectDrawing(db: Queryable, hash: string): Promise<unknown> {
  const [row] = await db.query<Pick<schema.Image, 'drawing'>>(
    sql`select drawing from image where hash = ${hash}`,
  );
  return row?.drawing ?? null;
}

/** Records an uploaded image, once. */
export async function insertImage(db: Queryable, hash: string): Promise<void> {
  await db.query(sql`insert into image (hash) values (${hash}) on conflict (hash) do nothing`);
}

export async function selectKnownHashes(db: Queryable, hashes: readonly string[]): Promise<string[]> {
  const rows = await db.query<Pick<schema.Image, 'hash'>>(
    sql`select hash from image where hash = any (${[...hashes]})`,
  );
  return rows.map(({ hash }) => hash);
}
