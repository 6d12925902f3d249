import { setImmediate as nextTurn } from 'node:timers/promises';
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
  const connection = { isLost: false };
  // postgres.js unwraps arrays of promises in its result type; a holder keeps the type of ours.
  const outcome = pool.begin(async (transaction) => {
    try {
      const result = await work(untilLost(transaction, connection));
      if (connection.isLost) await never();
      return { result };
    } catch (error) {
      // What ends the work may be the loss itself, of which the driver speaks a moment later.
      await nextTurn();
      if (connection.isLost) await never();
      throw error;
    }
  });
  outcome.catch(() => {
    connection.isLost = true;
  });
  return (await outcome).result;
}

/**
 * Runs no more statements on a connection that is lost. The driver would write them, and its own commit or
 * rollback after the work, to a socket that is not there, which ends the process; so such work never comes back.
 */
function untilLost<Transaction extends Sql>(
  transaction: Transaction,
  connection: { isLost: boolean },
): Transaction {
  return new Proxy(transaction, {
    apply(run, self, args) {
      if (connection.isLost) throw new Error('The connection of this transaction is lost.');
      return Reflect.apply(run, self, args);
    },
  });
}

function never(): Promise<never> {
  return new Promise(() => {});
}

function isPool(sql: Sql): sql is Pool {
  return 'begin' in sql;
}

function lostRace(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === serializationFailure || error.code === deadlockDetected;
}
