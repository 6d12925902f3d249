import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { type Admin, createAdmin } from '#tests/fixtures/accounts.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { placePaidOrder, toPhone } from '#tests/fixtures/picking.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const day = { from: '2025-06-02', to: '2025-06-02' };
const read = async (range: object = day) =>
  (await meera.call('getReport', { report: 'picking', ...range })).data;

/** A second after 10 am of the day. */
const at = (seconds: number) => new Date(Date.parse('2025-06-02T10:00:00+05:30') + seconds * 1000);

/** Packs an order of milk, bread and curd, and moves the times to the day. */
async function pack(
  picker: Admin,
  times: { taken: number; lines: readonly number[]; packed: number },
  lines: readonly object[] = [{ found: 4 }, { found: 1 }, { found: 2 }],
) {
  const { id, ...products } = await placePaidOrder(db);
  const phone = toPhone(picker);
  await phone.take(id);
  for (const [position, line] of lines.entries()) await phone.found(id, { position, found: 0, ...line });
  await phone.pack(id);
  await db.query(sql`
    update order_picking set taken_at = ${at(times.taken)}, packed_at = ${at(times.packed)} where order_id = ${id}`);
  for (const [position, seconds] of times.lines.entries())
    await db.query(sql`
      update picked_line set picked_at = ${at(seconds)} where order_id = ${id} and position = ${position}`);
  return products;
}
beforeEach(() => db.query(sql`delete from order_picking`));

const numberOf = ({ numbers }: Awaited<ReturnType<typeof read>>, title: string) =>
  numbers.find((number) => number.title === title)?.value;
const rowsOf = ({ tables }: Awaited<ReturnType<typeof read>>, key: string) =>
  tables.find((table) => table.key === key)?.rows;

test('times run from taking to packed, and of a line from the line before', async () => {
  await pack(meera, { taken: 0, lines: [10, 25, 60], packed: 90 });
  const report = await read();
  expect(report.numbers.map(({ value }) => value)).toEqual([1, 90, 90, 15, 100]);
  expect(rowsOf(report, 'pickers')).toEqual([{ _id: null, cells: [expect.any(String), 1, 3, 90, 15, 100] }]);
  expect(rowsOf(report, 'missing')).toEqual([]);
});

test('a line of the second of two orders begins with the line before, whichever order has it', async () => {
  await pack(meera, { taken: 0, lines: [10, 30, 50], packed: 70 });
  await pack(meera, { taken: 0, lines: [20, 40, 60], packed: 80 });
  expect(numberOf(await read(), 'Half of the lines picked within')).toBe(10);
});

test('pickers have a row each, and what was not found is listed with how often it was replaced', async () => {
  const ravi = await createAdmin(db);
  await db.query(sql`update account set name = 'Ravi' where id = ${ravi.userId}`);
  await pack(meera, { taken: 0, lines: [10, 20, 30], packed: 40 });
  const oat = (await placePaidOrder(db)).bread;
  const { milk, bread } = await pack(ravi, { taken: 0, lines: [20, 40, 60], packed: 100 }, [
    { found: 1, replacement: { productId: oat, quantity: 1 } },
    { found: 0 },
    { found: 2 },
  ]);
  const report = await read();
  expect(rowsOf(report, 'pickers')?.map(({ cells }) => cells)).toContainEqual(['Ravi', 1, 3, 100, 20, 33.3]);
  expect(rowsOf(report, 'missing')).toEqual([
    { _id: bread, cells: ['Bread', 1, 0] },
    { _id: milk, cells: ['Milk', 1, 1] },
  ]);
  expect(numberOf(report, 'Lines found as ordered')).toBe(66.7);
});

test('without packed orders nothing is 0 that is not known', async () => {
  const report = await read();
  expect(report.numbers.map(({ value }) => value)).toEqual([0, null, null, null, null]);
});
