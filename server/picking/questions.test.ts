import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { newId } from '#server/database/id.ts';
import type { RequestContext } from '#server/http/context.ts';
import { type Admin, createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, catchAppErrors, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addNamedProduct, toPhone } from '#tests/fixtures/picking.ts';
import { addProduct, changeProduct, stockOf } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { expectStockLedger } from '#tests/fixtures/stock-ledger.ts';

const { db } = await openTestDatabase();
let meera: Admin;
let phone: ReturnType<typeof toPhone>;
beforeEach(async () => {
  meera = await createAdmin(db);
  phone = toPhone(meera);
});

const choose = (context: RequestContext, input: object) =>
  runCall(apiRoutes, 'setSubstitution', context, { preferredId: null, ...input });

/** A paid order of 2 milk for ₹50 each and 1 bread for ₹30, and two products that may replace milk. */
async function asked(choice: 'SIMILAR' | 'ASK' | 'REFUND' = 'ASK') {
  const asha = await createShopper(db);
  const [milk, bread] = [
    await addNamedProduct(db, 'Milk', { pricePaise: 5000 }),
    await addNamedProduct(db, 'Bread', { pricePaise: 3000 }),
  ];
  const [soy, oat] = [
    await addNamedProduct(db, 'Soya milk', { stock: 5, pricePaise: 6000 }),
    await addNamedProduct(db, 'Oat drink', { stock: 5, pricePaise: 2000 }),
  ];
  await asha.fill({ [milk]: 2, [bread]: 1 });
  await choose(asha.context, { choice });
  const card = await orderByCard(asha);
  await pay(asha, card);
  const _id = card.order._id;
  const taken = await phone.take(_id);
  await phone.found(_id, { position: 1, found: 1 });
  const proposals = [
    { productId: soy, quantity: 2 },
    { productId: oat, quantity: 2 },
  ];
  const ask = (given: object = {}) =>
    meera.call('askShopper', { _id, version: 1, position: 0, found: 0, at: phone.at(), proposals, ...given });
  const answer = (productId: string | null, context = asha.context) =>
    runCall(apiRoutes, 'answerQuestion', context, { _id, position: 0, productId });
  /** The shopper's time is over. */
  const end = () =>
    db.query(
      sql`update substitution_question set deadline = now() - interval '1 second' where order_id = ${_id}`,
    );
  return { asha, _id, taken, milk, bread, soy, oat, ask, answer, end };
}

const left = async (...ids: string[]) => Promise.all(ids.map((id) => stockOf(db, id)));

test('what a shopper chooses is remembered, for all orders and for products, and goes into the order', async () => {
  const asha = await createShopper(db);
  const [milk, bread, soy] = [
    await addProduct(db),
    await addProduct(db),
    await addNamedProduct(db, 'Soya milk'),
  ];
  await asha.fill({ [milk]: 1, [bread]: 1 });
  const read = async () => (await runCall(apiRoutes, 'getSubstitution', asha.context, {})).data;
  expect(await read()).toEqual({ choice: 'SIMILAR', products: [] });
  await choose(asha.context, { choice: 'REFUND' });
  await choose(asha.context, { productId: milk, choice: 'ASK', preferredId: soy });
  expect(await read()).toEqual({
    choice: 'REFUND',
    products: [
      { productId: milk, choice: 'ASK', preferred: expect.objectContaining({ _id: soy, name: 'Soya milk' }) },
    ],
  });
  const { data: order } = await asha.order(await asha.checkout());
  const { lines } = await phone.take(order._id);
  const choices = new Map(lines.map((line) => [line.productId, [line.substitution, line.preferredId]]));
  expect(choices).toEqual(
    new Map([
      [milk, ['ASK', soy]],
      [bread, ['REFUND', null]],
    ]),
  );
  const { data: proposed } = await meera.call('listReplacements', {
    ...{ _id: order._id, position: lines.find(({ productId }) => productId === milk)?.position },
  });
  expect(proposed[0]?.productId).toBe(soy);
  await asha.fill({ [milk]: 1 });
  expect((await read()).products).toHaveLength(1);
  await choose(asha.context, { productId: milk, choice: null });
  expect(await read()).toEqual({ choice: 'REFUND', products: [] });
  const refused = await catchAppErrors([
    choose(asha.context, { productId: newId(), choice: 'ASK' }),
    choose(asha.context, { productId: milk, choice: 'SIMILAR', preferredId: milk }),
    choose(asha.context, { choice: null }),
    choose(asha.context, { choice: 'SIMILAR', preferredId: soy }),
  ]);
  expect(refused.map(({ code }) => code)).toEqual([
    'NOT_FOUND',
    'CONFLICT',
    'INVALID_INPUT',
    'INVALID_INPUT',
  ]);
});

