import fc from 'fast-check';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { maximumLines } from '#contract/base/limits.ts';
import { newId } from '#server/database/id.ts';
import { createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, withStock } from '#tests/fixtures/seed.ts';
import { cartRoutes } from './cart.routes.ts';

const { db } = await openTestDatabase();

const open = () => createShopper(db);
const product = (stock: number) => addProduct(db, { stock });

type GuestLine = { productId: string; quantity: number };
const merge = (by: Shopper, lines: GuestLine[], guestCartId = newId()) =>
  runCall(cartRoutes, 'mergeCart', by.context, { guestCartId, lines });

async function quantitiesOf(shopper: Shopper): Promise<Record<string, number>> {
  return Object.fromEntries((await shopper.cart()).map((line) => [line.productId._id, line.quantity]));
}

describe('a guest cart at login', () => {
  test('is added to the shopper’s: new lines, and sums for products in both', async () => {
    const asha = await open();
    const [milk, bread, eggs] = [await product(40), await product(40), await product(40)];
    await asha.fill({ [milk]: 2, [bread]: 3 });
    const lines = [
      { productId: bread, quantity: 4 },
      { productId: eggs, quantity: 5 },
    ];
    const { data } = await merge(asha, lines);
    expect(data).toEqual(await asha.cart());
    expect(await quantitiesOf(asha)).toEqual({ [milk]: 2, [bread]: 7, [eggs]: 5 });
  });

  test('keeps its order, after what was there before', async () => {
    const asha = await open();
    const [first, ...others] = await Promise.all(Array.from({ length: 9 }, () => product(9)));
    await asha.add(first ?? '');
    await merge(
      asha,
      others.map((productId) => ({ productId, quantity: 1 })),
    );
    expect((await asha.cart()).map(({ productId }) => productId._id)).toEqual([first, ...others]);
  });

  test('is capped by the stock and by 50 pieces', async () => {
    const asha = await open();
    const [rare, plenty, fresh] = [await product(6), await product(500), await product(3)];
    await asha.fill({ [rare]: 4, [plenty]: 30 });
    await merge(
      asha,
      [rare, plenty, fresh].map((productId) => ({ productId, quantity: 30 })),
    );
    expect(await quantitiesOf(asha)).toEqual({ [rare]: 6, [plenty]: 50, [fresh]: 3 });
  });

  test('says what the stock, the limits and the end of a product left out, once', async () => {
    const asha = await open();
    const [rare, whole, ended] = [await product(6), await product(9), await product(9)];
    await asha.fill({ [rare]: 4 });
    await db.query(sql`update product set status = 'archived' where id = ${ended}`);
    const lines = [rare, whole, ended].map((productId) => ({ productId, quantity: 5 }));
    const { name } = await db.one<{ name: string }>(sql`select name from product where id = ${rare}`);
    const guestCartId = newId();
    const { leftOut } = await merge(asha, lines, guestCartId);
    expect(leftOut).toEqual([
      { productId: rare, name, nameHindi: '', quantity: 3 },
      { productId: ended, name: expect.any(String), nameHindi: '', quantity: 5 },
    ]);
    expect((await merge(asha, lines, guestCartId)).leftOut).toEqual([]);
  });

  test('keeps lines that have sold out and marks them', async () => {
    const asha = await open();
    const [gone, held] = [await product(0), await product(5)];
    await asha.fill({ [held]: 2 });
    await db.query(sql`update product_stock set stock = 0 where product_id = ${held}`);
    const { data } = await merge(
      asha,
      [gone, held].map((productId) => ({ productId, quantity: 3 })),
    );
    expect(data).toMatchObject([
      { quantity: 5, notices: ['OUT_OF_STOCK'] },
      { quantity: 3, notices: ['OUT_OF_STOCK'] },
    ]);
  });

  test('ignores unknown products and sums a product named twice', async () => {
    const asha = await open();
    const milk = await product(40);
    await merge(asha, [
      { productId: newId(), quantity: 1 },
      { productId: milk, quantity: 2 },
      { productId: milk, quantity: 3 },
    ]);
    expect(await quantitiesOf(asha)).toEqual({ [milk]: 5 });
  });

  test('keeps the price that the shopper saw before', async () => {
    const asha = await open();
    const milk = await product(40);
    await asha.add(milk);
    await db.query(sql`update product set price_paise = 12345 where id = ${milk}`);
    const { data } = await merge(asha, [{ productId: milk, quantity: 1 }]);
    expect(data).toMatchObject([{ notices: ['PRICE_CHANGED'], seenPrice: 100 }]);
  });

  test('fills a cart no further than an order can hold', async () => {
    const asha = await open();
    const products = sql`
      insert into product (id, name, unit, price_paise)
      select 'many' || n, 'Many ' || n, '1 kg', 100 from generate_series(1, ${maximumLines + 20}::integer) as n`;
    await db.query(withStock(products, 5));
    const guest = Array.from({ length: maximumLines + 20 }, (_, index) => ({
      productId: `many${index + 1}`,
      quantity: 1,
    }));
    await asha.fill({ many3: 1, [await product(5)]: 1 });
    await merge(asha, guest.slice(0, maximumLines));
    await merge(asha, guest.slice(20));
    const quantities = await quantitiesOf(asha);
    expect(Object.keys(quantities)).toHaveLength(maximumLines);
    // Both carts had it, so it needed no room.
    expect(quantities.many3).toBe(2);
    expect(quantities.many1).toBe(1);
    expect(quantities[`many${maximumLines + 20}`]).toBeUndefined();
  });
});

