import sql from 'sql-template-tag';
import type { Order } from '#contract/orders/order.ts';
import type { PickingOrder } from '#contract/picking/picking.ts';
import type { Queryable } from '#server/database/connect.ts';
import type * as schema from '#server/database/row-types.ts';
import type { NewLine } from '#server/orders/order-lines.ts';

/** The picking of an order. */
export type PickingRow = schema.OrderPicking;

/** Read it after the order is locked. */
export async function findPicking(db: Queryable, orderId: string): Promise<PickingRow | null> {
  const [row] = await db.query<PickingRow>(sql`select * from order_picking where order_id = ${orderId}`);
  return row ?? null;
}

/**
 * Gives a locked order to a picker, in the first free tote; false if none is free. Of the orders that one picker takes
 * at the same time, each waits for the one before.
 */
export async function insertPicking(
  db: Queryable,
  { orderId, pickerId, at, totes }: { orderId: string; pickerId: string; at: Date; totes: readonly string[] },
): Promise<boolean> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`picker ${pickerId}`}, 0))`);
  const rows = await db.query(sql`
    insert into order_picking (order_id, picker_id, tote, taken_at)
    select ${orderId}, ${pickerId}, tote, ${at} from unnest(${[...totes]}::text[]) as tote
    where tote not in (
      select p.tote from order_picking p where p.picker_id = ${pickerId} and p.packed_at is null and p.order_id <> ${orderId})
    order by tote limit 1
    on conflict (order_id) do update set picker_id = excluded.picker_id, tote = excluded.tote, taken_at = excluded.taken_at,
      version = order_picking.version + 1
    returning order_id`);
  return rows.length === 1;
}

export async function clearPicker(db: Queryable, orderId: string): Promise<void> {
  await db.query(sql`update order_picking set picker_id = null, tote = null where order_id = ${orderId}`);
}

export async function deletePickedLines(db: Queryable, orderId: string): Promise<void> {
  await db.query(sql`delete from picked_line where order_id = ${orderId}`);
}

export async function updatePacked(
  db: Queryable,
  { orderId, bags, at }: { orderId: string; bags: number; at: Date },
): Promise<void> {
  await db.query(sql`
    update order_picking set packed_at = ${at}, bags = ${bags} where order_id = ${orderId}`);
}

/** Records the state of a line. */
export async function upsertPickedLine(
  db: Queryable,
  line: Omit<schema.PickedLine, 'replacement'> & { replacement: NewLine | null },
): Promise<void> {
  await db.query(sql`
    insert into picked_line (order_id, position, found, stock_units, replacement, picked_by, picked_at, received_at)
    values (${line.order_id}, ${line.position}, ${line.found}, ${line.stock_units}, ${line.replacement && JSON.stringify(line.replacement)}::text::jsonb,
      ${line.picked_by}, ${line.picked_at}, ${line.received_at})
    on conflict (order_id, position) do update set found = excluded.found, stock_units = excluded.stock_units, replacement = excluded.replacement,
      picked_by = excluded.picked_by, picked_at = excluded.picked_at, received_at = excluded.received_at`);
}

/** What of weighed lines returns to stock from now on, in grams. */
export async function updateStockUnits(
  db: Queryable,
  orderId: string,
  lines: readonly { position: number; units: number }[],
): Promise<void> {
  await db.query(sql`
    update picked_line k set stock_units = w.units
    from json_to_recordset(${JSON.stringify(lines)}::text::json) as w (position integer, units integer)
    where k.order_id = ${orderId} and k.position = w.position`);
}

export async function isOrderOf(db: Queryable, orderId: string, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from customer_order where id = ${orderId} and user_id = ${userId}`);
  return rows.length > 0;
}

/** A question in JSON, with times as texts. */
export interface QuestionRow {
  position: number;
  proposals: readonly (NewLine & { amount_paise: number })[];
  asked_at: string;
  deadline: string;
  answered_at: string | null;
  answer_id: string | null;
}

/** Records what replaces the missing part of a recorded line. */
export async function updateReplacement(
  db: Queryable,
  { orderId, position }: { orderId: string; position: number },
  replacement: NewLine,
): Promise<void> {
  await db.query(sql`
    update picked_line set replacement = ${JSON.stringify(replacement)}::text::jsonb
    where order_id = ${orderId} and position = ${position}`);
}

/** A line of an order with what was found of it. */
export interface PickingLineRow
  extends Pick<
      schema.OrderLine,
      | 'position'
      | 'product_id'
      | 'name'
      | 'name_hindi'
      | 'unit'
      | 'image'
      | 'quantity'
      | 'step_grams'
      | 'price_paise'
      | 'discount_basis_points'
      | 'sale_price_paise'
      | 'substitution'
      | 'preferred_id'
    >,
    Pick<schema.Product, 'barcode' | 'sku' | 'location'> {
  category: string;
  is_taken_off: boolean;
  /** By a picker or on the dashboard. */
  is_picked: boolean;
  /** Null unless a picker has recorded it. */
  found: number | null;
  replacement: NewLine | null;
  picked_at: Date | null;
  received_at: Date | null;
  question: QuestionRow | null;
  /** Of the answer, or the first proposal. */
  proposal_location: string | null;
  /** Of the product, if it is not deleted. */
  veg: boolean | null;
  more_details: Record<string, unknown> | null;
  weight_tolerance_basis_points: number | null;
}

