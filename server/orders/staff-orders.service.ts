import type { ParsedInput } from '#contract/api.ts';
import { dayMs } from '#contract/base/durations.ts';
import { toPaging } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise, toRupees } from '#contract/base/money.ts';
import { toAmountDue, toRefundDue } from '#contract/ledger/settle-refund.ts';
import type { Order } from '#contract/orders/order.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { findHsnDoubt } from '#contract/products/hsn-codes.ts';
import type { RecordedOrder } from '#contract/reports/recorded.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context, StaffContext } from '#server/http/context.ts';
import { recordReceipt, toOrderMoney } from '#server/ledger/ledger.ts';
import { requirePermission, requireStepUp } from '#server/sessions/access-control.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import {
  applyOrderEvent,
  type LockedOrder,
  lockOrder,
  notifyOrderChange,
  orderNotFound,
  requireAllowed,
  requireDeliverable,
  requireNotTaken,
} from './change-order-status.ts';
import { selectHistory } from './order.queries.ts';
import { settleLines } from './order-lines.ts';
import * as queries from './staff-orders.queries.ts';
import { toOrderDetails, toOrderStep, toReceipt, toStaffDelivery } from './to-order.ts';
import { searchedData, toVisibleOrder } from './visible-order.ts';

type ListedStatus = ParsedInput<'listBoard'>['status'];
type ChangeInput = ParsedInput<'changeOrders'>;

/**
 * A transfer by UPI to an order that is cancelled arrives, or is on the next statement, within this time of the
 * order.
 */
const lateTransferMs = 7 * dayMs;

/** One page of orders for staff: open ones in the order in which work must begin, others newest first. */
export async function listStaffOrders(context: StaffContext, query: ParsedInput<'listBoard'>) {
  const { status, search, page, limit } = query;
  const filter = {
    statuses: statusesOf(status),
    sortBy: sortOf(status),
    isRefundDue: status === 'OWED',
    isUnpaid: status === 'UNPAID',
    unpaidSince: status === 'UNPAID_CANCELLED' ? new Date(context.now().getTime() - lateTransferMs) : null,
  };
  const offset = (page - 1) * limit;
  if (search !== '') {
    const found = await queries.searchStaffOrderIds(context.db, filter, {
      search,
      searched: searchedData(context),
    });
    const data = await loadStaffOrders(context, found.slice(offset, offset + limit));
    return { data, ...toPaging(found.length, page, limit) };
  }
  const [ids, totalCount] = await Promise.all([
    queries.selectStaffOrderIds(context.db, filter, { limit, offset }),
    queries.countStaffOrders(context.db, filter),
  ]);
  return { data: await loadStaffOrders(context, ids), ...toPaging(totalCount, page, limit) };
}

function sortOf(status: ListedStatus): queries.StaffOrderSort {
  if (status === 'OPEN') return 'work';
  return status === 'UNPAID' ? 'oldest' : 'newest';
}

// An unpaid order is not open for staff: it is not packed.
const openStatuses = ['PLACED', 'PACKING', 'OUT_FOR_DELIVERY'] as const;

/** Null for all. */
function statusesOf(status: ListedStatus): readonly Order['status'][] | null {
  if (status === 'OPEN') return openStatuses;
  if (status === 'UNPAID_CANCELLED') return ['CANCELLED'];
  return status === 'ALL' || status === 'OWED' || status === 'UNPAID' ? null : [status];
}

/** An order as the caller may see it. Throws NOT_FOUND. */
export async function getStaffOrder(context: StaffContext, id: string): Promise<StaffOrder> {
  return toVisibleOrder(await getWholeOrder(context, id), context);
}

/** An order with all personal data, for its shopper and for documents. Throws NOT_FOUND. */
export async function getWholeOrder(context: Pick<Context, 'db'>, id: string): Promise<StaffOrder> {
  const [order] = await loadWholeOrders(context, [id]);
  if (order === undefined) throw orderNotFound();
  return order;
}

