import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#contract/base/durations.ts';
import { toPaise } from '#contract/base/money.ts';
import { toShopDate } from '#contract/base/zoned-time.ts';
import { noCharges } from '#contract/delivery/charges.ts';
import {
  type AccountingReport,
  accountingExportPath,
  accountingReports,
  closingStockPath,
  gstr1Path,
  receiptRegisterPath,
} from '#contract/tax/accounting.ts';
import { buildApp } from '#server/app/app.ts';
import { newId } from '#server/database/id.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { toCsv, toXlsx } from '#server/table-files/table-file.ts';
import { type Admin, createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { gstr1Schema } from '#tests/fixtures/gstr1-schema.ts';
import { addProduct } from '#tests/fixtures/seed.ts';
import { saveSettings, withGstin } from '#tests/fixtures/settings.ts';
import { readSheet } from '#tests/fixtures/spreadsheet.ts';
import { listDocuments } from './tax-document.service.ts';

const { db } = await openTestDatabase();
let app: ReturnType<typeof buildApp>;
let meera: Admin;
const orderIds: string[] = [];
beforeAll(async () => {
  app = buildApp(testContext(db), 'https://shop.example');
  meera = await createAdmin(db);
  await saveSettings(meera, { ...withGstin, charges: { ...noCharges, handlingAmt: 3.33 } });
  await fillMonths();
}, 120_000);
afterAll(() => app.close());

const rates = [
  ['=cmd|calc', '0405', 500, 0],
  ['Cola', '2202', 2800, 1200],
  ['Ghee', '0405', 1200, 0],
  ['Rice', null, null, null],
] as const;

const gstin = '29AAGCB7383J1Z4';

/** Orders to three states in two months, at the first and last moment of each too, many of them refunded in part. */
async function fillMonths(): Promise<void> {
  const goods = await Promise.all(
    rates.map(async ([name, hsn, gst, cess], index) => {
      const id = await addProduct(db, { name, pricePaise: 3333 + index * 1111, stock: 1000 });
      await db.query(sql`
        update product set hsn = ${hsn ?? ''}, gst_basis_points = ${gst}, cess_basis_points = ${cess} where id = ${id}`);
      return id;
    }),
  );
  const moments = [
    '2026-09-30T18:30:00Z',
    '2026-10-20T08:00:00Z',
    '2026-10-31T18:29:59Z',
    '2026-10-31T18:30:00Z',
  ];
  const states = ['Maharashtra', 'Karnataka', 'Chandigarh'];
  for (let index = 0; index < 24; index += 1) {
    if (index === 8) await roundTotals();
    const at = new Date(moments[index % moments.length] ?? 0);
    const staff = await createAdmin(db, 'Meera', { now: () => at });
    const shopper = await createShopper(db);
    await db.query(sql`
      update address set state = ${states[index % states.length]}, gstin = ${index % 5 === 1 ? gstin : ''}
      where id = ${shopper.addressId}`);
    const chosen = goods.filter((_id, place) => (index + 1) & (1 << place) || place === index % 4);
    await shopper.fill(Object.fromEntries(chosen.map((id, place) => [id, 1 + ((index + place) % 3)])));
    const { _id } = (await shopper.order(await shopper.checkout())).data;
    orderIds.push(_id);
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
      await staff.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
    if (index % 2 === 0) continue;
    const { totalAmt } = (await staff.call('getRefundable', { _id })).data;
    const lines = [{ position: 0, amount: 11.11 + index }];
    const input = { _id, totalAmt, lines, chargesAmt: index % 3, to: 'SOURCE', message: '+Torn, "wet"' };
    await staff.call('refundItems', input);
  }
}

/** The later orders are rounded to the rupee. */
const roundTotals = () =>
  saveSettings(meera, { charges: { ...noCharges, handlingAmt: 3.33, isTotalRounded: true } });

async function download(path: string, query: string) {
  const { accessToken } = await startSession(testContext(db), meera.userId);
  const headers = { authorization: `Bearer ${accessToken}` };
  return app.fastify.inject({ method: 'GET', url: `${path}?${query}`, headers });
}
const get = (query: string) => download(accountingExportPath, query);
const getGstr1 = (month: string) => download(gstr1Path, `month=${month}`);

type Row = Record<string, string>;
async function csvOf(report: AccountingReport, month = '2026-10'): Promise<Row[]> {
  const { statusCode, headers, body } = await get(`month=${month}&report=${report}&format=csv`);
  expect([statusCode, headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="${report}-${month}.csv"`,
  ]);
  return parse(body, { bom: true, columns: true });
}

const amounts = ['Taxable value', 'CGST', 'SGST or UTGST', 'IGST', 'Cess', 'Total'] as const;
const keys = ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise', 'cessPaise', 'totalPaise'] as const;
const sumsOf = (rows: readonly Row[]) =>
  amounts.map((name) => rows.reduce((sum, row) => sum + toPaise(Number(row[name])), 0));

/** The sums of all lines of the documents that were issued in October in India. */
async function sumsOfDocuments() {
  const documents = (await Promise.all(orderIds.map((id) => listDocuments({ db }, id)))).flat();
  const inMonth = documents.filter(
    ({ issuedAt }) => issuedAt >= '2026-09-30T18:30' && issuedAt < '2026-10-31T18:30',
  );
  const sums = (isNote: boolean) =>
    keys.map((key) =>
      inMonth
        .filter(({ kind }) => (kind === 'CREDIT_NOTE') === isNote)
        .flatMap(({ lines }) => lines)
        .reduce((sum, line) => sum + line[key], 0),
    );
  const rounding = (isNote: boolean) =>
    inMonth
      .filter(({ kind }) => (kind === 'CREDIT_NOTE') === isNote)
      .reduce((sum, { roundingPaise }) => sum + roundingPaise, 0);
  return {
    ...{ count: inMonth.length, invoices: sums(false), notes: sums(true) },
    ...{ invoiceRounding: rounding(false), noteRounding: rounding(true) },
    totals: inMonth.map(({ kind, totalPaise }) => (kind === 'CREDIT_NOTE' ? -totalPaise : totalPaise)),
  };
}

describe('the reports of a month', () => {
  test('add up to its invoices and credit notes, to the paisa', async () => {
    const { invoices, notes, invoiceRounding, noteRounding, totals } = await sumsOfDocuments();
    const net = invoices.map((sum, index) => sum - (notes[index] ?? 0));
    expect(Math.min(...net)).toBeGreaterThan(0);
    expect(Math.min(...notes.slice(0, 4))).toBeGreaterThan(0);
    // Whole documents have their rounding, which is not part of the supply.
    const withRounding = (sums: number[], rounding: number) =>
      sums.map((sum, index) => (keys[index] === 'totalPaise' ? sum + rounding : sum));
    expect(invoiceRounding).not.toBe(0);
    expect(sumsOf(await csvOf('invoices'))).toEqual(withRounding(invoices, invoiceRounding));
    expect(sumsOf(await csvOf('credit-notes'))).toEqual(withRounding(notes, noteRounding));
    for (const [report, rounding] of [
      ['invoices', invoiceRounding],
      ['credit-notes', noteRounding],
    ] as const) {
      const rows = await csvOf(report);
      expect(rows.reduce((sum, row) => sum + toPaise(Number(row.Rounding)), 0)).toBe(rounding);
      for (const row of rows) {
        const [total = 0, ...parts] = [...sumsOf([row])].toReversed();
        expect(parts.reduce((sum, part) => sum + part, toPaise(Number(row.Rounding)))).toBe(total);
      }
    }
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(
      (net[5] ?? 0) + invoiceRounding - noteRounding,
    );
    expect(sumsOf(await csvOf('sales'))).toEqual(net);
    expect(sumsOf(await csvOf('hsn'))).toEqual(net);
    const { data } = await meera.call('getAccountingMonth', { month: '2026-10' });
    expect(Object.values(data.total).map(toPaise)).toEqual(net);
    for (const { first, last, firstOrderId, lastOrderId } of data.documents)
      for (const [number, _id] of [
        [first, firstOrderId],
        [last, lastOrderId],
      ] as const) {
        const { documents } = (await meera.call('getBoardOrder', { _id })).data;
        expect(documents.map((document) => document.number)).toContain(number);
      }
    expect(data.documents.reduce((sum, { count }) => sum + count, 0)).toBe((await sumsOfDocuments()).count);
  });

  test('have each invoice and credit note once, in the month of India in which it was issued', async () => {
    const months = ['2026-09', '2026-10', '2026-11'];
    const numbers = await Promise.all(
      months.map(async (month) => (await csvOf('invoices', month)).map(({ Number: number }) => number)),
    );
    expect(numbers.map(({ length }) => length)).toEqual([0, 18, 6]);
    expect(new Set(numbers.flat()).size).toBe(24);
    const kinds = new Set((await csvOf('invoices')).map(({ Kind: kind }) => kind));
    expect(kinds).toEqual(new Set(['Tax invoice', 'Invoice-cum-bill of supply']));
    const notes = await csvOf('credit-notes');
    expect(notes.map((row) => row.Invoice).every((number) => numbers[1]?.includes(number))).toBe(true);
  });

  test('count the lines of products without a GST rate', async () => {
    const documents = (await Promise.all(orderIds.map((id) => listDocuments({ db }, id)))).flat();
    const unknown = documents
      .filter(({ kind, issuedAt }) => kind !== 'CREDIT_NOTE' && issuedAt >= '2026-10-31T18:30')
      .flatMap(({ lines }) => lines)
      .filter(({ name }) => name === 'Rice');
    const { data } = await meera.call('getAccountingMonth', { month: '2026-11' });
    expect(unknown.length).toBeGreaterThan(0);
    expect([data.gstUnknown.lines, toPaise(data.gstUnknown.totalAmt)]).toEqual([
      unknown.length,
      unknown.reduce((sum, { totalPaise }) => sum + totalPaise, 0),
    ]);
  });

  test('have B2B sales apart from B2C sales, and the GSTIN of each recipient', async () => {
    const [sales, invoices, notes] = [
      await csvOf('sales'),
      await csvOf('invoices'),
      await csvOf('credit-notes'),
    ];
    // Sales are without the rounding of documents.
    const totalOf = (rows: readonly Row[]) =>
      rows.reduce(
        (sum, { Total, Rounding }) => sum + toPaise(Number(Total)) - toPaise(Number(Rounding ?? 0)),
        0,
      );
    for (const [recipients, ofRecipient] of [
      ['B2B', gstin],
      ['B2CS', ''],
    ]) {
      const [invoiced, noted] = [invoices, notes].map((rows) =>
        rows.filter((row) => row['Recipient GSTIN'] === ofRecipient),
      );
      if (invoiced === undefined || noted === undefined) throw new Error('There are no rows.');
      expect(Math.min(invoiced.length, noted.length)).toBeGreaterThan(0);
      const net = totalOf(invoiced) - totalOf(noted);
      expect(totalOf(sales.filter((row) => row.Recipients === recipients))).toBe(net);
    }
    const { data } = await meera.call('getAccountingMonth', { month: '2026-10' });
    expect(new Set(data.sales.map(({ recipients }) => recipients))).toEqual(new Set(['B2B', 'B2CS']));
    // Table 12 of GSTR-1 is split since May 2025.
    const hsn = await csvOf('hsn');
    for (const kind of ['B2B', 'B2C'])
      expect(sumsOf(hsn.filter((row) => row.Recipients === kind))).toEqual(
        sumsOf(sales.filter((row) => String(row.Recipients).startsWith(kind))),
      );
  });

  test('have equal CGST and SGST in each row', async () => {
    for (const report of accountingReports)
      for (const row of await csvOf(report)) expect(row.CGST).toBe(row['SGST or UTGST']);
  });

  test('are a GSTR-1 that the GST portal takes, with the sums of sales and HSN summary', async () => {
    const { statusCode, headers, body } = await getGstr1('2026-10');
    expect([statusCode, headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="gstr-1-2026-10.json"',
    ]);
    const gstr1 = gstr1Schema.parse(JSON.parse(body));
    expect([gstr1.gstin, gstr1.fp]).toEqual(['27AAPFU0939F1ZV', '102026']);
    for (const table of [gstr1.b2b, gstr1.b2cs, gstr1.cdnr, gstr1.hsn.hsn_b2b, gstr1.hsn.hsn_b2c])
      expect(table).not.toEqual([]);
    const hsn = (await csvOf('hsn')).filter((row) => row.HSN !== '');
    for (const [kind, rows] of [
      ['B2B', gstr1.hsn.hsn_b2b],
      ['B2C', gstr1.hsn.hsn_b2c],
    ] as const)
      expect(rows.reduce((sum, { txval }) => sum + toPaise(txval), 0)).toBe(
        sumsOf(hsn.filter((row) => row.Recipients === kind))[0],
      );
    const consumers = (await csvOf('sales')).filter(
      (row) => row.Recipients === 'B2CS' && Number(row['GST %']) > 0,
    );
    expect(gstr1.b2cs.reduce((sum, { txval }) => sum + toPaise(txval), 0)).toBe(sumsOf(consumers)[0]);
    const series = gstr1.doc_issue.doc_det.flatMap(({ docs }) => docs);
    expect(series.reduce((sum, { totnum }) => sum + totnum, 0)).toBe((await sumsOfDocuments()).count);
  });

  test('name states and rates, and have IGST or CGST, never both', async () => {
    const rows = await csvOf('sales');
    expect(new Set(rows.map((row) => row['Place of supply']))).toEqual(
      new Set(['Maharashtra (27)', 'Karnataka (29)', 'Chandigarh (04)']),
    );
    expect(new Set(rows.map((row) => `${row['GST %']}+${row['Cess %']}`))).toEqual(
      // Of rice, whose rate is unknown, which is not 0.
      new Set(['+', '5+0', '12+0', '28+12']),
    );
    const { data } = await meera.call('getAccountingMonth', { month: '2026-10' });
    expect(new Set(data.sales.map(({ gstRate, cessRate }) => `${gstRate}+${cessRate}`))).toEqual(
      new Set(['null+null', '5+0', '12+0', '28+12']),
    );
    for (const row of rows) expect(Number(row.IGST) * Number(row.CGST)).toBe(0);
    const hsn = await csvOf('hsn');
    const codes = ['0405 5', '0405 12', '2202 28'];
    // Businesses bought no rice.
    expect(hsn.map((row) => `${row.HSN} ${row['GST %']}`)).toEqual([...codes, ' ', ...codes]);
  });

  test('run no formula of a name or a reason, and keep numbers as numbers', async () => {
    const { body } = await get('month=2026-10&report=hsn&format=csv');
    expect(body).toContain(`"'=cmd|calc"`);
    expect(body).not.toMatch(/(^|,)"?[=+@]/m);
    expect(body).toMatch(/,\d+,5,0,\d+(\.\d{1,2})?,/);
    const notes = (await get('month=2026-10&report=credit-notes&format=csv')).body;
    expect(notes).toContain(`"'+Torn, ""wet"""`);
  });

  test.each(accountingReports)('as XLSX are the same as CSV: %s', async (report) => {
    const { statusCode, headers, rawPayload } = await get(`month=2026-10&report=${report}&format=xlsx`);
    expect([statusCode, headers['content-disposition']]).toEqual([
      200,
      `attachment; filename="${report}-2026-10.xlsx"`,
    ]);
    const sheet = readSheet(rawPayload);
    const rows = await csvOf(report);
    expect(sheet).toHaveLength(rows.length + 1);
    const [titles = []] = sheet;
    for (const [index, row] of rows.entries())
      for (const [place, title] of titles.entries()) {
        const cell = sheet[index + 1]?.[place];
        expect(String(cell ?? ''), String(title)).toBe(String(row[String(title)]).replace(/^'/, ''));
        if (amounts.some((name) => name === title)) expect(cell).toBeTypeOf('number');
      }
  });

  test('of a month without documents are empty but for the titles', async () => {
    expect(await csvOf('sales', '2020-01')).toEqual([]);
    expect((await meera.call('getAccountingMonth', { month: '2020-01' })).data).toMatchObject({
      ...{ documents: [], sales: [], gstUnknown: { lines: 0, totalAmt: 0 } },
      total: { totalAmt: 0 },
    });
  });
});

test('the HSN summary counts kilograms, litres or packs, less returned ones, and keeps an unknown rate apart from 0 %', async () => {
  const at = (date: string) => ({ now: () => new Date(`${date}T06:00:00Z`) });
  const create = async (name: string, unit: string, gst: number | null) => {
    const id = await addProduct(db, { name, pricePaise: 10_000, stock: 100 });
    await db.query(
      sql`update product set unit = ${unit}, hsn = '1006', gst_basis_points = ${gst} where id = ${id}`,
    );
    return id;
  };
  const basket = {
    [await create('Basmati', '5 kg bag', 500)]: 3,
    [await create('Sona Masoori', '250 g', 500)]: 3,
    [await create('Rice milk', '750 ml', 500)]: 4,
    [await create('Rice cakes', '6 pcs', 500)]: 2,
    [await create('Loose rice', '1 kg', 0)]: 1,
    [await create('Old rice', '1 kg', null)]: 2,
  };
  const shopper = await createShopper(db);
  await shopper.fill(basket);
  const { _id } = (await shopper.order(await shopper.checkout())).data;
  const staff = await createAdmin(db, 'Meera', at('2026-12-10'));
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
    await staff.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  const rowsOf = async (month: string) =>
    (await csvOf('hsn', month)).map((row) => [row.Unit, row.Quantity, row['GST %'], row['Cess %']]);
  expect(await rowsOf('2026-12')).toEqual([
    ['KGS', '2', '', ''],
    ['KGS', '1', '0', '0'],
    // 3 x 5 kg and 3 x 250 g.
    ['KGS', '15.75', '5', '0'],
    ['NOS', '2', '5', '0'],
    ['LTR', '3', '5', '0'],
  ]);
  const lines = (await staff.call('getBoardOrder', { _id })).data.items.map(({ name, position }) => [
    name,
    position,
  ]);
  const refund = async (amounts: Record<string, number>, month: string) => {
    const caller = await createAdmin(db, 'Meera', at(`${month}-12`));
    const { totalAmt } = (await caller.call('getRefundable', { _id })).data;
    const refunded = Object.entries(amounts).map(([name, amount]) => ({
      position: Number(lines.find(([each]) => each === name)?.[1]),
      amount,
    }));
    const rest = { chargesAmt: 0, to: 'SOURCE', message: 'Returned' };
    await caller.call('refundItems', { _id, totalAmt, lines: refunded, ...rest });
  };
  // One of three bags, a part of a bottle, and all of the old rice.
  await refund({ Basmati: 100, 'Rice milk': 60, 'Old rice': 200 }, '2026-12');
  expect(await rowsOf('2026-12')).toEqual([
    ['KGS', '0', '', ''],
    ['KGS', '1', '0', '0'],
    ['KGS', '10.75', '5', '0'],
    ['NOS', '2', '5', '0'],
    ['LTR', '3', '5', '0'],
  ]);
  // The rest of the bottle, in another month, and the rest of the bags.
  await refund({ Basmati: 200, 'Rice milk': 40 }, '2027-01');
  expect(await rowsOf('2027-01')).toEqual([
    ['KGS', '-10', '5', '0'],
    ['LTR', '-0.75', '5', '0'],
  ]);
  for (const month of ['2026-12', '2027-01'])
    expect(sumsOf(await csvOf('hsn', month))).toEqual(sumsOf(await csvOf('sales', month)));
});

test('an invoice to a consumer of another state is listed singly above the limit of its day, with its credit notes', async () => {
  const gold = await addProduct(db, { name: 'Saffron', pricePaise: 11_000_000, stock: 100 });
  await db.query(
    sql`update product set hsn = '091020', gst_basis_points = 500, cess_basis_points = 0 where id = ${gold}`,
  );
  const cheap = await addProduct(db, { name: 'Cardamom', pricePaise: 2_000_000, stock: 100 });
  await db.query(
    sql`update product set hsn = '090831', gst_basis_points = 500, cess_basis_points = 0 where id = ${cheap}`,
  );
  const buy = async (at: string, goods: Record<string, number>, place: { state: string; gstin?: string }) => {
    const staff = await createAdmin(db, 'Meera', { now: () => new Date(at) });
    const shopper = await createShopper(db);
    await db.query(sql`
      update address set state = ${place.state}, gstin = ${place.gstin ?? ''} where id = ${shopper.addressId}`);
    await shopper.fill(goods);
    const { _id } = (await shopper.order(await shopper.checkout())).data;
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
      await staff.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
    return _id;
  };
  // ₹1.1 lakh and ₹3.3 lakh around the day on which the limit fell from ₹2.5 lakh to ₹1 lakh.
  await buy('2024-07-31T18:29:59Z', { [gold]: 1 }, { state: 'Karnataka' });
  await buy('2024-07-20T06:00:00Z', { [gold]: 3 }, { state: 'Karnataka' });
  const listed = await buy('2024-07-31T18:30:00Z', { [gold]: 1 }, { state: 'Karnataka' });
  await buy('2024-08-02T06:00:00Z', { [cheap]: 4 }, { state: 'Karnataka' });
  await buy('2024-08-02T06:00:00Z', { [gold]: 1 }, { state: 'Maharashtra' });
  await buy('2024-08-02T06:00:00Z', { [gold]: 1 }, { state: 'Karnataka', gstin });
  const totals = async (month: string) =>
    (await csvOf('b2cl', month)).map((row) => Math.floor(Number(row.Total)));
  expect(await totals('2024-07')).toEqual([330_003]);
  expect(await totals('2024-08')).toEqual([110_003]);
  const staff = await createAdmin(db, 'Meera', { now: () => new Date('2024-08-20T06:00:00Z') });
  const { totalAmt } = (await staff.call('getRefundable', { _id: listed })).data;
  const lines = [{ position: 0, amount: 100_000 }];
  await staff.call('refundItems', {
    _id: listed,
    totalAmt,
    lines,
    chargesAmt: 0,
    to: 'SOURCE',
    message: 'Late',
  });
  const gstr1 = gstr1Schema.parse(JSON.parse((await getGstr1('2024-08')).body));
  expect(gstr1.b2cl).toMatchObject([{ pos: '29', inv: [{ itms: [{ itm_det: { rt: 5 } }] }] }]);
  expect(gstr1.cdnur).toMatchObject([{ typ: 'B2CL', pos: '29', val: 100_000 }]);
  expect(gstr1.b2b).toHaveLength(1);
  expect((await csvOf('sales', '2024-08')).map((row) => row.Recipients).toSorted()).toEqual([
    'B2B',
    'B2CL',
    'B2CS',
    'B2CS',
  ]);
});

test('the month names products with doubtful HSN codes, and those without one that a business bought', async () => {
  const create = async (name: string, hsn: string) => {
    const id = await addProduct(db, { name, pricePaise: 10_000, stock: 10 });
    await db.query(sql`update product set hsn = ${hsn}, gst_basis_points = 500 where id = ${id}`);
    return id;
  };
  const [wrong, none, other] = [
    await create('Wrong code', '999999'),
    await create('No code', ''),
    await create('No code of a consumer', ''),
  ];
  const staff = await createAdmin(db, 'Meera', { now: () => new Date('2027-03-10T06:00:00Z') });
  for (const [goods, ofBuyer] of [
    [{ [wrong]: 1, [none]: 1 }, gstin],
    [{ [wrong]: 1, [other]: 1 }, ''],
  ] as const) {
    const shopper = await createShopper(db);
    await db.query(sql`update address set gstin = ${ofBuyer} where id = ${shopper.addressId}`);
    await shopper.fill(goods);
    const { _id } = (await shopper.order(await shopper.checkout())).data;
    const doubtsOf = async () => (await meera.call('getBoardOrder', { _id })).data.hsnDoubts?.toSorted();
    // Also before the invoice to the business.
    expect(await doubtsOf()).toEqual(
      ofBuyer === ''
        ? undefined
        : ['No code: No HSN code.', 'Wrong code: 999999 is a code of services, not of goods.'],
    );
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
      await staff.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
    expect(await doubtsOf()).toBeUndefined();
  }
  expect((await meera.call('getAccountingMonth', { month: '2027-03' })).data.hsnDoubts).toEqual([
    { name: 'No code', hsn: '', doubt: 'No HSN code.' },
    { name: 'Wrong code', hsn: '999999', doubt: '999999 is a code of services, not of goods.' },
  ]);
});

test('a workbook has a default cell style, without which some programs warn', async () => {
  const table = { columns: [{ title: 'A', kind: 'text', width: 9 }] as const, rows: [] };
  const styles = unzipSync(await toXlsx(table))['xl/styles.xml'] ?? new Uint8Array();
  expect(strFromU8(styles)).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>');
});

test('documents of test payments are counted, and in no report', async () => {
  const month = toShopDate(new Date()).slice(0, 7);
  const reports = () => Promise.all(accountingReports.map((report) => csvOf(report, month)));
  const [before, { data }] = [await reports(), await meera.call('getAccountingMonth')];
  const margin = () => db.query(sql`select from invoiced_line`);
  const lines = (await margin()).length;
  const shopper = await createShopper(db);
  await shopper.fill({ [await addProduct(db, { stock: 5 })]: 2 });
  const { _id } = (await shopper.order(await shopper.checkout())).data;
  await db.query(sql`
    insert into payment_session (id, provider, order_id, amount_paise, url, created_at, updated_at)
    values (${newId()}, 'sandbox', ${_id}, 100, 'https://pay.example', now(), now())`);
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'])
    await meera.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  expect(await reports()).toEqual(before);
  expect((await meera.call('getAccountingMonth')).data).toEqual({ ...data, testDocuments: 1 });
  expect(await margin()).toHaveLength(lines);
});

test('says whether the store has a GSTIN, without which there are bills of supply', async () => {
  expect((await meera.call('getAccountingMonth')).data.isRegistered).toBe(true);
  await saveSettings(meera, { legal: { ...withGstin.legal, gstin: '' } });
  expect((await meera.call('getAccountingMonth')).data.isRegistered).toBe(false);
  expect((await getGstr1('2026-10')).statusCode).toBe(409);
  await saveSettings(meera, withGstin);
});

describe('the closing stock', () => {
  const closing = (query: string) => download(closingStockPath, query);
  const date = () => toShopDate(new Date());

  test('lists all products with stock at the end of a day, and leaves an unknown cost empty', async () => {
    const [known, unknown, soldOut, deleted] = await Promise.all(
      [7, 3, 0, 5].map((stock) => addProduct(db, { name: `=Jar ${newId()}`, stock })),
    );
    await db.query(sql`
      update product set cost_price_paise = 4250, sku = 'JAR-1', hsn = '0401', location = 'A1', status = 'archived'
      where id = ${known}`);
    await meera.call('deleteProduct', { _id: deleted ?? '' });
    const { statusCode, headers, body } = await closing(`date=${date()}&format=csv`);
    expect([statusCode, headers['content-disposition']]).toEqual([
      200,
      `attachment; filename="closing-stock-${date()}.csv"`,
    ]);
    const rows: Row[] = parse(body, { bom: true, columns: true });
    const rowOf = (id: string | undefined) => rows.find((row) => row.Product === `'=Jar ${id}`);
    const named = async (id: string | undefined) =>
      (await db.one<{ name: string }>(sql`select name from product where id = ${id}`)).name.slice(5);
    expect(rowOf(await named(known))).toMatchObject({
      ...{ SKU: 'JAR-1', HSN: '0401', Location: 'A1', Status: 'archived', Stock: '7' },
      ...{ 'Cost per piece': '42.5', 'Value at cost': '297.5' },
    });
    expect(rowOf(await named(unknown))).toMatchObject({
      Stock: '3',
      'Cost per piece': '',
      'Value at cost': '',
    });
    expect(rowOf(await named(soldOut))).toBeUndefined();
    const { sum } = await db.one<{ sum: number }>(sql`select sum(stock)::integer as sum from product_stock`);
    const forSale = rows.map((row) => Number(row.Stock) - Number(row['Reserved in orders']));
    expect(forSale.reduce((total, stock) => total + stock, 0)).toBe(sum);
    const sheet = readSheet((await closing(`date=${date()}&format=xlsx`)).rawPayload);
    expect(sheet).toHaveLength(rows.length + 1);
  });

  test('has goods of orders until they are handed over, and not what could not be packed', async () => {
    const milk = await addProduct(db, { name: `Milk ${newId()}`, stock: 10 });
    const bread = await addProduct(db, { name: `Bread ${newId()}`, stock: 10 });
    const shopper = await createShopper(db);
    await shopper.fill({ [milk]: 4, [bread]: 1 });
    const { _id, items } = (await shopper.order(await shopper.checkout())).data;
    const stockOf = async (id: string) => {
      const { name } = await db.one<{ name: string }>(sql`select name from product where id = ${id}`);
      const rows: Row[] = parse((await closing(`date=${date()}&format=csv`)).body, {
        bom: true,
        columns: true,
      });
      const row = rows.find((each) => each.Product === name);
      return [row?.Stock, row?.['Reserved in orders']];
    };
    expect([await stockOf(milk), await stockOf(bread)]).toEqual([
      ['10', '4'],
      ['10', '1'],
    ]);
    const position = items.findIndex(({ productId }) => productId === bread);
    await meera.call('markLineUnavailable', { _id, position });
    expect(await stockOf(bread)).toEqual(['9', '0']);
    await meera.call('changeOrders', { ids: [_id], to: 'PACKING' });
    expect(await stockOf(milk)).toEqual(['10', '4']);
    await meera.call('changeOrders', { ids: [_id], to: 'OUT_FOR_DELIVERY', allowUnpicked: true });
    expect(await stockOf(milk)).toEqual(['6', '0']);
  });

  test('of a day before the products is empty, and that of a day to come is refused', async () => {
    expect(parse((await closing('date=2020-03-31&format=csv')).body, { bom: true, columns: true })).toEqual(
      [],
    );
    const tomorrow = toShopDate(new Date(Date.now() + dayMs));
    for (const wrong of [
      '',
      'date=2020-02-30&format=csv',
      'date=2020-03-31&format=pdf',
      `date=${tomorrow}&format=csv`,
    ])
      expect((await closing(wrong)).statusCode, wrong).toBe(400);
  });
});

