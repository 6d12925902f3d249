import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { maximumLists, maximumWishes } from '#contract/base/limits.ts';
import { newId } from '#server/database/id.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { shoppingListRoutes } from './list.routes.ts';

const { db } = await openTestDatabase();

const save = (by: Shopper, name: unknown, isReplacing?: boolean) =>
  runCall(shoppingListRoutes, 'saveShoppingList', by.context, { name, ...(isReplacing && { isReplacing }) });
const lists = async (by: Shopper) =>
  (await runCall(shoppingListRoutes, 'listShoppingLists', by.context)).data;
const read = async (by: Shopper, _id: string) =>
  (await runCall(shoppingListRoutes, 'getShoppingList', by.context, { _id })).data;
const addToCart = (by: Shopper, _id: string) =>
  runCall(shoppingListRoutes, 'addShoppingListToCart', by.context, { _id });
const setStock = (id: string, stock: number) =>
  db.query(sql`update product_stock set stock = ${stock} where product_id = ${id}`);
const cartOf = async (shopper: Shopper) =>
  Object.fromEntries((await shopper.cart()).map(({ productId, quantity }) => [productId._id, quantity]));
const emptyCart = async (shopper: Shopper) => {
  for (const { _id } of await shopper.cart()) await shopper.remove(_id);
};
const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;

/** A shopper with a list of 4 milk and 1 bread, and the same in the cart. */
async function saved() {
  const asha = await createShopper(db);
  const [milkName, breadName] = [`Milk ${newId()}`, `Bread ${newId()}`];
  const milk = await addProduct(db, { name: milkName, stock: 100 });
  const bread = await addProduct(db, { name: breadName, stock: 100 });
  await asha.fill({ [milk]: 4, [bread]: 1 });
  const { data } = await save(asha, 'Weekly');
  return { asha, milk, bread, milkName, breadName, id: data._id };
}

describe('a cart that is saved', () => {
  test('is a list of its products and quantities, in their order, and stays a cart', async () => {
    const { asha, milk, bread, id } = await saved();
    expect(await lists(asha)).toMatchObject([{ _id: id, name: 'Weekly', lineCount: 2 }]);
    const { lines } = await read(asha, id);
    expect(lines.map(({ product, quantity }) => [product?._id, quantity])).toEqual([
      [milk, 4],
      [bread, 1],
    ]);
    expect(await cartOf(asha)).toEqual({ [milk]: 4, [bread]: 1 });
  });

  test('does not follow later changes of the cart', async () => {
    const { asha, id } = await saved();
    await emptyCart(asha);
    expect((await read(asha, id)).lines).toHaveLength(2);
  });

  test('is refused under a name that is taken in another case or with invisible characters', async () => {
    const { asha } = await saved();
    for (const name of ['Weekly', ' WEEKLY ', 'weekly', 'Week\u200bly'])
      expect(await codeOf(save(asha, name)), name).toBe('NAME_TAKEN');
    expect(await lists(asha)).toHaveLength(1);
  });

  test('may have the name of a list of another account', async () => {
    await saved();
    const { asha } = await saved();
    expect(await lists(asha)).toHaveLength(1);
  });

  test('replaces a list of that name if that is wanted', async () => {
    const { asha, milk, id } = await saved();
    await emptyCart(asha);
    await asha.fill({ [milk]: 2 });
    const { data, status } = await save(asha, 'weekly', true);
    expect([data._id, status]).toEqual([id, 200]);
    expect((await read(asha, id)).lines).toMatchObject([{ quantity: 2 }]);
  });

  test('is refused when it is empty, and a list keeps its lines', async () => {
    const { asha, id } = await saved();
    await emptyCart(asha);
    expect(await codeOf(save(asha, 'Empty'))).toBe('CART_EMPTY');
    expect(await codeOf(save(asha, 'Weekly', true))).toBe('CART_EMPTY');
    expect((await read(asha, id)).lines).toHaveLength(2);
    expect(await lists(asha)).toHaveLength(1);
  });

  test('is saved once by ten taps', async () => {
    const { asha } = await saved();
    const tries = Array.from({ length: 10 }, () => save(asha, 'Monthly'));
    expect(await countOutcomes(tries)).toEqual({ '201': 1, '409 NAME_TAKEN': 9 });
  });

  test(`is refused as list ${maximumLists + 1}, also at once`, async () => {
    const { asha } = await saved();
    const tries = Array.from({ length: maximumLists + 4 }, (_, index) => save(asha, `List ${index}`));
    expect(await countOutcomes(tries)).toEqual({ '201': maximumLists - 1, '409 CONFLICT': 5 });
    expect(await lists(asha)).toHaveLength(maximumLists);
    // Replacing needs no new list.
    expect((await save(asha, 'Weekly', true)).status).toBe(200);
  });

  test('is limited to 60 times in ten minutes', async () => {
    const { asha } = await saved();
    const context = { ...asha.context, rateLimits: createRateLimits(db) };
    const calls = Array.from({ length: 61 }, () =>
      runCall(shoppingListRoutes, 'saveShoppingList', context, { name: 'Weekly' }),
    );
    expect(await countOutcomes(calls)).toEqual({ '409 NAME_TAKEN': 60, '429 TOO_MANY_REQUESTS': 1 });
  });

  test.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['an invisible name', { name: '\u200b ' }],
    ['a name of 61 characters', { name: 'a'.repeat(61) }],
    ['a name with a line break', { name: 'Week\nly' }],
    ['a NUL byte', { name: 'a\u0000' }],
    ['lines', { name: 'Weekly', lines: [] }],
    ['an owner', { name: 'Weekly', userId: 'another' }],
  ])('is refused with %s', async (_what, input) => {
    const asha = await createShopper(db);
    expect(await codeOf(runCall(shoppingListRoutes, 'saveShoppingList', asha.context, input))).toBe(
      'INVALID_INPUT',
    );
  });
});

