import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#contract/base/errors.ts';
import type { Permission } from '#contract/base/permissions.ts';
import type { PaymentMethod } from '#contract/orders/order.ts';
import type { StoreLogo } from '#contract/store/branding.ts';
import { exampleLinks } from '#contract/store/store-identity.ts';
import { initialStoreSettings, type StoreSettings, storeSettings } from '#contract/store/store-settings.ts';
import type { Queryable } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context, StaffContext } from '#server/http/context.ts';
import { listActiveStaff } from '#server/identity/account.service.ts';
import { findKnownImages } from '#server/images/image.service.ts';
import { queueJob } from '#server/jobs/job-queue.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { requirePermission, requireStepUp } from '#server/sessions/access-control.ts';
import { diffFields, recordChanges } from '#server/staff/audit-log.service.ts';
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
 * What was parsed last: most requests read the same settings, and parsing takes longer than reading them. It is
 * frozen, because all requests share it.
 */
let parsed: { text: string; settings: StoreSettings } = { text: '', settings: initialSettings };

function parse(text: string): StoreSettings {
  if (text !== parsed.text) parsed = { text, settings: freeze(parseStoredSettings(text)) };
  return parsed.settings;
}

/**
 * Settings of any version: what a former version did not know has its initial value, and what only a later one knows
 * is left out. A process of the former version still reads them while a restart replaces one process after the other.
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
export async function currentSettings({ db }: Pick<Context, 'db'>): Promise<VersionedSettings> {
  const present = toVersioned(await queries.selectSettings(db));
  lastRead.set(db, present);
  return present;
}

/**
 * The settings that this process read last, or the present ones if it read none. They can be outdated: only for work
 * that the database refuses unless their version is the present one.
 */
export async function cachedSettings(context: Pick<Context, 'db'>): Promise<VersionedSettings> {
  return lastRead.get(context.db) ?? (await currentSettings(context));
}

/**
 * Rule 46 of the CGST Rules asks for the address of the supplier. Not in the schema, so that stored settings without
 * it can be read.
 */
function requireInvoiceAddress({ identity, legal }: StoreSettings): void {
  if (legal.gstin === '' || identity.address !== '') return;
  const message = 'Enter the address: a store with a GSTIN prints it on invoices.';
  throw new AppError('INVALID_INPUT', { issues: [{ path: 'settings.identity.address', message }] });
}

/**
 * Called in the transaction of a change. Throws INVALID_INPUT for settings that stored data forbid, such as a tax
 * rate that is removed while products have it.
 */
export type RefuseRemovalOfUsedTaxRates = (
  transaction: Pick<Context, 'db'>,
  before: StoreSettings,
  after: StoreSettings,
) => Promise<void>;

/**
 * Throws CHANGED_MEANWHILE if `version` is not the present one, and INVALID_INPUT if no order could be paid: a store
 * without a payment provider takes no cards, for a GSTIN without an address, for a logo that was removed, or if
 * `refuseRemovalOfUsedTaxRates` says so. The audit
 * log gets the changed sections. Another delivery area queues the emails to those who wait for it. Other
 * offers and another UPI account throw STEP_UP_REQUIRED: a stolen session could give goods away or redirect all
 * payments. The latter is emailed to all administrators.
 */
