import { parse } from 'csv-parse/sync';
import sql from 'sql-template-tag';
import { beforeAll, expect, test } from 'vitest';
import { toPaise } from '#contract/base/money.ts';
import { toZonedInput } from '#contract/base/zoned-time.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import type { Report } from '#contract/reports/report.ts';
import type { ReportKind } from '#contract/reports/reports.ts';
import { initialStoreSettings } from '#contract/store/store-settings.ts';
import { getReceiptTable } from '#server/payments/receipt-register.service.ts';
import { toCsv } from '#server/table-files/table-file.ts';
import { type Admin, createAdmin, createShopper, type Shopper } from '#tests/fixtures/accounts.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, orderWholeCart, pay } from '#tests/fixtures/payments.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { saveSettings, withGstin } from '#tests/fixtures/settings.ts';
import { getReportTable } from './report.service.ts';

// Orders of every kind around the midnights of a store in India: the same words are the same sum on all pages.
const timeZone = 'Asia/Kolkata';
const now = new Date('2026-11-15T10:35:00Z');
const days = { from: '2026-11-12', to: '2026-11-15' };
const moments = ['2026-11-12T18:29:59.999Z', '2026-11-12T18:30:00Z', '2026-11-14T18:29:59.999Z'];
const endings = ['PLACED', 'PACKING', 'DELIVERED', 'CANCELLED', 'REFUNDED'] as const;
const payments = ['CASH', 'UPI', 'CARD', 'TEST', 'CREDIT'] as const;

const { db } = await openTestDatabase();
let meera: Admin;
let orders: StaffOrder[];

beforeAll(async () => {
  meera = await createAdmin(db, 'Meera', { now: () => now });
  const fees = { deliveryFees: [{ fromAmt: 0, feeAmt: 25 }], handlingAmt: 3.33, isTotalRounded: true };
  await saveSettings(meera, {
    ...withGstin,
    upi: { vpa: 'store@okbank', payeeName: 'Tokri' },
    charges: { ...initialStoreSettings.charges, ...fees },
  });
  const products = [
    await addProduct(db, { name: 'Ghee', pricePaise: 33_333, discountBasisPoints: 1250, stock: 1000 }),
    await addProduct(db, { name: 'Cola', pricePaise: 9999, stock: 1000 }),
  ];
  await db.query(
    sql`update product set gst_basis_points = 500, cess_basis_points = 0, cost_price_paise = 777`,
  );
  for (const [place, moment] of moments.entries()) {
    const at = new Date(moment);
    const staff = await createAdmin(db, 'Ravi', { now: () => at });
    for (const [index, ending] of endings.entries())
      for (const payment of payments)
        await addOrderOf(at, staff, ending, payment, {
          [products[(place + index) % 2] ?? '']: 1 + ((place * 5 + index) % 3),
        });
  }
  orders = (await meera.call('listBoard', { status: 'ALL', limit: 100 })).data;
}, 240_000);

async function addOrderOf(
  at: Date,
  staff: Admin,
  ending: (typeof endings)[number],
  payment: (typeof payments)[number],
  quantities: Record<string, number>,
): Promise<void> {
  const shopper = await createShopper(db);
  shopper.context.now = () => at;
  if (payment === 'CREDIT')
    await staff.call('grantStoreCredit', { _id: shopper.userId, amount: 50, reason: 'Welcome' });
  await shopper.fill(quantities);
  const _id = await order(shopper, payment);
  if (ending === 'CANCELLED') {
    await staff.call('changeOrders', { ids: [_id], to: 'CANCELLED', reason: 'Closed' });
    return;
  }
  const steps = ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const;
  for (const to of ending === 'PLACED' ? [] : ending === 'PACKING' ? steps.slice(0, 1) : steps)
    await staff.call('changeOrders', {
      ...{ ids: [_id], to, allowUnpicked: true },
      ...(payment === 'UPI' && to === 'DELIVERED' && { allowUnpaid: true, reason: 'Later' }),
    });
  if (ending !== 'REFUNDED') return;
  const { totalAmt } = (await staff.call('getRefundable', { _id })).data;
  await staff.call('refundItems', {
    ...{ _id, totalAmt, lines: [{ position: 0, amount: 11.11 }], chargesAmt: 1.05 },
    ...{ to: 'CREDIT', message: 'Torn' },
  });
}

