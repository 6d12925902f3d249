import { AppError } from '#contract/base/errors.ts';
import { toRupees } from '#contract/base/money.ts';
import type { CreditEntry } from '#contract/customers/customer.ts';
import type * as schema from '#server/database/schema.ts';
import { isCheckViolation } from '#server/database/violations.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import * as queries from './store-credit.queries.ts';

// The ledger of store credit, table store_credit_entry. Its trigger keeps the balance, which a check keeps from
// falling below zero, and the totals of the order. All code locks an order before the store credit of its shopper.

/** `db` is a transaction. */
type CreditTransaction = Pick<Context, 'db' | 'now'>;

type Order = schema.CustomerOrder;

/** Whether a statement failed because the balance is too small. */
export function isCreditShort(error: unknown): boolean {
  return isCheckViolation(error, 'store_credit_balance_paise_check');
}

/** The error for an order that uses more store credit than there is, or than it costs; its details have the balance. */
export async function creditChangedError({ db, caller }: AuthenticatedContext): Promise<AppError> {
  const balanceAmt = toRupees(await queries.selectBalance(db, caller.userId));
  return new AppError('CREDIT_CHANGED', { details: { balanceAmt } });
}

/** Whether an account has this much, until the end of the transaction. */
export async function hasCredit(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  amountPaise: number,
): Promise<boolean> {
  return amountPaise === 0 || (await queries.selectBalance(db, accountId, { lock: true })) >= amountPaise;
}

/** Pays the replacement of an order that was paid late with the store credit that the order had used. */
export async function payReplacement(
  { db, now }: CreditTransaction,
  { id, user_id, credit_paise }: Pick<Order, 'id' | 'user_id' | 'credit_paise'>,
): Promise<void> {
  if (credit_paise === 0) return;
  await queries.insertEntry(db, {
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
  await queries.insertEntry(db, {
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
  await queries.insertEntry(db, {
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
    return await queries.insertEntry(db, {
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

/** Ends the store credit of an account that is being deleted. */
export async function closeCredit({ db, now }: CreditTransaction, accountId: string): Promise<void> {
  const balancePaise = await queries.selectBalance(db, accountId, { lock: true });
  if (balancePaise === 0) return;
  await queries.insertEntry(db, {
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
  const balancePaise = await queries.selectBalance(db, accountId);
  const rows = await queries.selectEntries(db, accountId, limit);
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
