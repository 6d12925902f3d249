import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCall, testContext } from '#tests/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { refusalOf } from '#tests/refusal.ts';
import { addShopper } from '#tests/shop.ts';
import type { CallContext } from '../../context.ts';
import { addressCalls } from './address.calls.ts';
import { findAddress } from './address.service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const home = {
  address_line: '12 Lake Road, Flat 3',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  pincode: '411001',
  mobile: '+91 98765 43210',
};

async function shopper(): Promise<CallContext & { userId: string }> {
  const userId = await addShopper(database.sql);
  return { ...testContext(database.sql, { caller: { userId, sessionId: 'any' } }), userId };
}

const create = (by: CallContext, input: unknown = home) => runCall(addressCalls, 'createAddress', by, input);
const list = async (by: CallContext) => (await runCall(addressCalls, 'listAddresses', by)).data;
const update = (by: CallContext, input: unknown) => runCall(addressCalls, 'updateAddress', by, input);
const disable = (by: CallContext, _id: unknown) => runCall(addressCalls, 'disableAddress', by, { _id });

async function rowOf(id: string) {
  const [row] = await database.sql`select * from address where id = ${id}`;
  return row;
}

test('addresses are listed newest first, and only one’s own', async () => {
  const [asha, ravi] = [await shopper(), await shopper()];
  for (const city of ['Pune', 'Delhi', 'Agra']) await create(asha, { ...home, city });
  await create(ravi);
  expect((await list(asha)).map(({ city }) => city)).toEqual(['Agra', 'Delhi', 'Pune']);
});

test('addresses of the same moment are always listed in the same order', async () => {
  const asha = await shopper();
  for (let count = 0; count < 5; count += 1) await create(asha);
  await database.sql`update address set created_at = now() where user_id = ${asha.userId}`;
  const ids = (await list(asha)).map(({ _id }) => _id);
  expect(ids).toEqual([...ids].sort().reverse());
});

describe('changing an address', () => {
  test('changes all its fields and nothing else', async () => {
    const asha = await shopper();
    const { data: other } = await create(asha);
    const { data } = await create(asha);
    const fields = { ...home, address_line: '1 Hill Road', city: 'Mumbai', pincode: '400050' };
    const changed = await update(asha, { _id: data._id, ...fields });
    expect(changed.data).toEqual({ ...data, ...fields });
    expect(await list(asha)).toEqual([changed.data, other]);
  });

  test('takes the owner from the session, whoever is named', async () => {
    const [asha, ravi] = [await shopper(), await shopper()];
    const { data } = await create(asha);
    const input = { _id: data._id, userId: ravi.userId, ...home, city: 'Nashik' };
    expect((await update(asha, input)).data).toEqual({ ...data, city: 'Nashik' });
    expect((await refusalOf(update(ravi, { ...input, userId: asha.userId }))).code).toBe('NOT_FOUND');
    expect((await rowOf(data._id))?.user_id).toBe(asha.userId);
  });

  test('needs every field, so that none is emptied by accident', async () => {
    const asha = await shopper();
    const { data } = await create(asha);
    const { mobile: _left, ...without } = home;
    expect((await refusalOf(update(asha, { _id: data._id, ...without }))).code).toBe('INVALID_INPUT');
    expect(await list(asha)).toEqual([data]);
  });
});

describe('removing an address', () => {
  test('hides it and keeps its row', async () => {
    const asha = await shopper();
    const { data } = await create(asha);
    const { status, message } = await disable(asha, data._id);
    expect([status, message]).toEqual([200, 'Address Remove']);
    expect(await list(asha)).toEqual([]);
    expect(await rowOf(data._id)).toMatchObject({ status: false, city: 'Pune' });
  });

  test('is final: it can be neither removed again, nor changed, nor ordered to', async () => {
    const asha = await shopper();
    const { data } = await create(asha);
    await disable(asha, data._id);
    expect((await refusalOf(disable(asha, data._id))).status).toBe(404);
    expect((await refusalOf(update(asha, { _id: data._id, ...home }))).status).toBe(404);
    expect(await findAddress(asha, asha.userId, data._id)).toBeNull();
  });

  test('twice at once is done once', async () => {
    const asha = await shopper();
    const { data } = await create(asha);
    const outcomes = await Promise.allSettled([disable(asha, data._id), disable(asha, data._id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

test('somebody else’s address is as unknown as one that never was', async () => {
  const [asha, ravi] = [await shopper(), await shopper()];
  const { data } = await create(asha);
  for (const id of [data._id, 'neverWas']) {
    for (const call of [() => disable(ravi, id), () => update(ravi, { _id: id, ...home })]) {
      const { code, status, message } = await refusalOf(call());
      expect([code, status, message]).toEqual(['NOT_FOUND', 404, 'This address is no longer saved.']);
    }
    expect(await findAddress(ravi, ravi.userId, id)).toBeNull();
  }
  expect(await list(asha)).toEqual([data]);
});

test.each(['', 'a-b', "' or 1=1 --", '\0', 'x'.repeat(33), 7, null, undefined, {}])(
  'the id %j does not reach the database',
  async (id) => {
    const asha = await shopper();
    expect((await refusalOf(disable(asha, id))).code).toBe('INVALID_INPUT');
    expect((await refusalOf(update(asha, { _id: id, ...home }))).code).toBe('INVALID_INPUT');
  },
);

test('without a session there are no addresses', async () => {
  const nobody = testContext(database.sql);
  for (const call of [create, list, update, disable]) {
    expect((await refusalOf(call(nobody, {}))).code).toBe('UNAUTHENTICATED');
  }
});
