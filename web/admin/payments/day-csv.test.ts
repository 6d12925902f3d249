import { expect, test } from 'vitest';
import type { DaySheet } from '#contract/payments/day-sheet.ts';
import { csvText } from '#web/admin/formats.ts';
import { toDayRows, toDifferencePaise } from './day-csv.ts';

const sheet: DaySheet = {
  ...{ day: '2026-11-23', isOver: true, isChanged: false, formerFloatAmt: 0 },
  expected: { cash: 80.1, upi: -30, card: 0 },
  entries: [
    {
      ...{ _id: 'a', at: '2026-11-23T05:00:00.000Z', kind: 'PAYMENT', method: 'CASH', amount: 100.1 },
      ...{
        order: { _id: 'o', orderId: 'ORD-7K3M9Q2X' },
        reference: null,
        by: '=HYPERLINK("x")',
        note: '+1, "a"',
      },
    },
    {
      ...{ _id: 'b', at: '2026-11-23T06:00:00.000Z', kind: 'REFUND', method: 'CASH', amount: -20 },
      ...{ order: { _id: 'o', orderId: 'ORD-7K3M9Q2X' }, reference: null, by: 'Meera', note: '@SUM(A1)' },
    },
  ],
  delivered: { orders: 1, amount: 100.1, unpaidOrders: 0, unpaidAmt: 0 },
  credit: { used: 0, returned: 0, refunded: 0, granted: 0 },
  openOrders: { count: 0, orders: [] },
  closings: [],
};

const closing = {
  ...{ version: 1, at: '2026-11-23T18:00:00.000Z', by: 'Dev', expected: sheet.expected, cashCount: null },
  ...{ counted: { cash: 1080, upi: null, card: 0 }, openingAmt: 1000, floatAmt: 700, note: '-10 paise' },
  reopened: null,
};

test('a CSV file has each entry and the expected amounts, and no cell that a spreadsheet runs', () => {
  const lines = csvText(toDayRows(sheet)).trim().split('\r\n');
  expect(lines).toHaveLength(6);
  expect(lines[1]).toBe(
    `"2026-11-23","2026-11-23T10:30:00+05:30","PAYMENT","CASH","ORD-7K3M9Q2X","100.1","","'=HYPERLINK(""x"")","'+1, ""a"""`,
  );
  expect(lines[2]).toContain(`"-20","","Meera","'@SUM(A1)"`);
  expect(lines.slice(3).map((line) => line.split(',')[2])).toEqual([
    '"EXPECTED"',
    '"EXPECTED"',
    '"EXPECTED"',
  ]);
});

test('a CSV file of a closed day has what was counted, less the change in the drawer, except what was not counted', () => {
  const lines = csvText(toDayRows({ ...sheet, closings: [closing] }))
    .trim()
    .split('\r\n')
    .slice(3);
  expect(lines.map((line) => line.replaceAll('"', '').split(',').slice(2, 6).join(' '))).toEqual([
    ...[
      'EXPECTED CASH  80.1',
      'COUNTED CASH  1080',
      'OPENING CASH CASH  1000',
      'CASH LEFT FOR TOMORROW CASH  700',
      'DIFFERENCE CASH  -0.1',
    ],
    ...['EXPECTED UPI  -30', 'EXPECTED CARD  0', 'COUNTED CARD  0', 'DIFFERENCE CARD  0'],
  ]);
  expect(lines[1]).toContain(`"'-10 paise"`);
});

test('a CSV file of a reopened day has no former count', () => {
  const reopened = { at: '2026-11-24T05:00:00.000Z', by: 'Meera', reason: 'One order was late' };
  const rows = toDayRows({ ...sheet, closings: [{ ...closing, reopened }] });
  expect(rows).toEqual(toDayRows(sheet));
});

test('the difference is exact to the paisa', () => {
  expect(toDifferencePaise(closing, 'cash', sheet.expected)).toBe(-10);
  expect(toDifferencePaise(closing, 'upi', sheet.expected)).toBeNull();
});