describe('once only', () => {
  test('ten tabs that log in at the same moment add a guest cart a single time', async () => {
    const asha = await open();
    const milk = await product(50);
    await asha.fill({ [milk]: 1 });
    const guestCartId = newId();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => merge(asha, [{ productId: milk, quantity: 2 }], guestCartId)),
    );
    expect(await quantitiesOf(asha)).toEqual({ [milk]: 3 });
    for (const { data } of answers) expect(data).toMatchObject([{ quantity: 3 }]);
  });

  test('a guest cart that another account took is passed over, without a word about it', async () => {
    const [asha, ravi] = [await open(), await open()];
    const [milk, bread] = [await product(50), await product(50)];
    const guestCartId = newId();
    await merge(asha, [{ productId: milk, quantity: 2 }], guestCartId);
    await ravi.fill({ [bread]: 1 });
    const { status, data } = await merge(ravi, [{ productId: milk, quantity: 2 }], guestCartId);
    expect(status).toBe(200);
    expect(data).toEqual(await ravi.cart());
    expect(await quantitiesOf(ravi)).toEqual({ [bread]: 1 });
    expect(await quantitiesOf(asha)).toEqual({ [milk]: 2 });
  });

  test('a merge that failed half-way may be repeated', async () => {
    const asha = await open();
    const milk = await product(50);
    const guestCartId = newId();
    await db.query(sql`alter table cart_line add constraint out_of_order check (quantity < 0) not valid`);
    await expect(merge(asha, [{ productId: milk, quantity: 2 }], guestCartId)).rejects.toThrow();
    await db.query(sql`alter table cart_line drop constraint out_of_order`);
    await merge(asha, [{ productId: milk, quantity: 2 }], guestCartId);
    expect(await quantitiesOf(asha)).toEqual({ [milk]: 2 });
  });
});

