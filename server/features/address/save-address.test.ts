import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCall, testContext } from '#tests/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { refusalOf } from '#tests/refusal.ts';
import { addShopper } from '#tests/shop.ts';
import type { CallContext } from '../../context.ts';
import { addressCalls } from './address.calls.ts';

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
const disable = (by: CallContext, _id: unknown) => runCall(addressCalls, 'disableAddress', by, { _id });

test('a saved address is answered as it is listed from then on', async () => {
  const asha = await shopper();
  const { status, data } = await create(asha);
  expect(status).toBe(201);
  expect(data).toEqual({
    ...home,
    _id: expect.stringMatching(/^[0-9A-Za-z]{1,32}$/),
    userId: asha.userId,
    status: true,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  expect(await list(asha)).toEqual([data]);
});

test('a saved address is trimmed', async () => {
  const { data } = await create(await shopper(), { ...home, city: '  Pune\t' });
  expect(data.city).toBe('Pune');
});

test.each([
  ["O'Brien'); drop table address; --", "'); drop--"],
  ['<img src=x onerror=alert(1)>', '<b>1</b>'],
  ['१२ लेक रोड 🏠', '४११००१'],
  ['=1+1', '%s'],
])('%j and %j stay as they are in every field', async (typed, short) => {
  const asha = await shopper();
  const long = { address_line: typed, city: typed, state: typed, country: typed };
  const { data } = await create(asha, { ...long, pincode: short, mobile: short });
  expect(data).toMatchObject({ ...long, pincode: short, mobile: short });
  expect(await list(asha)).toEqual([data]);
});

test.each(Object.keys(home))('an address needs its %s', async (field) => {
  const asha = await shopper();
  for (const value of [undefined, null, '', '   ', '\u200b']) {
    const refusal = await refusalOf(create(asha, { ...home, [field]: value }));
    expect([refusal.code, refusal.issues]).toEqual([
      'INVALID_INPUT',
      [{ path: field, message: 'Please fill this in.' }],
    ]);
  }
  expect(await list(asha)).toEqual([]);
});

test.each([
  ['a NUL byte', { city: 'Pu\0ne' }, 'city'],
  ['half a surrogate pair', { state: '\ud800' }, 'state'],
  ['a second line', { address_line: 'a\nb' }, 'address_line'],
  ['201 characters', { address_line: 'x'.repeat(201) }, 'address_line'],
  ['a long pincode', { pincode: '1234567890123' }, 'pincode'],
  ['a number as pincode', { pincode: 411001 }, 'pincode'],
  ['a list', { mobile: ['9876543210'] }, 'mobile'],
  ['an id of one’s own choice', { _id: 'mine' }, ''],
  ['an owner of one’s own choice', { userId: 'ravi' }, ''],
  ['a status', { status: false }, ''],
])('%s is refused', async (_what, change, path) => {
  const asha = await shopper();
  const refusal = await refusalOf(create(asha, { ...home, ...change }));
  expect(refusal.code).toBe('INVALID_INPUT');
  expect(refusal.issues?.map((issue) => issue.path)).toEqual([path]);
  expect(await list(asha)).toEqual([]);
});

test('the list of a shopper ends at fifty addresses, and goes on when one was removed', async () => {
  const asha = await shopper();
  const ids: string[] = [];
  for (let count = 0; count < 50; count += 1) ids.push((await create(asha)).data._id);
  const refusal = await refusalOf(create(asha));
  expect([refusal.code, refusal.status]).toEqual(['CONFLICT', 409]);
  expect(refusal.message).toContain('50');
  await disable(asha, ids[7]);
  expect((await create(asha)).status).toBe(201);
  expect((await create(await shopper())).status).toBe(201);
});
