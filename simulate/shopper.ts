import { toRupees } from '#contract/base/money.ts';
import { priceCart, toPricedQuantity } from '#contract/cart/price-cart.ts';
import { noCharges } from '#contract/delivery/charges.ts';
import { toMinutesOf } from '#contract/delivery/learned-promise.ts';
import { type Day, ofOrder } from './day.ts';
import type { Random } from './random.ts';
import { type Client, unless } from './shop.ts';
import type { StoreProduct, StoreShopper } from './store.ts';

const mostLines = 54;
const medianLines = 5;
const upiShare = 0.3;
const cancelShare = 0.015;

/** A shopper fills a cart, reads the promised minutes and orders; a few cancel soon after that. */
export async function shopFor(day: Day, index: number): Promise<void> {
  const { schedule, shop, store, plan } = day;
  const random = ofOrder(day, index, 'shopper');
  // A shopper has one order at a time.
  const shopper = store.shoppers[(index + plan.seed) % store.shoppers.length];
  if (shopper === undefined) throw new Error('The store has no shoppers.');
  const client = await shop.logIn(shopper.id);
  await client.call('mergeCart', {
    guestCartId: `simulated${plan.day}x${plan.seed}x${String(index).padStart(6, '0')}`,
    lines: pickLines(random, store.products),
  });
  const orderId = await placeOrder(day, client, shopper, random);
  if (orderId === null) return day.endOrder();
  day.buyers.set(orderId, { client, index });
  day.orderPlaced.give();
  if (!random.chance(cancelShare)) return;
  await schedule.wait(random.between(30, 240));
  if ((await unless(['ORDER_STATUS'], client.call('cancelOrder', { _id: orderId }))) === null) return;
  day.tally.cancelledOrders += 1;
  day.endOrder();
}

function pickLines(
  random: Random,
  products: readonly StoreProduct[],
): { productId: string; quantity: number }[] {
  const count = Math.min(
    mostLines,
    products.length,
    Math.max(1, Math.round(random.logNormal(medianLines, 0.9))),
  );
  const chosen = new Set<string>();
  while (chosen.size < count) chosen.add(random.pick(products).id);
  return [...chosen].map((productId) => ({
    productId,
    quantity: random.chance(0.7) ? 1 : random.whole(2, 4),
  }));
}

/** Orders the whole cart; null if all of it is sold out. */
async function placeOrder(
  day: Day,
  { call }: Client,
  { addressId, area }: StoreShopper,
  random: Random,
): Promise<string | null> {
  const method = random.chance(upiShare) ? 'placeUpiOrder' : 'placeCashOrder';
  const thinkSeconds = random.between(5, 60);
  for (;;) {
    const lines = (await call('listCartLines', {})).filter(
      ({ notices }) => !notices.includes('OUT_OF_STOCK'),
    );
    if (lines.length === 0) return null;
    const { promise } = await call('getStoreStatus', {});
    const shownMinutes = toMinutesOf(promise, { lines: lines.length, ...area });
    await day.schedule.wait(thinkSeconds);
    const { subTotalPaise, totalPaise } = priceCart({
      lines: lines.map(({ productId: product, quantity }) => ({
        productId: product._id,
        categoryIds: [],
        ...toPricedQuantity({ ...product, quantity }),
      })),
      ...{ charges: noCharges, offers: [], coupon: null },
    });
    const order = await unless(
      ['PROMISE_CHANGED', 'STOCK_SHORT', 'CART_CHANGED'],
      call(method, {
        list_items: lines.map(({ productId, quantity }) => ({ productId: productId._id, quantity })),
        ...{ addressId, shownMinutes },
        subTotalAmt: toRupees(subTotalPaise),
        totalAmt: toRupees(totalPaise),
      }),
    );
    if (order !== null) return order._id;
    await removeSoldOut(call);
  }
}

/** Lowers quantities to what is in stock, as the cart page proposes it. */
async function removeSoldOut(call: Client['call']): Promise<void> {
  for (const { _id, quantity, productId, notices } of await call('listCartLines', {})) {
    if (notices.includes('OUT_OF_STOCK')) await call('deleteCartLine', { _id });
    else if (quantity > productId.stock) await call('updateCartQuantity', { _id, qty: productId.stock });
  }
}

const answerShare = 0.7;

/** Starts the shopper's answer to what a picker asks; some shoppers never answer. */
export function letShopperAnswer(
  day: Day,
  { orderId, position, random }: { orderId: string; position: number; random: Random },
): void {
  if (!random.chance(answerShare)) return;
  const { schedule, buyers } = day;
  const client = buyers.get(orderId)?.client;
  if (client === undefined) return;
  const at = new Date(schedule.now().getTime() + random.between(8, 110) * 1000);
  const choice = random.next();
  schedule.startAt(at, async () => {
    const question = (await client.call('listQuestions', { _id: orderId })).find(
      (each) => each.position === position,
    );
    if (question === undefined) return;
    const proposal =
      choice < 0.6 ? question.proposals[0] : choice < 0.8 ? question.proposals.at(-1) : undefined;
    await unless(
      ['QUESTION_OVER', 'STOCK_SHORT', 'ORDER_STATUS'],
      client.call('answerQuestion', { _id: orderId, position, productId: proposal?.productId ?? null }),
    );
  });
}
