import sql from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import type * as schema from '#server/database/schema.ts';

/** 0 for an account that never had any; `lock` makes other changes of it wait for the end of the transaction. */
export async function selectBalance(
  db: Queryable,
  accountId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<number> {
  const [row] = await db.query<Pick<schema.StoreCredit, 'balance_paise'>>(sql`
    select balance_paise from store_credit where account_id = ${accountId} ${lock ? sql`for update` : sql``}`);
  return row?.balance_paise ?? 0;
}

type NewEntry = Pick<schema.StoreCreditEntry, 'account_id' | 'kind' | 'amount_paise' | 'created_at'> &
  Partial<Pick<schema.StoreCreditEntry, 'order_id' | 'reason' | 'created_by' | 'request_key'>>;

/**
 * False when a grant with the same key was recorded before. Throws a violation of the check when the balance is
 * short.
 */
export async function insertEntry(db: Queryable, entry: NewEntry): Promise<boolean> {
  const rows = await db.query(sql`
    insert into store_credit_entry (id, account_id, kind, amount_paise, order_id, reason, created_by, request_key,
      created_at)
    values (${newId()}, ${entry.account_id}, ${entry.kind}, ${entry.amount_paise}, ${entry.order_id ?? null},
      ${entry.reason ?? null}, ${entry.created_by ?? null}, ${entry.request_key ?? null}, ${entry.created_at})
    on conflict (account_id, request_key) do nothing returning id`);
  return rows.length === 1;
}

export type CreditEntryRow = Pick<
  schema.StoreCreditEntry,
  'id' | 'kind' | 'amount_paise' | 'order_id' | 'reason' | 'created_at'
> & { order_number: string | null; author: string | null };

/** Newest first. */
export function selectEntries(
  db: Queryable,
  accountId: string,
  limit: number | null,
): Promise<CreditEntryRow[]> {
  return db.query<CreditEntryRow>(sql`
    select e.id, e.kind, e.amount_paise, e.order_id, e.reason, e.created_at, o.order_number, a.name as author
    from store_credit_entry e left join customer_order o on o.id = e.order_id left join account a on a.id = e.created_by
    where e.account_id = ${accountId} order by e.created_at desc, e.id desc limit ${limit}`);
}
