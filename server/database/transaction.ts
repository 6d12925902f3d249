import { Database, type Queryable } from './connect.ts';
import { repeatAfterConflict } from './repeat.ts';

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
  return repeatAfterConflict(() => db.transaction((transaction) => work({ ...context, db: transaction })));
}
