import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { usualPromise } from '#contract/store/store-settings.ts';
import { apiRoutes } from '#server/app/app.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { listEmails } from '#tests/fixtures/jobs.ts';
import { placePaidOrder, toPhone } from '#tests/fixtures/picking.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { tellLateOrders } from './late-orders.service.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const tellWith = (late: { creditAmt: number } | undefined) =>
  saveSettings(meera, { promise: { ...usualPromise, baseMinutes: 20, ...(late && { late }) } });
beforeEach(async () => {
  await db.query(sql`update customer_order set promised_by = null`);
  await tellWith({ creditAmt: 20 });
});

const { signal } = new AbortController();
/** Runs the job this many minutes after the promised time of an order. */
async function tell(id: string, minutes: number) {
  const { promised_by } = await db.one<{ promised_by: Date }>(sql`
    select promised_by from customer_order where id = ${id}`);
  const now = new Date(promised_by.getTime() + minutes * 60_000);
  await tellLateOrders(testContext(db, { now: () => now }), signal);
}
const readRevision = async (id: string) => {
  const [row] = await db.query<{ minutes: number; cause: string }>(sql`
    select extract(epoch from r.revised_by - o.promised_by)::integer / 60 as minutes, r.cause
    from promise_revision r join customer_order o on o.id = r.order_id where order_id = ${id}`);
  return row;
};
const listLateEmails = async () => (await listEmails(db)).filter(({ kind }) => kind === 'order-late');
const creditsOf = (id: string) =>
  db.query<{ amount_paise: number; kind: string }>(sql`
    select kind, amount_paise from store_credit_entry where order_id = ${id}`);

test('an order that no picker has taken five minutes before the promised time gets a new time and credit, once', async () => {
  const { id, asha } = await placePaidOrder(db);
  await db.query(sql`update account set verify_email = true where id = ${asha.userId}`);
  await tell(id, -6);
  expect(await readRevision(id)).toBeUndefined();
  await Promise.all([tell(id, -5), tell(id, -5)]);
  await tell(id, 1);
  expect(await readRevision(id)).toEqual({ minutes: expect.any(Number), cause: 'QUEUE' });
  expect(await creditsOf(id)).toEqual([{ kind: 'GRANT', amount_paise: 2000 }]);
  const { data } = await runCall(apiRoutes, 'getOrder', asha.context, { _id: id });
  expect(data).toMatchObject({ status: 'PLACED', revisedAt: expect.any(String) });
  expect(Date.parse(data.revisedAt ?? '')).toBeGreaterThan(Date.parse(data.promisedAt ?? ''));
  expect(data.lateCreditAmt).toBe(20);
  expect(data.steps.filter(({ reason }) => reason?.includes('₹20 of store credit'))).toHaveLength(1);
  expect(await listLateEmails()).toMatchObject([{ credit: '₹20', order: { _id: id } }]);
});

test('an order that has just left is told its time, one that left long ago only in the last minute', async () => {
  const { id } = await placePaidOrder(db);
  const phone = toPhone(meera);
  await phone.take(id);
  for (const [position, found] of [4, 1, 2].entries()) await phone.found(id, { position, found });
  await phone.pack(id);
  await meera.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY' });
  await db.query(sql`
    update order_history set changed_at = changed_at + interval '8 minutes' where order_id = ${id} and status = 'OUT_FOR_DELIVERY'`);
  await tell(id, -2);
  expect(await readRevision(id)).toBeUndefined();
  await tell(id, -0.9);
  expect(await readRevision(id)).toMatchObject({ minutes: 5 });
});

test('a shopper is not told without the setting, of an order that has arrived, or long after the promised time', async () => {
  const { id } = await placePaidOrder(db);
  await tell(id, 31);
  await tellWith(undefined);
  await tell(id, -1);
  expect(await readRevision(id)).toBeUndefined();
  await tellWith({ creditAmt: 0 });
  await tell(id, -1);
  expect(await readRevision(id)).toBeDefined();
  expect(await creditsOf(id)).toEqual([]);
  // The address of this shopper is not verified.
  expect((await listLateEmails()).filter((email) => 'order' in email && email.order._id === id)).toEqual([]);
});
