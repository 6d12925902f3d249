import type { Address } from '#contract/address.ts';
import { AppError } from '#contract/errors.ts';
import type { Context, ShopperContext } from '../../context.ts';
import { newId } from '../../database/id.ts';
import * as queries from './address.queries.ts';

// Nobody lives in more places; a script that fills the table does.
const maximumAddresses = 50;

/** Saves an address. Throws CONFLICT when the shopper has 50 already. */
export async function createAddress(
  context: ShopperContext,
  fields: queries.AddressFields,
): Promise<Address> {
  const { userId } = context.caller;
  const row = await queries.insertAddress(context.sql, { ...fields, id: newId(), userId }, maximumAddresses);
  if (row === null) {
    throw new AppError('CONFLICT', {
      message: `You can save ${maximumAddresses} addresses. Please remove one first.`,
    });
  }
  return addressOf(row);
}

/** The shopper's active addresses, newest first. */
export async function listAddresses({ sql, caller }: ShopperContext): Promise<Address[]> {
  return (await queries.selectAddresses(sql, caller.userId)).map(addressOf);
}

/** One active address of a shopper; null for an unknown, removed or somebody else's. */
export async function findAddress({ sql }: Context, userId: string, id: string): Promise<Address | null> {
  const row = await queries.selectAddress(sql, userId, id);
  return row === null ? null : addressOf(row);
}

/** Changes an address. Throws NOT_FOUND, also for somebody else's or a removed one. */
export async function updateAddress(
  { sql, caller }: ShopperContext,
  id: string,
  fields: queries.AddressFields,
): Promise<Address> {
  const row = await queries.updateAddressFields(sql, caller.userId, id, fields);
  if (row === null) throw unknownAddress();
  return addressOf(row);
}

/** Hides an address; its row stays. Throws NOT_FOUND. */
export async function disableAddress({ sql, caller }: ShopperContext, id: string): Promise<void> {
  if (!(await queries.hideAddress(sql, caller.userId, id))) throw unknownAddress();
}

/** What a shopper hears of an address that is not theirs or not there: both are the same. */
export function unknownAddress(): AppError {
  return new AppError('NOT_FOUND', { message: 'This address is no longer saved.' });
}

function addressOf(row: queries.AddressRow): Address {
  const { id, user_id, created_at, address_line, city, state, country, pincode, mobile, status } = row;
  const createdAt = created_at.toISOString();
  return { _id: id, userId: user_id, address_line, city, state, country, pincode, mobile, status, createdAt };
}
