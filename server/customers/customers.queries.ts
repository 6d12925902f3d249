import sql, { type Sql } from 'sql-template-tag';
import { toPhoneSearch } from '#contract/base/phone-number.ts';
import { toWordQuery } from '#server/base/word-query.ts';
import type { Queryable } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import type * as schema from '#server/database/row-types.ts';

export interface CustomerRow
  extends Pick<
    schema.Account,
    | 'id'
    | 'name'
    | 'email'
    | 'verify_email'
    | 'mobile'
    | 'role'
    | 'status'
    | 'blocked_at'
    | 'blocked_reason'
    | 'created_at'
  > {
  orders: number;
  spent_paise: number;
  last_order_at: Date | null;
  uncounted_orders: number;
  credit_paise: number;
}

function customerColumns() {
  return sql`
    a.id, a.name, a.email, a.verify_email, a.mobile, a.role, a.status, a.blocked_at, a.blocked_reason, a.created_at,
    bought.orders, bought.spent_paise, bought.last_order_at,
    (select count(*)::integer from customer_order where user_id = a.id) - bought.orders as uncounted_orders,
    coalesce((select balance_paise from store_credit c where c.account_id = a.id), 0) as credit_paise`;
}

function fromBought() {
  return sql`
    cross join lateral (
      select count(*)::integer as orders, coalesce(sum(o.total_paise), 0)::bigint as spent_paise,
        max(o.created_at) as last_order_at
      from sales_order o where o.user_id = a.id
    ) bought`;
}

export interface CustomerFilter {
  search: string;
  filter: 'ALL' | 'BLOCKED' | 'CREDIT';
}

/** Newest first. Orders and spend are added up for the rows of the page only. */
export function selectCustomers(
  db: Queryable,
  filter: CustomerFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<CustomerRow[]> {
  return db.query<CustomerRow>(sql`
    select ${customerColumns()}
    from (
      select a.* from account a where ${conditions(filter)}
      order by a.created_at desc, a.id desc limit ${limit} offset ${offset}
    ) a ${fromBought()}
    order by a.created_at desc, a.id desc`);
}

export async function countCustomers(db: Queryable, filter: CustomerFilter): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from account a where ${conditions(filter)}`);
  return row.count;
}

function conditions({ search, filter }: CustomerFilter): Sql {
  const matching = search === '' ? sql`` : sql`and a.id in (${matchingIds(search)})`;
  if (filter === 'BLOCKED') return sql`a.deleted_at is null and a.blocked_at is not null ${matching}`;
  if (filter === 'CREDIT')
    return sql`a.deleted_at is null and a.id in (select account_id from store_credit where balance_paise > 0) ${matching}`;
  return sql`a.deleted_at is null ${matching}`;
}

/** One subquery for each kind of text, so that each uses its index. */
function matchingIds(search: string): Sql {
  const words = toWordQuery(search);
  const digits = toPhoneSearch(search);
  const phone = `${digits?.slice(-10)}%`;
  const number = /^(?:ORD-)?([0-9A-Z]{2,8})$/i.exec(search)?.[1];
  const byWord =
    words === null
      ? sql`select id from account where false`
      : sql`select id from account where customer_words(name, email) @@ to_tsquery('simple', ${words})
          and deleted_at is null`;
  const byPhone = sql`
    union select id from account where mobile <> '' and phone_digits(mobile) like ${phone}
    union select user_id from address where phone_digits(mobile) like ${phone}`;
  const byNumber = sql`
    union select user_id from customer_order where order_number like ${`ORD-${number?.toUpperCase()}%`}`;
  return sql`${byWord} ${digits === null ? sql`` : byPhone} ${number === undefined ? sql`` : byNumber}`;
}

/** Null for an account that does not exist or is deleted. */
export async function findCustomer(db: Queryable, id: string): Promise<CustomerRow | null> {
  const [row] = await db.query<CustomerRow>(sql`
    select ${customerColumns()} from account a ${fromBought()} where a.id = ${id} and a.deleted_at is null`);
  return row ?? null;
}

export type CustomerOrderRow = Pick<
  schema.CustomerOrder,
  'id' | 'order_number' | 'status' | 'total_paise' | 'created_at'
>;

/** Newest first. */
export function selectCustomerOrders(
  db: Queryable,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<CustomerOrderRow[]> {
  return db.query<CustomerOrderRow>(sql`
    select id, order_number, status, total_paise, created_at from customer_order
    where user_id = ${accountId} order by created_at desc, id desc limit ${limit} offset ${offset}`);
}

export async function countCustomerOrders(db: Queryable, accountId: string): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from customer_order where user_id = ${accountId}`);
  return row.count;
}

export type NoteRow = Pick<schema.CustomerNote, 'id' | 'text' | 'written_at'> & { author: string };

/** Newest first. */
export function selectNotes(db: Queryable, accountId: string): Promise<NoteRow[]> {
  return db.query<NoteRow>(sql`
    select n.id, n.text, n.written_at, a.name as author from customer_note n join account a on a.id = n.written_by
    where n.account_id = ${accountId} order by n.written_at desc, n.id desc`);
}

export async function insertNote(
  db: Queryable,
  note: Pick<schema.CustomerNote, 'account_id' | 'text' | 'written_by' | 'written_at'>,
): Promise<void> {
  await db.query(sql`
    insert into customer_note (id, account_id, text, written_by, written_at)
    values (${newId()}, ${note.account_id}, ${note.text}, ${note.written_by}, ${note.written_at})`);
}

/** Possible for a deleted account only. */
export async function deleteNotes(db: Queryable, accountId: string): Promise<void> {
  await db.query(sql`delete from customer_note where account_id = ${accountId}`);
}
