import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import {
  answer,
  answerAbout,
  at,
  createRandomShop,
  orderStep,
  type RandomShop,
  type StepOf,
  shopStep,
  stocks,
} from '#tests/fixtures/oracle.ts';

const { db } = await openTestDatabase();
const admin = await createAdmin(db);

// Stock that is counted by hand would have to be counted at one moment.
const step = fc.oneof<fc.Arbitrary<StepOf>[]>(...shopStep.slice(0, 4), ...orderStep, ...orderStep);

async function take(shop: RandomShop, taken: StepOf): Promise<void> {
  if (!('order' in taken)) {
    await answer(shop, taken);
    return;
  }
  if (shop.orders.length === 0) return;
  const card = at(shop.orders, taken.order);
  const [owner] = await db.query(sql`select user_id from customer_order where id = ${card.order._id}`);
  const shopper = shop.shoppers.find(({ userId }) => userId === owner?.user_id);
  if (shopper !== undefined) await answerAbout(shop, card, shopper, taken);
}

async function expectSums({ productIds, shoppers }: RandomShop): Promise<void> {
  const userIds = shoppers.map(({ userId }) => userId);
  const products = await db.query(sql`
    select s.stock + coalesce(sum(l.quantity) filter (where l.unavailable_at is not null or o.status <> 'CANCELLED'), 0)
      ::integer as pieces
    from unnest(${[...productIds]}::text[]) with ordinality as wanted (product_id, position) join product_stock s using (product_id)
    left join order_line l using (product_id) left join customer_order o on o.id = l.order_id
    group by product_id, s.stock, wanted.position order by wanted.position`);
  expect(products.map(({ pieces }) => pieces)).toEqual(stocks);
  const wrong = await db.query(sql`
    select o.id, o.status, o.payment_status, o.total_paise, o.paid_paise, o.refunded_paise
    from customer_order o cross join lateral (
      select h.status, h.payment_status from order_history h where h.order_id = o.id order by h.id desc limit 1
    ) last_step
    where o.user_id = any (${userIds}) and (
      (last_step.status, last_step.payment_status) <> (o.status, o.payment_status)
      or (o.payment_status = 'PAID'
        and o.paid_paise - o.refunded_paise <> case when o.status = 'CANCELLED' then 0 else o.total_paise end)
      or (o.payment_status <> 'PAID'
        and o.paid_paise <> case when o.payment_method = 'CASH' and o.status = 'DELIVERED' then o.total_paise else 0 end)
      or o.refunded_paise <> (select coalesce(sum(amount_paise), 0) from ledger_entry where order_id = o.id and kind = 'REFUND')
      or o.sub_total_paise <> (select coalesce(sum(price_paise * quantity), 0) from order_line
        where order_id = o.id and unavailable_at is null)
      or not exists (select from order_line where order_id = o.id and unavailable_at is null))`);
  expect([...wrong]).toEqual([]);
  const twice = await db.query(sql`
    select h.order_id, h.status from order_history h join customer_order o on o.id = h.order_id
    where o.user_id = any (${userIds}) and h.status in ('OUT_FOR_DELIVERY', 'DELIVERED')
    group by 1, 2 having count(*) > 1`);
  expect([...twice]).toEqual([]);
}

test('with six hands at once in the same orders, pieces and money always add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 48 }), async (steps) => {
      const shop = await createRandomShop(db, admin.context.caller);
      const hands = Array.from({ length: 6 }, (_, hand) =>
        steps.filter((_step, index) => index % 6 === hand),
      );
      await Promise.all(
        hands.map(async (own) => {
          for (const taken of own) await take(shop, taken);
        }),
      );
      await expectSums(shop);
    }),
    { numRuns: 40 },
  );
}, 300_000);
