import type { ParsedInput } from '#contract/api.ts';
import { toPaging } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise, toPaise, toRupees } from '#contract/base/money.ts';
import type { Customer, CustomerDetails } from '#contract/customers/customer.ts';
import type { AuditAction, RecordedAccount } from '#contract/reports/recorded.ts';
import { listAddresses } from '#server/addresses/addresses.service.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { lockAccount, setAccountBlock } from '#server/identity/account.service.ts';
import { forgetFormerBlocks } from '#server/identity/customer-digest.service.ts';
import { grantCredit, readCredit } from '#server/ledger/store-credit.service.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
import * as queries from './customers.queries.ts';

/** One page of accounts, newest first. Orders and spend are added up for its rows only. */
export async function listCustomers({ db }: Context, query: ParsedInput<'listCustomers'>) {
  const { page, limit, filter, search } = query;
  const offset = (page - 1) * limit;
  if (search !== '') {
    const found = await queries.searchCustomerIds(db, filter, search);
    const rows = await queries.selectCustomers(db, found.slice(offset, offset + limit));
    return { data: rows.map(toCustomer), ...toPaging(found.length, page, limit) };
  }
  const [ids, totalCount] = await Promise.all([
    queries.selectCustomerIds(db, filter, { limit, offset }),
    queries.countCustomers(db, filter),
  ]);
  const rows = await queries.selectCustomers(db, ids);
  return { data: rows.map(toCustomer), ...toPaging(totalCount, page, limit) };
}

/** Throws NOT_FOUND, also for a deleted account. */
export async function getCustomer(context: AuthenticatedContext, id: string): Promise<CustomerDetails> {
  const { db } = context;
  const row = await queries.findCustomer(db, id);
  if (row === null) throw customerNotFound();
  const addresses = await listAddresses({ ...context, caller: { ...context.caller, userId: id } });
  const notes = await queries.selectNotes(db, id);
  return {
    ...toCustomer(row),
    blockedReason: row.blocked_reason,
    addresses,
    notes: notes.map(({ id: _id, written_at, author, text }) => ({
      _id,
      at: written_at.toISOString(),
      by: author,
      text,
    })),
    credit: (await readCredit(context, id)).entries,
  };
}

function toCustomer(row: queries.CustomerRow): Customer {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    isEmailVerified: row.verify_email,
    mobile: row.mobile,
    isStaff: row.is_staff,
    isSuspended: row.status === 'Suspended',
    blockedAt: row.blocked_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    orders: row.orders,
    spentAmt: toRupees(row.spent_paise),
    lastOrderAt: row.last_order_at?.toISOString() ?? null,
    uncountedOrders: row.uncounted_orders,
    creditAmt: toRupees(row.credit_paise),
  };
}

/** One page of the orders of an account, newest first. */
export async function listCustomerOrders({ db }: Context, query: ParsedInput<'listCustomerOrders'>) {
  const { _id, page, limit } = query;
  const [rows, totalCount] = await Promise.all([
    queries.selectCustomerOrders(db, _id, { limit, offset: (page - 1) * limit }),
    queries.countCustomerOrders(db, _id),
  ]);
  const data = rows.map((row) => ({
    _id: row.id,
    orderId: row.order_number,
    status: row.status,
    totalAmt: toRupees(row.total_paise),
    createdAt: row.created_at.toISOString(),
  }));
  return { data, ...toPaging(totalCount, page, limit) };
}

/** Throws NOT_FOUND. */
export async function addCustomerNote(
  context: AuthenticatedContext,
  { _id, text }: ParsedInput<'addCustomerNote'>,
): Promise<CustomerDetails> {
  await requireCustomer(context, _id);
  const { db, caller, now } = context;
  await queries.insertNote(db, { account_id: _id, text, written_by: caller.userId, written_at: now() });
  return getCustomer(context, _id);
}

/**
 * Blocks an account, whose next order is refused in every process, or unblocks it. Orders that are placed stay.
 * Throws NOT_FOUND, CONFLICT for a person of the staff.
 */
export async function blockCustomer(
  context: AuthenticatedContext,
  { _id, isBlocked, reason }: ParsedInput<'blockCustomer'>,
): Promise<CustomerDetails> {
  const isChanged = await inTransaction(context, async (transaction) => {
    const account = await requireCustomer(transaction, _id);
    if (account.roles.length > 0)
      throw new AppError('CONFLICT', { message: 'A person of the staff cannot be blocked.' });
    if ((account.blocked_at !== null) === isBlocked) return false;
    const block = isBlocked ? { at: transaction.now(), reason: reason ?? '' } : null;
    await setAccountBlock(transaction, _id, block);
    if (!isBlocked) await forgetFormerBlocks(transaction, account);
    await recordAccountChange(
      transaction,
      account,
      isBlocked ? 'blocked' : 'unblocked',
      { isBlocked: !isBlocked },
      { isBlocked, ...(reason !== undefined && { reason }) },
    );
    return true;
  });
  if (isChanged)
    context.securityLog.record(context, {
      kind: isBlocked ? 'customer-blocked' : 'customer-unblocked',
      accountId: _id,
      details: { by: context.caller.userId },
    });
  return getCustomer(context, _id);
}

/** Adds store credit, or takes some back. A repeated request changes nothing. Throws NOT_FOUND, CREDIT_CHANGED. */
export async function grantStoreCredit(
  context: AuthenticatedContext,
  { _id, amount, reason }: ParsedInput<'grantStoreCredit'>,
): Promise<CustomerDetails> {
  const amountPaise = Math.sign(amount) * toPaise(Math.abs(amount));
  const isNew = await inTransaction(context, async (transaction) => {
    const account = await requireCustomer(transaction, _id);
    const { balanceAmt } = await readCredit(transaction, _id, 0);
    if (!(await grantCredit(transaction, { accountId: _id, amountPaise, reason }))) return false;
    const after = toRupees(toPaise(balanceAmt) + amountPaise);
    await recordAccountChange(
      transaction,
      account,
      'credited',
      { creditAmt: balanceAmt },
      { creditAmt: after, reason },
    );
    return true;
  });
  if (isNew)
    context.securityLog.record(context, {
      kind: 'store-credit-granted',
      accountId: _id,
      details: { by: context.caller.userId, amount: formatPaise(amountPaise) },
    });
  return getCustomer(context, _id);
}

function recordAccountChange(
  transaction: AuthenticatedContext,
  { id, name }: { id: string; name: string },
  action: AuditAction,
  before: Partial<RecordedAccount>,
  after: Partial<RecordedAccount>,
): Promise<void> {
  return recordChanges(transaction, [
    { kind: 'account', thingId: id, thingName: name, action, before, after },
  ]);
}

/** Throws NOT_FOUND. Locks the account, so that changes of one account wait for each other. */
async function requireCustomer(context: Pick<Context, 'db'>, id: string) {
  const account = await lockAccount(context, id);
  if (account === null) throw customerNotFound();
  return account;
}

function customerNotFound(): AppError {
  return new AppError('NOT_FOUND', { message: 'This customer could not be found.' });
}
