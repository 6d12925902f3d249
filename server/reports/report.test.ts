import { parse } from 'csv-parse/sync';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointInput } from '#contract/api.ts';
import { discountedPricePaise, toPaise } from '#contract/base/money.ts';
import { toZonedInput } from '#contract/base/zoned-time.ts';
import { noCharges } from '#contract/delivery/charges.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import type { Report } from '#contract/reports/report.ts';
import { reportExportPath, reportKinds } from '#contract/reports/reports.ts';
import { buildApp } from '#server/app/app.ts';
import type { Queryable } from '#server/database/connect.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { listDocuments } from '#server/tax/tax-document.service.ts';
import { type Admin, createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, testContext } from '#tests/fixtures/context.ts';
import { addCoupon } from '#tests/fixtures/coupons.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addCategory, addOrder, addProduct } from '#tests/fixtures/seed.ts';
import { saveSettings, withGstin } from '#tests/fixtures/settings.ts';
import { getReport } from './report.service.ts';

const timeZone = 'Asia/Kolkata';
const now = new Date('2026-11-15T10:35:00Z');
const october = { from: '2026-10-01', to: '2026-10-31' };

const { db } = await openTestDatabase();
let app: ReturnType<typeof buildApp>;
let meera: Admin;
let orders: StaffOrder[];
beforeAll(async () => {
  app = buildApp(testContext(db, { now: () => now }), 'https://shop.example');
  meera = await createAdmin(db, 'Meera', { now: () => now });
  const fees = { deliveryFees: [{ fromAmt: 0, feeAmt: 25 }], freeDeliveryFromAmt: 300, handlingAmt: 3.33 };
  await saveSettings(meera, { ...withGstin, charges: { ...noCharges, ...fees, isTotalRounded: true } });
  await fillOctober();
  orders = (await meera.call('listBoard', { status: 'ALL', limit: 100 })).data;
  await addOrder(db, { at: new Date('2026-10-12T08:00:00Z'), status: 'PENDING_PAYMENT' });
}, 240_000);
afterAll(() => app.close());

const goods = [
  { name: '=cmd|calc', pricePaise: 3333, discountBasisPoints: 1250, cost: 2001, gst: 500 },
  { name: 'Cola', pricePaise: 9999, discountBasisPoints: 3333, cost: 5000, gst: 1800 },
  { name: 'Ghee', pricePaise: 55_500, discountBasisPoints: 0, cost: 51_111, gst: null },
  { name: 'Rice', pricePaise: 12_345, discountBasisPoints: 1, cost: null, gst: 500 },
] as const;

/** The first and the last instant of October in India, those beside them, and one in each week. */
const moments = [
  ...['2026-09-30T18:29:59.999Z', '2026-09-30T18:30:00Z', '2026-10-06T08:00:00Z', '2026-10-13T20:00:00Z'],
  ...['2026-10-20T08:00:00Z', '2026-10-27T03:00:00Z', '2026-10-31T18:29:59.999Z', '2026-10-31T18:30:00Z'],
];

