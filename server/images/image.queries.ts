import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

/**
 * Records that the files of an image are being stored, and keeps the job that deletes files from it for an hour. A
 * new image exists for others after `completeUpload`. Returns false while its files are being deleted.
 */
export async function beginUpload(db: Queryable, hash: string): Promise<boolean> {
  const begun = await db.query(sql`
    insert into image (hash, removed_at) values (${hash}, now())
    on conflict (hash) do update set used_at = now(), unused_since = null,
      removed_at = case when image.removed_at is not null then now() end
    where image.removed_at is null or image.removed_at <= now()
    returning hash`);
  return begun.length > 0;
}

export async function completeUpload(db: Queryable, hash: string): Promise<void> {
  await db.query(sql`
    insert into image (hash) values (${hash})
    on conflict (hash) do update set used_at = now(), unused_since = null, removed_at = null`);
}

/** Marks an uploaded image to which nothing refers as removed. */
export async function removeUnusedImage(db: Queryable, hash: string, url: string): Promise<void> {
  await db.query(sql`
    update image set removed_at = now() where hash = ${hash} and drawing is null and removed_at is null
      and not exists (select from account where avatar = ${url})
      and not exists (select from product where ${url} = any (images))
      and not exists (select from category where image = ${url})
      and not exists (select from sub_category where image = ${url})
      and not exists (select from banner where ${url} in (image, phone_image))
      and not exists (select from store_settings where settings #>> '{branding,logo,url}' = ${url})`);
}

/** Whether the image is or was the logo of the store: emails that were sent show a former one. */
export async function isLogo(db: Queryable, url: string): Promise<boolean> {
  const rows = await db.query(
    sql`select from store_settings where settings #>> '{branding,logo,url}' = ${url} limit 1`,
  );
  return rows.length > 0;
}

/** Those that exist. */
export async function selectKnownHashes(db: Queryable, hashes: readonly string[]): Promise<string[]> {
  const rows = await db.query<Pick<schema.Image, 'hash'>>(
    sql`select hash from image where hash = any (${[...hashes]}) and removed_at is null`,
  );
  return rows.map(({ hash }) => hash);
}

/**
 * Those that exist. None is removed in the 23 hours that follow, nor in the caller's transaction, so that what refers
 * to it can be stored until then.
 */
export async function touchKnownHashes(db: Queryable, hashes: readonly string[]): Promise<string[]> {
  // Locked always in the same order: two transactions would wait for each other. Images of the demo catalogue are
  // never removed.
  const rows = await db.query<Pick<schema.Image, 'hash'>>(sql`
    with uploaded as (
      select hash, used_at from image
      where hash = any (${[...hashes]}) and drawing is null and removed_at is null
      order by hash for no key update),
    touched as (
      update image set used_at = now(), unused_since = null from uploaded
      where image.hash = uploaded.hash and uploaded.used_at < now() - interval '1 hour')
    select hash from uploaded
    union all select hash from image where hash = any (${[...hashes]}) and drawing is not null`);
  return rows.map(({ hash }) => hash);
}

/** Notes since when nothing refers to an uploaded image, of those that were last used before `hours`. */
export async function markUnusedImages(db: Queryable, hours: number): Promise<void> {
  await db.query(sql`
    update image set unused_since = null
    where unused_since is not null and hash in (select hash from referenced_image)`);
  await db.query(sql`
    update image set unused_since = now()
    where drawing is null and unused_since is null and removed_at is null
      and used_at < now() - ${hours} * interval '1 hour' and hash not in (select hash from referenced_image)`);
}

/** Locks up to `limit` images to which nothing has referred for `hours`: what refers to them waits. */
export async function lockUnusedImages(db: Queryable, hours: number, limit: number): Promise<string[]> {
  const rows = await db.query<Pick<schema.Image, 'hash'>>(sql`
    select hash from image where removed_at is null and unused_since < now() - ${hours} * interval '1 hour'
    order by hash limit ${limit} for update`);
  return rows.map(({ hash }) => hash);
}

/** Marks locked images as removed, except those to which something refers by now. */
export async function removeLockedImages(db: Queryable, hashes: readonly string[]): Promise<void> {
  await db.query(sql`
    with used as (select hash from referenced_image)
    update image set
      removed_at = case when hash not in (select hash from used) then now() end,
      unused_since = case when hash not in (select hash from used) then unused_since end
    where hash = any (${[...hashes]})`);
}

/**
 * Chooses an image that was removed before `hours` and reserves it for `minutes`, in which no other process deletes or
 * stores its files. Null when there is none.
 */
export async function reserveRemovedImage(
  db: Queryable,
  { hours, minutes }: { hours: number; minutes: number },
): Promise<string | null> {
  const [row] = await db.query<Pick<schema.Image, 'hash'>>(sql`
    update image set removed_at = now() + ${minutes} * interval '1 minute' where hash = (
      select hash from image where removed_at < now() - ${hours} * interval '1 hour'
      order by removed_at limit 1 for update skip locked)
    returning hash`);
  return row?.hash ?? null;
}

/** Deletes an image whose files have been deleted while it was reserved. */
export async function deleteReservedImage(db: Queryable, hash: string): Promise<void> {
  await db.query(sql`delete from image where hash = ${hash} and removed_at > now()`);
}
