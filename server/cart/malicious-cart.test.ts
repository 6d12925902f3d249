import { describe, expect, test } from 'vitest';
import { createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, findRoute, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { cartRoutes } from './cart.routes.ts';

const { db } = await openTestDatabase();
const asha = await createShopper(db);
const milk = await addProduct(db);

const noIds: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['empty text', ''],
  ['a number', 7],
  ['an object', { $ne: '' }],
  ['a list', ['a']],
  ['SQL', "x'; drop table cart_line; --"],
  ['a NUL byte', 'a\u0000b'],
  ['half a surrogate pair', '\ud800'],
  ['33 characters', 'a'.repeat(33)],
  ['a megabyte', 'a'.repeat(1_000_000)],
];

describe.each(noIds)('an id that is %s', (_what, id) => {
  test.each([
    ['createCartLine', { productId: id }],
    ['updateCartQuantity', { _id: id, qty: 1 }],
    ['deleteCartLine', { _id: id }],
  ] as const)('is refused by %s', async (name, input) => {
    const refusal = await catchAppError(runCall(cartRoutes, name, asha.context, input));
    expect(refusal).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
    expect(refusal.issues).toHaveLength(1);
  });
});

test.each([
  ['0', 0],
  ['less than 0', -1],
  ['a fraction', 1.5],
  ['51', 51],
  ['NaN', Number.NaN],
  ['infinite', Number.POSITIVE_INFINITY],
  ['1e308', 1e308],
  ['beyond whole numbers', 2 ** 53],
  ['text', '2'],
  ['true', true],
  ['null', null],
  ['a list', [2]],
  ['nothing', undefined],
])('a quantity of %s is refused and changes nothing', async (_what, qty) => {
  const { data: line } = await asha.add(milk);
  const refusal = await catchAppError(
    runCall(cartRoutes, 'updateCartQuantity', asha.context, { _id: line._id, qty }),
  );
  expect(refusal).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
  expect(new Set(refusal.issues?.map(({ path }) => path))).toEqual(new Set(['qty']));
  expect(await asha.cart()).toMatchObject([{ quantity: 1 }]);
});

test.each([
  ['createCartLine', { productId: 'a', userId: 'another' }],
  ['createCartLine', { productId: 'a', quantity: 5 }],
  ['updateCartQuantity', { _id: 'a', qty: 1, price: 0 }],
  ['deleteCartLine', { _id: 'a', all: true }],
] as const)('%s refuses fields it does not know', async (name, input) => {
  const refusal = await catchAppError(runCall(cartRoutes, name, asha.context, input));
  expect(refusal).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
});

test.each([[null], [undefined], ['text'], [7], [[]], [true]])('a body of %j is refused', async (body) => {
  for (const name of ['createCartLine', 'updateCartQuantity', 'deleteCartLine', 'mergeCart'] as const) {
    const { handle } = findRoute(cartRoutes, name);
    expect(await catchAppError(handle(asha.context, body))).toMatchObject({ status: 400 });
  }
});

test('reading the cart ignores whatever is sent along', async () => {
  const { status } = await runCall(cartRoutes, 'listCartLines', asha.context, {
    userId: 'another',
    page: 'x',
  });
  expect(status).toBe(200);
});