/** Orders as the caller may see them. */
async function loadStaffOrders(context: StaffContext, ids: readonly string[]): Promise<StaffOrder[]> {
  return (await loadWholeOrders(context, ids)).map((order) => toVisibleOrder(order, context));
}

/** Changes the status of orders, each in its own transaction; reports those that cannot change and why. */
export async function changeOrders(context: StaffContext, { ids, ...change }: ChangeInput) {
  requirePermission(context, permissionByTarget[change.to]);
  const changed: string[] = [];
  const refused: { _id: string; orderId: string; code: string; message: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      await changeOrder(context, id, change);
      changed.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ _id: id, orderId: '', code: error.code, message: error.message });
    }
  }
  const orders = await loadStaffOrders(context, [...changed, ...refused.map(({ _id }) => _id)]);
  const numbers = new Map(orders.map(({ _id, orderId }) => [_id, orderId]));
  return {
    changed: orders.filter(({ _id }) => changed.includes(_id)),
    refused: refused.map((each) => ({ ...each, orderId: numbers.get(each._id) ?? '' })),
  };
}

const permissionByTarget = {
  PACKING: 'pick',
  OUT_FOR_DELIVERY: 'hand-over',
  DELIVERED: 'deliver',
  CANCELLED: 'cancel',
} as const;

const eventByTarget = {
  PACKING: 'pack',
  OUT_FOR_DELIVERY: 'dispatch',
  DELIVERED: 'deliver',
  CANCELLED: 'cancel',
} as const;

function changeOrder(
  context: StaffContext,
  id: string,
  { to, reason, message, allowUnpicked, allowUnpaid }: Omit<ChangeInput, 'ids'>,
): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const before = await lockOrder(transaction, id);
    const event = { type: eventByTarget[to], actor: 'staff', userId: context.caller.userId } as const;
    requireAllowed(before, event);
    if (to === 'OUT_FOR_DELIVERY') await requireNotTaken(transaction, id);
    if (to === 'OUT_FOR_DELIVERY' && !allowUnpicked) await requirePicked(transaction, id);
    if (to === 'DELIVERED') await requireDeliverable(transaction, before);
    const cashPaise = to === 'DELIVERED' ? toCashReceived(before, { reason, allowUnpaid }) : 0;
    // Texts of other steps than a cancellation have no place in the history of the shopper.
    const after = await applyOrderEvent(transaction, before, {
      ...event,
      reason: (to === 'CANCELLED' ? message : null) ?? null,
      internalReason: reason ?? null,
    });
    if (cashPaise > 0) {
      requirePermission(context, 'take-cash');
      const cash = { method: 'CASH', amountPaise: cashPaise, reference: null, note: null } as const;
      await recordReceipt(transaction, id, cash, context.caller.userId);
    }
    await recordOrderAudit(
      transaction,
      before,
      { status: before.status, payment_status: before.payment_status },
      {
        status: after.status,
        payment_status: after.payment_status,
        ...(cashPaise > 0 && { cashReceived: toRupees(cashPaise) }),
        ...(reason !== undefined && { reason }),
        ...(to === 'CANCELLED' && message !== undefined && { message }),
      },
    );
  });
}

/**
 * What is received in cash for an order that is delivered now: all that is due, unless a payment is recorded or the
 * staff say that there is none yet. Throws PAYMENT_DUE for an order by UPI without a payment, and for one in cash
 * that is to stay unpaid without a reason.
 */
function toCashReceived(
  order: LockedOrder,
  { reason, allowUnpaid }: Pick<ChangeInput, 'reason' | 'allowUnpaid'>,
): number {
  const duePaise = toAmountDue(toOrderMoney(order));
  if (order.paid_paise > 0 || duePaise === 0) return 0;
  if (order.payment_method === 'CASH' && !allowUnpaid) return duePaise;
  if (allowUnpaid && (order.payment_method !== 'CASH' || reason !== undefined)) return 0;
  const message = allowUnpaid
    ? 'Enter why this order was not paid.'
    : `${formatPaise(duePaise)} is to be paid by UPI. Record the payment first.`;
  throw new AppError('PAYMENT_DUE', { message });
}

