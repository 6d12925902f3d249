import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { anonymiseAccount } from '#server/identity/account.service.ts';
import { renderEmail } from '#server/notifications/email-delivery.ts';
import { recordFailedRefund } from '#server/payments/refund.service.ts';
import { readShopIdentity } from '#server/store/store-identity.service.ts';
import { listDocuments } from '#server/tax/tax-document.service.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { addCoupon } from '#tests/fixtures/coupons.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listEmailsTo } from '#tests/fixtures/jobs.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addProduct, deliverOrder } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';

const database = await openTestDatabase();
const meera = await createAdmin(database.db);
const milk = await addProduct(database.db, { name: 'Milk', pricePaise: 10_000, stock: 1000 });
const bread = await addProduct(database.db, { name: 'Bread', pricePaise: 3050, stock: 1000 });

interface Delivered {
  asha: Shopper;
  _id: string;
}

async function shopperWithMilkAndBread(): Promise<Shopper> {
  const asha = await createShopper(database.db);
  await asha.fill({
    [milk]: 2,
    [bread]: 1,
  });
  return asha;
}

/** Paid by card: two milk for ₹100 each and bread for ₹30.50. */
async function byCard(): Promise<Delivered> {
  const asha = await shopperWithMilkAndBread();
  const placed = await orderByCard(asha);
  await pay(asha, placed);
  await deliverOrder(database.db, placed.order._id);
  return { asha, _id: placed.order._id };
}

/** Paid in cash at the door, and with store credit if some is given. */
async function inCash(
  given: { creditAmt?: number; couponCode?: string; totalAmt?: number } = {},
): Promise<Delivered> {
  const asha = await shopperWithMilkAndBread();
  const { creditAmt = 0 } = given;
  if (creditAmt > 0)
    await meera.call('grantStoreCredit', { _id: asha.userId, amount: creditAmt, reason: 'A late delivery' });
  const { data } = await asha.order({ ...(await asha.checkout()), ...given });
  const move = (to: string) => meera.call('changeOrders', { ids: [data._id], to, allowUnpicked: true });
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED']) await move(to);
  return { asha, _id: data._id };
}

const refundable = async ({ _id }: Delivered) => (await meera.call('getRefundable', { _id })).data;
const oneMilk = { position: 0, amount: 100 };
async function refund(order: Delivered, given: object = {}) {
  const { totalAmt } = await refundable(order);
  const input = {
    _id: order._id,
    totalAmt,
    lines: [oneMilk],
    to: 'SOURCE',
    message: 'One was torn.',
    ...given,
  };
  return meera.call('refundItems', input);
}
/** Reports a problem and refunds it; the decision, and the email about it. */
async function reportAndRefund(order: Delivered, given: object) {
  const email = `${order.asha.userId.toLowerCase()}@example.com`;
  await database.db.query(
    sql`update account set email = ${email}, verify_email = true where id = ${order.asha.userId}`,
  );
  const reported = { _id: order._id, lines: [{ position: 0, quantity: 1, kind: 'DAMAGED' }] };
  const { data } = await runCall(apiRoutes, 'reportProblem', order.asha.context, reported);
  await refund(order, { ...given, problemId: data._id });
  const problems = (await runCall(apiRoutes, 'listOrderProblems', order.asha.context, { _id: order._id }))
    .data;
  const problem = problems.find(({ _id }) => _id === data._id);
  const sent = (await listEmailsTo(database.db, email)).findLast(({ kind }) => kind === 'order-problem');
  if (problem === undefined || sent === undefined) throw new Error('Nothing was decided or sent.');
  const shop = await readShopIdentity(order.asha.context);
  const { text } = renderEmail(sent, shop, { id: 'one', date: new Date() });
  return { problem, email: { content: String(text).replaceAll('\n', ' ') } };
}
const orderOf = async ({ _id }: Delivered) => (await meera.call('getBoardOrder', { _id })).data;
const creditOf = async ({ asha }: Delivered) =>
  (await runCall(apiRoutes, 'getStoreCredit', asha.context)).data;
const codeOf = async (call: Promise<unknown>) => (await catchAppError(call)).code;
const ledgerOf = ({ _id }: Delivered) =>
  database.db.query(sql`
    select kind, amount_paise as paise, status from ledger_entry where order_id = ${_id} order by created_at, id`);

