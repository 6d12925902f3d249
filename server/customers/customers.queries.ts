import sql, { type Sql } from 'sql-template-tag';
import { maximumCounted, maximumFound } from '#contract/base/limits.ts';
import { toPhoneSearch } from '#contract/base/phone-number.ts';
import type { PageRange } from '#server/base/select-page.ts';
import { startsWith, toWordQuery } from '#server/base/word-query.ts';
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
    | 'status'
    | 'blocked_at'
    | 'blocked_reason'
    | 'created_at'
  > {
  is_staff: boolean;
  orders: number;
  spent_paise: number;
  last_order_at: Date | null;
  uncounted_orders: number;
  credit_paise: number;
}

function customerColumns() {
  return sql`
    a.id, a.name, a.email, a.verify_email, a.mobile, a.status, a.blocked_at, a.blocked_reason, a.created_at,
    exists (select from staff_role where account_id = a.id) as is_staff,
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

export type CustomerFilter = 'ALL' | 'BLOCKED' | 'CREDIT';

export async function selectCustomerIds(
  db: Queryable,
  filter: CustomerFilter,
  { limit, offset }: PageRange,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select a.id from account a where ${conditions(filter)} ${newestFirst} limit ${limit} offset ${offset}`);
  return rows.map(({ id }) => id);
}

/** At most `maximumCounted`. */
export async function countCustomers(db: Queryable, filter: CustomerFilter): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from (select from account a where ${conditions(filter)} limit ${maximumCounted}) as counted`);
  return row.count;
}

/** Accounts in the order of `ids`. */
export function selectCustomers(db: Queryable, ids: readonly string[]): Promise<CustomerRow[]> {
  return db.query<CustomerRow>(sql`
    select ${customerColumns()}
    from unnest(${[...ids]}::text[]) with ordinality as wanted (id, place)
    join account a on a.id = wanted.id ${fromBought()}
    order by wanted.place`);
}

const newestFirst = sql`order by a.created_at desc, a.id desc`;

function conditions(filter: CustomerFilter): Sql {
  if (filter === 'BLOCKED') return sql`a.deleted_at is null and a.blocked_at is not null`;
  if (filter === 'CREDIT')
    return sql`a.deleted_at is null and a.id in (select account_id from store_credit where balance_paise > 0)`;
  return sql`a.deleted_at is null`;
}

// If more accounts have the words, those among the newest are found, too: as many as the first pages show.
const newestAccounts = 1000;
const maximumNewest = 100;

/** At most `maximumFound` accounts, newest first. One subquery for each kind of text, so that each uses its index. */
export async function searchCustomerIds(
  db: Queryable,
  filter: CustomerFilter,
  search: string,
): Promise<string[]> {
  const words = toWordQuery(search);
  const digits = toPhoneSearch(search)?.slice(-10);
  const number = /^(?:ORD-)?([0-9A-Z]{2,8})$/i.exec(search)?.[1]?.toUpperCase();
  const hasWords = sql`customer_words(a.name, a.email) @@ to_tsquery('simple', ${words})`;
  const rows = await db.query<{ id: string }>(sql`
    with named as materialized (
      select a.id, a.created_at from account a
      where ${words === null ? sql`false` : hasWords} and ${conditions(filter)} limit ${maximumFound}
    )
    select a.id from (
      select id, created_at from named
      ${words === null ? sql`` : sql`union (${newestNamed(filter, hasWords)})`}
      ${digits === undefined ? sql`` : sql`union (${accountsByPhone(filter, digits)})`}
      ${number === undefined ? sql`` : sql`union (${accountsByOrder(filter, number)})`}
    ) a
    ${newestFirst} limit ${maximumFound}`);
  return rows.map(({ id }) => id);
}

/** Reads nothing unless there are more accounts with the words than `named` has. */
function newestNamed(filter: CustomerFilter, hasWords: Sql): Sql {
  return sql`
    select a.id, a.created_at
    from (select a.* from account a where ${conditions(filter)} ${newestFirst} limit ${newestAccounts}) a
    where (select count(*) from named) = ${maximumFound} and ${hasWords} limit ${maximumNewest}`;
}

function accountsByPhone(filter: CustomerFilter, digits: string): Sql {
  return sql`
    (select a.id, a.created_at from account a
      where a.mobile <> '' and ${startsWith(sql`phone_digits(a.mobile)`, digits)} and ${conditions(filter)} limit ${maximumFound})
    union all (select a.id, a.created_at from address d join account a on a.id = d.user_id
      where ${startsWith(sql`phone_digits(d.mobile)`, digits)} and ${conditions(filter)} limit ${maximumFound})`;
}

function accountsByOrder(filter: CustomerFilter, number: string): Sql {
  return sql`
    select a.id, a.created_at from customer_order o join account a on a.id = o.user_id
    where ${startsWith(sql`o.order_number`, `ORD-${number}`)} and ${conditions(filter)} limit ${maximumFound}`;
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
