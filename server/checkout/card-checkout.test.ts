import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { getWholeOrder } from '#server/orders/staff-orders.service.ts';
import { paymentRoutes } from '#server/payments/payment.routes.ts';
import { createPaymentProvider } from '#server/providers/payment/create-payment-provider.ts';
import { PaymentRejectedError, PaymentUnavailableError } from '#server/providers/payment/payment-provider.ts';
import type { Shopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testCryptography } from '#tests/fixtures/context.ts';
import { createPaymentShop, restOfCard } from '#tests/fixtures/payments.ts';
import { addProduct, stockOf } from '#tests/fixtures/seed.ts';
import { checkoutRoutes } from './checkout.routes.ts';

const shop = await createPaymentShop();
let milk: string;
let asha: Shopper;
beforeEach(async () => {
  await shop.clear();
  milk = await addProduct(shop.db, { name: 'Milk', stock: 10, pricePaise: 5050 });
  asha = await shop.createShopper({ [milk]: 3 });
});

const left = () => stockOf(shop.db, milk);
const cart = async () => (await asha.cart()).map(({ quantity }) => quantity);
const orders = async () =>
  (await asha.orders()).data.map(({ status, payment_status, paymentUrl }) => ({
    status,
    payment_status,
    paymentUrl,
  }));
const read = (id: string) => runCall(paymentRoutes, 'getSandboxPayment', shop.context, { id });

test('a checkout holds the stock, empties the cart and leads to a page where it is paid', async () => {
  const { id, url, order } = await shop.checkout(asha);
  expect(url).toBe(`https://shop.example/pay/sandbox/${id}`);
  expect(order).toMatchObject({ status: 'PENDING_PAYMENT', payment_status: 'PENDING', paymentUrl: url });
  expect([await left(), await cart()]).toEqual([7, []]);
  expect(await orders()).toEqual([{ status: 'PENDING_PAYMENT', payment_status: 'PENDING', paymentUrl: url }]);
  expect((await read(id)).data).toMatchObject({
    ...{ id, orderId: order.orderId, shopName: 'Tokri', amount: 151.5, status: 'OPEN' },
    ...{ expiresAt: order.expiresAt, lines: [{ name: 'Milk', quantity: 3, amount: 151.5 }] },
    cancelUrl: `https://shop.example/cancel?order=${order._id}`,
    successUrl: `https://shop.example/success?order=${order._id}`,
  });
});

test('a card that pays places the order, by an event at the webhook', async () => {
  const { id } = await shop.checkout(asha);
  const { data } = await shop.pay(id);
  expect(data.successUrl).toContain('/success?order=');
  expect(await orders()).toEqual([{ status: 'PLACED', payment_status: 'PAID', paymentUrl: null }]);
  expect(await shop.outcomes()).toEqual(['placed']);
  expect([await left(), await cart()]).toEqual([7, []]);
  expect((await read(id)).data.status).toBe('PAID');
});

test('a second tap pays once', async () => {
  const { id } = await shop.checkout(asha);
  await Promise.all([shop.pay(id), shop.pay(id), shop.pay(id)]);
  await shop.pay(id);
  expect((await orders()).map(({ status }) => status)).toEqual(['PLACED']);
  const [row] = await shop.db.query(sql`select paid_paise from customer_order`);
  expect(row).toEqual({ paid_paise: 15_150 });
});

test('a declined card leaves the order waiting, and another one pays it', async () => {
  const { id } = await shop.checkout(asha);
  expect(await catchAppError(shop.pay(id, '4000 0000 0000 0002'))).toMatchObject({ code: 'CARD_DECLINED' });
  expect((await catchAppError(shop.pay(id, '4000-0000-0000-9995'))).message).toMatch(/insufficient funds/);
  expect((await orders()).map(({ status }) => status)).toEqual(['PENDING_PAYMENT']);
  await shop.pay(id);
  expect((await orders()).map(({ status }) => status)).toEqual(['PLACED']);
});

test.each([
  { number: '4111 1111 1111 1111', path: 'number' },
  { number: 'four', path: 'number' },
  { expiry: '10/20', path: 'expiry' },
  { expiry: '13/40', path: 'expiry' },
  { securityCode: '12', path: 'securityCode' },
])('what no test card has is refused at its field: %o', async ({ path, ...wrong }) => {
  const { id } = await shop.checkout(asha);
  const card = { id, number: '4242424242424242', ...restOfCard, ...wrong };
  const error = await catchAppError(runCall(paymentRoutes, 'paySandboxPayment', shop.context, card));
  expect(error.issues?.map((issue) => issue.path)).toEqual([path]);
  expect(JSON.stringify(error.issues)).not.toContain(card.number);
});

test('the same key gives the same order and page, and only one order', async () => {
  const input = await asha.checkout();
  const same = { idempotencyKey: 'tap-1', input };
  const answers = await Promise.all([
    shop.checkout(asha, same),
    shop.checkout(asha, same),
    shop.checkout(asha, same),
  ]);
  expect(new Set(answers.map(({ id, order }) => `${id} ${order._id}`)).size).toBe(1);
  expect(await left()).toBe(7);
  const other = { ...input, subTotalAmt: 1 };
  const error = await catchAppError(shop.checkout(asha, { idempotencyKey: 'tap-1', input: other }));
  expect(error.code).toBe('IDEMPOTENCY_MISMATCH');
});