describe('items of a delivered order', () => {
  test('are refunded to the card that paid, as lines of the bill that add up to the total', async () => {
    const order = await byCard();
    const { data: left } = await refund(order, { lines: [oneMilk, { position: 1, amount: 10 }] });
    expect(left).toMatchObject({ totalAmt: 120.5, chargesAmt: 0, source: 'CARD' });
    expect(left.lines.map(({ refundableAmt }) => refundableAmt)).toEqual([100, 20.5]);
    const { bill, totalAmt, refundedAmt, owedAmt, steps } = await orderOf(order);
    expect({ totalAmt, refundedAmt, owedAmt }).toEqual({ totalAmt: 120.5, refundedAmt: 110, owedAmt: 0 });
    expect(bill).toEqual([
      { kind: 'ITEMS', amount: 230.5 },
      { kind: 'REFUND', name: 'Milk', amount: -100 },
      { kind: 'REFUND', name: 'Bread', amount: -10 },
    ]);
    expect(steps.at(-1)).toMatchObject({ status: 'DELIVERED', by: 'staff', reason: 'One was torn.' });
    expect(await ledgerOf(order)).toContainEqual({ kind: 'REFUND', paise: 11_000, status: 'PENDING' });
    expect(await creditOf(order)).toMatchObject({ balanceAmt: 0 });
  });

  test('are refunded as store credit, which pays the next order', async () => {
    const order = await byCard();
    await refund(order, { to: 'CREDIT' });
    expect(await orderOf(order)).toMatchObject({ totalAmt: 130.5, refundedAmt: 100, owedAmt: 0 });
    const { balanceAmt, entries } = await creditOf(order);
    expect(balanceAmt).toBe(100);
    expect(entries).toMatchObject([{ kind: 'REFUND', amount: 100, order: { _id: order._id } }]);
    await order.asha.fill({ [await addProduct(database.db, { pricePaise: 10_000 })]: 1 });
    const { data } = await order.asha.order({ ...(await order.asha.checkout()), creditAmt: 100 });
    expect(data).toMatchObject({ totalAmt: 100, creditAmt: 100 });
  });

  test('that were paid in cash are due to be paid back by hand', async () => {
    const order = await inCash();
    expect((await refund(order)).data).toMatchObject({ source: 'BY_HAND' });
    expect(await orderOf(order)).toMatchObject({ totalAmt: 130.5, refundedAmt: 0, owedAmt: 100 });
  });

  test('of an order that is not paid yet only reduce what is to be paid', async () => {
    const asha = await shopperWithMilkAndBread();
    const { data } = await asha.order(await asha.checkout());
    const order = { asha, _id: data._id };
    await deliverOrder(database.db, data._id);
    expect((await refundable(order)).source).toBe('UNPAID');
    const { problem, email } = await reportAndRefund(order, { to: 'CREDIT' });
    expect(await orderOf(order)).toMatchObject({ totalAmt: 130.5, refundedAmt: 0, owedAmt: 0 });
    expect(await creditOf(order)).toMatchObject({ balanceAmt: 0 });
    expect(problem.decision).toMatchObject({ refundedAmt: 100, to: 'SOURCE' });
    expect(email.content).toMatch(/We refund ₹100 .*You have that much less to pay\./s);
  });

  test('of an order that was paid in part are told as the store credit that is really given', async () => {
    const asha = await shopperWithMilkAndBread();
    const { data } = await asha.order(await asha.checkout());
    const order = { asha, _id: data._id };
    await deliverOrder(database.db, data._id);
    const payment = { method: 'CASH', amount: 200, note: 'No change' };
    await meera.call('recordPayment', { _id: data._id, ...payment });
    const less = await reportAndRefund(order, { to: 'CREDIT', lines: [{ position: 1, amount: 20.5 }] });
    expect(less.problem.decision).toMatchObject({ refundedAmt: 20.5, to: 'SOURCE' });
    expect(less.email.content).toMatch(/We refund ₹20\.50 .*You have that much less to pay\./s);
    expect(await creditOf(order)).toMatchObject({ balanceAmt: 0 });
    const part = await reportAndRefund(order, { to: 'CREDIT' });
    expect(part.problem.decision).toMatchObject({ refundedAmt: 90, to: 'CREDIT' });
    expect(part.email.content).toMatch(/We refund ₹90 .*It is in your store credit/s);
    expect(await creditOf(order)).toMatchObject({ balanceAmt: 90 });
    expect(await orderOf(order)).toMatchObject({ totalAmt: 110, refundedAmt: 90, owedAmt: 0 });
  });

  describe('with a total that was rounded', () => {
    const { charges } = initialStoreSettings;
    const roundTotals = (isTotalRounded: boolean, handlingAmt = 0) =>
      saveSettings(meera, { charges: { ...charges, handlingAmt, isTotalRounded } });
    afterEach(() => roundTotals(false));
    const everything = async (order: Delivered) => {
      const { lines, chargesAmt } = await refundable(order);
      const all = lines.map(({ position, refundableAmt: amount }) => ({ position, amount }));
      return refund(order, { lines: all, chargesAmt });
    };
    const documentsOf = ({ _id }: Delivered) => listDocuments(database, _id);

    test.each([
      ['down', 0, 230, -0.5],
      ['up', 0.1, 231, 0.4],
    ])(
      '%s give back exactly what was paid when everything is refunded',
      async (_way, handlingAmt, paid, rounding) => {
        await roundTotals(true, handlingAmt);
        const order = await inCash();
        expect(await orderOf(order)).toMatchObject({ totalAmt: paid, collection: { amount: paid } });
        expect((await refundable(order)).roundingAmt).toBe(rounding);
        await refund(order);
        expect(await orderOf(order)).toMatchObject({ totalAmt: paid - 100, owedAmt: 100 });
        expect((await everything(order)).data).toMatchObject({
          totalAmt: 0,
          roundingAmt: 0,
          lines: [],
          chargesAmt: 0,
        });
        const { bill, owedAmt } = await orderOf(order);
        expect([owedAmt, bill.at(-1)]).toEqual([paid, { kind: 'ROUNDING', amount: -rounding }]);
        const [invoice, ...notes] = await documentsOf(order);
        expect(invoice?.totalPaise).toBe(paid * 100);
        expect(notes.map(({ totalPaise }) => totalPaise)).toEqual([10_000, paid * 100 - 10_000]);
        expect(notes.map(({ roundingPaise }) => roundingPaise / 100)).toEqual([0, rounding]);
      },
    );

    test('down never leave less than nothing: the last paise have only the rounding left', async () => {
      await roundTotals(true);
      const order = await inCash();
      await refund(order, {
        lines: [
          { position: 0, amount: 200 },
          { position: 1, amount: 30.2 },
        ],
      });
      expect(await orderOf(order)).toMatchObject({ totalAmt: 0, owedAmt: 230 });
      // 0.30 of the bread, which was not paid.
      expect((await everything(order)).data).toMatchObject({ totalAmt: 0, roundingAmt: 0 });
      expect(await orderOf(order)).toMatchObject({ totalAmt: 0, owedAmt: 230 });
    });
  });

  test('return the store credit that paid them when the rest of the payment is refunded', async () => {
    const order = await inCash({ creditAmt: 200 });
    await refund(order);
    // 30.50 was paid in cash, 200 with store credit; 130.50 is kept.
    expect(await orderOf(order)).toMatchObject({ creditReturnedAmt: 69.5, owedAmt: 30.5 });
    expect(await creditOf(order)).toMatchObject({ balanceAmt: 69.5 });
  });

  test('are refunded once by many taps', async () => {
    const order = await byCard();
    const { totalAmt } = await refundable(order);
    const input = { _id: order._id, totalAmt, lines: [oneMilk], to: 'CREDIT', message: 'One was torn.' };
    const taps = Array.from({ length: 5 }, () => meera.call('refundItems', input));
    expect(await countOutcomes(taps)).toEqual({ 200: 1, '409 CHANGED_MEANWHILE': 4 });
    expect(await creditOf(order)).toMatchObject({ balanceAmt: 100 });
  });

  test('are refunded with at most what was paid for them, over all refunds', async () => {
    const order = await byCard();
    expect(await codeOf(refund(order, { lines: [{ position: 1, amount: 30.51 }] }))).toBe('REFUND_AMOUNT');
    await refund(order, { lines: [{ position: 1, amount: 30.5 }] });
    expect(await codeOf(refund(order, { lines: [{ position: 1, amount: 0.01 }] }))).toBe('REFUND_AMOUNT');
    expect(await codeOf(refund(order, { lines: [{ position: 9, amount: 1 }] }))).toBe('NOT_FOUND');
    expect(await codeOf(refund(order, { chargesAmt: 1 }))).toBe('REFUND_AMOUNT');
    for (const lines of [
      [],
      [oneMilk, oneMilk],
      [{ position: 0, amount: 0 }],
      [{ position: 0, amount: 1.005 }],
    ])
      expect(await codeOf(refund(order, { lines }))).toBe('INVALID_INPUT');
  });

  test('are refunded with their part of a coupon taken off', async () => {
    const { code } = await addCoupon(database.db, { value: { kind: 'PERCENT', percent: 10, capAmt: null } });
    const order = await inCash({ couponCode: code, totalAmt: 207.45 });
    const { lines } = await refundable(order);
    expect(lines.map(({ refundableAmt }) => refundableAmt)).toEqual([180, 27.45]);
    await refund(order, {
      lines: lines.map(({ position, refundableAmt: amount }) => ({ position, amount })),
    });
    expect(await orderOf(order)).toMatchObject({ totalAmt: 0, owedAmt: 207.45 });
  });

  test('of an order that is not delivered are not refunded', async () => {
    const asha = await shopperWithMilkAndBread();
    const { data } = await asha.order(await asha.checkout());
    expect(await codeOf(refund({ asha, _id: data._id }))).toBe('ORDER_STATUS');
  });

  test('with a refund that the bank rejects are due again, and a later refund sends only its own amount', async () => {
    const order = await byCard();
    await refund(order);
    const { id } = await database.db.one<{ id: string }>(sql`
      select id from ledger_entry where order_id = ${order._id} and kind = 'REFUND'`);
    await inTransaction(meera.context, (transaction) =>
      recordFailedRefund(transaction, { providerRefundId: 'none', refundId: id }),
    );
    expect((await orderOf(order)).owedAmt).toBe(100);
    await refund(order, { lines: [{ position: 1, amount: 5 }] });
    expect((await orderOf(order)).owedAmt).toBe(100);
    expect(await ledgerOf(order)).toContainEqual({ kind: 'REFUND', paise: 500, status: 'PENDING' });
  });

  test('of a deleted account get no store credit', async () => {
    const order = await byCard();
    await anonymiseAccount({ db: database.db, now: () => new Date() }, order.asha.userId);
    expect(await codeOf(refund(order, { to: 'CREDIT' }))).toBe('CONFLICT');
    await refund(order);
    expect((await orderOf(order)).refundedAmt).toBe(100);
  });
});