/** Throws UNPICKED_LINES. A pick waits for the lock of the order, so none is lost. */
export async function requirePicked({ db }: Pick<Context, 'db'>, orderId: string): Promise<void> {
  const unpicked = (await queries.selectOrderLines(db, orderId)).filter(
    (line) => !line.is_taken_off && !line.is_picked,
  );
  if (unpicked.length === 0) return;
  const message = `${unpicked.length === 1 ? '1 product is' : `${unpicked.length} products are`} not picked.`;
  throw new AppError('UNPICKED_LINES', { message });
}

/** Writes an audit entry for a change by staff. */
export function recordOrderAudit(
  transaction: AuthenticatedContext,
  order: LockedOrder,
  before: Partial<RecordedOrder>,
  after: Partial<RecordedOrder>,
): Promise<void> {
  const thing = { kind: 'order', thingId: order.id, thingName: order.order_number } as const;
  return recordChanges(transaction, [{ ...thing, action: 'updated', before, after }]);
}

// A10 comes after A2.
const locations = new Intl.Collator('en', { numeric: true });

/** Lines in the order of a walk through the store: those with a location first, the others in their order. */
export function toWalk<Line extends { location: string }>(lines: readonly Line[]): Line[] {
  const [located, others] = [true, false].map((isLocated) =>
    lines.filter(({ location }) => (location !== '') === isLocated),
  );
  return [
    ...(located ?? []).sort((one, other) => locations.compare(one.location, other.location)),
    ...(others ?? []),
  ];
}

