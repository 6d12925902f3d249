import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import type { Context } from '#server/http/context.ts';

/**
 * Throws ORDER_TAKEN while someone picks a locked order: what the phone has found, and has not sent yet, would be lost.
 */
export async function requireNotTaken({ db }: Pick<Context, 'db'>, orderId: string): Promise<void> {
  const picker = await findPicker({ db }, orderId);
  if (picker !== null) throw toTakenError(picker);
}

/** The error for an order that the caller does not pick: with the name of its picker, if it has one. */
export async function orderTakenError({ db }: Pick<Context, 'db'>, orderId: string): Promise<AppError> {
  const picker = await findPicker({ db }, orderId);
  if (picker !== null) return toTakenError(picker);
  return new AppError('ORDER_TAKEN', { message: 'You are not picking this order any more.' });
}

interface Picker {
  name: string;
  taken_at: Date;
}

function toTakenError({ name: by, taken_at }: Picker): AppError {
  const details = { by, takenAt: taken_at.toISOString() };
  return new AppError('ORDER_TAKEN', { message: `${by} is picking this order.`, details });
}

/** In a statement of its own, because one that waits for the lock of the order reads other tables as they were. */
async function findPicker({ db }: Pick<Context, 'db'>, orderId: string): Promise<Picker | null> {
  const [row] = await db.query<Picker>(sql`
    select a.name, p.taken_at from order_picking p join account a on a.id = p.picker_id
    where p.order_id = ${orderId} and p.packed_at is null`);
  return row ?? null;
}