describe('a refund for a reported problem', () => {
  const report = ({ asha, _id }: Delivered) =>
    runCall(apiRoutes, 'reportProblem', asha.context, {
      ...{ _id, lines: [{ position: 0, quantity: 1, kind: 'DAMAGED' }] },
    });

  test('decides it, and shows the shopper amount, way and message', async () => {
    const order = await byCard();
    const { data } = await report(order);
    await refund(order, { problemId: data._id, to: 'CREDIT', message: 'We are sorry.' });
    const { data: problems } = await runCall(apiRoutes, 'listOrderProblems', order.asha.context, {
      _id: order._id,
    });
    expect(problems).toMatchObject([
      { decision: { message: 'We are sorry.', refundedAmt: 100, to: 'CREDIT' } },
    ]);
  });

  test('is not made when the problem is decided already or of another order', async () => {
    const [order, other] = [await byCard(), await byCard()];
    const { data } = await report(order);
    await meera.call('declineProblem', { _id: data._id, message: 'It was sealed.' });
    for (const one of [order, other])
      expect(await codeOf(refund(one, { problemId: data._id }))).toBe('CHANGED_MEANWHILE');
    expect((await orderOf(order)).totalAmt).toBe(230.5);
  });

  test('and its decline at the same time: one of them happens', async () => {
    const order = await byCard();
    const { data } = await report(order);
    const outcomes = await countOutcomes([
      refund(order, { problemId: data._id }),
      meera.call('declineProblem', { _id: data._id, message: 'It was sealed.' }),
    ]);
    expect(outcomes).toEqual({ 200: 1, '409 CHANGED_MEANWHILE': 1 });
    const { refundedAmt } = await orderOf(order);
    expect([0, 100]).toContain(refundedAmt);
  });
});
