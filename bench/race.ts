import { toRupees } from '#contract/base/money.ts';
import { summarize } from './load.ts';
import { allProducts } from './reads.ts';
import {
  type Client,
  deliveryAddress,
  type ListedProduct,
  openClient,
  openShoppers,
  toBill,
} from './shoppers.ts';

const shopperCount = 200;
const pieces = 20;
const maximumPerOrder = 50;

/** Result of the race for the last units; only 20 orders, 180 rejections and a stock of 0 are correct. */
export interface RaceResult {
  orders: number;
  /** Responses with 409. */
  refusals: number;
  stockLeft: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

/** 200 shoppers order one unit each, at the same time, of a product with a stock of 20. */
export async function runRace(shopUrl: string): Promise<RaceResult> {
  const product = await lastPieces(shopUrl);
  const shoppers = await openShoppers(shopUrl, shopperCount);
  try {
    const ready = await Promise.all(shoppers.map((shopper) => prepare(shopper, product, 1)));
    const startedAt = performance.now();
    const replies = await Promise.all(ready.map((order) => order()));
    const seconds = (performance.now() - startedAt) / 1000;
    const { p50Ms, p99Ms } = summarize(
      'placing',
      replies.map(({ ms }) => ms),
      seconds,
    );
    return {
      orders: replies.filter(({ status }) => status === 201).length,
      refusals: replies.filter(({ status }) => status === 409).length,
      stockLeft: (await productNow(shopUrl, product._id)).stock,
      seconds,
      p50Ms,
      p99Ms,
    };
  } finally {
    for (const shopper of shoppers) shopper.close();
  }
}

export async function printRace(shopUrl: string): Promise<void> {
  const race = await runRace(shopUrl);
  const isRight = race.orders === pieces && race.refusals === shopperCount - pieces && race.stockLeft === 0;
  process.stdout.write(
    `\n${shopperCount} shoppers race for ${pieces} pieces: ${isRight ? 'right' : 'WRONG'}\n` +
      `  ${race.orders} orders, ${race.refusals} refused with 409, ${race.stockLeft} left in stock,` +
      ` all answered within ${race.seconds.toFixed(2)} s (p50 ${race.p50Ms.toFixed(0)} ms, p99 ${race.p99Ms.toFixed(0)} ms)\n`,
  );
}

/** Reduces the stock of a product to `left` by ordering the rest. */
async function lastPieces(shopUrl: string): Promise<ListedProduct> {
  const candidates = (await allProducts(shopUrl)).filter(({ stock }) => stock >= pieces);
  const [product] = candidates.sort((a, b) => a.stock - b.stock);
  if (product === undefined) throw new Error(`No product has ${pieces} pieces left.`);
  const [buyer] = await openShoppers(shopUrl, 1);
  for (let stock = product.stock; buyer !== undefined && stock > pieces; ) {
    const quantity = Math.min(stock - pieces, maximumPerOrder);
    const order = await prepare(buyer, product, quantity);
    const { status } = await order();
    if (status !== 201) throw new Error(`Buying the rest was answered with ${status}.`);
    stock -= quantity;
  }
  buyer?.close();
  return product;
}

/** Fills a cart, saves an address and returns the function that orders. */
export async function prepare(shopper: Client, product: ListedProduct, quantity: number) {
  const { _id } = product;
  const line = await shopper.mustSend('createCartLine', { productId: _id });
  if (quantity > 1) await shopper.mustSend('updateCartQuantity', { _id: line.data._id, qty: quantity });
  const address = await shopper.mustSend('createAddress', deliveryAddress);
  const { subTotalPaise, totalPaise } = toBill([product], quantity);
  const order = {
    list_items: [{ productId: _id, quantity }],
    addressId: address.data._id,
    subTotalAmt: toRupees(subTotalPaise),
    totalAmt: toRupees(totalPaise),
  };
  return () => shopper.send('placeCashOrder', order, { 'idempotency-key': crypto.randomUUID() });
}

async function productNow(shopUrl: string, productId: string): Promise<ListedProduct> {
  const anyone = openClient(shopUrl);
  try {
    return (await anyone.mustSend('getProductDetails', { productId })).data;
  } finally {
    anyone.close();
  }
}
