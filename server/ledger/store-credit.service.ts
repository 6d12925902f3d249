import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import { toRupees } from '#contract/base/money.ts';
import type { CreditEntry } from '#contract/customers/customer.ts';
import type { Queryable } from '#server/database/connect.ts';
import { isCheckViolation } from '#server/database/database-errors.ts';
import { newId } from '#server/database/id.ts';
import type * as schema from '#server/database/row-types.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';

// The ledger of store credit, table store_credit_entry. Its trigger keeps the balance, which a check keeps from
// falling below zero, and the totals of the order. All code locks an order before the store credit of its shopper.

/** `db` is a transaction. */
type CreditTransaction = Pick<Context, 'db' | 'now'>;

type Order = schema.CustomerOrder;

/** Whether a statement failed because the balance is too small. */
export function isCreditShort(error: unknown): boolean {
  return isCheckViolation(error, 'store_credit_balance_paise_check');
}

/** For an order that uses more store credit than there is, or than it costs; `details` has the balance. */
export async function creditChangedError({ db, caller }: AuthenticatedContext): Promise<AppError> {
  const balanceAmt = toRupees(await selectBalance(db, caller.userId));
  return new AppError('CREDIT_CHANGED', { details: { balanceAmt } });
}

/** Whether an account has this much, until the end of the transaction. */
export async function hasCredit(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  amountPaise: number,
): Promise<boolean> {
  return amountPaise === 0 || (await selectBalance(db, accountId, { lock: true })) >= amountPaise;
}

/** Pays the copy of an order that was paid late with the store credit that the order had used. */
export async function payLatePaidCopyByCredit(
  { db, now }: CreditTransaction,
  { id, user_id, credit_paise }: Pick<Order, 'id' | 'user_id' | 'credit_paise'>,
): Promise<void> {
  if (credit_paise === 0) return;
  await insertEntry(db, {
    account_id: user_id,
    kind: 'ORDER',
    amount_paise: -credit_paise,
    order_id: id,
    created_at: now(),
  });
}

/** Returns store credit that an order had used. */
export async function returnCredit(
  { db, now }: CreditTransaction,
  { id, user_id }: Pick<Order, 'id' | 'user_id'>,
  amountPaise: number,
  reason: string | null,
): Promise<void> {
  await insertEntry(db, {
    account_id: user_id,
    kind: 'RETURN',
    amount_paise: amountPaise,
    order_id: id,
    reason,
    created_at: now(),
  });
}

/** Pays a refund of an order as store credit. */
export async function refundAsCredit(
  { db, now }: CreditTransaction,
  { id, user_id }: Pick<Order, 'id' | 'user_id'>,
  { amountPaise, reason, userId }: { amountPaise: number; reason: string; userId: string },
): Promise<void> {
  await insertEntry(db, {
    account_id: user_id,
    kind: 'REFUND',
    amount_paise: amountPaise,
    order_id: id,
    reason,
    created_by: userId,
    created_at: now(),
  });
}

/** Adds store credit to an account, or takes some back; false for a repeated request. Throws CREDIT_CHANGED. */
export async function grantCredit(
  { db, now, caller, idempotencyKey }: AuthenticatedContext,
  { accountId, amountPaise, reason }: { accountId: string; amountPaise: number; reason: string },
): Promise<boolean> {
  const key = idempotencyKey?.slice(0, 100) ?? null;
  const entry = { account_id: accountId, kind: 'GRANT' as const, amount_paise: amountPaise, reason };
  try {
    return await insertEntry(db, {
      ...entry,
      created_by: caller.userId,
      request_key: key,
      created_at: now(),
    });
  } catch (error) {
    if (!isCreditShort(error)) throw error;
    const message =
      amountPaise < 0
        ? 'The customer has less store credit than that.'
        : 'The customer would have too much store credit.';
    throw new AppError('CREDIT_CHANGED', { message });
  }
}

/** Adds store credit for an order that is late; once for an order. */
export async function grantLateCredit(
  { db, now }: CreditTransaction,
  { id, user_id }: Pick<Order, 'id' | 'user_id'>,
  { amountPaise, reason }: { amountPaise: number; reason: string },
): Promise<void> {
  await insertEntry(db, {
    account_id: user_id,
    kind: 'GRANT',
    amount_paise: amountPaise,
    order_id: id,
    reason,
    request_key: `late-${id}`,
    created_at: now(),
  });
}

/** Ends the store credit of an account that is being deleted. */
export async function closeCredit({ db, now }: CreditTransaction, accountId: string): Promise<void> {
  const balancePaise = await selectBalance(db, accountId, { lock: true });
  if (balancePaise === 0) return;
  await insertEntry(db, {
    account_id: accountId,
    kind: 'CLOSE',
    amount_paise: -balancePaise,
    created_at: now(),
  });
}

const listedEntries = 100;

/** The store credit of an account with its latest entries, newest first; without a limit all of them. */
export async function readCredit(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  limit: number | null = listedEntries,
): Promise<{ balanceAmt: number; entries: (CreditEntry & { by: string | null })[] }> {
  const balancePaise = await selectBalance(db, accountId);
  const rows = await selectEntries(db, accountId, limit);
  return {
    balanceAmt: toRupees(balancePaise),
    entries: rows.map((row) => ({
      _id: row.id,
      at: row.created_at.toISOString(),
      kind: row.kind,
      amount: Math.sign(row.amount_paise) * toRupees(Math.abs(row.amount_paise)),
      order: row.order_id === null ? null : { _id: row.order_id, orderId: row.order_number ?? '' },
      reason: row.reason,
      by: row.author,
    })),
  };
}

/** 0 for an account that never had any; `lock` makes other changes of it wait for the end of the transaction. */
async function selectBalance(
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
async function insertEntry(db: Queryable, entry: NewEntry): Promise<boolean> {
  const rows = await db.query(sql`
    insert into store_credit_entry (id, account_id, kind, amount_paise, order_id, reason, created_by, request_key,
      created_at)
    values (${newId()}, ${entry.account_id}, ${entry.kind}, ${entry.amount_paise}, ${entry.order_id ?? null},
      ${entry.reason ?? null}, ${entry.created_by ?? null}, ${entry.request_key ?? null}, ${entry.created_at})
    on conflict (account_id, request_key) do nothing returning id`);
  return rows.length === 1;
}

type CreditEntryRow = Pick<
  schema.StoreCreditEntry,
  'id' | 'kind' | 'amount_paise' | 'order_id' | 'reason' | 'created_at'
> & { order_number: string | null; author: string | null };

/** Newest first. */
function selectEntries(db: Queryable, accountId: string, limit: number | null): Promise<CreditEntryRow[]> {
  return db.query<CreditEntryRow>(sql`
    select e.id, e.kind, e.amount_paise, e.order_id, e.reason, e.created_at, o.order_number, a.name as author
    from store_credit_entry e left join customer_order o on o.id = e.order_id left join account a on a.id = e.created_by
    where e.account_id = ${accountId} order by e.created_at desc, e.id desc limit ${limit}`);
}