test('a shopper who is asked chooses, once, and pays at most what was ordered', async () => {
  const { asha, _id, milk, soy, oat, ask, answer } = await asked();
  const sentAt = phone.at();
  const { data: order } = await ask({ at: sentAt });
  expect((await ask({ at: sentAt })).data).toEqual(order);
  const { question } = order.lines.find(({ position }) => position === 0) ?? {};
  expect(question).toMatchObject({
    answer: null,
    proposals: [
      { name: 'Soya milk', quantity: 2, amount: 100 },
      { name: 'Oat drink', quantity: 2, amount: 40 },
    ],
  });
  expect(Date.parse(question?.deadline ?? '') - Date.parse(question?.askedAt ?? '')).toBe(90_000);
  const read = async () => (await runCall(apiRoutes, 'listQuestions', asha.context, { _id })).data;
  const [open] = await read();
  expect(open).toEqual({ ...question, found: 0, secondsLeft: expect.any(Number) });
  expect(open?.secondsLeft).toBeGreaterThan(0);
  expect(open?.secondsLeft).toBeLessThanOrEqual(90);
  expect(await catchAppError(phone.pack(_id))).toMatchObject({
    code: 'QUESTION_OPEN',
    details: { positions: [0] },
  });
  const other = await createShopper(db);
  expect((await catchAppError(answer(oat, other.context))).code).toBe('NOT_FOUND');
  expect((await catchAppError(answer(milk))).code).toBe('NOT_FOUND');
  await answer(oat);
  await answer(oat);
  expect((await catchAppError(answer(soy))).code).toBe('CONFLICT');
  expect((await catchAppError(ask())).code).toBe('CONFLICT');
  expect(await left(soy, oat)).toEqual([5, 3]);
  // The phone repeats what the shopper has chosen; another product is refused.
  const line = { position: 0, found: 0 };
  await phone.found(_id, { ...line, replacement: { productId: oat, quantity: 2 } });
  const wrong = phone.found(_id, { ...line, replacement: { productId: soy, quantity: 2 } });
  expect((await catchAppError(wrong)).code).toBe('REPLACEMENT_REFUSED');
  await phone.pack(_id);
  expect(await phone.board(_id)).toMatchObject({ totalAmt: 70, refundedAmt: 60 });
  expect((await catchAppError(answer(soy))).code).toBe('CONFLICT');
  expect(await read()).toMatchObject([{ answer: { productId: oat }, secondsLeft: 0 }]);
  const { steps } = (await runCall(apiRoutes, 'getOrder', asha.context, { _id })).data;
  expect(steps.slice(-3).map(({ by, reason }) => [by, reason])).toEqual([
    ['staff', 'Asked what replaces Milk.'],
    ['shopper', 'Chose Oat drink instead of Milk.'],
    ['staff', 'Milk replaced by Oat drink.'],
  ]);
  await expectStockLedger(db, [milk, soy, oat]);
});

test('without an answer the first proposal counts, or a refund if its stock is short', async () => {
  for (const stock of [5, 1]) {
    const { _id, milk, soy, ask, answer, end } = await asked();
    await ask();
    await end();
    await db.query(sql`select set_config('tokri.stock_change', '{"cause": "COUNT"}', false)`);
    await changeProduct(db, soy, { stock });
    expect((await catchAppError(answer(soy))).code).toBe('QUESTION_OVER');
    await phone.pack(_id);
    const { steps } = await phone.board(_id);
    expect(steps.at(-1)?.reason).toBe(
      stock === 5 ? 'No answer in time: Milk replaced by Soya milk.' : 'Milk was unavailable.',
    );
    expect(await phone.board(_id)).toMatchObject(
      stock === 5 ? { totalAmt: 130, refundedAmt: 0 } : { totalAmt: 30, refundedAmt: 100 },
    );
    expect(await left(milk, soy)).toEqual([98, stock === 5 ? 3 : 1]);
  }
});

test('a refund is chosen by the answer or before the order, and the picker keeps to it', async () => {
  const first = await asked();
  await first.ask();
  await first.answer(null);
  const replace = (_id: string, productId: string) =>
    phone.found(_id, { position: 0, found: 0, replacement: { productId, quantity: 1 } });
  expect((await catchAppError(replace(first._id, first.soy))).code).toBe('REPLACEMENT_REFUSED');
  await phone.pack(first._id);
  expect(await phone.board(first._id)).toMatchObject({ totalAmt: 30, refundedAmt: 100 });
  const second = await asked('REFUND');
  const refused = await catchAppErrors([second.ask(), replace(second._id, second.soy)]);
  for (const { code } of refused) expect(code).toBe('REPLACEMENT_REFUSED');
});

test('a picker asks before replacing for a shopper who wants it, and decides when the time is over', async () => {
  const { _id, soy, oat, ask, answer, end } = await asked();
  const replace = () =>
    phone.found(_id, { position: 0, found: 1, replacement: { productId: oat, quantity: 1 } });
  expect((await catchAppError(replace())).message).toBe('Ask the shopper what replaces Milk.');
  await ask({ found: 1 });
  expect((await catchAppError(replace())).message).toBe('The shopper has time to answer about Milk.');
  await end();
  await replace();
  expect((await catchAppError(answer(soy))).code).toBe('QUESTION_OVER');
  expect(await left(soy, oat)).toEqual([5, 4]);
});

test('an answer whose product is sold out by then can be given again', async () => {
  const { _id, soy, oat, ask, answer } = await asked();
  await ask();
  await changeProduct(db, soy, { stock: 0 });
  expect((await catchAppError(answer(soy))).code).toBe('STOCK_SHORT');
  await answer(oat);
  await meera.call('giveBackOrder', { _id, version: 1 });
  expect(await left(oat)).toEqual([5]);
  const again = await phone.take(_id);
  expect(again.lines.every(({ question }) => question === null)).toBe(true);
});

test('the store sets the seconds to answer, and a question ends when the product is found after all', async () => {
  const { promise } = initialStoreSettings;
  await saveSettings(meera, { promise: { ...promise, answerSeconds: 45 } });
  const { asha, _id, ask } = await asked();
  await ask();
  const read = async () => (await runCall(apiRoutes, 'listQuestions', asha.context, { _id })).data;
  const [question] = await read();
  expect(Date.parse(question?.deadline ?? '') - Date.parse(question?.askedAt ?? '')).toBe(45_000);
  await phone.found(_id, { position: 0, found: 2 });
  expect(await read()).toEqual([]);
  const tooLong = saveSettings(meera, { promise: { ...promise, answerSeconds: 601 } });
  expect((await catchAppError(tooLong)).code).toBe('INVALID_INPUT');
  await saveSettings(meera, { promise });
});
