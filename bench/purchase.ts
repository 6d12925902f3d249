import { toRupees } from '#contract/rules/money.ts';
import type { Client } from './client.ts';
import type { Measurement } from './load.ts';
import { billOfShelf, openCache, type Pick } from './shelf.ts';
import { deliveryAddress, openShoppers } from './shoppers.ts';
import { summaryOf } from './summary.ts';

const shoppersAtOnce = 8;
const warmUpSeconds = 2;
const seconds = 8;
// A shopper may save 50 addresses, and every purchase saves one.
const purchasesPerShopper = 50;
// Enough for 600 purchases a second; a faster machine ends the measurement earlier.
const shopperCount = 128;

/** What each step took, in milliseconds, and how many purchases did not come to an end. */
interface Tally {
  adding: number[];
  saving: number[];
  placing: number[];
  whole: number[];
  failures: number;
  seconds: number;
}

/**
 * Measures whole purchases over HTTP by 8 shoppers at once: one to three products into the cart, a new address,
 * the order. Throws when the shop's lists of orders do not agree with what it confirmed.
 */
export async function measurePurchases(shopUrl: string): Promise<Measurement[]> {
  const pick = await openCache(shopUrl);
  const shoppers = await openShoppers(shopUrl, shopperCount);
  try {
    const queue = [...shoppers];
    const warmUp = await buyFor(warmUpSeconds, queue, pick);
    const tally = await buyFor(seconds, queue, pick);
    await requireWritten(shoppers, warmUp.placing.length + tally.placing.length);
    return [
      { ...summaryOf('whole purchase', tally.whole, tally.seconds), failures: tally.failures },
      summaryOf('  add to cart', tally.adding, tally.seconds),
      summaryOf('  save the address', tally.saving, tally.seconds),
      summaryOf('  place the order', tally.placing, tally.seconds),
    ];
  } finally {
    for (const shopper of shoppers) shopper.close();
  }
}

/** Eight shoppers buy at any moment; who has bought enough is followed by the next of the queue. */
async function buyFor(forSeconds: number, queue: Client[], pick: Pick): Promise<Tally> {
  const tally: Tally = { adding: [], saving: [], placing: [], whole: [], failures: 0, seconds: 0 };
  const startedAt = performance.now();
  const endsAt = startedAt + forSeconds * 1000;
  const buyOn = async () => {
    while (performance.now() < endsAt) {
      const shopper = queue.shift();
      if (shopper === undefined) return;
      for (let bought = 0; bought < purchasesPerShopper && performance.now() < endsAt; bought += 1) {
        await buy(shopper, pick, tally);
      }
    }
  };
  await Promise.all(Array.from({ length: shoppersAtOnce }, buyOn));
  tally.seconds = (performance.now() - startedAt) / 1000;
  return tally;
}

async function buy(shopper: Client, pick: Pick, tally: Tally): Promise<void> {
  const startedAt = performance.now();
  const products = pick();
  for (const { _id } of products) {
    const added = await shopper.send('createCartLine', { productId: _id });
    tally.adding.push(added.ms);
  }
  const saved = await shopper.send('createAddress', deliveryAddress);
  tally.saving.push(saved.ms);
  const bill = billOfShelf(products, 1);
  const order = {
    list_items: products.map(({ _id }) => ({ productId: _id, quantity: 1 })),
    addressId: saved.answer?.data._id ?? '',
    subTotalAmt: toRupees(bill.subTotalPaise),
    totalAmt: toRupees(bill.totalPaise),
  };
  const placed = await shopper.send('placeCashOrder', order, { 'idempotency-key': crypto.randomUUID() });
  if (placed.status === 201) {
    tally.placing.push(placed.ms);
    tally.whole.push(performance.now() - startedAt);
  } else {
    tally.failures += 1;
    await emptyCart(shopper);
  }
}

// What a failed order left behind would make every later one of this shopper fail.
async function emptyCart(shopper: Client): Promise<void> {
  const cart = await shopper.mustSend('listCartLines', {});
  for (const { _id } of cart.data) await shopper.send('deleteCartLine', { _id });
}

/** A rate is worth nothing when orders got lost. */
async function requireWritten(shoppers: readonly Client[], placed: number): Promise<void> {
  let written = 0;
  for (const shopper of shoppers) written += (await shopper.mustSend('listOrders', {})).totalCount;
  if (written !== placed) throw new Error(`The shop confirmed ${placed} orders and knows of ${written}.`);
}
