import { setTimeout as wait } from 'node:timers/promises';
import { Database, isOutdatedPlan, type Queryable } from './connect.ts';

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const attempts = 3;
const longestPauseMs = 50;

/**
 * Runs work in one transaction and commits when it returns. The work gets the same context with `db` replaced
 * by the transaction, so that no query can slip outside. Work that lost a race for locks is run again, so it must
 * have no effect but on the database.
 */
export async function inTransaction<Context extends { db: Queryable }, Result>(
  context: Context,
  work: (transaction: Context) => Promise<Result>,
): Promise<Result> {
  const { db } = context;
  if (!(db instanceof Database))
    throw new Error('A transaction is already open; only the outermost service opens one.');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((transaction) => work({ ...context, db: transaction }));
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
      // Work that starts again at once may lock the same row before the other transaction wakes up.
      await wait(attempt * longestPauseMs * Math.random());
    }
  }
}

function isRetryable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === serializationFailure || error.code === deadlockDetected || isOutdatedPlan(error);
}
