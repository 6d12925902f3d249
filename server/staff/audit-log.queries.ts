import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

export interface AuditRow extends schema.AuditEntry {
  changes: { field: string; before?: unknown; after?: unknown }[];
}

/** `name` is the present name of the account. */
export async function insertEntries(
  db: Queryable,
  accountId: string,
  entries: readonly Omit<AuditRow, 'account_id' | 'account_name'>[],
): Promise<void> {
  await db.query(sql`
    insert into audit_entry (id, at, account_id, account_name, kind, entity_id, entity_name, action, changes)
    select e.id, e.at, a.id, a.name, e.kind, e.entity_id, e.entity_name, e.action, e.changes
    from json_to_recordset(${JSON.stringify(entries)}::text::json)
      as e (id text, at timestamptz, kind text, entity_id text, entity_name text, action text, changes jsonb)
    join account a on a.id = ${accountId}`);
}

/** Entries without an account; `name` says who acted. */
export async function insertCommandLineEntries(
  db: Queryable,
  name: string,
  entries: readonly Omit<AuditRow, 'account_id' | 'account_name'>[],
): Promise<void> {
  await db.query(sql`
    insert into audit_entry (id, at, account_name, kind, entity_id, entity_name, action, changes)
    select e.id, e.at, ${name}, e.kind, e.entity_id, e.entity_name, e.action, e.changes
    from json_to_recordset(${JSON.stringify(entries)}::text::json)
      as e (id text, at timestamptz, kind text, entity_id text, entity_name text, action text, changes jsonb)`);
}

interface Selection {
  kind: string | null;
  thingId: string | null;
}

interface Slice extends Selection {
  limit: number;
  offset: number;
}

/** One page, newest first; every row carries the total. */
export function selectEntries(
  db: Queryable,
  { kind, thingId, limit, offset }: Slice,
): Promise<(AuditRow & { total_count: number })[]> {
  return db.query<AuditRow & { total_count: number }>(sql`
    select e.*, count(*) over () as total_count
    from audit_entry e
    where ${isSelected({ kind, thingId })}
    order by e.at desc, e.id desc
    limit ${limit} offset ${offset}`);
}

export async function countEntries(db: Queryable, selection: Selection): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from audit_entry e where ${isSelected(selection)}`);
  return row.count;
}

function isSelected({ kind, thingId }: Selection) {
  return sql`
    (${kind}::text is null or e.kind = ${kind}) and (${thingId}::text is null or e.entity_id = ${thingId})`;
}

/** Entries by and about an account, newest first. */
export function selectEntriesOfAccount(db: Queryable, accountId: string): Promise<schema.AuditEntry[]> {
  return db.query<schema.AuditEntry>(sql`
    select * from audit_entry where account_id = ${accountId} or (kind = 'account' and entity_id = ${accountId})
    order by at desc, id desc`);
}

/** Entries about one subject after a time, newest first. */
export function selectEntriesSince(
  db: Queryable,
  kind: string,
  thingId: string,
  since: Date,
): Promise<AuditRow[]> {
  return db.query<AuditRow>(sql`
    select * from audit_entry
    where kind = ${kind} and entity_id = ${thingId} and at > ${since}
    order by at desc, id desc limit 20`);
}
