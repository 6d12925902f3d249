import { setTimeout as wait } from 'node:timers/promises';
import { Database, isOutdatedPlan, type Queryable } from './connect.ts';

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const maximumAttempts = 3;
const retryDelayMs = 50;

/**
 * Calls `work` in a transaction and commits when it resolves. `work` receives the context with `db` replaced by the
 * transaction. Repeats `work` after a deadlock, a serialization failure, or when a migration has outdated a
 * prepared statement, so it must have no effect outside the database.
 */
export async function inTransaction<ContextWithDb extends { db: Queryable }, Result>(
  context: ContextWithDb,
  work: (transaction: ContextWithDb) => Promise<Result>,
): Promise<Result> {
  const { db } = context;
  if (!(db instanceof Database))
    throw new Error('Nested transactions are not supported: `db` is already a transaction.');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((transaction) => work({ ...context, db: transaction }));
    } catch (error) {
      if (attempt === maximumAttempts || !isRetryable(error)) throw error;
      // Random, so that transactions that blocked each other do not collide again.
      await wait(attempt * retryDelayMs * Math.random());
    }
  }
}

function isRetryable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === serializationFailure || error.code === deadlockDetected || isOutdatedPlan(error);
}
