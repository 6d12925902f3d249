import type { ParsedInput } from '#contract/api.ts';
import { toPaging } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import { toRupees } from '#contract/base/money.ts';
import type { Problem, StaffProblem } from '#contract/problems/problem.ts';
import { canReportProblem } from '#contract/problems/refundable.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { encodePhoto } from '#server/images/image.service.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { type LockedOrder, lockOrder, notifyOrderChange } from '#server/orders/change-order-status.ts';
import {
  findOrderWithRecipient,
  listDeliveredLines,
  requireOrderAccess,
} from '#server/orders/order.service.ts';
import { recordOrderAudit } from '#server/orders/staff-orders.service.ts';
import { toOrder } from '#server/orders/to-order.ts';
import * as queries from './problem.queries.ts';

/**
 * Reports a problem of one of the shopper's delivered orders. Throws NOT_FOUND, ORDER_STATUS before the delivery,
 * REPORT_OVER, PROBLEM_OPEN, INVALID_INPUT for a line that was not delivered, UNSUPPORTED_MEDIA, TOO_MANY_REQUESTS.
 */
export async function reportProblem(
  context: AuthenticatedContext,
  { _id, lines, note, photo }: ParsedInput<'reportProblem'>,
): Promise<Problem> {
  const { userId } = context.caller;
  await context.rateLimits.reportProblem.take(userId);
  // Before the photo is decoded, which takes long.
  await requireReportable(context, await lockOrder(context, _id, userId), lines);
  const content = photo === undefined ? null : await encodePhoto(context, Buffer.from(photo, 'base64'));
  const id = newId();
  try {
    await inTransaction(context, async (transaction) => {
      await requireReportable(transaction, await lockOrder(transaction, _id, userId), lines);
      await queries.insertProblem(transaction.db, {
        id,
        orderId: _id,
        note,
        at: transaction.now(),
        lines,
        photo: content,
      });
      await notifyOrderChange(transaction, _id);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'open_problem_of_order')) throw new AppError('PROBLEM_OPEN');
    throw error;
  }
  return toProblem(await getRow(context, id));
}

async function requireReportable(
  { db, now }: Pick<Context, 'db' | 'now'>,
  order: LockedOrder,
  wanted: ParsedInput<'reportProblem'>['lines'],
): Promise<void> {
  if (order.status !== 'DELIVERED') {
    const message = 'You can report a problem when the order is delivered.';
    throw new AppError('ORDER_STATUS', { message, details: { status: order.status } });
  }
  const lines = await listDeliveredLines({ db }, order.id);
  const deliveredAt = lines[0]?.delivered_at?.toISOString() ?? null;
  if (!canReportProblem({ status: order.status, deliveredAt }, now())) throw new AppError('REPORT_OVER');
  for (const [index, { position, quantity }] of wanted.entries()) {
    const line = lines.find((each) => each.position === position);
    if (line !== undefined && !line.is_taken_off && quantity <= line.quantity) continue;
    const path = `lines.${index}.${line === undefined || line.is_taken_off ? 'position' : 'quantity'}`;
    const message = 'This was not delivered.';
    throw new AppError('INVALID_INPUT', { message, issues: [{ path, message }] });
  }
}

/** The problems of an order for its shopper or the staff. Throws NOT_FOUND. */
export async function listOrderProblems(context: AuthenticatedContext, orderId: string): Promise<Problem[]> {
  await requireOrderAccess(context, orderId, 'refund');
  return (await queries.selectProblemsOf(context.db, orderId)).map(toProblem);
}

/** One page of reported problems for the staff: open ones oldest first, all newest first. */
export async function listProblems(
  { db }: Pick<Context, 'db'>,
  { status, page, limit }: ParsedInput<'listProblems'>,
) {
  const isOpen = status === 'OPEN';
  const [rows, totalCount] = await Promise.all([
    queries.selectProblems(db, { isOpen, limit, offset: (page - 1) * limit }),
    queries.countProblems(db, { isOpen }),
  ]);
  return { data: rows.map(toStaffProblem), ...toPaging(totalCount, page, limit) };
}

/** The photo of a problem as WebP, for its shopper or the staff. Throws NOT_FOUND. */
export async function getPhoto(context: AuthenticatedContext, id: string): Promise<Buffer> {
  const photo = await queries.selectPhoto(context.db, id);
  if (photo === null) throw problemNotFound();
  await requireOrderAccess(context, photo.order_id, 'refund');
  return photo.content;
}