/** Orders with coupons, charges, items that are missing, refunds and cancellations. */
async function fillOctober(): Promise<void> {
  const ids = await Promise.all(
    goods.map(async ({ cost, gst, ...fields }) => {
      const id = await addProduct(db, { ...fields, stock: 1000 });
      await db.query(sql`
        update product set cost_price_paise = ${cost}, gst_basis_points = ${gst}, cess_basis_points = ${gst && 0}
        where id = ${id}`);
      return id;
    }),
  );
  const value = { kind: 'FLAT', amountAmt: 7.77 } as const;
  const { code } = await addCoupon(db, { value });
  const coupon = { name: code, value, minimumAmt: 0, categoryIds: [], productIds: [] };
  for (let index = 0; index < 32; index += 1) {
    const at = new Date(moments[index % moments.length] ?? 0);
    const staff = await createAdmin(db, 'Ravi', { now: () => at });
    const shopper = await createShopper(db);
    shopper.context.now = () => at;
    const chosen = ids.filter((_id, place) => (index + 1) & (1 << place) || place === index % 4);
    await shopper.fill(Object.fromEntries(chosen.map((id, place) => [id, 1 + ((index + place) % 3)])));
    const { _id } = (await shopper.order(await shopper.checkout(index % 3 === 0 ? coupon : undefined))).data;
    if (index % 5 === 0 && chosen.length > 1) await staff.call('markLineUnavailable', { _id, position: 0 });
    if (index % 7 === 0) await staff.call('changeOrders', { ids: [_id], to: 'CANCELLED', reason: 'Closed' });
    if (index % 7 === 0 || index % 4 === 0) continue;
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
      await staff.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
    if (index % 2 === 0) continue;
    const { totalAmt, lines } = (await staff.call('getRefundable', { _id })).data;
    const [line] = lines;
    if (line === undefined) continue;
    await staff.call('refundItems', {
      ...{ _id, totalAmt, lines: [{ position: line.position, amount: 11.11 }] },
      ...{ chargesAmt: index % 3, to: index % 3 === 0 ? 'CREDIT' : 'SOURCE', message: 'Torn' },
    });
    const { owedAmt } = (await staff.call('getBoardOrder', { _id })).data;
    if (owedAmt > 0 && index % 5 !== 0)
      await staff.call('settleRefund', { _id, amount: owedAmt, how: 'Paid back', method: 'UPI' });
  }
}

const read = async (input: EndpointInput<'getReport'>) => (await meera.call('getReport', input)).data;

/** The orders that count: placed in a range of days in India, paid or to be paid. */
const placedFrom = (from: string, to: string) =>
  orders.filter(({ createdAt, status }) => {
    const day = toZonedInput(createdAt, timeZone).slice(0, 10);
    return day >= from && day <= to && status !== 'CANCELLED' && status !== 'PENDING_PAYMENT';
  });
const sumPaise = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + toPaise(amount), 0);

function numberOf({ numbers }: Report, title: string) {
  const found = numbers.find((number) => number.title === title);
  if (found === undefined) throw new Error(`There is no number ${title}.`);
  return found;
}
const paiseOf = (report: Report, title: string) => toPaise(numberOf(report, title).value ?? Number.NaN);

/** The cells of a column of a table. */
function columnOf(report: Report, key: string, title: string) {
  const table = report.tables.find((each) => each.key === key);
  const index = table?.columns.findIndex((column) => column.title === title) ?? -1;
  if (table === undefined || index < 0) throw new Error(`There is no column ${title} in ${key}.`);
  return { cells: table.rows.map(({ cells }) => cells[index]), total: table.total?.[index] };
}

