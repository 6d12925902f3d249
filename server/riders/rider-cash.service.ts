import type { ParsedInput } from '#contract/api.ts';
import { dayMs } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise, toPaise, toRupees } from '#contract/base/money.ts';
import type { RiderCash, RiderCashKind } from '#contract/riders/rider-cash.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import * as queries from './rider-cash.queries.ts';

/** How far back the entries of a book are shown. */
const shownMs = 2 * dayMs;

type CashContext = Pick<Context, 'db' | 'now'>;

/** The cash book of a rider. Throws NOT_FOUND. */
export async function getRiderCash(context: CashContext, riderId: string): Promise<RiderCash> {
  const [book] = await withEntries(context, await queries.selectBooks(context.db, { riderId }));
  if (book === undefined) throw new AppError('NOT_FOUND', { message: 'This rider could not be found.' });
  return book;
}

/** The books of all riders who have cash, or had some in the last two days. */
export async function listRiderCash(context: CashContext): Promise<RiderCash[]> {
  return withEntries(context, await queries.selectBooks(context.db, { since: toSince(context) }));
}

/**
 * Records cash that a rider gets or hands in. Throws NOT_FOUND, CHANGED_MEANWHILE if the rider has another amount than
 * the caller saw, and IDEMPOTENCY_MISMATCH for another request with the same id.
 */
export function moveRiderCash(
  context: AuthenticatedContext,
  { riderId, requestId, kind, held, amount, isAll, note }: ParsedInput<'moveRiderCash'>,
): Promise<RiderCash> {
  return inTransaction(context, async (transaction) => {
    const { db, caller, now } = transaction;
    await queries.lockCash(db, riderId);
    const [heldPaise, amountPaise] = [toPaise(held), toPaise(amount)];
    const differencePaise = isAll ? amountPaise - heldPaise : 0;
    const added: { kind: RiderCashKind; amountPaise: number }[] = [
      { kind, amountPaise: kind === 'GIVEN' ? amountPaise : -amountPaise },
      { kind: 'DIFFERENCE' as const, amountPaise: differencePaise },
    ].filter((entry) => entry.amountPaise !== 0);
    const recorded = await queries.selectCashRequest(db, requestId);
    if (recorded.length > 0) {
      const isSame =
        recorded.length === added.length &&
        recorded.every(
          (row) =>
            row.rider_id === riderId &&
            row.recorded_by === caller.userId &&
            added.some((entry) => entry.kind === row.kind && entry.amountPaise === row.amount_paise),
        );
      if (!isSame)
        throw new AppError('IDEMPOTENCY_MISMATCH', { message: 'This request was used for another amount.' });
      return getRiderCash(transaction, riderId);
    }
    const before = await getRiderCash(transaction, riderId);
    if (toPaise(before.heldAmt) !== heldPaise)
      throw new AppError('CHANGED_MEANWHILE', {
        message: `${before.rider.name} has ${formatPaise(toPaise(before.heldAmt))} now.`,
        details: { heldAmt: before.heldAmt },
      });
    const at = now();
    for (const entry of added)
      await queries.insertCashEntry(db, {
        ...entry,
        riderId,
        requestId,
        note: note ?? null,
        recordedBy: caller.userId,
        at,
      });
    return getRiderCash(transaction, riderId);
  });
}

function toSince({ now }: Pick<Context, 'now'>): Date {
  return new Date(now().getTime() - shownMs);
}

async function withEntries(context: CashContext, books: readonly queries.BookRow[]): Promise<RiderCash[]> {
  const ids = books.map(({ id }) => id);
  const entries = await queries.selectCashEntries(context.db, ids, toSince(context));
  return books.map(({ id, name, held_paise }) => ({
    rider: { _id: id, name },
    heldAmt: toRupees(held_paise),
    entries: entries
      .filter(({ rider_id }) => rider_id === id)
      .map(({ kind, amount_paise, created_at, order_number, note }) => ({
        ...{ kind, note, orderId: order_number },
        amount: toRupees(amount_paise),
        at: created_at.toISOString(),
      })),
  }));
}