test('any guest cart merges into any cart as the sum, capped', async () => {
  const stocks = [0, 1, 7, 50, 120];
  const ids = await Promise.all(stocks.map(product));
  const quantities = fc.array(
    fc.record({ index: fc.nat({ max: 4 }), quantity: fc.integer({ min: 1, max: 50 }) }),
    {
      maxLength: 8,
    },
  );
  await fc.assert(
    fc.asyncProperty(quantities, quantities, async (before, guest) => {
      const asha = await open();
      const expected: Record<string, number> = {};
      for (const lines of [before, guest]) {
        const given = lines.map(({ index, quantity }) => ({ productId: ids[index] ?? '', quantity }));
        await merge(asha, given);
        for (const { productId, quantity } of given) {
          expected[productId] = (expected[productId] ?? 0) + quantity;
        }
        for (const [index, id] of ids.entries()) {
          if (expected[id] !== undefined) expected[id] = Math.min(expected[id], 50, stocks[index] || 50);
        }
      }
      expect(await quantitiesOf(asha)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test.each([
  ['an id that is too short', { guestCartId: 'short', lines: [] }],
  ['an id with other characters', { guestCartId: "aaaaaaaaaaaaaaaa'; drop table cart_line", lines: [] }],
  ['no lines at all', { guestCartId: 'a'.repeat(20) }],
  ['201 lines', { guestCartId: 'a'.repeat(20), lines: Array(201).fill({ productId: 'a', quantity: 1 }) }],
  ['a quantity of 0', { guestCartId: 'a'.repeat(20), lines: [{ productId: 'a', quantity: 0 }] }],
  ['a quantity of 51', { guestCartId: 'a'.repeat(20), lines: [{ productId: 'a', quantity: 51 }] }],
  ['an unknown field', { guestCartId: 'a'.repeat(20), lines: [], userId: 'another' }],
  ['a price in a line', { guestCartId: 'a'.repeat(20), lines: [{ productId: 'a', quantity: 1, price: 0 }] }],
])('%s is refused before anything is noted', async (_what, input) => {
  const asha = await open();
  const refusal = await catchAppError(runCall(cartRoutes, 'mergeCart', asha.context, input));
  expect(refusal).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
  expect(refusal.issues).not.toEqual([]);
  expect(await db.query(sql`select 1 from cart_merge where user_id = ${asha.userId}`)).toHaveLength(0);
});

test('what a guest has chosen for missing products goes into the account with the cart, once', async () => {
  const asha = await open();
  const [milk, bread, soy, deleted] = [await product(9), await product(9), await product(9), newId()];
  const read = async () => (await runCall(cartRoutes, 'getSubstitution', asha.context, {})).data;
  const choose = (input: EndpointInput<'setSubstitution'>) =>
    runCall(cartRoutes, 'setSubstitution', asha.context, input);
  await choose({ choice: 'REFUND' });
  await choose({ productId: milk, choice: 'REFUND' });
  const guestCartId = newId();
  const lines = [milk, bread].map((productId) => ({ productId, quantity: 1 }));
  const substitution = {
    choice: null,
    products: [
      { productId: milk, choice: 'SIMILAR' as const, preferredId: null },
      { productId: milk, choice: 'ASK' as const, preferredId: soy },
      { productId: bread, choice: 'SIMILAR' as const, preferredId: deleted },
      { productId: deleted, choice: 'REFUND' as const, preferredId: null },
    ],
  };
  const mergeChoices = () =>
    runCall(cartRoutes, 'mergeCart', asha.context, { guestCartId, lines, substitution });
  await mergeChoices();
  const chosen = await read();
  expect(chosen.choice).toBe('REFUND');
  expect(
    new Map(chosen.products.map((each) => [each.productId, [each.choice, each.preferred?._id]])),
  ).toEqual(
    new Map([
      [milk, ['ASK', soy]],
      [bread, ['SIMILAR', undefined]],
    ]),
  );
  await choose({ productId: milk, choice: null });
  await mergeChoices();
  expect((await read()).products.map(({ productId }) => productId)).toEqual([bread]);
  await merge(asha, [], newId());
  const ofAll = { choice: 'ASK' as const, products: [] };
  await runCall(cartRoutes, 'mergeCart', asha.context, {
    guestCartId: newId(),
    lines: [],
    substitution: ofAll,
  });
  expect((await read()).choice).toBe('ASK');
});
