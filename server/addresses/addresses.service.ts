import type { Address, ListedAddress } from '#contract/addresses/address.ts';
import { findCountryCode } from '#contract/addresses/countries.ts';
import { businessNameMissing, normalizePostalAddress } from '#contract/addresses/postal-address.ts';
import { findOtherStates } from '#contract/addresses/state-names.ts';
import { AppError, type InputIssue } from '#contract/base/errors.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { currentSettings } from '#server/store/settings.service.ts';
import * as queries from './addresses.queries.ts';

// Bounds the table against scripts.
const maximumAddresses = 50;

/** What a shopper writes; `isStateConfirmed` answers STATE_MISMATCH. */
type WrittenAddress = queries.AddressFields & { isStateConfirmed?: boolean | undefined };

/**
 * Throws STATE_MISMATCH, INVALID_INPUT for a GSTIN that is not that of a named buyer, and CONFLICT when the shopper has
 * the maximum number of addresses.
 */
export async function createAddress(
  context: AuthenticatedContext,
  { isStateConfirmed, ...fields }: WrittenAddress,
): Promise<Address> {
  const { userId } = context.caller;
  if (!isStateConfirmed) requireOneState(fields);
  await requireBuyer(context, { gstin: fields.gstin ?? '', business_name: fields.business_name ?? '' });
  const row = await queries.insertAddress(context.db, { ...fields, id: newId(), userId }, maximumAddresses);
  if (row === null) {
    throw new AppError('CONFLICT', {
      message: `You can save up to ${maximumAddresses} addresses. Remove one first.`,
    });
  }
  return toAddress(row);
}

/** Active addresses, newest first. */
export async function listAddresses({ db, caller }: AuthenticatedContext): Promise<ListedAddress[]> {
  const rows = await queries.selectAddresses(db, caller.userId);
  const preselected = findPreselected(rows);
  return rows.map((row) => ({ ...toAddress(row), isPreselected: row === preselected }));
}

/**
 * The address that the checkout preselects: the default, else the last used, else the first. Removed ones are not in
 * the list.
 */
function findPreselected(rows: readonly queries.AddressRow[]): queries.AddressRow | undefined {
  const lastUsed = rows.reduce<queries.AddressRow | undefined>(
    (latest, row) =>
      (row.last_used_at?.getTime() ?? 0) > (latest?.last_used_at?.getTime() ?? 0) ? row : latest,
    undefined,
  );
  return rows.find(({ is_default }) => is_default) ?? lastUsed ?? rows[0];
}

/** The place of an address. Throws NOT_FOUND, also for a removed address or one of another shopper. */
export async function getAddressPlace({ db, caller }: AuthenticatedContext, id: string): Promise<Place> {
  const row = await queries.selectPlace(db, caller.userId, id);
  if (row === null) throw addressNotFoundError();
  return { pincode: row.pincode, country: row.country, location: toLocation(row) };
}

/** Throws NOT_FOUND, also for a removed address or one of another shopper, and as `createAddress`. */
export async function updateAddress(
  context: AuthenticatedContext,
  id: string,
  { isStateConfirmed, ...fields }: WrittenAddress,
): Promise<Address> {
  if (!isStateConfirmed) requireOneState(fields);
  return inTransaction(context, async (transaction) => {
    const row = await queries.updateAddressFields(transaction.db, context.caller.userId, id, fields);
    if (row === null) throw addressNotFoundError();
    // With the GSTIN or the name that stays.
    await requireBuyer(context, row);
    return toAddress(row);
  });
}

/**
 * Checks an address from before these rules at its first use. Throws ADDRESS_UNCLEAR for an unknown country, a state
 * and a PIN code in different places, and a GSTIN that is not that of a named buyer.
 */
