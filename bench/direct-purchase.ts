import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { maximumLines } from '#contract/base/limits.ts';
import { priceCart } from '#contract/cart/price-cart.ts';
import { noCharges } from '#contract/delivery/charges.ts';
import { insertAddress } from '#server/addresses/addresses.queries.ts';
import { fromPriceColumns, type PriceColumns } from '#server/base/price-columns.ts';
import { insertOrFindLine } from '#server/cart/cart.queries.ts';
import { insertOrder } from '#server/checkout/checkout.queries.ts';
import type { Queryable } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import { createOpenOrderLimits } from '#server/http/rate-limits.ts';
import { newOrderNumber } from '#server/orders/change-order-status.ts';
import { toBillRow } from '#server/orders/to-order.ts';
import { type Measurement, summarize } from './load.ts';
import { deliveryAddress } from './shoppers.ts';

const connections = 8;
const warmUpSeconds = 2;
const seconds = 8;
// Each purchase saves an address, and a shopper may have 50.
const purchasesPerShopper = 50;
const deliveryMs = 10 * 60_000;

interface Product extends PriceColumns {
  id: string;
  stock: number;
}

/**
 * Measures the statements that the server executes for a purchase, sent by 8 connections of the driver without
 * server: one to three lines of a cart, an address, the order.
 */
export async function measureDirectPurchases(databaseUrl: string): Promise<Measurement> {
  const clients = Array.from({ length: connections }, () => new pg.Client(databaseUrl));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const pick = createPicker(await selectProducts(clients));
    const settingsVersion = await selectSettingsVersion(clients);
    await buyFor(warmUpSeconds, clients, pick, settingsVersion);
    return summarize('direct SQL', await buyFor(seconds, clients, pick, settingsVersion), seconds);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function selectProducts([client]: pg.Client[]): Promise<Product[]> {
  const text = `
    select id, stock, price_paise, discount_basis_points from product join product_stock on product_id = id
    where stock > 0 and status = 'active' order by id`;
  return (await client?.query<Product>(text))?.rows ?? [];
}

/** An order is refused when the settings have changed since its bill was calculated. */
async function selectSettingsVersion([client]: pg.Client[]): Promise<number> {
  const text = 'select version from store_settings';
  return (await client?.query<{ version: number }>(text))?.rows[0]?.version ?? 0;
}

/** Picks one to three products, spread over the catalogue. */
function createPicker(products: Product[]): () => Product[] {
  let turn = 0;
  return () => {
    turn += 1;
    const picked = new Set<Product>();
    for (let step = 0; picked.size < 1 + (turn % 3); step += 1) {
      if (step > products.length) throw new Error('All products are sold out.');
      const product = products[Math.floor(((turn * 0.618_034 + step * 0.414_214) % 1) * products.length)];
      if (product === undefined || product.stock === 0 || picked.has(product)) continue;
      product.stock -= 1;
      picked.add(product);
    }
    return [...picked];
  };
}

/** Returns the durations of the purchases (ms). */
async function buyFor(
  forSeconds: number,
  clients: pg.Client[],
  pick: () => Product[],
  settingsVersion: number,
): Promise<number[]> {
  const took: number[] = [];
  const endsAt = performance.now() + forSeconds * 1000;
  const buyOn = async (client: pg.Client) => {
    const db = toQueryable(client);
    for (let bought = 0, userId = ''; performance.now() < endsAt; bought += 1) {
      if (bought % purchasesPerShopper === 0) userId = await insertAccount(client);
      const startedAt = performance.now();
      await buy(db, userId, pick(), settingsVersion);
      took.push(performance.now() - startedAt);
    }
  };
  await Promise.all(clients.map(buyOn));
  return took;
}

async function insertAccount(client: pg.Client): Promise<string> {
  const id = newId();
  const text = `insert into account (id, name, email, password_hash) values ($1, 'Bench', lower($1) || '@example.com', '')`;
  await client.query(text, [id]);
  return id;
}

async function buy(
  db: Queryable,
  userId: string,
  products: readonly Product[],
  settingsVersion: number,
): Promise<void> {
  for (const { id: productId } of products)
    await insertOrFindLine(db, { id: newId(), userId, productId, maximumLines });
  const addressId = newId();
  await insertAddress(db, { ...deliveryAddress, id: addressId, userId }, purchasesPerShopper);
  const lines = products.map(({ id: productId, ...price }) => ({
    ...{ productId, categoryIds: [], quantity: 1 },
    ...fromPriceColumns(price),
  }));
  const priced = priceCart({ lines, charges: noCharges, offers: [], coupon: null });
  const now = new Date();
  const order = {
    ...{ id: newId(), order_number: newOrderNumber(), user_id: userId, created_at: now, delivered_at: null },
    ...({
      status: 'PLACED',
      payment_status: 'CASH ON DELIVERY',
      payment_method: 'CASH',
      is_test_payment: false,
      receipt: null,
    } as const),
    ...{ sub_total_paise: priced.subTotalPaise, total_paise: priced.totalPaise, refunded_paise: 0 },
    bill: priced.bill.map(toBillRow),
    ...{ credit_paise: 0, credit_returned_paise: 0 },
    promised_minutes: deliveryMs / 60_000,
    ...{ promised_by: new Date(now.getTime() + deliveryMs), expires_at: null, payment_url: null },
    ...{ revision: null, shown_minutes: null },
    ...{ idempotency_key: randomUUID(), request_hash: '' },
  };
  if (
    (await insertOrder(db, order, addressId, lines, {
      ...createOpenOrderLimits(false, 0),
      settingsVersion,
      deliveryPlace: null,
      coupon: null,
      slot: null,
    })) === null
  )
    throw new Error('An order was not written.');
}

const names = new Map<string, string>();

/** Sends prepared statements, as the server does. */
function toQueryable(client: pg.Client): Queryable {
  const query = async <Row extends object>({ text, values }: Sql): Promise<Row[]> => {
    const name = names.get(text) ?? `direct_${names.size}`;
    names.set(text, name);
    return (await client.query<Row>({ name, text, values })).rows;
  };
  return {
    query,
    one: () => {
      throw new Error('No statement of a purchase uses it.');
    },
  };
}
