import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#contract/base/errors.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { type DeliveryTerms, findDelivery, type Place } from '#contract/delivery/delivery-area.ts';
import { toPromisedMinutes } from '#contract/delivery/delivery-promise.ts';
import { describeOpening, toOpeningStatus } from '#contract/delivery/opening-hours.ts';
import { toQueueMinutes } from '#contract/delivery/picking-queue.ts';
import type { PaymentMethod } from '#contract/orders/order.ts';
import { initialStoreSettings, type StoreSettings, storeSettings } from '#contract/store/store-settings.ts';
import type { Queryable } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { lockAllRequests } from '#server/delivery/delivery-request.queries.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { listActiveAdmins } from '#server/identity/account.service.ts';
import { queueJob } from '#server/jobs/job-queue.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { requireRatesUnused } from '#server/products/tax-rates.service.ts';
import { requireStepUp } from '#server/sessions/access-control.ts';
import { recordChanges } from '#server/staff/audit-log.service.ts';
import * as queries from './settings.queries.ts';

/** Settings with the number of their changes. */
export interface VersionedSettings {
  settings: StoreSettings;
  version: number;
  changedAt: string | null;
}

const initialSettings = freeze(initialStoreSettings);

function toVersioned(row: queries.SettingsRow | null): VersionedSettings {
  if (row === null) return { settings: initialSettings, version: 0, changedAt: null };
  return { settings: parse(row.settings), version: row.version, changedAt: row.changed_at.toISOString() };
}

/**
 * What was parsed last: most requests read the same settings, and parsing takes longer than reading them. It is frozen, because all
 * requests share it.
 */
let parsed: { text: string; settings: StoreSettings } = { text: '', settings: initialSettings };

function parse(text: string): StoreSettings {
  if (text !== parsed.text) parsed = { text, settings: freeze(parseStoredSettings(text)) };
  return parsed.settings;
}

/**
 * Settings of any version: what a former version did not know has its initial value, and what only a later one knows is left out. A
 * process of the former version still reads them while a restart replaces one process after the other.
 */
export function parseStoredSettings(text: string, first: Partial<StoreSettings> = {}): StoreSettings {
  const stored = { ...initialStoreSettings, ...Object(JSON.parse(text)), ...first };
  const { error } = storeSettings.safeParse(stored);
  for (const issue of error?.issues ?? [])
    if (issue.code === 'unrecognized_keys') removeKeys(stored, issue.path, issue.keys);
  return storeSettings.parse(stored);
}

function removeKeys(root: object, path: readonly PropertyKey[], keys: readonly string[]): void {
  const owner = path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), root);
  for (const key of keys) Reflect.deleteProperty(Object(owner), key);
}

/** Freezes a value of JSON with everything in it. */
function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

/** What was read last from each database. */
const lastRead = new WeakMap<Queryable, VersionedSettings>();

/** Read from the database each time, so that a change counts from the next request on in all processes. */
export async function readStoreSettings({ db }: Pick<Context, 'db'>): Promise<VersionedSettings> {
  const present = toVersioned(await queries.selectSettings(db));
  lastRead.set(db, present);
  return present;
}

/**
 * The settings that this process read last, or the present ones if it read none. They can be outdated: only for work that the
 * database refuses unless their version is the present one.
 */
export async function recallStoreSettings(context: Pick<Context, 'db'>): Promise<VersionedSettings> {
  return lastRead.get(context.db) ?? (await readStoreSettings(context));
}

/** Rule 46 of the CGST Rules asks for the address of the supplier. Not in the schema, so that stored settings without it can be read. */
function requireInvoiceAddress({ identity, legal }: StoreSettings): void {
  if (legal.gstin === '' || identity.address !== '') return;
  const message = 'Enter the address: a store with a GSTIN prints it on invoices.';
  throw new AppError('INVALID_INPUT', { issues: [{ path: 'settings.identity.address', message }] });
}

/**
 * Throws CHANGED_MEANWHILE if `version` is not the present one, and INVALID_INPUT if no order could be paid: a store without a
 * payment provider takes no cards, for a GSTIN without an address, or for a tax rate that is removed while products have it. The
 * audit log gets the changed sections. Another delivery area queues the emails to those who wait for it. Another UPI account throws
 * STEP_UP_REQUIRED, because a stolen session could redirect all payments with it, and is emailed to all administrators.
 */
