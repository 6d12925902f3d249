import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '#contract/base/durations.ts';
import { type Admin, createAdmin, createPerson } from '#tests/fixtures/accounts.ts';
import { catchAppErrors, countOutcomes } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { packedOrder, toRiderPhone } from '#tests/fixtures/riders.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
let ravi: Admin;
let phone: ReturnType<typeof toRiderPhone>;
beforeEach(async () => {
  ravi = await createPerson(db, 'rider');
  phone = toRiderPhone(ravi);
});

async function collect(): Promise<string> {
  const { id } = await packedOrder(db, meera);
  await phone.take(id);
  await phone.leave(id);
  await phone.deliver(id);
  return id;
}
let requests = 0;
const move = (given: object) =>
  meera.call('moveRiderCash', { riderId: ravi.userId, requestId: `r${++requests}`, ...given });
const sheet = async () => (await meera.call('getDaySheet')).data;
const drawer = async () => (await sheet()).expected.cash;

test('the day sheet expects in the drawer what riders have handed in, and knows what they have', async () => {
  const before = await drawer();
  await move({ kind: 'GIVEN', held: 0, amount: 200 });
  expect(await drawer()).toBe(before - 200);
  await collect();
  await collect();
  expect(await drawer()).toBe(before - 200);
  expect((await phone.cash()).heldAmt).toBe(660);
  await move({ kind: 'HANDED_IN', held: 660, amount: 600 });
  expect(await drawer()).toBe(before + 400);
  await move({ kind: 'HANDED_IN', held: 60, amount: 50, isAll: true, note: 'Ten rupees are missing' });
  expect(await drawer()).toBe(before + 450);
  expect((await phone.cash()).heldAmt).toBe(0);
  expect((await sheet()).riders?.find(({ _id }) => _id === ravi.userId)).toMatchObject({
    ...{ collectedAmt: 460, givenAmt: 200, handedInAmt: 650, differenceAmt: -10, heldAmt: 0 },
  });
  const [today] = (await meera.call('listDaySheets')).data;
  expect(today?.expected.cash).toBe(await drawer());
  const books = (await meera.call('listRiderCash')).data;
  expect(books.find(({ rider }) => rider._id === ravi.userId)?.entries).toHaveLength(6);
});

test('a day says what a rider has had from days before, so that its amounts add up', async () => {
  await move({ kind: 'GIVEN', held: 0, amount: 700 });
  await collect();
  await move({ kind: 'HANDED_IN', held: 930, amount: 500 });
  const tomorrow = new Date(Date.parse((await sheet()).day) + dayMs).toISOString().slice(0, 10);
  const ofDay = async (day: string | undefined) =>
    (await meera.call('getDaySheet', day === undefined ? {} : { day })).data.riders?.find(
      ({ _id }) => _id === ravi.userId,
    );
  expect(await ofDay(undefined)).toMatchObject({ openingAmt: 0, collectedAmt: 230, heldAmt: 430 });
  expect(await ofDay(tomorrow)).toMatchObject({ openingAmt: 430, collectedAmt: 0, heldAmt: 430 });
});

test('cash is handed in once, however often the request is sent, and from what the store saw', async () => {
  await collect();
  const input = { riderId: ravi.userId, requestId: 'same', kind: 'HANDED_IN', held: 230, amount: 230 };
  const calls = [1, 2, 3].map(() => meera.call('moveRiderCash', input));
  expect(await countOutcomes(calls)).toEqual({ 200: 3 });
  expect((await phone.cash()).heldAmt).toBe(0);
  const refused = await catchAppErrors([
    meera.call('moveRiderCash', { ...input, amount: 100 }),
    move({ kind: 'HANDED_IN', held: 230, amount: 230 }),
    move({ kind: 'HANDED_IN', held: 0, amount: 10 }),
    move({ kind: 'HANDED_IN', held: 0, amount: 10, isAll: true }),
    move({ kind: 'GIVEN', held: 0, amount: 10, riderId: 'unknown' }),
  ]);
  expect(refused.map(({ code }) => code)).toEqual([
    ...['IDEMPOTENCY_MISMATCH', 'CHANGED_MEANWHILE', 'INVALID_INPUT', 'INVALID_INPUT', 'NOT_FOUND'],
  ]);
});

test('a corrected payment changes the book of its rider, and the drawer only by what was handed in', async () => {
  const id = await collect();
  const before = await drawer();
  const { collection } = (await meera.call('getBoardOrder', { _id: id })).data;
  const correction = { _id: id, paymentId: collection?._id, refundedAmt: 0, reason: 'It was less' };
  await meera.call('correctPayment', { ...correction, payment: { method: 'CASH', amount: 200 } });
  const { heldAmt, entries } = await phone.cash();
  expect(heldAmt).toBe(200);
  expect(entries.map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
    ['COLLECTED', 230],
    ['CORRECTED', -230],
    ['CORRECTED', 200],
  ]);
  expect(await drawer()).toBe(before);
});

test('cash that a rider records on the page of orders is in the book too, that of others is not', async () => {
  const [own, others] = [await packedOrder(db, meera), await packedOrder(db, meera)];
  for (const { id } of [own, others]) await meera.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY' });
  await ravi.call('changeOrders', { ids: [own.id], to: 'DELIVERED' });
  const before = await drawer();
  await meera.call('changeOrders', { ids: [others.id], to: 'DELIVERED' });
  expect((await phone.cash()).heldAmt).toBe(230);
  expect(await drawer()).toBe(before + 230);
});

test('a book cannot be changed, and has no payment twice', async () => {
  await collect();
  const statements = [
    sql`update rider_cash_entry set amount_paise = 1 where rider_id = ${ravi.userId}`,
    sql`delete from rider_cash_entry where rider_id = ${ravi.userId}`,
    sql`insert into rider_cash_entry (rider_id, kind, amount_paise, ledger_entry_id, counts_at, created_at)
      select rider_id, kind, amount_paise, ledger_entry_id, counts_at, created_at from rider_cash_entry
      where rider_id = ${ravi.userId}`,
  ];
  for (const statement of statements) await expect(db.query(statement)).rejects.toThrow(/book|duplicate/);
});
