import type { Sql } from '../../database/connect.ts';

export interface AddressRow {
  id: string;
  user_id: string;
  address_line: string;
  city: string;
  state: string;
  country: string;
  pincode: string;
  mobile: string;
  status: boolean;
  created_at: Date;
}

/** The fields that a shopper fills in. */
export interface AddressFields {
  address_line: string;
  city: string;
  state: string;
  country: string;
  pincode: string;
  mobile: string;
}

/**
 * Adds an address unless the shopper has `maximum` already; null then. Those that are added at the same moment do
 * not see each other, so a shopper may come to have a few more: that harms nobody and costs no lock.
 */
export async function insertAddress(
  sql: Sql,
  address: AddressFields & { id: string; userId: string },
  maximum: number,
): Promise<AddressRow | null> {
  const { id, userId, address_line, city, state, country, pincode, mobile } = address;
  const [row] = await sql<AddressRow[]>`
    insert into address (id, user_id, address_line, city, state, country, pincode, mobile)
    select ${id}, ${userId}, ${address_line}, ${city}, ${state}, ${country}, ${pincode}, ${mobile}
    where (select count(*) from address where user_id = ${userId} and status) < ${maximum}
    returning *`;
  return row ?? null;
}

export function selectAddresses(sql: Sql, userId: string): Promise<AddressRow[]> {
  return sql<AddressRow[]>`
    select * from address where user_id = ${userId} and status order by created_at desc, id desc`;
}

export async function selectAddress(sql: Sql, userId: string, id: string): Promise<AddressRow | null> {
  const [row] = await sql<AddressRow[]>`
    select * from address where id = ${id} and user_id = ${userId} and status`;
  return row ?? null;
}

export async function updateAddressFields(
  sql: Sql,
  userId: string,
  id: string,
  fields: AddressFields,
): Promise<AddressRow | null> {
  const { address_line, city, state, country, pincode, mobile } = fields;
  const [row] = await sql<AddressRow[]>`
    update address set address_line = ${address_line}, city = ${city}, state = ${state}, country = ${country},
      pincode = ${pincode}, mobile = ${mobile}, updated_at = now()
    where id = ${id} and user_id = ${userId} and status
    returning *`;
  return row ?? null;
}

/** Hides an address; says whether there was one to hide. */
export async function hideAddress(sql: Sql, userId: string, id: string): Promise<boolean> {
  const rows = await sql`
    update address set status = false, updated_at = now()
    where id = ${id} and user_id = ${userId} and status
    returning id`;
  return rows.length === 1;
}
