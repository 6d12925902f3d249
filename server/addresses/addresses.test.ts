import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { createAddressBook, createShopper, home } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();

const open = () => createAddressBook(db);

async function rowOf(id: string) {
  const [row] = await db.query(sql`select * from address where id = ${id}`);
  return row;
}

test('lists the addresses of the shopper only, newest first', async () => {
  const [asha, ravi] = [await open(), await open()];
  for (const city of ['Pune', 'Delhi', 'Agra']) await asha.create({ ...home, city });
  await ravi.create();
  expect((await asha.list()).map(({ city }) => city)).toEqual(['Agra', 'Delhi', 'Pune']);
});

test('lists addresses with equal timestamps in a stable order', async () => {
  const asha = await open();
  for (let count = 0; count < 5; count += 1) await asha.create();
  await db.query(sql`update address set created_at = now() where user_id = ${asha.userId}`);
  const ids = (await asha.list()).map(({ _id }) => _id);
  expect(ids).toEqual([...ids].sort().reverse());
});

describe('changing an address', () => {
  test('changes all its fields and nothing else', async () => {
    const asha = await open();
    const { data: other } = await asha.create();
    const { data } = await asha.create();
    const fields = { ...home, address_line: '1 Hill Road', city: 'Mumbai', pincode: '400050' };
    const changed = await asha.update({ _id: data._id, ...fields });
    expect(changed.data).toEqual({ ...data, ...fields });
    expect(await asha.list()).toEqual([changed.data, other]);
  });

  test('takes the owner from the session and ignores userId', async () => {
    const [asha, ravi] = [await open(), await open()];
    const { data } = await asha.create();
    const input = { _id: data._id, userId: ravi.userId, ...home, city: 'Nashik' };
    expect((await asha.update(input)).data).toEqual({ ...data, city: 'Nashik' });
    expect((await catchAppError(ravi.update({ ...input, userId: asha.userId }))).code).toBe('NOT_FOUND');
    expect((await rowOf(data._id))?.user_id).toBe(asha.userId);
  });

  test('requires every field', async () => {
    const asha = await open();
    const { data } = await asha.create();
    const { mobile: _left, ...without } = home;
    expect((await catchAppError(asha.update({ _id: data._id, ...without }))).code).toBe('INVALID_INPUT');
    expect(await asha.list()).toEqual([data]);
  });

  test('applies the rules of the country, also to an address saved before them', async () => {
    const asha = await open();
    const { data } = await asha.create();
    await db.query(sql`update address set pincode = 'POONA 1' where id = ${data._id}`);
    const [old] = await asha.list();
    expect(old).toEqual({ ...data, pincode: 'POONA 1' });
    const refusal = await catchAppError(asha.update({ _id: data._id, ...home, pincode: 'POONA 1' }));
    expect(refusal.issues).toEqual([{ path: 'pincode', message: 'Enter 6 digits, such as 411001.' }]);
    expect((await asha.update({ _id: data._id, ...home, pincode: '411 001' })).data).toEqual(data);
  });
});

test('accepts an order to an address saved before the present rules', async () => {
  const shopper = await createShopper(db);
  await db.query(sql`update address set pincode = 'POONA 1', mobile = '12' where id = ${shopper.addressId}`);
  await shopper.fill({ [await addProduct(db)]: 1 });
  const { data } = await shopper.order(await shopper.checkout());
  expect(data.delivery_address).toMatchObject({ pincode: 'POONA 1', mobile: '12' });
});

describe('removing an address', () => {
  test('hides it and keeps the row', async () => {
    const asha = await open();
    const { data } = await asha.create();
    const { status, message } = await asha.disable(data._id);
    expect([status, message]).toEqual([200, 'Address Remove']);
    expect(await asha.list()).toEqual([]);
    expect(await rowOf(data._id)).toMatchObject({ status: false, city: 'Pune' });
  });

  test('is final: the address cannot be removed again, changed or made the default', async () => {
    const asha = await open();
    const { data } = await asha.create();
    await asha.disable(data._id);
    expect((await catchAppError(asha.disable(data._id))).status).toBe(404);
    expect((await catchAppError(asha.update({ _id: data._id, ...home }))).status).toBe(404);
    expect((await catchAppError(asha.makeDefault(data._id))).status).toBe(404);
  });

  test('succeeds once of two concurrent calls', async () => {
    const asha = await open();
    const { data } = await asha.create();
    const outcomes = await Promise.allSettled([asha.disable(data._id), asha.disable(data._id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

test('returns 404 for an address of another shopper as for an unknown one', async () => {
  const [asha, ravi] = [await open(), await open()];
  const { data } = await asha.create();
  for (const id of [data._id, 'neverWas']) {
    const calls = [
      () => ravi.disable(id),
      () => ravi.update({ _id: id, ...home }),
      () => ravi.makeDefault(id),
    ];
    for (const call of calls) {
      const { code, status, message } = await catchAppError(call());
      expect([code, status, message]).toEqual(['NOT_FOUND', 404, 'This address no longer exists.']);
    }
  }
  expect(await asha.list()).toEqual([data]);
});
