import { toRupees } from '#contract/base/money.ts';
import { type Measurement, summarize } from './load.ts';
import {
  type Client,
  createProductPicker,
  deliveryAddress,
  type ListedProduct,
  openShoppers,
  type Pick,
  priceProducts,
} from './shoppers.ts';

const shoppersAtOnce = 8;
const warmUpSeconds = 2;
const seconds = 8;
// Each purchase saves an address, and a shopper may have 50.
const purchasesPerShopper = 50;
// Enough for 600 purchases per second; a faster machine ends the measurement earlier.
const shopperCount = 128;

/** Durations of each step (ms), and the number of failed purchases. */
export interface Tally {
  adding: number[];
  saving: number[];
  placing: number[];
  whole: number[];
  failures: number;
  /** Of orders that were rejected. */
  rejecting: number[];
  seconds: number;
}

/**
 * Measures complete purchases by 8 concurrent shoppers: one to three products of all or of `products` into the cart,
 * a new address, the order. Throws if the confirmed orders are not the listed ones.
 */
export async function measurePurchases(
  shopUrl: string,
  products?: readonly ListedProduct[],
): Promise<Measurement[]> {
  const pick = await createProductPicker(shopUrl, products);
  const shoppers = await openShoppers(shopUrl, shopperCount);
  try {
    const queue = [...shoppers];
    const warmUp = await buyFor(warmUpSeconds, queue, pick);
    const tally = await buyFor(seconds, queue, pick);
    await requireWritten(shoppers, warmUp.placing.length + tally.placing.length);
    return [
      { ...summarize('whole purchase', tally.whole, tally.seconds), failures: tally.failures },
      summarize('  add to cart', tally.adding, tally.seconds),
      summarize('  save the address', tally.saving, tally.seconds),
      summarize('  place the order', tally.placing, tally.seconds),
    ];
  } finally {
    for (const shopper of shoppers) shopper.close();
  }
}

export function newTally(): Tally {
  return { adding: [], saving: [], placing: [], whole: [], failures: 0, rejecting: [], seconds: 0 };
}

/** Runs eight shoppers at a time; the next one starts when one has used its addresses. */
export async function buyFor(forSeconds: number, queue: Client[], pick: Pick): Promise<Tally> {
  const tally = newTally();
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

/** Makes one complete purchase and adds its durations to the tally. */
export async function buy(shopper: Client, pick: Pick, tally: Tally): Promise<void> {
  const startedAt = performance.now();
  const products = pick();
  for (const { _id } of products) {
    const added = await shopper.send('createCartLine', { productId: _id });
    tally.adding.push(added.ms);
  }
  const saved = await shopper.send('createAddress', deliveryAddress);
  tally.saving.push(saved.ms);
  const bill = priceProducts(products, 1);
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
    tally.rejecting.push(placed.ms);
    await emptyCart(shopper);
  }
}

// A cart left by a failed order would make every later order of this shopper fail.
async function emptyCart(shopper: Client): Promise<void> {
  const cart = await shopper.mustSend('listCartLines', {});
  for (const { _id } of cart.data) await shopper.send('deleteCartLine', { _id });
}

/** Throws if an order was lost: the rate would be meaningless. */
async function requireWritten(shoppers: readonly Client[], placed: number): Promise<void> {
  let written = 0;
  for (const shopper of shoppers) written += (await shopper.mustSend('listOrders', {})).totalCount;
  if (written !== placed) throw new Error(`The shop confirmed ${placed} orders and knows of ${written}.`);
}