export async function updateStoreSettings(
  context: AuthenticatedContext,
  version: number,
  given: StoreSettings,
): Promise<VersionedSettings> {
  if (listEnabledMethods(context, given).length === 0) {
    const message = 'This store has no payment provider for cards. Leave another payment method on.';
    throw new AppError('INVALID_INPUT', { issues: [{ path: 'settings.paymentMethods', message }] });
  }
  requireInvoiceAddress(given);
  const { isUpiChanged, ...after } = await inTransaction(context, async (transaction) => {
    const before = await readStoreSettings(transaction);
    const settings = await applyToPresent(transaction, before, version, given);
    const isUpiChanged = !isDeepStrictEqual(before.settings.upi, settings.upi);
    if (isUpiChanged) await requireStepUp(transaction);
    await requireRatesUnused(transaction, before.settings.tax, settings.tax);
    const row = await queries.insertSettings(transaction.db, {
      ...{ version: before.version + 1, settings },
      changedBy: context.caller.userId,
    });
    if (row === null) throw new AppError('CHANGED_MEANWHILE');
    const after = toVersioned(row);
    await recordChanges(transaction, [
      {
        ...{ kind: 'settings', thingId: 'store', thingName: 'Store settings', action: 'updated' },
        before: { ...before.settings },
        after: { ...after.settings },
      },
    ]);
    const areas = [before, after].map((each) => JSON.stringify(each.settings.deliveryArea));
    if (areas[0] !== areas[1]) {
      await lockAllRequests(transaction.db);
      await queueJob(transaction.db, 'tell-delivery-requests', {}, { key: 'tell-delivery-requests' });
    }
    if (isUpiChanged) await queueUpiEmails(transaction, before.settings.upi, settings.upi);
    return { ...after, isUpiChanged };
  });
  if (isUpiChanged)
    context.securityLog.record(context, { kind: 'upi-changed', accountId: context.caller.userId });
  return after;
}

/**
 * The given settings if `version` is the present one. If only the pause was changed since, the given ones with the present pause: a form
 * that was open before the pause neither ends it nor is lost. Throws CHANGED_MEANWHILE otherwise.
 */
async function applyToPresent(
  { db }: Pick<Context, 'db'>,
  present: VersionedSettings,
  version: number,
  given: StoreSettings,
): Promise<StoreSettings> {
  if (version === present.version) return given;
  const row = await queries.selectVersion(db, version);
  if (row === null && version !== 0) throw new AppError('CHANGED_MEANWHILE');
  const { settings: former } = toVersioned(row);
  const { pause } = present.settings;
  if (
    !isDeepStrictEqual({ ...former, pause }, present.settings) ||
    !isDeepStrictEqual(given.pause, former.pause)
  )
    throw new AppError('CHANGED_MEANWHILE');
  return { ...given, pause };
}

async function queueUpiEmails(
  context: AuthenticatedContext,
  before: StoreSettings['upi'],
  after: StoreSettings['upi'],
): Promise<void> {
  const admins = await listActiveAdmins(context);
  const { name = '', email = '' } = admins.find(({ id }) => id === context.caller.userId) ?? {};
  const change = { by: { name, email }, before, after, changedAt: context.now().toISOString() };
  for (const { email: to, name } of admins)
    await queueEmail(context, { kind: 'upi-changed', to, name, ...change });
}

/** Minutes until the orders of now are picked. Counts them only if the promise depends on them. */
async function readQueueMinutes(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { promise }: Pick<StoreSettings, 'promise'>,
): Promise<number> {
  if (promise.minutesPerOrder === 0) return 0;
  return toQueueMinutes(promise, await queries.countWaitingOrders(db, now()));
}

/** The minutes promised for an order of now on these terms; the queue of now does not matter to a later one. */
export async function readPromisedMinutes(
  context: Pick<Context, 'db' | 'now'>,
  settings: StoreSettings,
  { extraMinutes }: Pick<DeliveryTerms, 'extraMinutes'>,
  isScheduled: boolean,
): Promise<number> {
  const queueMinutes = isScheduled ? 0 : await readQueueMinutes(context, settings);
  return toPromisedMinutes({ ...settings.promise, queueMinutes }, extraMinutes);
}