describe('sales', () => {
  test('are the orders of the days of the store, to the paisa', async () => {
    const report = await read({ report: 'sales', ...october });
    const counted = placedFrom(october.from, october.to);
    expect(counted.length).toBeGreaterThan(12);
    expect(paiseOf(report, 'Net sales')).toBe(sumPaise(counted.map(({ totalAmt }) => totalAmt)));
    expect(numberOf(report, 'Orders').value).toBe(counted.length);
    expect(paiseOf(report, 'Product value')).toBe(sumPaise(counted.map(({ subTotalAmt }) => subTotalAmt)));
    const kinds = new Set(counted.flatMap(({ bill }) => bill.map(({ kind }) => kind)));
    expect(kinds).toEqual(
      new Set(['ITEMS', 'UNAVAILABLE', 'COUPON', 'DELIVERY', 'HANDLING', 'REFUND', 'ROUNDING']),
    );
  });

  test('are the item value less discounts and refunds, with fees and rounding', async () => {
    const report = await read({ report: 'sales', ...october });
    const parts = ['Product value', 'Discounts', 'Delivery and fees', 'Refunded products', 'Rounding'].map(
      (title) => paiseOf(report, title),
    );
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(paiseOf(report, 'Net sales'));
    expect(parts.slice(0, 4).map(Math.sign)).toEqual([1, -1, 1, -1]);
    expect(parts[4]).not.toBe(0);
    const refunded = placedFrom(october.from, october.to).flatMap(({ bill }) =>
      bill.filter(({ kind }) => kind === 'REFUND').map(({ amount }) => amount),
    );
    expect(parts[3]).toBe(sumPaise(refunded));
  });

  test('of each day have the orders from midnight to midnight in India', async () => {
    const report = await read({ report: 'sales', ...october });
    const days = columnOf(report, 'periods', 'From').cells;
    const net = columnOf(report, 'periods', 'Net sales');
    expect(days).toHaveLength(31);
    for (const [index, day] of days.entries())
      expect(toPaise(Number(net.cells[index])), String(day)).toBe(
        sumPaise(placedFrom(String(day), String(day)).map(({ totalAmt }) => totalAmt)),
      );
    expect(toPaise(Number(net.total))).toBe(paiseOf(report, 'Net sales'));
    const [first, last] = [net.cells.at(0), net.cells.at(-1)];
    expect(Number(first)).toBeGreaterThan(0);
    expect(Number(last)).toBeGreaterThan(0);
    expect(report.charts[0]?.points.map(({ value }) => value)).toEqual(net.cells);
  });

  test.each([
    ['2026-09-01', '2026-12-31', 'Sales by week'],
    ['2026-01-01', '2026-12-31', 'Sales by month'],
  ])('from %s to %s are %s with the same sum', async (from, to, title) => {
    const report = await read({ report: 'sales', from, to });
    const net = columnOf(report, 'periods', 'Net sales');
    expect(report.tables[0]?.title).toBe(title);
    expect(net.cells.length).toBeLessThan(20);
    expect(toPaise(Number(net.total))).toBe(sumPaise(placedFrom(from, to).map(({ totalAmt }) => totalAmt)));
    expect(sumPaise(net.cells.map(Number))).toBe(toPaise(Number(net.total)));
  });

  test('are compared with the range before', async () => {
    const report = await read({ report: 'sales', from: '2026-10-16', to: '2026-10-31' });
    expect(report.before).toEqual({ from: '2026-09-30', to: '2026-10-15', untilTime: null });
    const before = placedFrom('2026-09-30', '2026-10-15').map(({ totalAmt }) => totalAmt);
    expect(toPaise(numberOf(report, 'Net sales').before ?? 0)).toBe(sumPaise(before));
    const points = report.charts[0]?.points.map((point) => point.before ?? 0) ?? [];
    expect(sumPaise(points)).toBe(sumPaise(before));
  });

  test('of a range that ends today are compared up to the same time of day', async () => {
    const at = (text: string) => addOrder(db, { at: new Date(text) });
    const before = await read({ report: 'sales', range: 'today' });
    await at('2026-11-15T10:00:00Z');
    await at('2026-11-14T10:34:59Z');
    await at('2026-11-14T10:35:00Z');
    const report = await read({ report: 'sales', range: 'today' });
    expect(report.before).toEqual({ from: '2026-11-14', to: '2026-11-14', untilTime: '16:05' });
    expect([before, report].map((each) => numberOf(each, 'Orders'))).toMatchObject([
      { value: 0, before: 0 },
      { value: 1, before: 1 },
    ]);
    expect(numberOf(before, 'Average order').value).toBeNull();
  });
});