/** Decides a problem without a refund, and tells the shopper. Throws NOT_FOUND, CHANGED_MEANWHILE if it is decided. */
export async function declineProblem(
  context: AuthenticatedContext,
  { _id, message }: ParsedInput<'declineProblem'>,
): Promise<StaffProblem> {
  const { order_id: orderId } = await getRow(context, _id);
  await inTransaction(context, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    await closeProblem(transaction, { id: _id, orderId, message, refundedPaise: 0, to: null });
    await recordOrderAudit(transaction, order, {}, { problem: 'declined', message });
    await notifyOrderChange(transaction, orderId);
  });
  return toStaffProblem(await getRow(context, _id));
}

/**
 * Records, in the caller's transaction that has locked the order, what was decided about a problem, and queues the
 * email about it. Throws CHANGED_MEANWHILE if it is decided already or of another order.
 */
export async function closeProblem(
  transaction: AuthenticatedContext,
  problem: {
    id: string;
    orderId: string;
    message: string;
    refundedPaise: number;
    to: 'SOURCE' | 'CREDIT' | null;
  },
): Promise<void> {
  const { db, now, caller } = transaction;
  const { orderId, message, refundedPaise, to } = problem;
  const decision = { ...problem, userId: caller.userId, at: now() };
  if (!(await queries.decideProblem(db, decision))) throw new AppError('CHANGED_MEANWHILE');
  await tellShopper(transaction, { orderId, message, refundedPaise, to });
}

/** Queues the email about a decision or a refund, in the caller's transaction; none to a deleted account. */
export async function tellShopper(
  transaction: AuthenticatedContext,
  {
    orderId,
    ...decision
  }: { orderId: string; message: string; refundedPaise: number; to: 'SOURCE' | 'CREDIT' | null },
): Promise<void> {
  const row = await findOrderWithRecipient(transaction, orderId);
  if (row === null) return;
  const { message, refundedPaise, to } = decision;
  const email = { kind: 'order-problem' as const, to: row.email, order: toOrder(row), message };
  const refund = { refundedAmt: toRupees(refundedPaise), refundedTo: to };
  await queueEmail(transaction, {
    ...email,
    ...refund,
    ...(row.verify_email ? { name: row.name } : { name: '', isToUnverified: true }),
  });
}

/** Number of the problems that are not decided. */
export function countOpenProblems({ db }: Pick<Context, 'db'>): Promise<number> {
  return queries.countProblems(db, { isOpen: true });
}

/** The problems of all orders of an account by the id of the order. */
export async function listProblemsOf(
  { db }: Pick<Context, 'db'>,
  userId: string,
): Promise<Map<string, Problem[]>> {
  const rows = await queries.selectProblemsOfAccount(db, userId);
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  return new Map([...byOrder].map(([orderId, problems]) => [orderId, problems.map(toProblem)]));
}

/** Deletes what the shopper wrote and photographed, in the transaction that deletes the account. */
export function eraseProblems({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  return queries.eraseProblems(db, userId);
}

async function getRow({ db }: Pick<Context, 'db'>, id: string): Promise<queries.StaffProblemRow> {
  const row = await queries.selectProblem(db, id);
  if (row === null) throw problemNotFound();
  return row;
}

function toProblem(row: queries.ProblemRow): Problem {
  return {
    _id: row.id,
    at: row.reported_at.toISOString(),
    lines: row.lines.map(({ name_hindi: nameHindi, ...line }) => ({ ...line, nameHindi })),
    note: row.note,
    hasPhoto: row.has_photo,
    decision: row.decided_at && {
      at: row.decided_at.toISOString(),
      message: row.message ?? '',
      refundedAmt: toRupees(row.refunded_paise ?? 0),
      to: row.refunded_to,
    },
  };
}

function toStaffProblem(row: queries.StaffProblemRow): StaffProblem {
  return {
    ...toProblem(row),
    order: {
      _id: row.order_id,
      orderId: row.order_number,
      totalAmt: toRupees(row.total_paise),
      deliveredAt: row.delivered_at.toISOString(),
    },
    shopper: { name: row.shopper_name, mobile: row.shopper_mobile },
    decidedBy: row.decided_by_name,
  };
}

function problemNotFound(): AppError {
  return new AppError('NOT_FOUND', { message: 'This problem could not be found.' });
}