async function order(shopper: Shopper, payment: (typeof payments)[number]): Promise<string> {
  if (payment === 'CARD' || payment === 'TEST') {
    const card = await orderByCard(shopper, undefined, payment === 'TEST' ? 'sandbox' : 'stripe');
    await pay(shopper, card);
    return card.order._id;
  }
  if (payment === 'UPI') return (await orderWholeCart(shopper, 'UPI'))._id;
  const creditAmt = payment === 'CREDIT' ? 50 : 0;
  return (await shopper.order({ ...(await shopper.checkout()), creditAmt })).data._id;
}

const dayOf = ({ createdAt }: StaffOrder) => toZonedInput(createdAt, timeZone).slice(0, 10);
const isSale = ({ status, isTestPayment }: StaffOrder) => status !== 'CANCELLED' && !isTestPayment;
const sumOf = (list: readonly StaffOrder[]) => list.reduce((sum, { totalAmt }) => sum + toPaise(totalAmt), 0);
const sales = () => orders.filter(isSale);
const delivered = () => sales().filter(({ status }) => status === 'DELIVERED');

async function read(report: ReportKind): Promise<Report> {
  return (await meera.call('getReport', { report, ...days })).data;
}
function paiseOf({ numbers }: Report, title: string): number {
  return toPaise(numbers.find((number) => number.title === title)?.value ?? Number.NaN);
}

test('the orders are of every kind', () => {
  expect(orders).toHaveLength(moments.length * endings.length * payments.length);
  expect(sales()).toHaveLength(moments.length * 4 * 4);
  expect(new Set(sales().map(dayOf))).toEqual(new Set(['2026-11-12', '2026-11-13', '2026-11-14']));
  expect(sumOf(delivered())).toBeGreaterThan(0);
  expect(sumOf(delivered())).toBeLessThan(sumOf(sales()));
});

test('net sales of dashboard, report, its file and customers are the same', async () => {
  const report = await read('sales');
  const { days: chart, testOrders } = (await meera.call('getDashboard')).data;
  const context = { ...meera.context, timeZone };
  const { table } = await getReportTable(context, {
    report: 'sales',
    range: 'today',
    ...days,
    table: 'periods',
  });
  const rows: Record<string, string>[] = parse(toCsv(table), { columns: true, bom: true });
  for (const day of [...new Set(orders.map(dayOf))]) {
    const expected = sumOf(sales().filter((each) => dayOf(each) === day));
    expect(toPaise(chart.find((each) => each.day === day)?.revenue ?? 0), day).toBe(expected);
    expect(toPaise(Number(rows.find(({ From }) => From === day)?.['Net sales'])), day).toBe(expected);
  }
  const customers = (await meera.call('listCustomers', { limit: 100 })).data;
  const spent = customers.reduce((sum, { spentAmt }) => sum + toPaise(spentAmt), 0);
  expect([spent, paiseOf(report, 'Net sales')]).toEqual([sumOf(sales()), sumOf(sales())]);
  expect(customers.reduce((sum, each) => sum + each.orders, 0)).toBe(sales().length);
  expect(customers.reduce((sum, each) => sum + each.uncountedOrders, 0)).toBe(orders.length - sales().length);
  const tests = orders.filter(({ isTestPayment, status }) => isTestPayment && status !== 'CANCELLED');
  expect({ ...testOrders, amount: toPaise(testOrders.amount) }).toEqual({
    orders: tests.length,
    amount: sumOf(tests),
  });
  expect(report.notes).toEqual([expect.stringMatching(/^12 orders were paid by test payments/)]);
});

