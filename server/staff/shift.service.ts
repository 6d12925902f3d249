import sql from 'sql-template-tag';
import type { ParsedInput } from '#contract/api.ts';
import { hourMs, shiftHours } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import { permissionsOf } from '#contract/base/permissions.ts';
import type { Shift, ShiftRole } from '#contract/staff/shift.ts';
import type { Queryable } from '#server/database/connect.ts';
import { isUniqueViolation } from '#server/database/database-errors.ts';
import type * as schema from '#server/database/row-types.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { lockAccount } from '#server/identity/account.service.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';

const permissionByRole = { picker: 'pick', rider: 'deliver' } as const;

/** The open shift of the caller. */
export async function getShift({ db, now, caller }: AuthenticatedContext): Promise<Shift | null> {
  const row = await findOpenShift(db, caller.userId, toEarliestStart(now()));
  return row && { _id: row.id, role: row.role, startedAt: row.started_at.toISOString() };
}

/**
 * Begins a shift of the caller, unless the id was used or a shift in this role is open. Throws FORBIDDEN without a role
 * for the work, and IDEMPOTENCY_MISMATCH for the id of another person.
 */
export function clockIn(
  context: AuthenticatedContext,
  { _id, role }: ParsedInput<'clockIn'>,
): Promise<Shift | null> {
  return inTransaction(context, async (transaction) => {
    const { db, now, caller } = transaction;
    // A suspension and a change of roles wait for it, or are seen here.
    const account = await lockAccount(transaction, caller.userId);
    const permissions =
      account === null || account.status === 'Suspended' ? [] : permissionsOf(account.roles);
    if (!permissions.includes(permissionByRole[role])) throw new AppError('FORBIDDEN');
    const [used] = await db.query<schema.Shift>(sql`select * from shift where id = ${_id}`);
    if (used !== undefined && used.account_id !== caller.userId) throw usedByOther();
    if (used !== undefined) return getShift(transaction);
    const open = await findOpenShift(db, caller.userId, toEarliestStart(now()));
    if (open?.role === role) return getShift(transaction);
    await endShifts(db, now(), caller.userId);
    await db
      .query(sql`
        insert into shift (id, account_id, role, started_at) values (${_id}, ${caller.userId}, ${role}, ${now()})`)
      .catch((error: unknown) => {
        // Another person used the id at the same time.
        throw isUniqueViolation(error, 'shift_pkey') ? usedByOther() : error;
      });
    return getShift(transaction);
  });
}

function usedByOther(): AppError {
  return new AppError('IDEMPOTENCY_MISMATCH', { message: 'This request was used for another shift.' });
}

/** Ends a shift of the caller. Throws NOT_FOUND. */
export function clockOut(context: AuthenticatedContext, { _id }: ParsedInput<'clockOut'>): Promise<void> {
  return inTransaction(context, async ({ db, now, caller }) => {
    const [shift] = await db.query<schema.Shift>(sql`
      select * from shift where id = ${_id} and account_id = ${caller.userId} for update`);
    if (shift === undefined) throw new AppError('NOT_FOUND', { message: 'This shift could not be found.' });
    if (shift.ended_at === null) await endShifts(db, now(), caller.userId);
  });
}

/** Who is on shift, by name. */
export async function listShifts({ db, now }: Pick<Context, 'db' | 'now'>) {
  const rows = await db.query<{ id: string; name: string; role: ShiftRole; started_at: Date }>(sql`
    select a.id, a.name, s.role, s.started_at from shift s join account a on a.id = s.account_id
    where s.ended_at is null and s.started_at > ${toEarliestStart(now())} order by lower(a.name), a.id`);
  return rows.map(({ id, name, role, started_at }) => ({
    person: { _id: id, name },
    ...{ role, startedAt: started_at.toISOString() },
  }));
}

/** Every ten minutes: ends the shifts that were forgotten. */
export function shiftJobs({ db, now }: Pick<Context, 'db' | 'now'>): JobHandlers {
  return {
    'end-shifts': async () => {
      await db.query(sql`
        update shift set ended_at = started_at + ${shiftHours} * interval '1 hour'
        where ended_at is null and started_at <= ${toEarliestStart(now())}`);
    },
  };
}

/** An older shift is over. */
function toEarliestStart(now: Date): Date {
  return new Date(now.getTime() - shiftHours * hourMs);
}

async function findOpenShift(db: Queryable, accountId: string, since: Date): Promise<schema.Shift | null> {
  const [row] = await db.query<schema.Shift>(sql`
    select * from shift where account_id = ${accountId} and ended_at is null and started_at > ${since}`);
  return row ?? null;
}

/** Ends the open shift of a person, a forgotten one when it should have ended. */
async function endShifts(db: Queryable, now: Date, accountId: string): Promise<void> {
  await db.query(sql`
    update shift set ended_at = greatest(started_at, least(${now}, started_at + ${shiftHours} * interval '1 hour'))
    where account_id = ${accountId} and ended_at is null`);
}