describe('products', () => {
  test('have the pieces and the value of the lines that were not missing', async () => {
    const report = await read({ report: 'products', ...october });
    const lines = placedFrom(october.from, october.to).flatMap(({ items }) =>
      items.filter(({ isTakenOff }) => !isTakenOff),
    );
    const pieces = columnOf(report, 'by-pieces', 'Pieces');
    expect(pieces.total).toBe(lines.reduce((sum, { quantity }) => sum + quantity, 0));
    for (const [index, name] of columnOf(report, 'by-value', 'Product').cells.entries()) {
      const own = lines.filter((line) => line.name === name);
      const value = own.reduce(
        (sum, { price, discount, quantity }) =>
          sum + discountedPricePaise(toPaise(price), Math.round(discount * 100)) * quantity,
        0,
      );
      expect(toPaise(Number(columnOf(report, 'by-value', 'Value').cells[index]))).toBe(value);
    }
    const sales = await read({ report: 'sales', ...october });
    const items = paiseOf(sales, 'Product value') + paiseOf(sales, 'Discounts');
    const coupons = placedFrom(october.from, october.to).flatMap(({ bill }) =>
      bill.filter(({ kind }) => kind === 'COUPON').map(({ amount }) => amount),
    );
    expect(paiseOf(report, 'Value of products sold')).toBe(items - sumPaise(coupons));
  });

  test('are sorted by value and by pieces, and those in stock that were not sold are listed', async () => {
    const idle = await addProduct(db, { name: 'Idle', stock: 3, pricePaise: 5000 });
    await addProduct(db, { name: 'Sold out', stock: 0 });
    const hidden = await addProduct(db, { name: 'Draft', stock: 5 });
    await db.query(sql`update product set status = 'draft' where id = ${hidden}`);
    await db.query(sql`update product set cost_price_paise = 4000 where id = ${idle}`);
    const report = await read({ report: 'products', ...october });
    for (const [key, title] of [
      ['by-value', 'Value'],
      ['by-pieces', 'Pieces'],
    ] as const) {
      const { cells } = columnOf(report, key, title);
      expect(cells).toEqual(cells.toSorted((one, other) => Number(other) - Number(one)));
    }
    expect(columnOf(report, 'unsold', 'Product').cells).toEqual(['Idle']);
    expect(columnOf(report, 'unsold', 'Stock at cost').cells).toEqual([120]);
    expect(report.tables.find(({ key }) => key === 'unsold')?.rows[0]?._id).toBe(idle);
  });
});

describe('margin', () => {
  const documentsIn = async (from: string, to: string) => {
    const all = await Promise.all(orders.map(({ _id }) => listDocuments({ db }, _id)));
    return all.flat().filter(({ issuedAt }) => {
      const day = toZonedInput(issuedAt, timeZone).slice(0, 10);
      return day >= from && day <= to;
    });
  };

  test('is the taxable value of invoices less credit notes and the cost of the pieces, without lines of unknown cost', async () => {
    const report = await read({ report: 'margin', ...october });
    const sums = { revenue: 0, cost: 0, unknown: 0, unknownLines: 0 };
    for (const { kind, lines } of await documentsIn(october.from, october.to))
      for (const { name, taxablePaise, quantity } of lines) {
        const cost = goods.find((one) => one.name === name)?.cost ?? null;
        const sign = kind === 'CREDIT_NOTE' ? -1 : 1;
        if (cost === null) sums.unknown += sign * taxablePaise;
        else sums.revenue += sign * taxablePaise;
        if (sign === 1) sums.cost += (cost ?? 0) * quantity;
        if (sign === 1 && cost === null) sums.unknownLines += 1;
      }
    expect(sums.unknownLines).toBeGreaterThan(3);
    expect(paiseOf(report, 'Revenue before tax')).toBe(sums.revenue);
    expect(paiseOf(report, 'Cost of products')).toBe(sums.cost);
    expect(paiseOf(report, 'Margin')).toBe(sums.revenue - sums.cost);
    expect(paiseOf(report, 'Revenue of unknown cost')).toBe(sums.unknown);
    expect(numberOf(report, 'Lines of unknown cost').value).toBe(sums.unknownLines);
    expect(report.notes[0]).toMatch(
      new RegExp(`^${sums.unknownLines} of \\d+ invoiced lines have no known cost`),
    );
    for (const key of ['periods', 'products']) {
      expect(toPaise(Number(columnOf(report, key, 'Margin').total))).toBe(sums.revenue - sums.cost);
      expect(toPaise(Number(columnOf(report, key, 'Revenue of unknown cost').total))).toBe(sums.unknown);
    }
    const { data } = await meera.call('getAccountingMonth', { month: '2026-10' });
    expect(sums.revenue + sums.unknown).toBe(toPaise(data.total.taxableAmt));
  });

  test('names a product whose cost is not known, without a margin', async () => {
    const report = await read({ report: 'margin', ...october });
    const at = columnOf(report, 'products', 'Product').cells.indexOf('Rice');
    expect(at).toBeGreaterThanOrEqual(0);
    expect(columnOf(report, 'products', 'Margin %').cells[at]).toBeNull();
    expect(Number(columnOf(report, 'products', 'Revenue of unknown cost').cells[at])).toBeGreaterThan(0);
  });
});

