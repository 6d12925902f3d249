import { beforeEach, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { type Admin, createAdmin, createPerson } from '#tests/fixtures/accounts.ts';
import { catchAppError, catchAppErrors, countOutcomes, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { inCash, packedOrder, toRiderPhone } from '#tests/fixtures/riders.ts';
import { stockOf } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
let ravi: Admin;
let kiran: Admin;
let phone: ReturnType<typeof toRiderPhone>;
let other: ReturnType<typeof toRiderPhone>;
beforeEach(async () => {
  ravi = await createPerson(db, 'rider');
  kiran = await createPerson(db, 'rider');
  phone = toRiderPhone(ravi);
  other = toRiderPhone(kiran);
});
const board = async (_id: string) => (await meera.call('getBoardOrder', { _id })).data;
const assign = (_id: string, riderId: string | null, version: number) =>
  meera.call('assignDelivery', { _id, riderId, version });

describe('a rider', () => {
  test('takes a packed order, leaves with it, delivers it, and can send all of it again', async () => {
    const { id } = await packedOrder(db, meera);
    const taken = await phone.take(id);
    expect(taken).toMatchObject({
      status: 'PACKING',
      version: 1,
      name: 'Asha Rao',
      dueAmt: 230,
      leftAt: null,
    });
    expect(await phone.take(id)).toEqual(taken);
    const left = await phone.leave(id);
    expect(left.status).toBe('OUT_FOR_DELIVERY');
    expect(await phone.leave(id)).toEqual(left);
    expect((await board(id)).documents).toHaveLength(1);
    const delivered = await phone.deliver(id);
    expect(delivered).toMatchObject({ status: 'DELIVERED', payment: 'CASH', dueAmt: 0 });
    expect(await phone.deliver(id)).toEqual(delivered);
    expect(await phone.leave(id)).toEqual(delivered);
    expect((await board(id)).collection).toMatchObject({ method: 'CASH', amount: 230 });
    expect((await phone.list()).own).toEqual([]);
  });

  test('has at most four orders at once, however they are taken', async () => {
    const orders = [];
    for (let count = 0; count < 6; count++) orders.push((await packedOrder(db, meera)).id);
    const calls = orders.slice(0, 5).map((_id) => ravi.call('takeDelivery', { _id }));
    expect(await countOutcomes(calls)).toEqual({ 200: 4, '409 BATCH_FULL': 1 });
    expect((await catchAppError(assign(orders[5] ?? '', ravi.userId, 0))).code).toBe('BATCH_FULL');
  });

  test('does not get an order that another has, is not packed, or is picked', async () => {
    const { id } = await packedOrder(db, meera);
    const outcomes = await countOutcomes(
      [ravi, kiran].map((rider) => rider.call('takeDelivery', { _id: id })),
    );
    expect(outcomes).toEqual({ 200: 1, '409 ORDER_TAKEN': 1 });
    const { id: open } = await packedOrder(db, meera);
    await meera.call('pickLine', { _id: open, position: 1, isPicked: false });
    expect((await catchAppError(phone.take(open))).code).toBe('UNPICKED_LINES');
    await meera.call('takeOrder', { _id: open });
    expect((await catchAppError(phone.take(open))).code).toBe('ORDER_TAKEN');
  });

  test('reaches nothing of the order of another', async () => {
    const { id } = await packedOrder(db, meera);
    await phone.take(id);
    await phone.leave(id);
    const refused = await catchAppErrors([
      other.take(id),
      other.leave(id),
      other.putBack(id),
      other.deliver(id),
      other.fail(id, { attempt: 1, reason: 'REFUSED', outcome: 'RETURN' }),
      kiran.call('addDeliveryPhoto', { _id: id, version: 1, photo: 'AAAA', at: new Date().toISOString() }),
    ]);
    expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 'ORDER_TAKEN'));
    const { own, waiting } = await other.list();
    expect(own).toEqual([]);
    const seen = waiting.find(({ _id }) => _id === id);
    expect(seen).toMatchObject({ firstName: 'Asha', rider: { _id: ravi.userId } });
    expect(JSON.stringify(seen)).not.toContain('9876543210');
    await expect(kiran.call('changeOrders', { ids: [id], to: 'DELIVERED' })).resolves.toMatchObject({
      data: { changed: [], refused: [{ code: 'ORDER_TAKEN' }] },
    });
  });

  test('gives an order back before it has left', async () => {
    const { id } = await packedOrder(db, meera);
    await phone.take(id);
    await phone.putBack(id);
    await phone.putBack(id);
    await other.take(id);
    expect((await catchAppError(phone.leave(id))).details).toMatchObject({ by: expect.any(String) });
    await other.leave(id, 2);
    expect((await catchAppError(other.putBack(id, 2))).code).toBe('ORDER_STATUS');
  });

  test('who lost an order to another can send nothing of it any more', async () => {
    const { id } = await packedOrder(db, meera);
    await phone.take(id);
    await phone.leave(id);
    const stale = await catchAppError(assign(id, kiran.userId, 0));
    expect(stale).toMatchObject({ code: 'CHANGED_MEANWHILE', details: { version: 1 } });
    expect(stale.message).toMatch(/ has this order\.$/);
    await assign(id, kiran.userId, 1);
    await assign(id, kiran.userId, 1);
    expect((await catchAppError(phone.deliver(id))).code).toBe('ORDER_TAKEN');
    await assign(id, ravi.userId, 2);
    // What the phone has queued is of an earlier time.
    expect((await catchAppError(phone.deliver(id))).code).toBe('ORDER_TAKEN');
    await phone.deliver(id, inCash, { version: 3 });
    expect((await other.cash()).heldAmt).toBe(0);
    expect((await phone.cash()).heldAmt).toBe(230);
  });

  test('sees that an order was cancelled, and confirms it', async () => {
    const { asha, id } = await packedOrder(db, meera);
    await phone.take(id);
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    expect((await phone.list()).own).toMatchObject([{ _id: id, status: 'CANCELLED' }]);
    expect((await catchAppError(phone.leave(id))).code).toBe('ORDER_STATUS');
    await phone.putBack(id);
    expect((await phone.list()).own).toEqual([]);
  });
});

