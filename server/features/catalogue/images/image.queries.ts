import type { Sql } from '#server/database/connect.ts';

/** What the artist needs to draw a picture of the demo catalogue; null for any other picture. */
export async function selectDrawing(sql: Sql, hash: string): Promise<unknown> {
  const [row] = await sql<{ drawing: unknown }[]>`select drawing from image where hash = ${hash}`;
  return row?.drawing ?? null;
}

/** Notes an uploaded picture; one that was uploaded before is left as it is. */
export async function insertImage(sql: Sql, hash: string): Promise<void> {
  await sql`insert into image (hash) values (${hash}) on conflict (hash) do nothing`;
}

/** How many of these pictures there are. */
export async function countImages(sql: Sql, hashes: readonly string[]): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from image where hash = any (${[...hashes]})`;
  return row.count;
}

/** Those of these pictures that there are. */
export async function selectKnownHashes(sql: Sql, hashes: readonly string[]): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`select hash from image where hash = any (${[...hashes]})`;
  return rows.map(({ hash }) => hash);
}