describe('a list that is added to the cart', () => {
  test('fills an empty cart in its order, and takes no stock', async () => {
    const { asha, milk, bread, milkName, breadName, id } = await saved();
    await emptyCart(asha);
    const { message, data } = await addToCart(asha, id);
    expect([message, data]).toEqual([
      'Added to your cart',
      {
        ...{ short: [], gone: [] },
        added: [
          { name: milkName, nameHindi: '', quantity: 4 },
          { name: breadName, nameHindi: '', quantity: 1 },
        ],
      },
    ]);
    expect(await cartOf(asha)).toEqual({ [milk]: 4, [bread]: 1 });
  });

  test('has the names in Hindi of when it was saved, also of a product that is gone', async () => {
    const { asha, milk, id } = await saved();
    await db.query(sql`update product set name_hindi = 'दूध' where id = ${milk}`);
    await save(asha, 'Weekly', true);
    await db.query(sql`delete from product where id = ${milk}`);
    const { lines } = await read(asha, id);
    expect(lines.map(({ nameHindi, product }) => [nameHindi, product?.nameHindi])).toEqual([
      ['दूध', undefined],
      ['', ''],
    ]);
  });

  test('raises a cart to its quantities, and changes nothing when it is added again', async () => {
    const { asha, milk, bread, id } = await saved();
    await emptyCart(asha);
    await asha.fill({ [milk]: 1, [bread]: 5 });
    await addToCart(asha, id);
    expect(await cartOf(asha)).toEqual({ [milk]: 4, [bread]: 5 });
    const tries = await Promise.all(Array.from({ length: 8 }, () => addToCart(asha, id)));
    expect(new Set(tries.map(({ message }) => message))).toEqual(
      new Set(['All of it is in your cart already']),
    );
    expect(await cartOf(asha)).toEqual({ [milk]: 4, [bread]: 5 });
  });

  test('says what is short, sold out and no longer sold', async () => {
    const { asha, milk, bread, milkName, breadName, id } = await saved();
    await emptyCart(asha);
    await setStock(milk, 3);
    await setStock(bread, 0);
    expect((await addToCart(asha, id)).data).toEqual({
      added: [],
      short: [{ name: milkName, nameHindi: '', wanted: 4, got: 3 }],
      gone: [{ name: breadName, nameHindi: '' }],
    });
    await db.query(sql`delete from product where id = ${milk}`);
    const { message, data } = await addToCart(asha, id);
    expect([message, data.gone]).toEqual([
      'Nothing could be added to your cart',
      [
        { name: milkName, nameHindi: '' },
        { name: breadName, nameHindi: '' },
      ],
    ]);
    expect((await read(asha, id)).lines).toMatchObject([
      { name: milkName, quantity: 4, product: null },
      { name: breadName, product: { stock: 0 } },
    ]);
  });

  test('does not lower a line of the cart that has more than is in stock', async () => {
    const { asha, milk, bread, id } = await saved();
    await asha.fill({ [milk]: 9 });
    await setStock(milk, 6);
    await addToCart(asha, id);
    expect(await cartOf(asha)).toEqual({ [milk]: 9, [bread]: 1 });
  });
});

test('a list is renamed, also to its own name in another case, but not to the name of another one', async () => {
  const { asha, id } = await saved();
  await save(asha, 'Monthly');
  const rename = (name: string) =>
    runCall(shoppingListRoutes, 'renameShoppingList', asha.context, { _id: id, name });
  expect((await rename('WEEKLY')).data.name).toBe('WEEKLY');
  expect(await codeOf(rename('monthly'))).toBe('NAME_TAKEN');
  expect((await lists(asha)).map(({ name }) => name).sort()).toEqual(['Monthly', 'WEEKLY']);
});

