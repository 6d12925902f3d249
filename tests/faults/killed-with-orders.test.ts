import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '#server/database/id.ts';
import { type Acknowledged, expectMoney, expectWholeOrders } from '#tests/fixtures/acknowledged-orders.ts';
import { apiCaller, openShoppers, type Shopper } from '#tests/fixtures/buying.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { type Running, startProductionShop } from '#tests/fixtures/processes.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

// A shop is started ten times on a busy machine.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 180_000 });

const kills = 10;
const shopperCount = 8;
const initialStock = 100_000;
const card = { number: '4242 4242 4242 4242', expiry: '12/40', securityCode: '123', name: 'Asha Rao' };

const database = await openTestDatabase();
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokri-killed-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function openShop(): Promise<Running> {
  return startProductionShop({ database, directory }, { RATE_LIMITS: 'off' });
}

/**
 * Orders again and again until the shop does not answer any more, and notes what was acknowledged. Of the orders by
 * card every fourth is left unpaid, and every second of the paid ones is cancelled.
 */
async function buyUntilKilled(
  url: string,
  shopper: Shopper,
  productIds: readonly string[],
  { acknowledged, note, isByCard }: { acknowledged: Acknowledged; note: () => void; isByCard: boolean },
): Promise<void> {
  const ask = apiCaller(url, shopper.token);
  const lines = productIds.map((productId) => ({ productId, quantity: 1 }));
  const amount = 100 * lines.length;
  const input = { list_items: lines, addressId: shopper.addressId, subTotalAmt: amount, totalAmt: amount };
  try {
    for (let round = 0; ; round += 1) {
      // After a kill the cart may be as it was before an order that was never written.
      for (const { productId } of lines) await ask('createCartLine', { productId });
      const name = isByCard ? 'checkoutOrder' : 'placeCashOrder';
      const { status, answer } = await ask(name, input, newId());
      expect(status, answer.message).toBe(201);
      const orderId = answer.data.order?._id ?? answer.data._id;
      acknowledged.placed.push(orderId);
      note();
      if (!isByCard || round % 4 === 3) continue;
      const paying = await ask('paySandboxPayment', { id: answer.data.id, ...card });
      expect(paying.status, paying.answer.message).toBe(200);
      acknowledged.paid.push(orderId);
      if (round % 2 === 1) continue;
      const cancelling = await ask('cancelOrder', { _id: orderId });
      expect(cancelling.status, cancelling.answer.message).toBe(200);
      acknowledged.cancelled.push(orderId);
    }
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return;
    throw error;
  }
}

test('ten kills during orders, payments and cancellations lose nothing that was acknowledged', async () => {
  const shoppers = await openShoppers(database.db, shopperCount);
  const productIds = await Promise.all(
    Array.from({ length: 3 }, () => addProduct(database.db, { stock: initialStock })),
  );
  const acknowledged: Acknowledged = { placed: [], paid: [], cancelled: [] };
  const basket = { productIds, initialStock, lines: productIds.length };
  for (let kill = 0; kill < kills; kill += 1) {
    const shop = await openShop();
    // Each time at another moment, in the middle of whatever is going on then.
    let until = shopperCount + 3 * kill;
    const killing = Promise.withResolvers<void>();
    const note = () => {
      until -= 1;
      if (until === 0) killing.resolve();
    };
    const buying = shoppers.map((shopper, index) => {
      const ids = index % 3 === 0 ? productIds.toReversed() : productIds;
      return buyUntilKilled(shop.url, shopper, ids, { acknowledged, note, isByCard: index % 2 === 1 });
    });
    await Promise.race([killing.promise, Promise.all(buying)]);
    const exited = once(shop.process, 'exit');
    shop.process.kill('SIGKILL');
    await exited;
    await Promise.all(buying);
    await expectWholeOrders(database.db, acknowledged, basket);
    await expectMoney(database.db, acknowledged);
  }
  const { placed, paid, cancelled } = acknowledged;
  console.info(
    `${placed.length} orders, ${paid.length} payments and ${cancelled.length} cancellations acknowledged between ${kills} kills`,
  );
  await expectAllRefunded();
});

/** The next process sends back what the killed ones had begun, each refund once. */
async function expectAllRefunded(): Promise<void> {
  const { db } = database;
  const shop = await openShop();
  const owed = async () => (await db.query(sql`select from ledger_entry where status <> 'DONE'`)).length;
  await expect.poll(owed, { timeout: 120_000, interval: 500 }).toBe(0);
  await shop.stop();
  const unsettled = await db.query(sql`
    select id, payment_status from customer_order
    where status = 'CANCELLED' and payment_status <> 'REFUNDED'`);
  expect([...unsettled]).toEqual([]);
}
