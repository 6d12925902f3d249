import sql from 'sql-template-tag';
import type { Coordinates } from '#contract/addresses/postal-address.ts';
import type { ParsedInput } from '#contract/api.ts';
import { dayMs, deliveryPhotoDays, minuteMs } from '#contract/base/durations.ts';
import { distanceKm } from '#contract/delivery/delivery-area.ts';
import type { Queryable } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import { notifyOrderPosition } from '#server/orders/order-updates.ts';

/** Positions are accepted this often. */
const intervalSeconds = 10;

/** An older position says nothing any more. */
const staleMs = 10 * minuteMs;

/** Roads are longer than the straight line. */
const roadFactor = 1.4;
/** Of a scooter in a town: 18 km/h. */
const metersPerMinute = 300;

/** Whether a rider consents that shoppers see how far away their orders are. */
export async function hasConsent(db: Queryable, riderId: string): Promise<boolean> {
  const rows = await db.query(sql`select from rider_position where rider_id = ${riderId}`);
  return rows.length === 1;
}

/** Records the consent of the caller, or withdraws it and deletes the position. */
export async function sharePosition(
  { db, caller, now }: AuthenticatedContext,
  isShared: boolean,
): Promise<void> {
  if (isShared)
    await db.query(sql`
      insert into rider_position (rider_id, consented_at) values (${caller.userId}, ${now()})
      on conflict (rider_id) do nothing`);
  else await db.query(sql`delete from rider_position where rider_id = ${caller.userId}`);
}

/** An order that a rider has on the way, and does not bring back. */
const isOnItsWay = sql`d.left_at is not null and d.delivered_at is null and d.return_at is null and o.status = 'OUT_FOR_DELIVERY'`;

/** Stores where the caller is, if the caller consents and has orders on their way; tells their shoppers of it. */
export function sendPosition(
  context: AuthenticatedContext,
  { latitude, longitude, at }: ParsedInput<'sendPosition'>,
): Promise<{ isNeeded: boolean }> {
  return inTransaction(context, async ({ db, caller, now }) => {
    const [before] = await db.query<PositionRow>(sql`
      select latitude, longitude, measured_at from rider_position where rider_id = ${caller.userId} for update`);
    const orders = await db.query<{ id: string; door: Coordinates | null }>(sql`
      select o.id, o.delivery_address -> 'location' as door
      from order_delivery d join customer_order o on o.id = d.order_id
      where d.rider_id = ${caller.userId} and ${isOnItsWay}`);
    if (before === undefined || orders.length === 0) return { isNeeded: false };
    const measuredAt = new Date(Math.min(Date.parse(at), now().getTime()));
    const next = (before.measured_at?.getTime() ?? 0) + intervalSeconds * 1000;
    if (measuredAt.getTime() < next) return { isNeeded: true };
    await db.query(sql`
      update rider_position set latitude = ${latitude}, longitude = ${longitude}, measured_at = ${measuredAt}
      where rider_id = ${caller.userId}`);
    const former = toPosition(before);
    for (const { id, door } of orders)
      if (door !== null && toMeters({ latitude, longitude }, door) !== (former && toMeters(former, door)))
        await notifyOrderPosition(db, id);
    return { isNeeded: true };
  });
}

/** How far away the rider of an order is; null if it is not on its way, or that is not known. */
export async function findApproach(
  { db, now }: Pick<Context, 'db' | 'now'>,
  orderId: string,
): Promise<{ meters: number; minutes: number; at: string } | null> {
  const [row] = await db.query<PositionRow & { door: Coordinates | null }>(sql`
    select p.latitude, p.longitude, p.measured_at, o.delivery_address -> 'location' as door
    from order_delivery d join customer_order o on o.id = d.order_id join rider_position p on p.rider_id = d.rider_id
    where d.order_id = ${orderId} and ${isOnItsWay} and p.measured_at >= d.left_at
      and p.measured_at >= ${new Date(now().getTime() - staleMs)}`);
  const position = row === undefined ? null : toPosition(row);
  if (position === null || row?.door == null || row.measured_at === null) return null;
  const meters = toMeters(position, row.door);
  return { meters, minutes: Math.ceil(meters / metersPerMinute), at: row.measured_at.toISOString() };
}

/** Deletes the position of a rider who has no order on the way any more. */
export async function forgetIdlePosition(db: Queryable, riderId: string): Promise<void> {
  await db.query(sql`
    update rider_position set latitude = null, longitude = null, measured_at = null
    where rider_id = ${riderId} and measured_at is not null and not exists (
      select from order_delivery d join customer_order o on o.id = d.order_id
      where d.rider_id = ${riderId} and ${isOnItsWay})`);
}

/** Once an hour: deletes positions of the day before, and pictures after `deliveryPhotoDays`. */
export function riderDataJobs({ db, now }: Pick<Context, 'db' | 'now'>): JobHandlers {
  return {
    'delete-delivery-data': async () => {
      const before = (ms: number) => new Date(now().getTime() - ms);
      await db.query(sql`
        update rider_position set latitude = null, longitude = null, measured_at = null
        where measured_at < ${before(dayMs)}`);
      await db.query(sql`delete from delivery_photo where taken_at < ${before(deliveryPhotoDays * dayMs)}`);
    },
  };
}

/** Deletes the pictures of the deliveries to an account and its own position, in the transaction that deletes it. */
export async function eraseDeliveries({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  await db.query(sql`
    delete from delivery_photo where order_id in (select id from customer_order where user_id = ${accountId})`);
  await db.query(sql`delete from rider_position where rider_id = ${accountId}`);
}

interface PositionRow {
  latitude: number | null;
  longitude: number | null;
  measured_at: Date | null;
}

function toPosition({ latitude, longitude }: PositionRow): Coordinates | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** By road, to within 100 m, at least 100. */
function toMeters(position: Coordinates, door: Coordinates): number {
  return Math.max(1, Math.round(distanceKm(position, door) * roadFactor * 10)) * 100;
}
