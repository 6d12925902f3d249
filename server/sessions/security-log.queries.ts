import sql, { join } from 'sql-template-tag';
import { securityEventDays } from '#contract/base/durations.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { EventRow } from './security-log.ts';

/**
 * Stores events; those that are stored already are left out, because the answer to an earlier attempt may have been
 * lost.
 */
export async function insertEvents(db: Queryable, rows: readonly EventRow[]): Promise<void> {
  await db.query(sql`
    insert into security_event (id, at, kind, account_id, actor, network, request_id, count, details)
    select e.id, e.at, e.kind, coalesce(e.account_id, a.id), e.actor, e.network, e.request_id, e.count, e.details
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as e (id text, at timestamptz, kind text, account_id text, email text, actor text, network text, request_id text,
        count integer, details jsonb)
    left join account a on a.email = e.email
    on conflict (id) do nothing`);
}

export interface EventSelection {
  kind: string | null;
  email: string | null;
  from: Date | null;
  until: Date | null;
  /** The id of an event: only earlier ones. */
  before: string | null;
  limit: number;
}

export interface ListedEventRow extends schema.SecurityEvent {
  name: string | null;
  email: string | null;
}

/** Newest first, with name and address of accounts that exist. */
export function selectEvents(db: Queryable, selection: EventSelection): Promise<ListedEventRow[]> {
  const { kind, email, from, until, before, limit } = selection;
  // Without the conditions that are not given, so that the others find their index.
  const conditions = [
    sql`true`,
    ...(kind === null ? [] : [sql`e.kind = ${kind}`]),
    ...(email === null ? [] : [sql`e.account_id = (select id from account where email = ${email})`]),
    ...(from === null ? [] : [sql`e.at >= ${from}`]),
    ...(until === null ? [] : [sql`e.at < ${until}`]),
    ...(before === null
      ? []
      : [sql`(e.at, e.id) < (select at, id from security_event where id = ${before})`]),
  ];
  return db.query<ListedEventRow>(sql`
    select e.*, a.name, a.email
    from security_event e left join account a on a.id = e.account_id and a.deleted_at is null
    where ${join(conditions, ' and ')}
    order by e.at desc, e.id desc
    limit ${limit}`);
}

export function selectEventsOfAccount(
  db: Queryable,
  accountId: string,
  limit: number,
): Promise<schema.SecurityEvent[]> {
  return db.query<schema.SecurityEvent>(sql`
    select * from security_event where account_id = ${accountId} order by at desc, id desc limit ${limit}`);
}

/** Events of the operator in the last hour, by kind. */
export function countOperatorEvents(db: Queryable): Promise<{ kind: string; count: number }[]> {
  return db.query<{ kind: string; count: number }>(sql`
    select kind, count(*) as count from security_event
    where at > now() - interval '1 hour' and actor is not null
    group by kind`);
}

/** Deletes expired events; returns how many. */
export async function deleteExpiredEvents(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from security_event where id in (
      select id from security_event where at <= now() - ${securityEventDays} * interval '1 day' order by at limit ${limit})
    returning id`);
  return rows.length;
}