test('a wrong query gets no report and no register', async () => {
  for (const wrong of [
    '',
    'month=2026-13&report=sales&format=csv',
    'month=2026-10&report=x&format=csv',
    'month=2026-10&report=sales&format=pdf',
    'month=1999-10&report=sales&format=csv',
  ])
    expect((await get(wrong)).statusCode, wrong).toBe(400);
  expect((await catchAppError(meera.call('getAccountingMonth', { month: '2026-1' }))).code).toBe(
    'INVALID_INPUT',
  );
  const register = (query: string) => download(receiptRegisterPath, query);
  expect((await register('month=2026-10&table=line&format=csv')).body).toContain('"Reference"');
  for (const wrong of ['month=2026-10&table=x&format=csv', 'month=2026-1&table=day&format=csv'])
    expect((await register(wrong)).statusCode, wrong).toBe(400);
});

test('a workbook has no character that XML forbids, and keeps the others', async () => {
  const text = `<&> "a"\u0000\u000b\ud800 मसाला 🥛`;
  const table = { columns: [{ title: 'A', kind: 'text', width: 9 }] as const, rows: [[text]] };
  expect(readSheet(await toXlsx(table))).toEqual([['A'], ['<&> "a" मसाला 🥛']]);
});

test('30,000 rows are written as CSV and XLSX', async () => {
  const columns = [
    { title: 'Number', kind: 'text', width: 10 },
    { title: 'Total', kind: 'amount', width: 10 },
  ] as const;
  const table = { columns, rows: Array.from({ length: 30_000 }, (_, at) => [`INV-${at}`, at / 100]) };
  expect(toCsv(table).toString().split('\r\n')).toHaveLength(30_002);
  expect(readSheet(await toXlsx(table))).toHaveLength(30_001);
}, 60_000);
