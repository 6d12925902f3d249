import sql from 'sql-template-tag';
import { findCountryCode } from '#contract/addresses/countries.ts';
import type { DeliveryDetails, PostalAddress } from '#contract/addresses/postal-address.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

export type AddressRow = schema.Address;

/** The fields that a shopper writes. */
export type AddressFields = PostalAddress & {
  [Field in keyof DeliveryDetails]?: DeliveryDetails[Field] | undefined;
};

/**
 * Inserts an address unless the shopper has `maximum`; null then. Concurrent inserts may exceed the maximum
 * slightly, which is harmless and avoids a lock.
 */
export async function insertAddress(
  db: Queryable,
  address: AddressFields & { id: string; userId: string },
  maximum: number,
): Promise<AddressRow | null> {
  const { id, userId, address_line, city, state, country, pincode, mobile } = address;
  const { label = '', recipient_name = '', landmark = '', delivery_note = '', location } = address;
  const { business_name = '', gstin = '' } = address;
  const [row] = await db.query<AddressRow>(sql`
    insert into address (id, user_id, address_line, city, state, country, pincode, mobile, label, recipient_name,
      landmark, delivery_note, latitude, longitude, business_name, gstin, country_code, is_clear)
    select ${id}, ${userId}, ${address_line}, ${city}, ${state}, ${country}, ${pincode}, ${mobile}, ${label},
      ${recipient_name}, ${landmark}, ${delivery_note}, ${location?.latitude}::numeric, ${location?.longitude}::numeric,
      ${business_name}, ${gstin}, ${findCountryCode(country)}, true
    where (select count(*) from address where user_id = ${userId} and status) < ${maximum}
    returning *`);
  return row ?? null;
}

export function selectAddresses(db: Queryable, userId: string): Promise<AddressRow[]> {
  return db.query<AddressRow>(sql`
    select * from address where user_id = ${userId} and status order by created_at desc, id desc`);
}

/** Also removed ones. */
export function selectAllAddresses(db: Queryable, userId: string): Promise<AddressRow[]> {
  return db.query<AddressRow>(sql`
    select * from address where user_id = ${userId} order by created_at desc, id desc`);
}

export async function deleteAllAddresses(db: Queryable, userId: string): Promise<void> {
  await db.query(sql`delete from address where user_id = ${userId}`);
}

/** What decides whether the store delivers to an active address of the shopper; null if there is none. */
export async function selectPlace(
  db: Queryable,
  userId: string,
  id: string,
): Promise<Pick<AddressRow, 'pincode' | 'country' | 'latitude' | 'longitude'> | null> {
  const [row] = await db.query<AddressRow>(sql`
    select pincode, country, latitude, longitude from address
    where id = ${id} and user_id = ${userId} and status`);
  return row ?? null;
}

/** Details that are undefined stay. */
export async function updateAddressFields(
  db: Queryable,
  userId: string,
  id: string,
  fields: AddressFields,
): Promise<AddressRow | null> {
  const { address_line, city, state, country, pincode, mobile } = fields;
  const { label, recipient_name, landmark, delivery_note, location, business_name, gstin } = fields;
  const keepsLocation = location === undefined;
  const [row] = await db.query<AddressRow>(sql`
    update address set address_line = ${address_line}, city = ${city}, state = ${state}, country = ${country},
      country_code = ${findCountryCode(country)}, is_clear = true,
      pincode = ${pincode}, mobile = ${mobile}, label = coalesce(${label}, label),
      recipient_name = coalesce(${recipient_name}, recipient_name), landmark = coalesce(${landmark}, landmark),
      delivery_note = coalesce(${delivery_note}, delivery_note),
      business_name = coalesce(${business_name}, business_name), gstin = coalesce(${gstin}, gstin),
      latitude = case when ${keepsLocation} then latitude else ${location?.latitude}::numeric end,
      longitude = case when ${keepsLocation} then longitude else ${location?.longitude}::numeric end,
      updated_at = now()
    where id = ${id} and user_id = ${userId} and status
    returning *`);
  return row ?? null;
}

/** An active address of the shopper. */
export async function selectAddress(db: Queryable, userId: string, id: string): Promise<AddressRow | null> {
  const [row] = await db.query<AddressRow>(sql`
    select * from address where id = ${id} and user_id = ${userId} and status`);
  return row ?? null;
}

/** The address has been checked, and nothing is to be asked about it. */
export async function markAddressClear(db: Queryable, id: string, countryCode: string): Promise<void> {
  await db.query(sql`update address set country_code = ${countryCode}, is_clear = true where id = ${id}`);
}

/** Returns whether the address was visible. */
export async function hideAddress(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    update address set status = false, is_default = false, updated_at = now()
    where id = ${id} and user_id = ${userId} and status
    returning id`);
  return rows.length === 1;
}

/**
 * Locks the shopper's active addresses in order of id, so that concurrent changes of the default run one
 * after the other without deadlock. Returns their ids.
 */
export async function lockAddresses(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from address where user_id = ${userId} and status order by id for no key update`);
  return rows.map(({ id }) => id);
}

/** Sets the default address. The caller holds `lockAddresses`. */
export async function setDefault(db: Queryable, userId: string, id: string): Promise<AddressRow | null> {
  // A separate statement: the unique index for one default checks each row as it is written.
  await db.query(sql`
    update address set is_default = false, updated_at = now()
    where user_id = ${userId} and is_default and id <> ${id}`);
  const [row] = await db.query<AddressRow>(sql`
    update address set is_default = true, updated_at = now()
    where id = ${id} and user_id = ${userId} and status
    returning *`);
  return row ?? null;
}
