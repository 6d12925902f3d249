import sql from 'sql-template-tag';
import type { Coordinates } from '#contract/addresses/postal-address.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';

export type DeliveryRequestRow = schema.DeliveryRequest;

/** Returns false if it is not stored: the address has asked for the PIN code before, or too often. */
export async function insertRequest(
  db: Queryable,
  request: { email: string; pincode: string; location: Coordinates | null; requestedAt: Date },
): Promise<boolean> {
  const { email, pincode, location, requestedAt } = request;
  const rows = await db.query(sql`
    insert into delivery_request (email, pincode, latitude, longitude, requested_at)
    values (${email}, ${pincode}, ${location?.latitude ?? null}, ${location?.longitude ?? null}, ${requestedAt})
    on conflict do nothing returning email`);
  return rows.length > 0;
}

/** Waits for requests that are being stored; new ones wait for the end of the transaction. */
export async function lockAllRequests(db: Queryable): Promise<void> {
  await db.query(sql`lock table delivery_request in share mode`);
}

/** The next requests after one, in the order of the key. */
export function selectRequestsAfter(
  db: Queryable,
  { email, pincode }: Pick<DeliveryRequestRow, 'email' | 'pincode'>,
  limit: number,
): Promise<DeliveryRequestRow[]> {
  return db.query<DeliveryRequestRow>(sql`
    select * from delivery_request where (email, pincode) > (${email}, ${pincode})
    order by email, pincode limit ${limit}`);
}

/** The requests of an address, oldest first. */
export function selectRequestsOf(db: Queryable, email: string): Promise<DeliveryRequestRow[]> {
  return db.query<DeliveryRequestRow>(sql`
    select * from delivery_request where email = ${email} order by requested_at, pincode`);
}

/** Returns the PIN codes of those that existed. */
export async function deleteRequests(
  db: Queryable,
  email: string,
  pincodes: readonly string[],
): Promise<string[]> {
  const rows = await db.query<Pick<DeliveryRequestRow, 'pincode'>>(sql`
    delete from delivery_request where email = ${email} and pincode = any(${pincodes}::text[]) returning pincode`);
  return rows.map(({ pincode }) => pincode).sort();
}

export async function deleteRequestsOf(db: Queryable, email: string): Promise<void> {
  await db.query(sql`delete from delivery_request where email = ${email}`);
}

export async function deleteRequestsBefore(db: Queryable, time: Date): Promise<void> {
  await db.query(sql`delete from delivery_request where requested_at < ${time}`);
}

/** Requests by PIN code, most first, and the number of all. */
export async function countRequests(
  db: Queryable,
  limit: number,
): Promise<{ totalCount: number; pincodes: { pincode: string; count: number }[] }> {
  const { count: totalCount } = await db.one<{ count: number }>(sql`
    select count(*) as count from delivery_request`);
  const pincodes = await db.query<{ pincode: string; count: number }>(sql`
    select pincode, count(*) as count from delivery_request
    group by pincode order by count desc, pincode limit ${limit}`);
  return { totalCount, pincodes };
}
