import type { ParsedInput } from '#contract/api.ts';
import type { Database } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
import * as queries from './opening.queries.ts';

/** What an owner has decided about the opening of the store. Null and empty before. */
export function getOpening({ db }: Pick<Context, 'db'>): Promise<queries.OpeningRow> {
  return queries.selectOpening(db);
}

/** Confirms a step, or takes that back. */
export function confirmOpeningStep(
  context: AuthenticatedContext,
  { step, isConfirmed }: ParsedInput<'confirmOpeningStep'>,
): Promise<void> {
  return inTransaction(context, async ({ db }) => {
    const opening = await queries.lockOpening(db);
    const others = opening.confirmed_steps.filter((each) => each !== step);
    await queries.updateOpening(db, {
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
    const opening = await queries.lockOpening(db);
    await queries.updateOpening(db, {
      ...opening,
      list_hidden_at: isHidden ? (opening.list_hidden_at ?? now()) : null,
    });
  });
}

/** Notes that the store is open, once, in the audit log too. Returns since when. */
export function goLive(context: AuthenticatedContext): Promise<Date> {
  return inTransaction(context, async (transaction) => {
    const opening = await queries.lockOpening(transaction.db);
    if (opening.went_live_at !== null) return opening.went_live_at;
    const at = transaction.now();
    await queries.updateOpening(transaction.db, { ...opening, went_live_at: at });
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
  const opening = await queries.lockOpening(db);
  await queries.updateOpening(db, { ...opening, demo_removed_at: opening.demo_removed_at ?? now() });
}

/** Notes a backup that is complete. */
export function recordBackup(db: Database, at: Date): Promise<void> {
  return inTransaction({ db }, async (transaction) => {
    const opening = await queries.lockOpening(transaction.db);
    await queries.updateOpening(transaction.db, { ...opening, last_backup_at: at });
  });
}
