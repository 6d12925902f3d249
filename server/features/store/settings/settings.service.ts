import { AppError } from '#contract/errors.ts';
import { noCharges } from '#contract/rules/bill.ts';
import { formatPaise, toPaise } from '#contract/rules/money.ts';
import { alwaysOpen, describeOpening, toOpeningStatus } from '#contract/rules/opening-hours.ts';
import { type StoreSettings, storeSettings } from '#contract/store-settings.ts';
import type { AuthenticatedContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { recordChanges } from '#server/features/store/audit-log/audit-log.service.ts';
import * as queries from './settings.queries.ts';

/** Settings with the number of their changes. */
interface VersionedSettings {
  settings: StoreSettings;
  version: number;
  changedAt: string | null;
}

// A store without settings takes every order.
const initial: StoreSettings = storeSettings.parse({ ...alwaysOpen, minimumOrderAmt: 0, charges: noCharges });

type SettingsRow = Awaited<ReturnType<typeof queries.selectSettings>>;

function toVersioned(row: SettingsRow): VersionedSettings {
  if (row === null) return { settings: initial, version: 0, changedAt: null };
  // What a former version did not know has its initial value.
  const settings = storeSettings.parse({ ...initial, ...Object(row.settings) });
  return { settings, version: row.version, changedAt: row.changed_at.toISOString() };
}

/** Read from the database each time, so that a change counts from the next request on in all processes. */
export async function readStoreSettings({ db }: Pick<Context, 'db'>): Promise<VersionedSettings> {
  return toVersioned(await queries.selectSettings(db));
}

/** Throws CHANGED_MEANWHILE if `version` is not the present one. The audit log gets the changed sections. */
export function updateStoreSettings(
  context: AuthenticatedContext,
  version: number,
  settings: StoreSettings,
): Promise<VersionedSettings> {
  return inTransaction(context, async (transaction) => {
    const before = await readStoreSettings(transaction);
    const row = await queries.insertSettings(transaction.db, {
      ...{ version: version + 1, settings },
      changedBy: context.caller.userId,
    });
    if (row === null || before.version !== version) throw new AppError('CHANGED_MEANWHILE');
    const after = toVersioned(row);
    await recordChanges(transaction, [
      {
        ...{ kind: 'settings', thingId: 'store', thingName: 'Store settings', action: 'updated' },
        before: { ...before.settings },
        after: { ...after.settings },
      },
    ]);
    return after;
  });
}

export async function getStoreStatus(context: Pick<Context, 'db' | 'now'>) {
  const { settings } = await readStoreSettings(context);
  const now = context.now();
  const status = toOpeningStatus(settings, now);
  const changesAt = status.isOpen ? status.closesAt : status.opensAt;
  return {
    isOpen: status.isOpen,
    text: describeOpening(status, now),
    changesAt: changesAt?.toISOString() ?? null,
    minimumOrderAmt: settings.minimumOrderAmt,
    charges: settings.charges,
  };
}

/** Throws STORE_CLOSED with the next opening, and MINIMUM_ORDER with the minimum, unless items of this value may be ordered now. */
export function requireOrderAllowed(settings: StoreSettings, now: Date, itemsPaise: number): void {
  const status = toOpeningStatus(settings, now);
  if (!status.isOpen) {
    throw new AppError('STORE_CLOSED', {
      message: describeOpening(status, now),
      details: { opensAt: status.opensAt?.toISOString() ?? null, reason: status.reason },
    });
  }
  const minimumPaise = toPaise(settings.minimumOrderAmt);
  if (itemsPaise < minimumPaise) {
    const missing = formatPaise(minimumPaise - itemsPaise);
    throw new AppError('MINIMUM_ORDER', {
      message: `Orders start at ${formatPaise(minimumPaise)}. Add ${missing} more to your cart.`,
      details: { minimumOrderAmt: settings.minimumOrderAmt },
    });
  }
}
