import type { Pool, Sql } from './connect.ts';

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const attempts = 3;

/**
 * Runs work in one transaction and commits when it returns. The work gets the same context with `sql` replaced
 * by the transaction, so that nothing it calls can slip outside. Work that lost a race for locks is run again,
 * so it must have no effect but on the database.
 */
export async function inTransaction<Context extends { sql: Sql }, Result>(
  context: Context,
  work: (transaction: Context) => Promise<Result>,
): Promise<Result> {
  const { sql } = context;
  if (!isPool(sql)) throw new Error('A transaction is already open; only the outermost service opens one.');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await begin(sql, (transaction) => work({ ...context, sql: transaction }));
    } catch (error) {
      if (attempt === attempts || !lostRace(error)) throw error;
    }
  }
}

async function begin<Result>(pool: Pool, work: (transaction: Sql) => Promise<Result>): Promise<Result> {
  // postgres.js unwraps arrays of promises in its result type; a holder keeps the type of ours.
  const { result } = await pool.begin(async (transaction) => ({ result: await work(transaction) }));
  return result;
}

function isPool(sql: Sql): sql is Pool {
  return 'begin' in sql;
}

function lostRace(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === serializationFailure || error.code === deadlockDetected;
}
