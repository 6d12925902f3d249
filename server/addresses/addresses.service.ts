import type { Address, ListedAddress } from '#contract/addresses/address.ts';
import { normalizePostalAddress } from '#contract/addresses/postal-address.ts';
import { AppError } from '#contract/base/errors.ts';
import type { Place } from '#contract/delivery/delivery-area.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import * as queries from './addresses.queries.ts';

// Bounds the table against scripts.
const maximumAddresses = 50;

/** Throws CONFLICT when the shopper has the maximum number of addresses. */
export async function createAddress(
  context: AuthenticatedContext,
  fields: queries.AddressFields,
): Promise<Address> {
  const { userId } = context.caller;
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
export async function getPlace({ db, caller }: AuthenticatedContext, id: string): Promise<Place> {
  const row = await queries.selectPlace(db, caller.userId, id);
  if (row === null) throw addressNotFoundError();
  return { pincode: row.pincode, country: row.country, location: toLocation(row) };
}

/** Throws NOT_FOUND, also for a removed address or one of another shopper. */
export async function updateAddress(
  { db, caller }: AuthenticatedContext,
  id: string,
  fields: queries.AddressFields,
): Promise<Address> {
  const row = await queries.updateAddressFields(db, caller.userId, id, fields);
  if (row === null) throw addressNotFoundError();
  return toAddress(row);
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