test('a line and a list are deleted once', async () => {
  const { asha, id } = await saved();
  const [line] = (await read(asha, id)).lines;
  const removeLine = () =>
    runCall(shoppingListRoutes, 'deleteShoppingListLine', asha.context, { _id: line?._id });
  const remove = () => runCall(shoppingListRoutes, 'deleteShoppingList', asha.context, { _id: id });
  expect(await countOutcomes([removeLine(), removeLine()])).toEqual({ '200': 1, '404 NOT_FOUND': 1 });
  expect((await read(asha, id)).lines).toHaveLength(1);
  expect(await countOutcomes([remove(), remove()])).toEqual({ '200': 1, '404 NOT_FOUND': 1 });
  expect(await lists(asha)).toEqual([]);
});

describe('the wishlist', () => {
  const change = async (by: Shopper, add: unknown[], remove: unknown[] = []) =>
    (await runCall(shoppingListRoutes, 'changeWishlist', by.context, { add, remove })).data;
  const wished = async (by: Shopper) =>
    (await runCall(shoppingListRoutes, 'getWishlist', by.context)).data.productIds;

  test('has what was added, the last first, once, and without what was removed', async () => {
    const asha = await createShopper(db);
    const [milk, bread, eggs] = [await addProduct(db), await addProduct(db), await addProduct(db)];
    await change(asha, [milk]);
    await change(asha, [eggs, bread]);
    await change(asha, [milk]);
    expect(await wished(asha)).toEqual([eggs, bread, milk]);
    const tries = Array.from({ length: 10 }, () => change(asha, [milk, milk], [bread, bread]));
    await Promise.all(tries);
    expect(await wished(asha)).toEqual([eggs, milk]);
  });

  test('ignores unknown products, and forgets deleted ones', async () => {
    const asha = await createShopper(db);
    const milk = await addProduct(db);
    expect(await change(asha, [newId(), milk], [newId()])).toEqual({ productIds: [milk], isFull: false });
    await db.query(sql`delete from product where id = ${milk}`);
    expect(await wished(asha)).toEqual([]);
  });

  test('of another account is neither read nor changed', async () => {
    const [asha, ravi] = [await createShopper(db), await createShopper(db)];
    const milk = await addProduct(db);
    await change(asha, [milk]);
    expect(await change(ravi, [], [milk])).toEqual({ productIds: [], isFull: false });
    expect(await wished(asha)).toEqual([milk]);
  });

  test(`holds ${maximumWishes} products, also when tabs add at once`, async () => {
    const asha = await createShopper(db);
    const prefix = newId();
    await db.query(sql`
      with added as (
        insert into product (id, name, unit, price_paise)
        select ${prefix} || n, ${prefix} || n, '1 kg', 100 from generate_series(1, ${maximumWishes + 30}::integer) as n
        returning id
      )
      insert into product_stock (product_id, stock) select id, 5 from added`);
    const ids = Array.from({ length: maximumWishes + 30 }, (_, index) => `${prefix}${index + 1}`);
    const tabs = Array.from({ length: 5 }, (_, tab) => ids.filter((_id, index) => index % 5 === tab));
    await Promise.all(tabs.map((tab) => change(asha, tab)));
    expect(await wished(asha)).toHaveLength(maximumWishes);
    const [first = ''] = await wished(asha);
    const missing = ids.filter((id) => id !== first);
    // Removed first, so that there is space.
    const { isFull } = await change(asha, missing.slice(0, maximumWishes), [first]);
    expect(isFull).toBe(true);
  });

  test.each([
    ['an id that is no id', { add: ["x'; drop table wishlist_item"] }],
    ['201 products', { add: Array(maximumWishes + 1).fill('a') }],
    ['text', { add: 'a' }],
    ['an owner', { add: [], userId: 'another' }],
  ])('refuses %s', async (_what, input) => {
    const asha = await createShopper(db);
    expect(await codeOf(runCall(shoppingListRoutes, 'changeWishlist', asha.context, input))).toBe(
      'INVALID_INPUT',
    );
  });
});

test('the schema refuses a list without a name, a line beyond a cart, and a list of a deleted account', async () => {
  const { asha, id } = await saved();
  const fails = (statement: ReturnType<typeof sql>) => expect(db.query(statement)).rejects.toThrow();
  await fails(
    sql`insert into shopping_list (id, user_id, name) values (${newId()}, ${asha.userId}, 'WEEKLY')`,
  );
  await fails(sql`insert into shopping_list (id, user_id, name) values (${newId()}, ${asha.userId}, ' ')`);
  await fails(sql`
    insert into shopping_list_line (id, list_id, position, name, unit, quantity)
    values (${newId()}, ${id}, 200, 'Milk', '1 l', 1)`);
  await fails(sql`update shopping_list_line set quantity = 51 where list_id = ${id}`);
  await fails(sql`insert into wishlist_item (user_id, product_id) values (${newId()}, ${newId()})`);
});
