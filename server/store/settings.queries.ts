import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

/** A version of the settings, as JSON text. */
export type SettingsRow = Pick<schema.StoreSettings, 'version' | 'changed_at'> & { settings: string };

/** The newest version; null before the first change. */
export async function selectSettings(db: Queryable): Promise<SettingsRow | null> {
  const [row] = await db.query<SettingsRow>(sql`
    select version, changed_at, settings::text as settings from store_settings order by version desc limit 1`);
  return row ?? null;
}

/** A version of the settings. */
export async function selectVersion(db: Queryable, version: number): Promise<SettingsRow | null> {
  const [row] = await db.query<SettingsRow>(sql`
    select version, changed_at, settings::text as settings from store_settings where version = ${version}`);
  return row ?? null;
}

/** Returns null if the version exists: another administrator was faster. */
export async function insertSettings(
  db: Queryable,
  { version, settings, changedBy }: { version: number; settings: unknown; changedBy: string | null },
): Promise<SettingsRow | null> {
  const [row] = await db.query<SettingsRow>(sql`
    insert into store_settings (version, settings, changed_by)
    select ${version}, ${JSON.stringify(settings)}::text::jsonb, ${changedBy}
    where ${version} = (select coalesce(max(version), 0) + 1 from store_settings)
    on conflict do nothing
    returning version, changed_at, settings::text as settings`);
  return row ?? null;
}