test('a key of a cash order is no key of a card order', async () => {
  const input = await asha.checkout();
  await asha.order(input, 'tap-1');
  const error = await catchAppError(shop.checkout(asha, { idempotencyKey: 'tap-1', input }));
  expect(error.code).toBe('IDEMPOTENCY_MISMATCH');
});

test('the key of an order that is paid opens no page again', async () => {
  const input = await asha.checkout();
  const { id } = await shop.checkout(asha, { idempotencyKey: 'tap-1', input });
  await shop.pay(id);
  const error = await catchAppError(shop.checkout(asha, { idempotencyKey: 'tap-1', input }));
  expect(error.code).toBe('PAYMENT_OVER');
});

test.each([
  { failure: new PaymentUnavailableError('timed out'), code: 'UNAVAILABLE' },
  { failure: new PaymentRejectedError('amount_too_small'), code: 'CONFLICT' },
])('where no page can be opened the cart is as it was: $code', async ({ failure, code }) => {
  const payments = { ...shop.context.payments, createSession: () => Promise.reject(failure) };
  const context = { ...shop.context, payments, caller: asha.context.caller };
  const input = await asha.checkout();
  const error = await catchAppError(runCall(checkoutRoutes, 'checkoutOrder', context, input));
  expect(error.code).toBe(code);
  expect([await left(), await cart()]).toEqual([10, [3]]);
  expect(await orders()).toEqual([{ status: 'CANCELLED', payment_status: 'FAILED', paymentUrl: null }]);
});

test('a repeat during an outage of the provider returns the page that the first request opened', async () => {
  const input = await asha.checkout();
  const payments = {
    ...shop.context.payments,
    async createSession() {
      // The first one, which was slow.
      await shop.checkout(asha, { idempotencyKey: 'tap-1', input });
      throw new PaymentUnavailableError('busy with the same key');
    },
  };
  const caller = asha.context.caller;
  const context = { ...shop.context, payments, caller, idempotencyKey: 'tap-1' };
  const { data } = await runCall(checkoutRoutes, 'checkoutOrder', context, input);
  expect(await orders()).toEqual([
    { status: 'PENDING_PAYMENT', payment_status: 'PENDING', paymentUrl: data.url },
  ]);
  await shop.pay(data.id);
  expect((await orders()).map(({ status }) => status)).toEqual(['PLACED']);
});

test('an order that is cancelled while its page opens is not to be paid', async () => {
  const closed: string[] = [];
  const payments = {
    ...shop.context.payments,
    async createSession({ orderId }: { orderId: string }) {
      await shop.db.query(
        sql`update customer_order set status = 'CANCELLED', payment_status = 'FAILED' where id = ${orderId}`,
      );
      return { id: 'sandbox_page_too_late', url: 'https://shop.example/late' };
    },
    expireSession: async (id: string) => void closed.push(id),
  };
  const context = { ...shop.context, payments, caller: asha.context.caller };
  const error = await catchAppError(runCall(checkoutRoutes, 'checkoutOrder', context, await asha.checkout()));
  expect([error.code, closed]).toEqual(['PAYMENT_OVER', ['sandbox_page_too_late']]);
});

test('a basket for nothing is not paid by card', async () => {
  const gift = await addProduct(shop.db, { discountBasisPoints: 10_000 });
  const ravi = await shop.createShopper({ [gift]: 1 });
  expect((await catchAppError(shop.checkout(ravi))).message).toMatch(/nothing to pay/);
  expect(await ravi.cart()).toHaveLength(1);
});

test('an unknown payment, and one of a shop that takes real money, is not found', async () => {
  const { id } = await shop.checkout(asha);
  expect((await catchAppError(read('sandbox_0123456789'))).code).toBe('NOT_FOUND');
  const payments = { ...shop.context.payments, name: 'stripe' as const };
  const context = { ...shop.context, payments };
  const answer = runCall(paymentRoutes, 'getSandboxPayment', context, { id });
  expect((await catchAppError(answer)).code).toBe('NOT_FOUND');
});

test('a shop that takes cash only offers no card, refuses card orders without effect and takes cash', async () => {
  const settings = { PAYMENTS: 'cash', PUBLIC_URL: 'https://shop.example' } as const;
  const payments = await createPaymentProvider(settings, testCryptography);
  const context = { ...shop.context, payments, caller: asha.context.caller };
  const { data } = await runCall(checkoutRoutes, 'listPaymentMethods', context);
  expect(data).toEqual({ methods: ['CASH'], isTest: false });
  const input = await asha.checkout();
  expect((await catchAppError(runCall(checkoutRoutes, 'checkoutOrder', context, input))).code).toBe(
    'CARD_PAYMENT_OFF',
  );
  expect([await left(), await cart(), await orders()]).toEqual([10, [3], []]);
  expect((await asha.order(input)).data).toMatchObject({ payment_method: 'CASH', isTestPayment: false });
});

test('orders of the sandbox are test payments for shopper and staff, also in a shop that takes real money since', async () => {
  const { id, order } = await shop.checkout(asha);
  await shop.pay(id);
  const { data } = await runCall(checkoutRoutes, 'listPaymentMethods', shop.context);
  expect(data).toEqual({ methods: ['CARD', 'CASH'], isTest: true });
  const payments = { ...shop.context.payments, name: 'stripe' as const };
  const listed = await runCall(orderRoutes, 'listOrders', { ...asha.context, payments });
  expect([order.isTestPayment, listed.data[0]?.isTestPayment]).toEqual([true, true]);
  expect((await getWholeOrder({ db: shop.db }, order._id)).isTestPayment).toBe(true);
});
