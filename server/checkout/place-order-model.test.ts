import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { createShoppers, type Shopper } from '#tests/fixtures/accounts.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();

const shopperCount = 3;
const initialStocks = [0, 3, 8, 60];

const who = fc.nat({ max: shopperCount - 1 });
const what = fc.nat({ max: initialStocks.length - 1 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), who, what }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      who,
      what,
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), who, what }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('order' as const), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      what,
      paise: fc.integer({ min: 1, max: 900 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Shop {
  shoppers: readonly Shopper[];
  productIds: readonly string[];
}

async function openShop(): Promise<Shop> {
  const [shoppers, productIds] = await Promise.all([
    createShoppers(db, shopperCount),
    Promise.all(initialStocks.map((stock) => addProduct(db, { stock }))),
  ]);
  return { shoppers, productIds };
}

/** What a careful bookkeeper expects after each step, one after the other. */
class Model {
  readonly stocks = [...initialStocks];
  readonly carts = Array.from({ length: shopperCount }, () => new Map<number, number>());
  readonly ordered = Array.from({ length: shopperCount }, () => 0);

  /** Takes a step; says what it is answered with. */
  take(step: Step): string {
    if (step.kind === 'price') return 'ok';
    const cart = this.carts[step.who] ?? new Map<number, number>();
    if (step.kind === 'order') return this.#order(step.who, cart);
    const stock = this.stocks[step.what] ?? 0;
    const held = cart.get(step.what);
    if (step.kind === 'add') {
      if (held !== undefined) return 'ok';
      if (stock === 0) return 'STOCK_SHORT';
      cart.set(step.what, 1);
      return 'ok';
    }
    if (held === undefined) return 'NOT_FOUND';
    if (step.kind === 'remove') cart.delete(step.what);
    else if (stock < step.quantity) return 'STOCK_SHORT';
    else cart.set(step.what, step.quantity);
    return 'ok';
  }

  #order(shopper: number, cart: Map<number, number>): string {
    if (cart.size === 0) return 'CART_EMPTY';
    for (const [index, quantity] of cart) if ((this.stocks[index] ?? 0) < quantity) return 'STOCK_SHORT';
    for (const [index, quantity] of cart) this.stocks[index] = (this.stocks[index] ?? 0) - quantity;
    cart.clear();
    this.ordered[shopper] = (this.ordered[shopper] ?? 0) + 1;
    return 'ok';
  }
}

async function perform({ shoppers, productIds }: Shop, step: Step): Promise<unknown> {
  if (step.kind === 'price') {
    const id = productIds[step.what] ?? '';
    return db.query(sql`update product set price_paise = ${step.paise} where id = ${id}`);
  }
  const shopper = shoppers[step.who];
  if (shopper === undefined) throw new Error('There is no such shopper.');
  if (step.kind === 'order') {
    const { list_items, ...input } = await shopper.checkout();
    // The contract wants a line at least; an empty cart is what the model asks about.
    const asked = list_items.length > 0 ? list_items : [{ productId: 'none', quantity: 1 }];
    return shopper.order({ ...input, list_items: asked });
  }
  const productId = productIds[step.what] ?? '';
  if (step.kind === 'add') return shopper.add(productId);
  const line = (await shopper.cart()).find(({ productId: { _id } }) => _id === productId);
  const lineId = line?._id ?? 'none';
  return step.kind === 'set' ? shopper.setQuantity(lineId, step.quantity) : shopper.remove(lineId);
}

async function answerTo(shop: Shop, step: Step): Promise<string> {
  try {
    await perform(shop, step);
    return 'ok';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function stocksAndSales({ productIds }: Shop) {
  return db.query<{ stock: number; sold: number }>(sql`
    select stock, (select coalesce(sum(quantity), 0)::integer from order_line where product_id = p.product_id) as sold
    from unnest(${[...productIds]}::text[]) with ordinality as wanted (product_id, position) join product_stock p using (product_id)
    order by position`);
}

test('one after the other, every step is answered as a careful bookkeeper would', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const [shop, model] = [await openShop(), new Model()];
      for (const taken of steps) expect(await answerTo(shop, taken)).toBe(model.take(taken));
      expect((await stocksAndSales(shop)).map(({ stock }) => stock)).toEqual(model.stocks);
      for (const [index, shopper] of shop.shoppers.entries()) {
        expect((await shopper.orders()).totalCount).toBe(model.ordered[index]);
        const cart = (await shopper.cart()).map((line) => [
          shop.productIds.indexOf(line.productId._id),
          line.quantity,
        ]);
        expect(cart).toEqual([...(model.carts[index] ?? [])]);
      }
    }),
    { numRuns: 30 },
  );
});

test('all at once, stock and sold pieces always add up to what there was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const shop = await openShop();
      // Each shopper takes their own steps in turn, in three tabs, while the others take theirs.
      const tabs = Array.from({ length: 3 * shopperCount }, (_, tab) =>
        steps.filter((_step, index) => index % 9 === tab),
      );
      await Promise.all(
        tabs.map(async (own) => {
          for (const taken of own) await answerTo(shop, taken);
        }),
      );
      const counts = await stocksAndSales(shop);
      expect(counts.map(({ stock, sold }) => stock + sold)).toEqual(initialStocks);
      const [broken] = await db.query<{ orders: number }>(sql`
        select count(*) as orders from customer_order o where o.user_id = any (${shop.shoppers.map(({ userId }) => userId)})
          and (not exists (select from order_line where order_id = o.id)
            or not exists (select from order_history where order_id = o.id)
            or o.sub_total_paise <> (select sum(price_paise * quantity) from order_line where order_id = o.id))`);
      expect(broken?.orders).toBe(0);
    }),
    { numRuns: 30 },
  );
});
