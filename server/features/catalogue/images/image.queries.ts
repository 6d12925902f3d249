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

/** Deletes an uploaded image to which nothing refers. */
export async function deleteUnusedImage(db: Queryable, hash: string, url: string): Promise<void> {
  await db.query(sql`
    delete from image where hash = ${hash} and drawing is null
      and not exists (select from account where avatar = ${url})
      and not exists (select from product where ${url} = any (images))
      and not exists (select from category where image = ${url})
      and not exists (select from sub_category where image = ${url})`);
}

export async function selectKnownHashes(db: Queryable, hashes: readonly string[]): Promise<string[]> {
  const rows = await db.query<Pick<schema.Image, 'hash'>>(
    sql`select hash from image where hash = any (${[...hashes]})`,
  );
  return rows.map(({ hash }) => hash);
}