export async function updateStoreSettings(
  context: StaffContext,
  { version, settings: given }: { version: number; settings: StoreSettings },
  refuseRemovalOfUsedTaxRates: RefuseRemovalOfUsedTaxRates,
): Promise<VersionedSettings> {
  if (listEnabledMethods(context, given).length === 0) {
    const message = 'This store has no payment provider for cards. Leave another payment method on.';
    throw new AppError('INVALID_INPUT', { issues: [{ path: 'settings.paymentMethods', message }] });
  }
  requireInvoiceAddress(given);
  const { isUpiChanged, ...after } = await inTransaction(context, async (transaction) => {
    const before = await currentSettings(transaction);
    const settings = await applyToPresent(transaction, before, version, given);
    requirePermissionsToChange(context, before.settings, settings);
    const isUpiChanged = !isDeepStrictEqual(before.settings.upi, settings.upi);
    // An offer gives goods away as a refund does money.
    const areOffersChanged = !isDeepStrictEqual(before.settings.offers, settings.offers);
    if (isUpiChanged || areOffersChanged) await requireStepUp(transaction);
    await requireLogo(transaction, settings.branding?.logo ?? null);
    await refuseRemovalOfUsedTaxRates(transaction, before.settings, settings);
    const row = await queries.insertSettings(transaction.db, {
      version: before.version + 1,
      settings,
      changedBy: context.caller.userId,
    });
    if (row === null) throw new AppError('CHANGED_MEANWHILE');
    const after = toVersioned(row);
    await recordSettingsChange(transaction, before.settings, after.settings);
    const areas = [before, after].map((each) => JSON.stringify(each.settings.deliveryArea));
    if (areas[0] !== areas[1])
      await queueJob(transaction.db, 'tell-delivery-requests', {}, { key: 'tell-delivery-requests' });
    if (isUpiChanged) await queueUpiEmails(transaction, before.settings.upi, settings.upi);
    return { ...after, isUpiChanged };
  });
  if (isUpiChanged)
    context.securityLog.record(context, { kind: 'upi-changed', accountId: context.caller.userId });
  return after;
}

/** Sections that not everyone who changes settings may change. */
const permissionsBySection = new Map<string, Permission>([
  ['offers', 'discounts'],
  ['pause', 'pause-orders'],
  ['upi', 'payment-settings'],
  ['paymentMethods', 'payment-settings'],
  ['legal', 'payment-settings'],
  ['tax', 'payment-settings'],
] satisfies [keyof StoreSettings, Permission][]);

/** Throws FORBIDDEN unless the caller may change each section that differs. */
function requirePermissionsToChange(
  context: StaffContext,
  before: StoreSettings,
  after: StoreSettings,
): void {
  for (const { field } of diffFields({ ...before }, { ...after }))
    requirePermission(context, permissionsBySection.get(field) ?? 'settings');
}

/** Removes the links of the footer that are still those of the demo, in the transaction of the caller. */
export async function removeExampleLinks(transaction: AuthenticatedContext): Promise<void> {
  const { version, settings: before } = await currentSettings(transaction);
  const identity = { ...before.identity };
  for (const name of ['facebook', 'instagram', 'linkedin'] as const)
    if (identity[name] === exampleLinks[name]) identity[name] = '';
  if (isDeepStrictEqual(identity, before.identity)) return;
  const settings = { ...before, identity };
  const changedBy = transaction.caller.userId;
  const row = await queries.insertSettings(transaction.db, { version: version + 1, settings, changedBy });
  if (row === null) throw new AppError('CHANGED_MEANWHILE');
  await recordSettingsChange(transaction, before, settings);
}

/** Throws INVALID_INPUT unless the logo is an image of this store, which is kept from then on. */
async function requireLogo(transaction: AuthenticatedContext, logo: StoreLogo | null): Promise<void> {
  if (logo === null || (await findKnownImages(transaction, [logo.url])).has(logo.url)) return;
  const message = 'This picture no longer exists. Upload it again.';
  throw new AppError('INVALID_INPUT', { issues: [{ path: 'settings.branding.logo', message }] });
}

/**
 * The given settings if `version` is the present one. If only the pause was changed since, the given ones with the
 * present pause: a form that was open before the pause neither ends it nor is lost. Throws CHANGED_MEANWHILE
 * otherwise.
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

function recordSettingsChange(
  transaction: AuthenticatedContext,
  before: StoreSettings,
  after: StoreSettings,
): Promise<void> {
  return recordChanges(transaction, [
    {
      kind: 'settings',
      thingId: 'store',
      thingName: 'Store settings',
      action: 'updated',
      before: { ...before },
      after: { ...after },
    },
  ]);
}

async function queueUpiEmails(
  context: AuthenticatedContext,
  before: StoreSettings['upi'],
  after: StoreSettings['upi'],
): Promise<void> {
  const owners = await listActiveStaff(context, 'payment-settings');
  const { name = '', email = '' } = owners.find(({ id }) => id === context.caller.userId) ?? {};
  const change = { by: { name, email }, before, after, changedAt: context.now().toISOString() };
  for (const { email: to, name } of owners)
    await queueEmail(context, { kind: 'upi-changed', to, name, ...change });
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