describe('refunds', () => {
  test('are those of the ledger, by day, reason and method, to the paisa', async () => {
    const report = await read({ report: 'refunds', ...october });
    const entries = await db.query<{ amount_paise: number; settled_at: Date }>(sql`
      select amount_paise, settled_at from ledger_entry where kind = 'REFUND' and status = 'DONE'`);
    const within = entries.filter(({ settled_at: at }) => {
      const day = toZonedInput(at.toISOString(), timeZone).slice(0, 10);
      return day >= october.from && day <= october.to;
    });
    const paise = within.reduce((sum, entry) => sum + entry.amount_paise, 0);
    expect(within.length).toBeGreaterThan(3);
    expect(within.length).toBeLessThan(entries.length);
    expect(paiseOf(report, 'Refunded')).toBe(paise);
    expect(numberOf(report, 'Refunds').value).toBe(within.length);
    for (const key of ['periods', 'reasons', 'methods']) {
      expect(toPaise(Number(columnOf(report, key, 'Refunded').total)), key).toBe(paise);
      expect(columnOf(report, key, 'Refunds').total, key).toBe(within.length);
    }
    expect(new Set(columnOf(report, 'methods', 'Method').cells)).toEqual(new Set(['Store credit', 'UPI']));
    expect(columnOf(report, 'reasons', 'Reason').cells).toEqual([
      'Products or fees refunded after the delivery',
    ]);
    const due = orders.map(({ owedAmt }) => owedAmt);
    expect(paiseOf(report, 'Due by hand now')).toBe(sumPaise(due));
    expect(sumPaise(due)).toBeGreaterThan(0);
  });

  test('by product are the goods of the credit notes, and what was missing', async () => {
    const report = await read({ report: 'refunds', ...october });
    const notes = (await Promise.all(orders.map(({ _id }) => listDocuments({ db }, _id))))
      .flat()
      .filter(({ kind, issuedAt }) => {
        const day = toZonedInput(issuedAt, timeZone).slice(0, 10);
        return kind === 'CREDIT_NOTE' && day >= october.from && day <= october.to;
      });
    const goodsPaise = notes.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.goodsPaise, 0);
    expect(toPaise(Number(columnOf(report, 'products', 'Refunded after hand-over').total))).toBe(goodsPaise);
    const missing = orders
      .filter(({ createdAt }) => toZonedInput(createdAt, timeZone).startsWith('2026-10'))
      .flatMap(({ items }) => items.filter(({ isTakenOff }) => isTakenOff));
    expect(columnOf(report, 'products', 'Pieces missing').total).toBe(
      missing.reduce((sum, { quantity }) => sum + quantity, 0),
    );
    expect(missing.length).toBeGreaterThan(0);
  });

  test('to a card count while they are sent, and not when they failed', async () => {
    const at = new Date('2025-05-10T08:00:00Z');
    const orderId = await addOrder(db, { at, status: 'CANCELLED' });
    const insert = (id: string, kind: string, status: string, paise: number, provider = 'stripe') =>
      db.query(sql`
      insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, reason, created_at, settled_at)
      values (${id}, ${orderId}, ${kind}, ${paise}, ${status}, ${provider}, ${kind === 'REFUND' ? 'Closed' : null}, ${at}, ${status === 'PENDING' ? null : at})`);
    await insert('paidByCard', 'PAYMENT', 'DONE', 10_000);
    await insert('sentToCard', 'REFUND', 'PENDING', 3000);
    await insert('failedRefund', 'REFUND', 'FAILED', 4000);
    await insert('doneRefund', 'REFUND', 'DONE', 2500);
    // No money moves for a test payment.
    await insert('testRefund', 'REFUND', 'DONE', 300, 'sandbox');
    const report = await read({ report: 'refunds', from: '2025-05-10', to: '2025-05-10' });
    expect(numberOf(report, 'Refunded').value).toBe(25);
    expect(numberOf(report, 'Being sent to cards').value).toBe(30);
    expect(report.tables.find(({ key }) => key === 'reasons')?.rows[0]?.cells).toEqual([
      'Order cancelled',
      2,
      25,
      30,
    ]);
  });
});