export async function requireClearAddress(context: AuthenticatedContext, id: string): Promise<void> {
  const row = await queries.selectAddress(context.db, context.caller.userId, id);
  if (row === null) throw addressNotFoundError();
  const countryCode = findCountryCode(row.country);
  const isUnclear = findOtherStates(row) !== undefined || (await findBuyerIssue(context, row)) !== undefined;
  if (isUnclear || countryCode === undefined)
    throw new AppError('ADDRESS_UNCLEAR', { details: { addressId: id } });
  await queries.markAddressClear(context.db, id, countryCode);
}

/** State and PIN code decide whether a delivery is to another state (section 10 of the IGST Act). */
function requireOneState(fields: queries.AddressFields): void {
  const states = findOtherStates(fields);
  if (states === undefined) return;
  const { state, pincode } = fields;
  const message = `${pincode} is usually in ${states.join(' or ')}, not in ${state}. Which one is right?`;
  throw new AppError('STATE_MISMATCH', { message, details: { state, states } });
}

async function requireBuyer(
  context: Pick<Context, 'db'>,
  buyer: { gstin: string; business_name: string },
): Promise<void> {
  const issue = await findBuyerIssue(context, buyer);
  if (issue !== undefined) throw new AppError('INVALID_INPUT', { issues: [issue] });
}

/** A supply to the own GSTIN is none, and a recipient with a GSTIN is a business with a name. */
async function findBuyerIssue(
  { db }: Pick<Context, 'db'>,
  { gstin, business_name }: { gstin: string; business_name: string },
): Promise<InputIssue | undefined> {
  if (gstin === '') return undefined;
  const { legal } = (await currentSettings({ db })).settings;
  if (gstin === legal.gstin)
    return { path: 'gstin', message: 'This is the GSTIN of this store. Enter that of your business.' };
  return business_name === '' ? { path: 'business_name', message: businessNameMissing } : undefined;
}

/** All addresses of an account, also removed ones. */
export async function exportAddresses({ db }: Pick<Context, 'db'>, userId: string): Promise<Address[]> {
  return (await queries.selectAllAddresses(db, userId)).map(toAddress);
}

/** Deletes all addresses of an account. */
export function deleteAllAddresses({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  return queries.deleteAllAddresses(db, userId);
}

/** Hides an address and clears its default mark; the row stays. Throws NOT_FOUND. */
export async function disableAddress({ db, caller }: AuthenticatedContext, id: string): Promise<void> {
  if (!(await queries.hideAddress(db, caller.userId, id))) throw addressNotFoundError();
}

/**
 * Makes an address the only default. Throws NOT_FOUND, also for a removed address or one of another shopper.
 */
export function setDefaultAddress(context: AuthenticatedContext, id: string): Promise<Address> {
  return inTransaction(context, async ({ db, caller }) => {
    const isKnown = (await queries.lockAddresses(db, caller.userId)).includes(id);
    const row = isKnown ? await queries.setDefault(db, caller.userId, id) : null;
    if (row === null) throw addressNotFoundError();
    return toAddress(row);
  });
}

/** The same error for an unknown address and one of another shopper. */
export function addressNotFoundError(): AppError {
  return new AppError('NOT_FOUND', { message: 'This address no longer exists.' });
}

function toAddress(row: queries.AddressRow): Address {
  const { id, user_id, created_at, address_line, city, state, country, status } = row;
  // Earlier versions stored the number as it was typed.
  const { pincode, mobile } = normalizePostalAddress(row);
  const { label, recipient_name, landmark, delivery_note, business_name, gstin } = row;
  return {
    _id: id,
    userId: user_id,
    address_line,
    city,
    state,
    country,
    pincode,
    mobile,
    label,
    recipient_name,
    landmark,
    delivery_note,
    location: toLocation(row),
    business_name,
    gstin,
    status,
    isDefault: row.is_default,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    createdAt: created_at.toISOString(),
  };
}

function toLocation({
  latitude,
  longitude,
}: Pick<queries.AddressRow, 'latitude' | 'longitude'>): Place['location'] {
  return latitude === null || longitude === null
    ? null
    : { latitude: Number(latitude), longitude: Number(longitude) };
}
