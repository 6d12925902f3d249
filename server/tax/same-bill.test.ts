import { expect, test } from 'vitest';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { toBillLines, toShownBill } from '#contract/cart/bill.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { addTax, toTaxPaise } from '#contract/tax/tax.ts';
import { apiRoutes } from '#server/app/app.ts';
import { renderEmail } from '#server/notifications/email-delivery.ts';
import { exportOrders } from '#server/orders/order.service.ts';
import { createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { runCall } from '#tests/fixtures/context.ts';
import { addCoupon, newCoupon } from '#tests/fixtures/coupons.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { readPdfPages } from '#tests/fixtures/files.ts';
import { addProduct, changeProduct } from '#tests/fixtures/seed.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { drawDocument } from './draw-document.ts';
import { drawInvoice } from './draw-invoice.ts';
import { listDocuments } from './tax-document.service.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const milk = await addProduct(db, { name: 'Milk', pricePaise: 4550, stock: 100 });
const rice = await addProduct(db, {
  name: 'Rice',
  pricePaise: 12_000,
  discountBasisPoints: 1000,
  stock: 100,
});
const charges = {
  deliveryFees: [{ fromAmt: 0, feeAmt: 30 }],
  freeDeliveryFromAmt: null,
  smallOrder: null,
  handlingAmt: 4.5,
};
await saveSettings(meera, { charges });

const shop = {
  ...{
    name: 'Tokri',
    url: 'https://shop.example',
    contactEmail: 'hello@shop.example',
    phone: '',
    address: '',
  },
  ...{ legal: [], sender: { name: '', address: 'hello@shop.example' } },
};

interface Printed {
  asha: Shopper;
  order: StaffOrder;
}

/** Delivered: three of milk and one rice, with what the steps give. */
async function bought({ hasCoupon = false, creditAmt = 0, isRounded = false }): Promise<Printed> {
  await round(isRounded);
  const asha = await createShopper(db);
  if (creditAmt > 0)
    await meera.call('grantStoreCredit', { _id: asha.userId, amount: creditAmt, reason: 'A late delivery' });
  await asha.fill({ [milk]: 3, [rice]: 1 });
  const { code } = await addCoupon(db);
  const { value, minimumAmt } = newCoupon();
  const coupon = { name: code, value, minimumAmt, categoryIds: [], productIds: [] };
  const input = {
    ...(await asha.checkout(hasCoupon ? coupon : undefined)),
    ...(creditAmt > 0 && { creditAmt }),
  };
  const { _id } = (await asha.order(input)).data;
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
    await meera.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  return { asha, order: (await meera.call('getBoardOrder', { _id })).data };
}

const round = (isTotalRounded: boolean) =>
  saveSettings(meera, { charges: { ...charges, handlingAmt: isTotalRounded ? 4.17 : 4.5, isTotalRounded } });

async function refund({ order }: Printed, to: 'CREDIT' | 'SOURCE'): Promise<void> {
  const lines = [{ position: 0, amount: 20.25 }];
  const { _id, totalAmt } = order;
  await meera.call('refundItems', { _id, totalAmt, lines, chargesAmt: 30, to, message: 'Sorry' });
}

/** Whether a name is followed by an amount, with no other amount between them. */
const hasLine = (text: string, name: string, paise: number) =>
  new RegExp(
    `${name.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')}[^₹]{0,60}${formatPaise(Math.abs(paise)).replaceAll('.', '\\.')}(?![\\d.,]*\\d)`,
    'u',
  ).test(text);

test.each([
  ['with charges', {}, null],
  ['with charges and a coupon', { hasCoupon: true }, null],
  ['with charges, a coupon and store credit', { hasCoupon: true, creditAmt: 40 }, null],
  ['with charges, a coupon and a refund by hand', { hasCoupon: true }, 'SOURCE'],
  [
    'with charges, a coupon, store credit and a refund as store credit',
    { hasCoupon: true, creditAmt: 40 },
    'CREDIT',
  ],
  ['with charges and rounding', { isRounded: true }, null],
  ['with charges, a coupon, rounding and a refund by hand', { hasCoupon: true, isRounded: true }, 'SOURCE'],
] as const)(
  'an order %s has the same lines on its page, in the email, the invoice and the download',
  async (_what, given, to) => {
    const printed = await bought(given);
    if (to !== null) await refund(printed, to);
    const { asha } = printed;
    const { _id } = printed.order;
    const page = (await runCall(apiRoutes, 'getOrder', asha.context, { _id })).data;
    const board = (await meera.call('getBoardOrder', { _id })).data;
    const [download] = await exportOrders(asha.context, asha.userId);
    expect(board.bill).toEqual(page.bill);
    expect(download?.bill).toEqual(page.bill);
    for (const field of ['totalAmt', 'subTotalAmt', 'creditAmt', 'creditReturnedAmt', 'refundedAmt'] as const)
      expect([board[field], download?.[field]], field).toEqual([page[field], page[field]]);

    const { itemsPaise, discounts, charges, refunds, rounding } = toShownBill(toBillLines(page.bill));
    expect(itemsPaise).toBe(3 * 4550 + 10_800);
    expect(charges.map(({ amountPaise }) => amountPaise)).toEqual([3000, 'isRounded' in given ? 417 : 450]);
    expect(rounding).toHaveLength('isRounded' in given ? 1 : 0);
    expect(discounts).toHaveLength('hasCoupon' in given ? 1 : 0);
    expect(refunds.map(({ amountPaise }) => amountPaise)).toEqual(to === null ? [] : [-2025, -3000]);
    const email = renderEmail(
      { kind: 'order-delivered', to: 'asha@example.com', name: 'Asha', order: page },
      shop,
      {
        ...{ id: 'one', date: new Date() },
      },
    );
    const sender = { shop, timeZone: 'Asia/Kolkata' };
    const invoice = readPdfPages(await drawInvoice(board, sender))
      .join('')
      .replaceAll('\n', '');
    for (const [where, text] of [
      ['email', String(email.text)],
      ['invoice', invoice],
    ] as const) {
      for (const { name, amountPaise } of [...discounts, ...charges, ...refunds, ...rounding])
        expect(hasLine(text, name, amountPaise), `${name} in ${where}: ${text}`).toBe(true);
      expect(text, where).toContain(formatPaise(Math.round(page.totalAmt * 100)));
    }
  },
);

test('the tax in the total is the same on the page of an order, in the email and on its invoice less the credit note', async () => {
  await changeProduct(db, milk, { hsn: '0401', gst_basis_points: 500, cess_basis_points: 0 });
  await changeProduct(db, rice, { hsn: '2202', gst_basis_points: 2800, cess_basis_points: 1200 });
  const { version, settings } = (await meera.call('getStoreSettings')).data;
  const identity = { ...settings.identity, address: '1 Market Street' };
  const legal = { gstin: '27AAPFU0939F1ZV', stateCode: '27', fssai: '' };
  await meera.call('updateStoreSettings', { version, settings: { ...settings, identity, legal } });
  const printed = await bought({ hasCoupon: true });
  const expectTax = async (taxPaise: number) => {
    const order = (await runCall(apiRoutes, 'getOrder', printed.asha.context, { _id: printed.order._id }))
      .data;
    const board = (await meera.call('getBoardOrder', { _id: order._id })).data;
    const email = { kind: 'order-delivered', to: 'asha@example.com', name: 'Asha', order } as const;
    const { text } = renderEmail(email, shop, { id: 'one', date: new Date() });
    expect([toPaise(order.includedTaxAmt), toPaise(board.includedTaxAmt)]).toEqual([taxPaise, taxPaise]);
    expect(hasLine(String(text), 'Includes GST', taxPaise), String(text)).toBe(true);
  };
  const [invoice] = await listDocuments({ db }, printed.order._id);
  if (invoice === undefined) throw new Error('There is no invoice.');
  const parts = addTax(invoice.lines);
  const ofRate = (rate: number) =>
    addTax(invoice.lines.filter(({ gstBasisPoints }) => gstBasisPoints === rate));
  await expectTax(toTaxPaise(parts));
  const pdf = await drawDocument(invoice, { paper: 'A4', order: printed.order });
  const text = readPdfPages(pdf).join('').replaceAll('\n', '');
  for (const [name, paise] of [
    ['Taxable value', parts.taxablePaise],
    ['CGST 2.5%', ofRate(500).cgstPaise],
    ['SGST 2.5%', ofRate(500).sgstPaise],
    ['CGST 14%', ofRate(2800).cgstPaise],
    ['SGST 14%', ofRate(2800).sgstPaise],
    ['Cess 12%', parts.cessPaise],
    ...invoice.content.bill.map(({ name, amountPaise }) => [name, amountPaise] as const),
  ] as const)
    expect(hasLine(text, name, paise), `${name} in ${text}`).toBe(true);
  await refund(printed, 'CREDIT');
  const [, note] = await listDocuments({ db }, printed.order._id);
  await expectTax(toTaxPaise(parts) - toTaxPaise(addTax(note?.lines ?? [])));
});
