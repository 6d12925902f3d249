import { afterAll, beforeEach, expect, test } from 'vitest';
import { createShopper } from '#tests/fixtures/accounts.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase, receiveNotifications } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { announcePlacedOrders, startOrderAnnouncements } from './order-updates.ts';

const { db } = await openTestDatabase();
const { log } = testContext(db);
const received: { channel: string; payload: string }[] = [];
const listening = await Promise.all(
  ['order', 'catalogue'].map((channel) =>
    db.listen(channel, {
      onNotify: (payload) => void received.push({ channel, payload }),
      onListen() {},
    }),
  ),
);
afterAll(() => Promise.all(listening.map((subscription) => subscription.unlisten())));
beforeEach(async () => {
  await receiveNotifications(db);
  received.length = 0;
});

async function placeOrder(stock: number, quantity: number) {
  const [shopper, productId] = [await createShopper(db), await addProduct(db, { stock })];
  await shopper.fill({ [productId]: quantity });
  // The product itself was announced.
  await receiveNotifications(db);
  received.length = 0;
  const { data } = await shopper.order(await shopper.checkout());
  await receiveNotifications(db);
  return { orderId: data._id, productId };
}

const announcementOf = ({ orderId, productId }: Awaited<ReturnType<typeof placeOrder>>) => [
  { channel: 'catalogue', payload: `["stock:${productId}"]` },
  { channel: 'order', payload: orderId },
];

test('the commit of a placed order sends no notification, and its announcement names the order and its products once', async () => {
  const order = await placeOrder(5, 2);
  expect(received).toEqual([]);
  await Promise.all([announcePlacedOrders(db), announcePlacedOrders(db)]);
  await receiveNotifications(db);
  expect(received).toEqual(announcementOf(order));
  await announcePlacedOrders(db);
  await receiveNotifications(db);
  expect(received).toHaveLength(2);
});

test('an order that sells out a product notifies of it at its commit', async () => {
  const { productId } = await placeOrder(2, 2);
  expect(received).toEqual([
    { channel: 'catalogue', payload: expect.stringContaining(`"product:${productId}"`) },
  ]);
  await announcePlacedOrders(db);
});

test('a process announces the orders that another one has left when it starts, and its own ones soon', async () => {
  const left = await placeOrder(5, 1);
  const announcements = startOrderAnnouncements(db, log);
  await expect.poll(() => received).toEqual(announcementOf(left));
  const own = await placeOrder(5, 1);
  // Before the sweep, which would find it ten seconds after the start.
  await expect.poll(() => received, { timeout: 8000 }).toEqual(announcementOf(own));
  await announcements.stop();
});

test('a process that stops announces its last orders', async () => {
  const announcements = startOrderAnnouncements(db, log);
  const order = await placeOrder(5, 1);
  await announcements.stop();
  await receiveNotifications(db);
  expect(received).toEqual(announcementOf(order));
});
