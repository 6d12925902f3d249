import type { Order } from '#contract/order.ts';
import { billOf } from '#contract/rules/pricing.ts';
import type { Sql } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import { addShopper } from './shop.ts';

interface LineFields {
  productId?: string;
  name?: string;
  pricePaise?: number;
  discountBasisPoints?: number;
  quantity?: number;
}

interface OrderFields {
  /** When it was placed. */
  at: Date;
  status?: Order['status'];
  /** Ten minutes later, when not given. */
  promisedAt?: Date;
  /** As promised, when it is delivered and this is not given. */
  deliveredAt?: Date;
  lines?: LineFields[];
}

const orderNumberLetters = 8;
const promisedMs = 10 * 60_000;
const heldMs = 30 * 60_000;

/** Writes an order as it was placed at some time, past all rules; gives its id. */
export async function addOrder(
  sql: Sql,
  { at, status = 'PLACED', lines = [{}], ...moments }: OrderFields,
): Promise<string> {
  const id = newId(at.getTime());
  const userId = await addShopper(sql);
  const written = lines.map((line) => ({
    ...{ productId: newId(), name: 'Something', pricePaise: 10_000, discountBasisPoints: 0, quantity: 1 },
    ...line,
  }));
  const { subTotalPaise, totalPaise } = billOf(written);
  const number = id
    .slice(-orderNumberLetters)
    .toUpperCase()
    .replace(/[ILOU]/g, 'X');
  const { promisedAt = new Date(at.getTime() + promisedMs), deliveredAt = promisedAt } = moments;
  const isUnpaid = status === 'PENDING_PAYMENT';
  await sql`
    insert into customer_order (id, order_number, user_id, status, payment_status, sub_total_paise, total_paise,
      delivery_address, created_at, updated_at, promised_at, delivered_at, expires_at)
    values (${id}, ${`ORD-${number}`}, ${userId}, ${status}, 'CASH ON DELIVERY', ${subTotalPaise}, ${totalPaise},
      '{}', ${at}, ${at}, ${isUnpaid ? null : promisedAt}, ${status === 'DELIVERED' ? deliveredAt : null},
      ${isUnpaid ? new Date(at.getTime() + heldMs) : null})`;
  await sql`
    insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points,
      quantity)
    select ${id}, position - 1, product_id, name, '1 kg', '', price_paise, discount_basis_points, quantity
    from unnest(${written.map(({ productId }) => productId)}::text[], ${written.map(({ name }) => name)}::text[],
      ${written.map(({ pricePaise }) => pricePaise)}::integer[],
      ${written.map(({ discountBasisPoints }) => discountBasisPoints)}::integer[],
      ${written.map(({ quantity }) => quantity)}::integer[])
      with ordinality as line (product_id, name, price_paise, discount_basis_points, quantity, position)`;
  return id;
}