test('net sales less what is not delivered are the deliveries of day end, and the documents of accounting', async () => {
  const report = await read('sales');
  const net = paiseOf(report, 'Net sales') - paiseOf(report, 'Not delivered yet');
  expect(net).toBe(sumOf(delivered()));
  const sheets = await Promise.all(
    ['2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15'].map(
      async (day) => (await meera.call('getDaySheet', { day })).data,
    ),
  );
  expect(sheets.reduce((sum, sheet) => sum + toPaise(sheet.delivered.amount), 0)).toBe(net);
  const month = (await meera.call('getAccountingMonth', { month: '2026-11' })).data;
  const invoiced = month.documents.reduce(
    (sum, { kind, totalAmt }) => sum + (kind === 'CREDIT_NOTE' ? -1 : 1) * toPaise(totalAmt),
    0,
  );
  expect(invoiced).toBe(net);
  expect(month.testDocuments).toBeGreaterThan(0);
  const margin = await read('margin');
  expect(paiseOf(margin, 'Revenue before tax') + paiseOf(margin, 'Revenue of unknown cost')).toBe(
    toPaise(month.total.taxableAmt),
  );
});

test('card takings of day end have no test payment, which is listed apart', async () => {
  const sheets = await Promise.all(
    ['2026-11-12', '2026-11-13', '2026-11-14'].map(
      async (day) => (await meera.call('getDaySheet', { day })).data,
    ),
  );
  const [ledger] = await db.query<{ card: number; test: number }>(sql`
    with done as (
      select provider, case kind when 'PAYMENT' then amount_paise else -amount_paise end as paise from ledger_entry
      where status = 'DONE' and settled_at < '2026-11-15'
    )
    select sum(paise) filter (where provider = 'stripe')::bigint as card,
      sum(paise) filter (where provider = 'sandbox')::bigint as test from done`);
  expect(ledger?.test).toBeGreaterThan(0);
  expect(sheets.reduce((sum, { expected }) => sum + toPaise(expected.card), 0)).toBe(ledger?.card);
  const tests = sheets.flatMap(({ entries }) => entries).filter(({ method }) => method === 'TEST');
  expect(tests.reduce((sum, { amount }) => sum + toPaise(amount), 0)).toBe(ledger?.test);
});

