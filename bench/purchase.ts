import { basisPointsOf, paiseOf, rupeesOf } from '#contract/rules/money.ts';
import { billOf } from '#contract/rules/pricing.ts';
import { type Client, deliveryAddress, openShoppers } from './client.ts';
import type { Measurement } from './load.ts';
import { allProducts } from './reads.ts';
import { summaryOf } from './summary.ts';

const shopperCount = 8;
const warmUpSeconds = 2;
const seconds = 8;
// Ends the measurement on a machine far faster than any we know.
const maximumPurchases = 50_000;

/** What each step took, in milliseconds, and how many purchases did not come to an end. */
interface Tally {
  adding: number[];
  saving: number[];
  placing: number[];
  whole: number[];
  failures: number;
}

/**
 * Measures whole purchases over HTTP by 8 shoppers at once: one to three products into the cart, a new address,
 * the order. Each then removes the address again, for a shopper may save only so many; that is part of the
 * time, though not of the bar. Throws when the shop's lists of orders do not agree with what it confirmed.
 */
export async function measurePurchases(shopUrl: string): Promise<Measurement[]> {
  const [shoppers, pick] = [await openShoppers(shopUrl, shopperCount), await openShelf(shopUrl)];
  try {
    const warmUp = await buyFor(warmUpSeconds, shoppers, pick);
    const tally = await buyFor(seconds, shoppers, pick);
    await requireWritten(shoppers, warmUp.placing.length + tally.placing.length);
    return [
      { ...summaryOf('whole purchase', tally.whole, seconds), failures: tally.failures },
      summaryOf('  add to cart', tally.adding, seconds),
      summaryOf('  save the address', tally.saving, seconds),
      summaryOf('  place the order', tally.placing, seconds),
    ];
  } finally {
    for (const shopper of shoppers) shopper.close();
  }
}

async function buyFor(forSeconds: number, shoppers: readonly Client[], pick: Pick): Promise<Tally> {
  const tally: Tally = { adding: [], saving: [], placing: [], whole: [], failures: 0 };
  const endsAt = performance.now() + forSeconds * 1000;
  const buyOn = async (shopper: Client) => {
    while (performance.now() < endsAt && tally.whole.length + tally.failures < maximumPurchases) {
      await buy(shopper, pick, tally);
    }
  };
  await Promise.all(shoppers.map(buyOn));
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
  const addressId = saved.answer?.data._id ?? '';
  const bill = billOf(
    products.map(({ price, discount }) => ({
      pricePaise: paiseOf(price),
      discountBasisPoints: basisPointsOf(discount),
      quantity: 1,
    })),
  );
  const order = {
    list_items: products.map(({ _id }) => ({ productId: _id, quantity: 1 })),
    addressId,
    subTotalAmt: rupeesOf(bill.subTotalPaise),
    totalAmt: rupeesOf(bill.totalPaise),
  };
  const placed = await shopper.send('placeCashOrder', order, { 'idempotency-key': crypto.randomUUID() });
  if (placed.status === 201) {
    tally.placing.push(placed.ms);
    tally.whole.push(performance.now() - startedAt);
  } else {
    tally.failures += 1;
    await emptyCart(shopper);
  }
  await shopper.send('disableAddress', { _id: addressId });
}

// What a failed order left behind would make every later one of this shopper fail.
async function emptyCart(shopper: Client): Promise<void> {
  const cart = await shopper.mustSend('listCartLines', {});
  for (const { _id } of cart.data) await shopper.send('deleteCartLine', { _id });
}

type ShelfProduct = Awaited<ReturnType<typeof allProducts>>[number];
type Pick = () => ShelfProduct[];

/** Gives one to three different products that are still in stock, all over the catalogue, the same in each run. */
async function openShelf(shopUrl: string): Promise<Pick> {
  const shelf = (await allProducts(shopUrl)).filter(({ stock }) => stock > 0);
  const left = new Map(shelf.map(({ _id, stock }) => [_id, stock]));
  let turn = 0;
  return () => {
    turn += 1;
    const picked = new Set<ShelfProduct>();
    for (let step = 0; picked.size < 1 + (turn % 3); step += 1) {
      if (step > shelf.length) throw new Error('The shop is sold out.');
      const product = shelf[Math.floor(((turn * 0.618_034 + step * 0.414_214) % 1) * shelf.length)];
      const stock = left.get(product?._id ?? '') ?? 0;
      if (product === undefined || stock === 0 || picked.has(product)) continue;
      left.set(product._id, stock - 1);
      picked.add(product);
    }
    return [...picked];
  };
}

/** A rate is worth nothing when orders got lost. */
async function requireWritten(shoppers: readonly Client[], placed: number): Promise<void> {
  let written = 0;
  for (const shopper of shoppers) written += (await shopper.mustSend('listOrders', {})).totalCount;
  if (written !== placed) throw new Error(`The shop confirmed ${placed} orders and knows of ${written}.`);
}