export async function getStoreStatus(context: Pick<Context, 'db' | 'now' | 'payments'>) {
  const { settings } = await readStoreSettings(context);
  const { baseMinutes, maximumMinutes } = settings.promise;
  const promise = { baseMinutes, queueMinutes: await readQueueMinutes(context, settings), maximumMinutes };
  const now = context.now();
  const status = toOpeningStatus(settings, now);
  const changesAt = status.isOpen ? status.closesAt : status.opensAt;
  const offers = listCurrentOffers(settings, now);
  return {
    isOpen: status.isOpen,
    text: describeOpening(status, now),
    changesAt: changesAt?.toISOString() ?? null,
    minimumOrderAmt: settings.minimumOrderAmt,
    charges: settings.charges,
    offers,
    deliveryArea: withoutGroupNames(settings.deliveryArea),
    isPlain:
      status.isOpen &&
      !settings.slots.isOn &&
      settings.minimumOrderAmt === 0 &&
      settings.deliveryArea.kind === 'EVERYWHERE' &&
      settings.charges.deliveryFees.length === 0 &&
      offers.length === 0,
    promise: { minutes: toPromisedMinutes(promise, 0), ...promise },
    hasSlots: settings.slots.isOn,
    isFull: promise.queueMinutes > 0 && baseMinutes + promise.queueMinutes > maximumMinutes,
    paymentMethods: listEnabledMethods(context, settings),
  };
}

/** The names of groups are for the staff. */
function withoutGroupNames({
  groups,
  ...area
}: StoreSettings['deliveryArea']): StoreSettings['deliveryArea'] {
  return { ...area, groups: groups.map((group) => ({ ...group, name: '' })) };
}

/** The payment methods that the owner allows and the store can take, in the order in which shoppers see them. */
export function listEnabledMethods(
  { payments }: Pick<Context, 'payments'>,
  { paymentMethods: { cash, card, upi }, upi: upiAccount }: Pick<StoreSettings, 'paymentMethods' | 'upi'>,
): PaymentMethod[] {
  const methods = [
    card && payments.name !== 'none' && 'CARD',
    upi && upiAccount !== null && 'UPI',
    cash && 'CASH',
  ] as const;
  return methods.filter((method) => method !== false);
}

/** The terms of orders to a place; null: of a store that delivers everywhere. Throws OUTSIDE_AREA. */
export function requireDelivery(settings: StoreSettings, place: Place | null): DeliveryTerms {
  const delivery = findDelivery(settings, place);
  if (delivery.isInside) return delivery.terms;
  const { needsLocation } = delivery;
  throw new AppError('OUTSIDE_AREA', {
    details: { needsLocation },
    ...(needsLocation && {
      message: 'Add your location to this address, so that we can see if we deliver there.',
    }),
  });
}

/** The automatic offers that are active at a time. */
export function listCurrentOffers({ offers }: StoreSettings, at: Date): StoreSettings['offers'] {
  return offers.filter(
    ({ isActive, startsAt, endsAt }) =>
      isActive &&
      (startsAt === null || new Date(startsAt) <= at) &&
      (endsAt === null || new Date(endsAt) > at),
  );
}

/** Throws STORE_CLOSED with the next opening unless the delivery is later, and MINIMUM_ORDER with the minimum, unless items of this value may be ordered now. */
export function requireOrderAllowed(
  settings: StoreSettings,
  { minimumOrderAmt }: Pick<DeliveryTerms, 'minimumOrderAmt'>,
  now: Date,
  { itemsPaise, isScheduled }: { itemsPaise: number; isScheduled: boolean },
): void {
  const status = toOpeningStatus(settings, now);
  if (!status.isOpen && !isScheduled) {
    throw new AppError('STORE_CLOSED', {
      message: describeOpening(status, now),
      details: { opensAt: status.opensAt?.toISOString() ?? null, reason: status.reason },
    });
  }
  const minimumPaise = toPaise(minimumOrderAmt);
  if (itemsPaise < minimumPaise) {
    const missing = formatPaise(minimumPaise - itemsPaise);
    throw new AppError('MINIMUM_ORDER', {
      message: `Orders start at ${formatPaise(minimumPaise)}. Add ${missing} more to your cart.`,
      details: { minimumOrderAmt },
    });
  }
}
