import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const maximumAttempts = 3;
const retryDelayMs = 50;

/**
 * Calls `work`, at most three times, until it does not fail with a deadlock, a serialization failure, a prepared
 * statement that a migration has outdated, or a function that another version replaces at that moment. PostgreSQL has
 * undone what the failed call did, so `work` is one statement or one whole transaction.
 */
export async function repeatAfterConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maximumAttempts || !isRepeatable(error)) throw error;
      // Random, so that those that blocked each other do not collide again.
      if (!isOutdatedPlan(error)) await wait(attempt * retryDelayMs * Math.random());
    }
  }
}

/** A prepared statement returns other columns than when it was prepared; PostgreSQL refuses to run it. */
export function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

/** A function was dropped and created again after PostgreSQL had looked up its name. */
function isReplacedFunction(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === 'XX000' &&
    error.message.startsWith('cache lookup failed for function')
  );
}

function isRepeatable(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  const isConflict = error.code === serializationFailure || error.code === deadlockDetected;
  return isConflict || isOutdatedPlan(error) || isReplacedFunction(error);
}