describe('late deliveries', () => {
  test('are orders after their promised time, by the day of the delivery and the hour of the promise', async () => {
    const deliver = (promised: string, delivered: string) =>
      addOrder(db, {
        ...{ at: new Date('2025-06-01T12:00:00Z'), status: 'DELIVERED' },
        ...{ promisedAt: new Date(promised), deliveredAt: new Date(delivered) },
      });
    // Around midnight in India.
    await deliver('2025-06-01T18:20:00Z', '2025-06-01T18:20:00Z');
    await deliver('2025-06-01T18:20:00Z', '2025-06-01T18:29:59Z');
    const late = await deliver('2025-06-01T18:20:00Z', '2025-06-01T18:30:00Z');
    await deliver('2025-06-01T19:00:00Z', '2025-06-01T18:50:00Z');
    await deliver('2025-06-01T19:00:00Z', '2025-06-01T20:30:01Z');
    const report = await read({ report: 'deliveries', from: '2025-06-02', to: '2025-06-02' });
    expect(numberOf(report, 'Late deliveries')).toMatchObject({ value: 66.7, before: 50 });
    expect(numberOf(report, 'Delivered orders')).toMatchObject({ value: 3, before: 2 });
    expect(numberOf(report, 'Late by, on average').value).toBe(50);
    expect(columnOf(report, 'orders', 'Late by').cells).toEqual([91, 10]);
    expect(report.tables.find(({ key }) => key === 'orders')?.rows[1]).toMatchObject({
      _id: late,
      cells: [expect.stringMatching(/^ORD-/), '2025-06-01 23:50', '2025-06-02 00:00', 10],
    });
    expect(columnOf(report, 'minutes', 'Orders').cells).toEqual([0, 1, 0, 0, 0, 1]);
    const hours = report.charts[1]?.points.filter(({ value }) => value > 0);
    expect(hours).toEqual([
      { label: '00', value: 1, before: null },
      { label: '23', value: 1, before: null },
    ]);
  });
});

test('deliveries that failed are counted by day and reason', async () => {
  const order = await addOrder(db, { at: new Date('2025-06-10T08:00:00Z') });
  const attempt = (at: string, undelivered: string, status = 'OUT_FOR_DELIVERY') =>
    db.query(sql`
      insert into order_history (order_id, status, payment_status, changed_at, changed_as, undelivered)
      values (${order}, ${status}, 'CASH ON DELIVERY', ${new Date(at)}, 'staff', ${undelivered})`);
  await attempt('2025-06-10T18:29:00Z', 'REFUSED');
  await attempt('2025-06-10T18:31:00Z', 'REFUSED');
  await attempt('2025-06-11T05:00:00Z', 'REFUSED', 'CANCELLED');
  await attempt('2025-06-11T05:00:00Z', 'DAMAGED', 'CANCELLED');
  const report = await read({ report: 'deliveries', from: '2025-06-11', to: '2025-06-11' });
  expect(numberOf(report, 'Could not be delivered')).toMatchObject({ value: 3, before: 1 });
  expect(report.tables.find(({ key }) => key === 'undelivered')?.rows.map(({ cells }) => cells)).toEqual([
    ['2025-06-11', 'Damaged', 1, 1],
    ['2025-06-11', 'Refused', 2, 1],
  ]);
});

test('sales by category count each product once, under the first of its categories, and add up to the products', async () => {
  const [dairy, bakery] = [await addCategory(db, 'dairy'), await addCategory(db, 'Bakery')];
  const [milk, bun] = [await addProduct(db, { name: 'Milk' }), await addProduct(db, { name: 'Bun' })];
  for (const [product, category] of [
    [milk, dairy],
    [bun, dairy],
    [bun, bakery],
  ])
    await db.query(
      sql`insert into product_category (product_id, category_id) values (${product}, ${category})`,
    );
  await addOrder(db, {
    at: new Date('2025-07-01T08:00:00Z'),
    lines: [
      { productId: milk, quantity: 3, pricePaise: 4999, discountBasisPoints: 3333 },
      { productId: bun, quantity: 1, pricePaise: 2000 },
      { name: 'Deleted', quantity: 1, pricePaise: 100 },
    ],
  });
  const range = { from: '2025-07-01', to: '2025-07-01' };
  const report = await read({ report: 'categories', ...range });
  expect(report.tables[0]?.rows.map(({ cells }) => cells.slice(0, 5))).toEqual([
    ['dairy', 1, 3, 98.97, 82.5],
    ['Bakery', 1, 1, 20, 16.7],
    ['No category or deleted', 1, 1, 1, 0.8],
  ]);
  const products = await read({ report: 'products', ...range });
  expect(numberOf(report, 'Value of products sold').value).toBe(
    numberOf(products, 'Value of products sold').value,
  );
});