async function loadWholeOrders({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<StaffOrder[]> {
  if (ids.length === 0) return [];
  const [rows, history, { settings }] = await Promise.all([
    queries.selectStaffOrders(db, ids),
    selectHistory(db, ids),
    currentSettings({ db }),
  ]);
  return rows.map((row) => {
    const details = toOrderDetails(row, history, settings);
    const lines = new Map(details.items.map((line) => [line.position, line]));
    const items = toWalk(row.line_details).flatMap(
      ({ position, category, location, is_picked: isPicked }) => {
        const line = lines.get(position);
        return line === undefined ? [] : [{ ...line, category, location, isPicked }];
      },
    );
    const shopper = { name: row.shopper_name, email: row.shopper_email, mobile: row.shopper_mobile };
    // Unpaid orders change through payment events only.
    const steps = history
      .filter(({ order_id }) => order_id === row.id)
      .map((entry) => ({ ...toOrderStep(entry), internalReason: entry.internal_reason }));
    const receipt = row.receipt && {
      ...toReceipt(row.receipt),
      _id: row.receipt.id,
      by: row.receipt.recorded_by,
      note: row.receipt.note,
    };
    const hsnDoubts = listHsnDoubts(row, items, settings);
    return {
      ...details,
      ...(hsnDoubts.length > 0 && { hsnDoubts }),
      ...(row.is_being_picked && row.status === 'PACKING' && { isBeingPicked: true as const }),
      ...(row.delivery !== null && { delivery: toStaffDelivery(row.delivery) }),
      items,
      steps,
      shopper,
      collection: receipt,
      owedAmt: toRupees(row.refund_due_paise),
      paymentUrl: null,
    };
  });
}

/** What is wrong with the HSN codes of an order of a business, before its invoice (rule 46 of the CGST Rules). */
function listHsnDoubts(
  { documents, delivery_address, line_details }: queries.StaffOrderRow,
  items: StaffOrder['items'],
  { legal, tax }: StoreSettings,
): string[] {
  if (documents.length > 0 || delivery_address.gstin === undefined || legal.gstin === '') return [];
  return items
    .filter(({ isTakenOff }) => !isTakenOff)
    .flatMap(({ name, position }) => {
      const hsn = line_details.find((line) => line.position === position)?.hsn ?? '';
      const doubt = hsn === '' ? 'No HSN code.' : findHsnDoubt(hsn, tax.hsnDigits);
      return doubt === undefined ? [] : [`${name}: ${doubt}`];
    });
}

/** Marks a line as picked or not. Throws NOT_FOUND, ORDER_STATUS, ORDER_TAKEN, CONFLICT for an unavailable line. */
export function pickLine(
  context: StaffContext,
  { _id, position, isPicked }: ParsedInput<'pickLine'>,
): Promise<StaffOrder> {
  return inTransaction(context, async (transaction) => {
    const { line } = await lockLine(transaction, _id, position);
    if (line.is_taken_off) throw lineUnavailable(line);
    await setPicked(transaction, { orderId: _id, position, at: isPicked ? transaction.now() : null });
    await notifyOrderChange(transaction, _id);
    return getStaffOrder(transaction, _id);
  });
}

/** Sets when a line of a locked order was picked, null if it is not. */
export function setPicked({ db }: Pick<Context, 'db'>, mark: queries.LineMark): Promise<void> {
  return queries.updatePicked(db, mark);
}

/**
 * Marks a line unavailable. Its stock is not returned, because the units are missing. The bill is reduced and
 * the difference refunded. Throws NOT_FOUND, ORDER_STATUS, ORDER_TAKEN, CONFLICT if it is unavailable already or the
 * last line.
 */
export function markLineUnavailable(
  context: StaffContext,
  { _id, position, reason }: ParsedInput<'markLineUnavailable'>,
): Promise<StaffOrder> {
  return inTransaction(context, async (transaction) => {
    const { order, line, lines } = await lockLine(transaction, _id, position);
    if (line.is_taken_off) throw lineUnavailable(line);
    const remaining = lines.filter((each) => !each.is_taken_off && each.position !== position);
    if (remaining.length === 0) throw lastLineLeft();
    const reduced = await settleLines(transaction, order, [{ position, found: 0 }]);
    const text = `${line.name} was unavailable.`.slice(-maxReasonLength);
    const event = { type: 'markLineUnavailable', actor: 'staff', userId: transaction.caller.userId } as const;
    const next = await applyOrderEvent(transaction, reduced, { ...event, reason: reason ?? text });
    if (isRefunded(order, next)) await requireStepUp(transaction);
    await recordOrderAudit(
      transaction,
      order,
      { totalAmt: toRupees(order.total_paise) },
      {
        totalAmt: toRupees(next.total_paise),
        takenOff: line.name,
        ...(reason !== undefined && { reason }),
      },
    );
    return getStaffOrder(transaction, _id);
  });
}

/** Whether a change of an order has refunded something, or left something to be refunded by the staff. */
export function isRefunded(before: LockedOrder, after: LockedOrder): boolean {
  return (
    after.refunded_paise > before.refunded_paise ||
    after.credit_returned_paise > before.credit_returned_paise ||
    toRefundDue(toOrderMoney(after)) > 0
  );
}

/** The limit of the column order_history.reason. */
export const maxReasonLength = 200;

/** Locks an order that is placed or being packed, and finds its line. */
async function lockLine(
  transaction: AuthenticatedContext,
  id: string,
  position: number,
): Promise<{ order: LockedOrder; line: queries.LockedLine; lines: queries.LockedLine[] }> {
  const order = await lockOrder(transaction, id);
  requireAllowed(order, { type: 'markLineUnavailable', actor: 'staff' });
  await requireNotTaken(transaction, id);
  const lines = await queries.selectOrderLines(transaction.db, id);
  const line = lines.find((each) => each.position === position);
  if (line === undefined) throw new AppError('NOT_FOUND', { message: 'This order does not have this line.' });
  return { order, line, lines };
}

function lineUnavailable({ name }: queries.LockedLine): AppError {
  return new AppError('CONFLICT', { message: `${name} is already marked unavailable.` });
}

function lastLineLeft(): AppError {
  const message = 'This is the last line of the order. Cancel the order instead.';
  return new AppError('CONFLICT', { message });
}
