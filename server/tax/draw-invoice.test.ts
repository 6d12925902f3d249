import { expect, test } from 'vitest';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import { readPdfPages } from '#tests/fixtures/files.ts';
import { deliveredOrder, orderItem } from '#tests/fixtures/orders.ts';
import { drawInvoice } from './draw-invoice.ts';

const sender = {
  shop: {
    ...{ name: 'Tokri', url: 'https://shop.example', contactEmail: 'hello@shop.example' },
    ...{ phone: '9876543210', address: '1 Market Street, Pune 411001' },
    legal: ['GSTIN 27AAPFU0939F1ZV', 'State: Maharashtra (27)', 'FSSAI 11522998000123'],
    sender: { name: '', address: 'hello@shop.example' },
  },
  timeZone: 'Asia/Kolkata',
};

async function read(
  given: Partial<StaffOrder> = {},
  from: Parameters<typeof drawInvoice>[1] = sender,
): Promise<string[]> {
  const pdf = await drawInvoice({ ...deliveredOrder, ...given }, from);
  // The reader breaks the line where the font changes.
  return readPdfPages(pdf).map((page) => page.replace(/\n/g, ''));
}

test('contains seller, shopper, lines and totals', async () => {
  const pages = await read();
  expect(pages).toHaveLength(1);
  for (const text of [
    ...[
      'Tokri',
      '1 Market Street, Pune 411001',
      'GSTIN 27AAPFU0939F1ZV',
      'Order summary',
      'Number ORD-7K3M9Q2X',
    ],
    // 19:30 UTC on 21 November is 22 November in the time zone of the shop.
    ...['Date 22 November 2026', 'Paid by card', 'Asha Rao', '12 Lake Road, Pune 411001, Maharashtra, India'],
    ...['Place of supply: Maharashtra', '1Milk, 1 kg₹33.50–2₹67', '2Rice, 1 kg₹1,20010%1₹1,080'],
    ...['Sub-total₹1,267', 'Discount–₹120', 'Total, taxes included₹1,147', 'Page 1 of 1'],
  ])
    expect(pages[0]).toContain(text);
});

test('names another recipient and the landmark, but not the note for the rider', async () => {
  const details = { recipient_name: 'Ravi Kumar', landmark: 'Blue gate', delivery_note: 'Ring twice' };
  const [page] = await read({ delivery_address: { ...deliveredOrder.delivery_address, ...details } });
  expect(page).toContain('Delivered to Ravi Kumar');
  expect(page).toContain('12 Lake Road, Blue gate, Pune 411001');
  expect(page).not.toContain('Ring twice');
});

test.each(['PLACED', 'DELIVERED'] as const)(
  'a %s order without a document is a summary, no invoice, and has no column for HSN codes',
  async (status) => {
    const [page] = await read({ status });
    expect(page).toContain('Order summary');
    expect(page).not.toMatch(/Tax invoice|HSN|computer-generated invoice/);
    expect(page?.includes('not a tax invoice')).toBe(status === 'DELIVERED');
  },
);

test('names the delivery time that the shopper chose, in the time zone of the shop', async () => {
  expect((await read())[0]).not.toContain('Delivery ');
  const slot = { startsAt: '2026-11-23T19:00:00.000Z', endsAt: '2026-11-23T20:00:00.000Z' };
  expect((await read({ slot }))[0]).toContain('Delivery Tue, 24 Nov, 12:30 – 1:30 am');
});

test('states that a payment of the sandbox was a test', async () => {
  expect((await read())[0]).not.toContain('Test payment');
  expect((await read({ isTestPayment: true }))[0]).toContain('Test payment: no money was paid');
});

test.each([
  [{ method: 'CASH', reference: null }, 'Paid in cash'],
  [{ method: 'UPI', reference: '412345678901' }, 'Paid by UPI, reference 412345678901'],
] as const)('states how the staff were paid: %o', async (means, text) => {
  const recorded = {
    ...{ _id: 'p1', amount: 1147, at: '2026-11-22T05:00:00.000Z', by: 'Meera Nair', note: 'No change' },
  };
  const [page] = await read({ payment_method: 'CASH', collection: { ...recorded, ...means } });
  expect(page).toContain(text);
  expect(page).not.toContain('No change');
});

test('omits unavailable lines and states the refund', async () => {
  const [first = orderItem(0), ...rest] = deliveredOrder.items;
  const [page] = await read({ items: [{ ...first, isTakenOff: true }, ...rest], refundedAmt: 67 });
  expect(page).not.toContain('Milk');
  expect(page).toContain('1Rice');
  expect(page).toContain('₹67 was refunded to the card');
});

test('spreads 60 lines over numbered pages', async () => {
  const items = Array.from({ length: 60 }, (_, position) => orderItem(position));
  const pages = await read({ items: items.toReversed() });
  expect(pages.length).toBeGreaterThan(1);
  const all = pages.join('');
  for (const { position, name } of items) expect(all).toContain(`${position + 1}${name}, 1 kg`);
  for (const page of pages) expect(page).toMatch(new RegExp(`Page \\d of ${pages.length}`));
});

test('draws Devanagari names, and keeps the text of characters without a glyph', async () => {
  const [page] = await read({
    shopper: { ...deliveredOrder.shopper, name: 'आशा राव' },
    items: [orderItem(0, { name: 'मसाला Ātā 豆腐' })],
  });
  expect(page).toContain('आशा राव');
  expect(page).toContain('मसाला Ātā 豆腐');
});

test('names products in English and Hindi, and once without a Hindi name', async () => {
  const [page] = await read({ items: [orderItem(0, { name: 'Milk', nameHindi: 'दूध' }), orderItem(1)] });
  expect(page).toContain('1Milk / दूध, 1 kg');
  expect(page).toContain('2Product 1, 1 kg');
});

test('wraps a name of 200 characters without spaces', async () => {
  const name = 'W'.repeat(200);
  const pages = await read({ shopper: { ...deliveredOrder.shopper, name }, items: [orderItem(0, { name })] });
  expect(pages.join('').split('W').length - 1).toBe(400);
});

test('a line says what of it was found, or what it replaces, behind the line that is missing', async () => {
  const [page] = await read({
    items: [
      orderItem(0, { name: 'Milk', isTakenOff: true }),
      orderItem(1, { name: 'Bread', quantity: 2, orderedQuantity: 3 }),
      orderItem(2, { name: 'Onions', unit: '463 g', orderedGrams: 500 }),
      orderItem(3, { name: 'Oats', replaces: 0 }),
    ],
  });
  expect(page).toMatch(
    /1Oats, 1 kg \(in place of Milk\).*2Bread, 1 kg \(2 of 3 ordered\).*3Onions, 463 g \(463 g of 500 g\s?ordered\)/,
  );
});