describe('searches', () => {
  const cellsOf = (report: Report, key: string) =>
    report.tables.find((table) => table.key === key)?.rows.map(({ cells }) => cells);

  test('are those of the days of the range, and the rows add up to the totals', async () => {
    await db.query(sql`delete from search_count`);
    await db.query(sql`
      insert into search_count values ('2026-11-10', 'kombucha', 2, 2, 0), ('2026-11-12', 'kombucha', 5, 3, 1),
        ('2026-11-12', '=kale', 4, 4, 0), ('2026-11-10', 'milk', 6, 0, 12), ('2026-11-11', 'milk', 9, 0, 11),
        ('2026-11-11', '', 3, 2, null),
        ('2026-11-09', 'kombucha', 7, 7, 0), ('2026-11-07', 'milk', 5, 0, 12), ('2026-11-08', 'ghee', 4, 0, 2),
        ('2026-11-13', 'tempeh', 9, 9, 0), ('2026-11-06', 'tempeh', 9, 9, 0)`);
    const report = await read({ report: 'searches', from: '2026-11-10', to: '2026-11-12' });
    expect(cellsOf(report, 'texts')).toEqual([
      ['milk', 15, 5, 0, 11],
      ['kombucha', 7, 7, 5, 1],
      ['=kale', 4, 0, 4, 0],
      ['All other texts', 3, null, 2, null],
    ]);
    expect(cellsOf(report, 'zero-results')).toEqual([
      ['kombucha', 5, 7],
      ['=kale', 4, 0],
      ['All other texts', 2, null],
    ]);
    expect(numberOf(report, 'Searches')).toMatchObject({ value: 29, before: 16 });
    expect(numberOf(report, 'Searches without results')).toMatchObject({ value: 11, before: 7 });
    expect(numberOf(report, 'Share without results')).toMatchObject({ value: 37.9, before: 43.8 });
    expect(numberOf(report, 'Different texts')).toMatchObject({ value: 3, before: 3 });
    expect(columnOf(report, 'texts', 'Times').total).toBe(29);
    expect(columnOf(report, 'zero-results', 'Times').total).toBe(11);
    expect(report.charts.map(({ points }) => points.map(({ value }) => value))).toEqual([
      [8, 12, 9],
      [2, 2, 7],
    ]);
    expect(report.notes.join()).not.toContain('Until');
  });

  test('of an earlier version are marked as incomplete', async () => {
    await db.query(sql`delete from search_count`);
    await db.query(sql`
      insert into search_count values ('2026-11-10', 'kombucha', 2, 2, null), ('2026-11-11', '', 3, 2, null), ('2026-11-12', 'milk', 6, 0, 12)`);
    const report = await read({ report: 'searches', from: '2026-11-10', to: '2026-11-12' });
    expect(cellsOf(report, 'texts')?.[1]).toEqual(['kombucha', 2, 0, 2, 0]);
    expect(report.notes).toContain('Until 2026-11-10 only searches without results were counted.');
  });

  test('beyond the 5,000 most frequent texts are summed up', async () => {
    await db.query(sql`delete from search_count`);
    await db.query(sql`
      insert into search_count select day, 'text ' || day || n, 1, n % 2, 1 - n % 2
      from generate_series(1, 4000) as n, unnest(array['2026-11-10', '2026-11-11']::date[]) as day`);
    const report = await read({ report: 'searches', from: '2026-11-10', to: '2026-11-11' });
    const table = report.tables.find(({ key }) => key === 'texts');
    expect([table?.rowCount, table?.rows.length, table?.total?.[1]]).toEqual([5001, 50, 8000]);
    expect(numberOf(report, 'Different texts').value).toBe(8000);
  });
});

