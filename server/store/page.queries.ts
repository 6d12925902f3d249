import sql from 'sql-template-tag';
import type { StorePageName } from '#contract/store/store-page-names.ts';
import type { StorePageVersion } from '#contract/store/store-pages.ts';
import type { Queryable } from '#server/database/connect.ts';

interface VersionRow extends Omit<StorePageVersion, 'changedAt'> {
  changedAt: Date;
}

const toVersion = ({ changedAt, ...row }: VersionRow): StorePageVersion => ({
  ...row,
  changedAt: changedAt.toISOString(),
});

const versions = sql`
  select page, version, english, hindi, is_published as "isPublished", changed_at as "changedAt", a.name as "changedBy"
  from page_version join account a on a.id = changed_by`;

/** The newest version of each page that was ever saved. */
export async function selectPages(db: Queryable): Promise<StorePageVersion[]> {
  const rows = await db.query<VersionRow>(sql`
    select distinct on (page) * from (${versions}) version order by page, version desc`);
  return rows.map(toVersion);
}

/** The last versions of a page, newest first. */
export async function selectVersions(
  db: Queryable,
  page: StorePageName,
  limit: number,
): Promise<StorePageVersion[]> {
  const rows = await db.query<VersionRow>(sql`
    ${versions} where page = ${page} order by version desc limit ${limit}`);
  return rows.map(toVersion);
}

interface NewVersion {
  page: StorePageName;
  version: number;
  english: string;
  hindi: string;
  isPublished: boolean;
  changedBy: string;
  changedAt: Date;
}

/** Returns false unless `version` is the next one: another administrator was faster. */
export async function insertVersion(db: Queryable, version: NewVersion): Promise<boolean> {
  const rows = await db.query(sql`
    insert into page_version (page, version, english, hindi, is_published, changed_by, changed_at)
    select ${version.page}, ${version.version}, ${version.english}, ${version.hindi}, ${version.isPublished},
      ${version.changedBy}, ${version.changedAt}::timestamptz
    where ${version.version} = (select coalesce(max(version), 0) + 1 from page_version where page = ${version.page})
    on conflict do nothing
    returning page`);
  return rows.length > 0;
}
