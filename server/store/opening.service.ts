import sql from 'sql-template-tag';
import type { ParsedInput } from '#contract/api.ts';
import type { Database, Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';

type OpeningRow = Omit<schema.StoreOpening, 'is_only'>;

const noOpening: OpeningRow = {
  went_live_at: null,
  list_hidden_at: null,
  confirmed_steps: [],
  last_backup_at: null,
  demo_removed_at: null,
};

/** What an owner has decided about the opening of the store. Null and empty before. */
export async function getOpening({ db }: Pick<Context, 'db'>): Promise<OpeningRow> {
  const [row] = await db.query<OpeningRow>(sql`
    select went_live_at, list_hidden_at, confirmed_steps, last_backup_at, demo_removed_at from store_opening`);
  return row ?? noOpening;
}

/** Confirms a step, or takes that back. */
export function confirmOpeningStep(
  context: AuthenticatedContext,
  { step, isConfirmed }: ParsedInput<'confirmOpeningStep'>,
): Promise<void> {
  return inTransaction(context, async ({ db }) => {
    const opening = await lockOpening(db);
    const others = opening.confirmed_steps.filter((each) => each !== step);
    await updateOpening(db, {
      ...opening,
      confirmed_steps: isConfirmed ? [...others, step] : others,
    });
  });
}

/** Puts the list away, or shows it again. */
export function hideOpeningList(
  context: AuthenticatedContext,
  { isHidden }: ParsedInput<'hideOpeningList'>,
): Promise<void> {
  return inTransaction(context, async ({ db, now }) => {
    const opening = await lockOpening(db);
    await updateOpening(db, {
      ...opening,
      list_hidden_at: isHidden ? (opening.list_hidden_at ?? now()) : null,
    });
  });
}

/** Notes that the store is open, once, in the audit log too. Returns since when. */
export function goLive(context: AuthenticatedContext): Promise<Date> {
  return inTransaction(context, async (transaction) => {
    const opening = await lockOpening(transaction.db);
    if (opening.went_live_at !== null) return opening.went_live_at;
    const at = transaction.now();
    await updateOpening(transaction.db, { ...opening, went_live_at: at });
    await recordChanges(transaction, [
      {
        kind: 'settings',
        thingId: 'store',
        thingName: 'Store',
        action: 'opened',
        before: { isLive: false },
        after: { isLive: true },
      },
    ]);
    return at;
  });
}

/**
 * Notes in the transaction of the caller that the demo catalogue was removed, so that no start of the server loads it
 * again.
 */
export async function recordDemoRemoval({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const opening = await lockOpening(db);
  await updateOpening(db, { ...opening, demo_removed_at: opening.demo_removed_at ?? now() });
}

/** Notes a backup that is complete. */
export function recordBackup(db: Database, at: Date): Promise<void> {
  return inTransaction({ db }, async (transaction) => {
    const opening = await lockOpening(transaction.db);
    await updateOpening(transaction.db, { ...opening, last_backup_at: at });
  });
}

/** Adds the row if there is none, and locks it until the end of the transaction. */
async function lockOpening(db: Queryable): Promise<OpeningRow> {
  await db.query(sql`insert into store_opening (is_only) values (true) on conflict do nothing`);
  return db.one<OpeningRow>(sql`
    select went_live_at, list_hidden_at, confirmed_steps, last_backup_at, demo_removed_at from store_opening
    for update`);
}

/** Called under the lock. */
async function updateOpening(db: Queryable, row: OpeningRow): Promise<void> {
  await db.query(sql`
    update store_opening set went_live_at = ${row.went_live_at}, list_hidden_at = ${row.list_hidden_at},
      confirmed_steps = ${row.confirmed_steps}, last_backup_at = ${row.last_backup_at},
      demo_removed_at = ${row.demo_removed_at}`);
}