test.each(reportKinds)(
  'the report %s of a range without anything has no rows and no wrong number',
  async (report) => {
    const { numbers, tables } = await read({ report, from: '2003-01-01', to: '2003-01-05' });
    for (const { title, value } of numbers)
      if (!['In stock, not sold', 'Due by hand now'].includes(title)) expect(value ?? 0, title).toBe(0);
    for (const { key, rows, total } of tables)
      if (key !== 'unsold') expect([rows, total], key).toEqual([[], null]);
  },
);

async function get(query: string) {
  const { accessToken } = await startSession(testContext(db), meera.userId);
  const headers = { authorization: `Bearer ${accessToken}` };
  return app.fastify.inject({ method: 'GET', url: `${reportExportPath}?${query}`, headers });
}

describe('files', () => {
  test('have all rows of a table, and run no formula', async () => {
    const response = await get('report=products&table=by-value&from=2026-10-01&to=2026-10-31&format=csv');
    expect([response.statusCode, response.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="products-by-value-2026-10-01-to-2026-10-31.csv"',
    ]);
    const rows: Record<string, string>[] = parse(response.body, { bom: true, columns: true });
    const report = await read({ report: 'products', ...october });
    expect(rows.map((row) => toPaise(Number(row.Value)))).toEqual(
      columnOf(report, 'by-value', 'Value').cells.map((cell) => toPaise(Number(cell))),
    );
    expect(rows.map((row) => row.Product)).toContain("'=cmd|calc");
    const xlsx = await get('report=sales&table=periods&range=last-month&format=xlsx');
    expect([xlsx.statusCode, xlsx.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });
});

test.each([
  ['report=sales&table=x&format=csv', 404],
  ['report=sales&table=periods&format=pdf', 400],
  ['report=none&table=periods&format=csv', 400],
  ['report=sales&table=../periods&format=csv', 400],
  ['report=sales&table=periods&format=csv&from=2026-10-02&to=2026-10-01', 400],
  ['report=sales&table=periods&format=csv&from=2024-10-01&to=2026-10-02', 400],
  ['report=sales&table=periods&format=csv&from=2026-02-30&to=2026-10-02', 400],
  ['report=sales&table=periods&format=csv&to=2026-10-02', 400],
  ['report=sales&table=periods&format=csv&range=ever', 400],
])('the file of %s is answered with %s', async (query, status) => {
  expect((await get(query)).statusCode).toBe(status);
});

test('a report of two years is read, and one of a day more is refused by name', async () => {
  expect((await read({ report: 'sales', from: '2024-11-01', to: '2026-11-01' })).range.from).toBe(
    '2024-11-01',
  );
  const error = await catchAppError(
    meera.call('getReport', { report: 'sales', from: '2024-10-31', to: '2026-11-01' }),
  );
  expect([error.code, error.issues]).toEqual([
    'INVALID_INPUT',
    [{ path: 'to', message: 'A report covers at most two years.' }],
  ]);
});

test('reports are read one at a time, and are refused with UNAVAILABLE when 20 wait', async () => {
  const held = Promise.withResolvers<void>();
  let [running, most] = [0, 0];
  const slow: Queryable = {
    async query<Row extends object>(statement: Sql): Promise<Row[]> {
      running += 1;
      most = Math.max(most, running);
      await held.promise;
      running -= 1;
      return db.query<Row>(statement);
    },
    one: (statement) => db.one(statement),
  };
  const context = { ...meera.context, db: slow };
  const asked = Array.from({ length: 25 }, () =>
    getReport(context, { report: 'deliveries', range: 'today' }).catch(({ code }) => code),
  );
  held.resolve();
  const refused = (await Promise.all(asked)).filter((answer) => typeof answer === 'string');
  expect(refused).toEqual(Array(4).fill('UNAVAILABLE'));
  expect(most).toBe(1);
});