test('the register of receipts is the money of day end, and net sales less what is not paid yet', async () => {
  const { data: byDay } = await meera.call('getReceiptRegister', { month: '2026-11' });
  const { data: byMonth } = await meera.call('getReceiptRegister', { month: '2027-03', by: 'month' });
  expect(byMonth.rows.map(({ period, kind }) => [period, kind])).toEqual([
    ['2026-11', 'RECEIVED'],
    ['2026-11', 'REFUNDED'],
  ]);
  expect(byMonth).toMatchObject({ received: byDay.received, refunded: byDay.refunded, net: byDay.net });
  expect(byDay.testAmt).toBeGreaterThan(0);

  const testOrders = new Set(orders.filter((each) => each.isTestPayment).map(({ _id }) => _id));
  for (const day of ['2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15']) {
    const sheet = (await meera.call('getDaySheet', { day })).data;
    const credit = sheet.entries
      .filter(({ method, order: { _id } }) => method === 'CREDIT' && !testOrders.has(_id))
      .reduce((sum, { amount }) => sum + toPaise(amount), 0);
    const rows = byDay.rows.filter(({ period }) => period === day);
    const paise = (name: keyof typeof byDay.net) => rows.reduce((sum, row) => sum + toPaise(row[name]), 0);
    expect([day, paise('cash'), paise('upi'), paise('card'), paise('credit')]).toEqual([
      ...[day, toPaise(sheet.expected.cash), toPaise(sheet.expected.upi), toPaise(sheet.expected.card)],
      toPaise(sheet.credit.used) - toPaise(sheet.credit.returned) + credit,
    ]);
  }
  for (const { kind, total, ...row } of byDay.rows) {
    expect(total < 0).toBe(kind === 'REFUNDED');
    expect(toPaise(total)).toBe(
      (['cash', 'upi', 'card', 'other', 'credit'] as const).reduce(
        (sum, name) => sum + toPaise(row[name]),
        0,
      ),
    );
  }

  const real = orders.filter(({ _id }) => !testOrders.has(_id));
  // Negative for what is still to be paid.
  const [sums] = await db.query<{ refunds_due: number; refunds_on_their_way: number }>(sql`
    select sum(refund_due_paise)::bigint as refunds_due,
      sum((select coalesce(sum(amount_paise), 0) from ledger_entry e
        where e.order_id = o.id and e.kind = 'REFUND' and e.status = 'PENDING'))::bigint as refunds_on_their_way
    from customer_order o where id = any (${real.map(({ _id }) => _id)})`);
  expect(sums?.refunds_due).toBeLessThan(0);
  expect(toPaise(byDay.net.total)).toBe(
    paiseOf(await read('sales'), 'Net sales') + (sums?.refunds_due ?? 0) + (sums?.refunds_on_their_way ?? 0),
  );

  const context = { ...meera.context, timeZone };
  const lines = await getReceiptTable(context, '2026-11', 'line');
  const days = await getReceiptTable(context, '2026-11', 'day');
  for (const [day, time] of lines.rows)
    expect(time).toMatch(new RegExp(`^${day}T\\d\\d:\\d\\d:\\d\\d\\+05:30$`));
  const sumOfColumn = (table: typeof lines, title: string) => {
    const rows: Record<string, string>[] = parse(toCsv(table), { columns: true, bom: true });
    return rows.reduce((sum, row) => sum + toPaise(Number(row[title])), 0);
  };
  expect([sumOfColumn(lines, 'Amount'), sumOfColumn(days, 'Total')]).toEqual(
    Array(2).fill(toPaise(byDay.net.total)),
  );
});

test('what a product sold for is the same on the dashboard and in the reports', async () => {
  const { topProducts } = (await meera.call('getDashboard')).data;
  const { tables } = await read('products');
  const rows = tables.find(({ key }) => key === 'by-value')?.rows ?? [];
  expect(rows).toHaveLength(2);
  for (const { _id, sold, revenue } of topProducts) {
    const cells = rows.find((row) => row._id === _id)?.cells ?? [];
    expect(cells).toContain(sold);
    expect(cells).toContain(revenue);
  }
  const [products, categories] = [await read('products'), await read('categories')];
  expect(paiseOf(products, 'Value of products sold')).toBe(
    topProducts.reduce((sum, { revenue }) => sum + toPaise(revenue), 0),
  );
  expect(paiseOf(categories, 'Value of products sold')).toBe(paiseOf(products, 'Value of products sold'));
});

test('late orders are the same in the reports of late deliveries and of promises', async () => {
  await db.query(sql`
    update customer_order set promised_by = promised_by - interval '1 hour'
    where id in (select id from customer_order where delivered_at is not null order by id limit 5)`);
  const [deliveries, promises] = [await read('deliveries'), await read('promise')];
  const numberOf = ({ numbers }: Report, title: string) =>
    numbers.find((number) => number.title === title)?.value ?? Number.NaN;
  const late = numberOf(deliveries, 'Late orders');
  expect(late).toBe(5);
  expect(numberOf(promises, 'On time')).toBeCloseTo(100 - numberOf(deliveries, 'Late deliveries'), 6);
  const sumIn = (key: string, column: number) =>
    (promises.tables.find((table) => table.key === key)?.rows ?? []).reduce(
      (sum, { cells }) => sum + Number(cells[column]),
      0,
    );
  expect([sumIn('hours', 2), sumIn('causes', 1)]).toEqual([late, late]);
});