/** The lines of orders as they were ordered, without what replaces them, by category and name. */
export function selectPickingLines(
  db: Queryable,
  orderIds: readonly string[],
): Promise<(PickingLineRow & { order_id: string })[]> {
  return db.query(sql`
    select l.order_id, l.position, l.product_id, l.name, l.name_hindi, l.unit, l.image,
      coalesce(l.ordered_quantity, l.quantity) as quantity, l.step_grams, p.weight_tolerance_basis_points, l.unavailable_at is not null as is_taken_off,
      l.picked_at is not null or k.found is not null as is_picked, k.found, k.replacement, k.picked_at, k.received_at, p.veg, p.more_details,
      l.price_paise, l.discount_basis_points, l.sale_price_paise, l.substitution, l.preferred_id,
      case when q.order_id is not null then to_jsonb(q) - 'order_id' end as question,
      (select location from product where id = coalesce(q.answer_id, q.proposals -> 0 ->> 'product_id')) as proposal_location,
      coalesce(p.barcode, '') as barcode, coalesce(p.sku, '') as sku, coalesce(p.location, '') as location, coalesce(aisle.name, '') as category
    from order_line l
    left join picked_line k using (order_id, position)
    left join substitution_question q using (order_id, position)
    left join product p on p.id = l.product_id
    left join lateral (
      select c.name from product_category pc join category c on c.id = pc.category_id
      where pc.product_id = l.product_id order by c.name limit 1
    ) aisle on true
    where l.order_id = any (${[...orderIds]}) and l.replaces is null order by l.order_id, aisle.name, l.name, l.position`);
}

interface ShopperRow extends Pick<schema.CustomerOrder, 'id' | 'order_number' | 'promised_by'> {
  first_name: string;
  slot: { starts_at: string; ends_at: string } | null;
}

export interface PickingOrderRow
  extends ShopperRow,
    Pick<schema.CustomerOrder, 'status'>,
    Pick<PickingRow, 'version' | 'taken_at' | 'packed_at' | 'bags'> {
  tote: PickingOrder['tote'];
}

function shopperColumns() {
  return sql`
    o.id, o.order_number, o.promised_by,
    split_part(coalesce(o.delivery_address ->> 'recipient_name', o.delivery_address ->> 'name', a.name), ' ', 1) as first_name,
    (select json_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at) from order_slot s where s.order_id = o.id)
      as slot`;
}

/** Orders of pickers, the first taken first: those with these ids, or those that a picker has. */
export function selectPickingOrders(
  db: Queryable,
  of: { ids: readonly string[] } | { pickerId: string },
): Promise<PickingOrderRow[]> {
  const chosen =
    'ids' in of
      ? sql`o.id = any (${[...of.ids]})`
      : sql`p.picker_id = ${of.pickerId} and p.packed_at is null`;
  return db.query<PickingOrderRow>(sql`
    select ${shopperColumns()}, o.status, p.version, p.tote, p.taken_at, p.packed_at, p.bags
    from order_picking p join customer_order o on o.id = p.order_id join account a on a.id = o.user_id
    where ${chosen} order by p.taken_at, o.id`);
}

export interface WaitingOrderRow extends ShopperRow {
  line_count: number;
  piece_count: number;
  work_begins_at: Date;
  taken_by: string | null;
}

/** Orders that are not packed and that this picker does not have, in the order in which work must begin. */
export function selectWaitingOrders(
  db: Queryable,
  pickerId: string,
  limit: number,
): Promise<WaitingOrderRow[]> {
  return db.query<WaitingOrderRow>(sql`
    select ${shopperColumns()}, lines.line_count, lines.piece_count, picker.name as taken_by,
      coalesce((select s.starts_at from order_slot s where s.order_id = o.id), o.promised_by, o.created_at)
        - o.promised_minutes * interval '1 minute' as work_begins_at
    from customer_order o join account a on a.id = o.user_id
    left join order_picking p on p.order_id = o.id
    left join account picker on picker.id = p.picker_id
    cross join lateral (
      select count(*) as line_count, coalesce(sum(quantity), 0)::integer as piece_count
      from order_line l where l.order_id = o.id and l.unavailable_at is null
    ) lines
    where o.status in ('PLACED', 'PACKING') and p.packed_at is null and p.picker_id is distinct from ${pickerId}
    order by work_begins_at, o.id limit ${limit}`);
}

export interface PackedOrderRow
  extends Pick<schema.CustomerOrder, 'order_number' | 'status' | 'amount_due_paise' | 'paid_paise'>,
    Pick<PickingRow, 'picker_id' | 'packed_at' | 'bags'> {
  delivery_address: Order['delivery_address'];
  shopper_name: string;
}

/** What is printed on the bags of an order that was taken, with who has it. */
export async function findPackedOrder(db: Queryable, orderId: string): Promise<PackedOrderRow | null> {
  const [row] = await db.query<PackedOrderRow>(sql`
    select o.order_number, o.status, o.delivery_address, o.amount_due_paise, o.paid_paise, p.picker_id, p.packed_at, p.bags,
      a.name as shopper_name
    from order_picking p join customer_order o on o.id = p.order_id join account a on a.id = o.user_id
    where p.order_id = ${orderId}`);
  return row ?? null;
}