describe('an order that could not be delivered', () => {
  test('is tried again, once for each attempt', async () => {
    const { id } = await packedOrder(db, meera);
    await phone.take(id);
    await phone.leave(id);
    const attempt = { attempt: 1, reason: 'NOBODY_THERE', outcome: 'RETRY' } as const;
    const tried = await phone.fail(id, attempt);
    expect(tried).toMatchObject({ status: 'OUT_FOR_DELIVERY', attempts: 1, returning: null });
    expect(await phone.fail(id, attempt)).toEqual(tried);
    const skipped = phone.fail(id, { ...attempt, attempt: 3 });
    expect((await catchAppError(skipped)).code).toBe('CHANGED_MEANWHILE');
    expect((await phone.deliver(id)).status).toBe('DELIVERED');
    expect((await phone.fail(id, attempt)).status).toBe('DELIVERED');
  });

  test('comes back, and the store confirms that, which restocks it', async () => {
    const { milk, id } = await packedOrder(db, meera);
    await phone.take(id);
    await phone.leave(id);
    const back = { attempt: 1, reason: 'REFUSED', outcome: 'RETURN' } as const;
    const returning = await phone.fail(id, back);
    expect(returning).toMatchObject({ status: 'OUT_FOR_DELIVERY', returning: { reason: 'REFUSED' } });
    expect(await phone.fail(id, back)).toEqual(returning);
    expect(await stockOf(db, milk)).toBe(6);
    await meera.call('recordUndelivered', { _id: id, ...back });
    expect(await stockOf(db, milk)).toBe(10);
    expect((await phone.list()).own).toEqual([]);
    expect((await phone.fail(id, back)).status).toBe('CANCELLED');
    expect((await catchAppError(phone.deliver(id))).code).toBe('ORDER_STATUS');
    expect((await phone.cash()).heldAmt).toBe(0);
  });

  test('can be delivered until the store confirms that it is back', async () => {
    const { id } = await packedOrder(db, meera);
    await phone.take(id);
    await phone.leave(id);
    await phone.fail(id, { attempt: 1, reason: 'NOBODY_THERE', outcome: 'RETURN' });
    expect(await phone.deliver(id)).toMatchObject({ status: 'DELIVERED', returning: null });
  });
});

test('an order of another rider shows no address, and has no failed attempt of this one', async () => {
  const { id } = await packedOrder(db, meera);
  const seen = async (who: Admin) => (await who.call('getBoardOrder', { _id: id })).data;
  expect((await seen(kiran)).shopper.name).toBe('Asha Rao');
  await phone.take(id);
  await phone.leave(id);
  expect((await seen(ravi)).delivery).toMatchObject({
    rider: { _id: ravi.userId },
    version: 1,
    hasPhoto: false,
  });
  expect(await seen(kiran)).toMatchObject({
    shopper: { name: 'Asha', mobile: '' },
    delivery_address: { address_line: '', mobile: '' },
  });
  const attempt = { _id: id, attempt: 1, reason: 'REFUSED', outcome: 'RETRY' };
  expect((await catchAppError(kiran.call('recordUndelivered', attempt))).code).toBe('ORDER_TAKEN');
  await meera.call('recordUndelivered', attempt);
  await phone.fail(id, { attempt: 2, reason: 'REFUSED', outcome: 'RETURN' });
  expect((await seen(meera)).delivery?.returning).toMatchObject({ reason: 'REFUSED' });
});
