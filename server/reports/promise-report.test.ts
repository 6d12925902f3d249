import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const asha = await createShopper(db);
const day = { from: '2025-06-02', to: '2025-06-02' };
const read = async () => (await meera.call('getReport', { report: 'promise', ...day })).data;

/** A minute after 10 am of the day. */
const at = (minutes: number) => new Date(Date.parse('2025-06-02T10:00:00+05:30') + minutes * 60_000);

const bill = JSON.stringify([{ kind: 'ITEMS', amount_paise: 100 }]);
const toNumber = (id: string) => `ORD-${id.padStart(8, '0')}`;

/** An order that was promised in 20 minutes; times are minutes after 10 am. */
async function deliver(
  id: string,
  [placed, taken, packed, left, arrived]: readonly [number, number, number, number, number],
) {
  await db.query(sql`
    insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise, total_paise,
      bill, delivery_address, created_at, updated_at, promised_minutes, shown_minutes, promised_by, delivered_at)
    values (${id}, ${toNumber(id)}, ${asha.userId}, 'DELIVERED', 'CASH ON DELIVERY', 'CASH', 100, 100, ${bill}::text::jsonb, '{}',
      ${at(placed)}, ${at(placed)}, 20, 18, ${at(placed + 20)}, ${at(arrived)})`);
  await db.query(sql`
    insert into order_picking (order_id, picker_id, tote, taken_at, packed_at, bags)
    values (${id}, ${meera.userId}, 'A', ${at(taken)}, ${at(packed)}, 1)`);
  for (const [status, minutes] of [
    ['PLACED', placed],
    ['PACKING', taken],
    ['OUT_FOR_DELIVERY', left],
    ['DELIVERED', arrived],
  ] as const)
    await db.query(sql`
      insert into order_history (order_id, status, payment_status, changed_as, changed_at)
      values (${id}, ${status}, 'CASH ON DELIVERY', 'staff', ${at(minutes)})`);
}

const valuesOf = ({ numbers }: Awaited<ReturnType<typeof read>>) => numbers.map(({ value }) => value);
const cellsOf = ({ tables }: Awaited<ReturnType<typeof read>>, key: string) =>
  tables.find((table) => table.key === key)?.rows.map(({ cells }) => cells);

test('without orders nothing is known but the counts', async () => {
  expect(valuesOf(await read())).toEqual([null, null, null, null, 0, 0]);
});

test('shares, medians, hours, causes and the cost of credit are those of the delivered orders', async () => {
  await deliver('A', [0, 2, 8, 9, 16]);
  await deliver('B', [0, 15, 20, 21, 30]);
  await deliver('C', [60, 62, 68, 70, 95]);
  await db.query(sql`
    insert into promise_revision (order_id, told_at, revised_by, credit_paise, cause)
    values ('B', ${at(16)}, ${at(35)}, 0, 'QUEUE')`);
  await db.query(sql`
    insert into store_credit_entry (id, account_id, kind, amount_paise, order_id, reason, request_key, created_at)
    values ('1', ${asha.userId}, 'GRANT', 2000, 'B', 'Order ORD-B is late.', 'late-B', ${at(16)})`);
  const report = await read();
  expect(valuesOf(report)).toEqual([33.3, 30, 20, 9.7, 1, 20]);
  expect(cellsOf(report, 'hours')).toEqual([
    ['11:00', 1, 1, 0],
    ['10:00', 2, 1, 50],
  ]);
  expect(cellsOf(report, 'causes')).toEqual([
    ['Waited for a picker', 1, 50, 10],
    ['Ride', 1, 50, 15],
  ]);
  expect(cellsOf(report, 'phases')).toEqual([
    ['Until it was taken', 3, 2, 12.4],
    ['Picking', 3, 6, 6],
    ['Until it left', 3, 1, 1.8],
    ['Ride', 3, 9, 21.8],
  ]);
  expect(cellsOf(report, 'orders')).toEqual([
    [toNumber('C'), '2025-06-02', 15, 'Ride', 18, 20, '11:20', null, '11:02', '11:08', '11:10', '11:35'],
    [
      toNumber('B'),
      '2025-06-02',
      10,
      'Waited for a picker',
      18,
      20,
      '10:20',
      '10:35',
      '10:15',
      '10:20',
      '10:21',
      '10:30',
    ],
  ]);
});

test('an order that its rider recorded without a connection arrived by the clock of the phone', async () => {
  const nextDay = 24 * 60;
  const sent = nextDay + 40;
  await deliver('D', [nextDay, nextDay + 2, nextDay + 8, sent, sent]);
  await db.query(sql`
    insert into order_delivery (order_id, rider_id, taken_at, left_at, delivered_at, payment)
    values ('D', ${meera.userId}, ${at(nextDay + 8)}, ${at(nextDay + 9)}, ${at(nextDay + 16)}, 'NONE')`);
  const range = { from: '2025-06-03', to: '2025-06-03' };
  const promise = (await meera.call('getReport', { report: 'promise', ...range })).data;
  expect(valuesOf(promise)).toEqual([100, 16, 20, 4, 0, 0]);
  expect(cellsOf(promise, 'orders')).toEqual([]);
  expect(cellsOf(promise, 'phases')?.at(-1)).toEqual(['Ride', 1, 7, 7]);
  const deliveries = (await meera.call('getReport', { report: 'deliveries', ...range })).data;
  expect(cellsOf(deliveries, 'orders')).toEqual([]);
});
