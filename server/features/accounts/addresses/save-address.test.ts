import { afterAll, beforeAll, expect, test } from 'vitest';
import { requiredMessage } from '#contract/rules/required.ts';
import { createAddressBook, home } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const open = () => createAddressBook(database.db);

test('returns a saved address as it is listed', async () => {
  const asha = await open();
  const { status, data } = await asha.create();
  expect(status).toBe(201);
  expect(data).toEqual({
    ...home,
    _id: expect.stringMatching(/^[0-9A-Za-z]{1,32}$/),
    userId: asha.userId,
    status: true,
    isDefault: false,
    lastUsedAt: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  expect(await asha.list()).toEqual([data]);
});

test('trims every field', async () => {
  const { data } = await (await open()).create({ ...home, city: '  Pune\t' });
  expect(data.city).toBe('Pune');
});

test('stores an Indian pincode and mobile number as digits, however the country is written', async () => {
  const typed = { ...home, country: 'bharat', pincode: '411 001', mobile: '+91 98765-43210' };
  expect((await (await open()).create(typed)).data).toMatchObject({ ...home, country: 'bharat' });
});

test('stores a foreign address as it was typed', async () => {
  const abroad = { ...home, country: 'Ireland', pincode: 'D02 AF30', mobile: '+353 1 496 0000' };
  expect((await (await open()).create(abroad)).data).toMatchObject(abroad);
});

test.each(["O'Brien'); drop table address; --", '<img src=x onerror=alert(1)>', 'लेक रोड 🏠', '=cmd+1'])(
  'stores %j unchanged in every text field',
  async (typed) => {
    const asha = await open();
    const fields = { ...home, address_line: typed, city: typed, state: typed, country: typed };
    const { data } = await asha.create(fields);
    expect(data).toMatchObject(fields);
    expect(await asha.list()).toEqual([data]);
  },
);

test.each(Object.keys(home))('requires %s', async (field) => {
  const asha = await open();
  for (const value of [undefined, null, '', '   ', '\u200b']) {
    const refusal = await catchAppError(asha.create({ ...home, [field]: value }));
    expect([refusal.code, refusal.issues]).toEqual([
      'INVALID_INPUT',
      [{ path: field, message: requiredMessage(field) }],
    ]);
  }
  expect(await asha.list()).toEqual([]);
});

test.each([
  ['a NUL byte', { city: 'Pu\0ne' }, 'city'],
  ['half a surrogate pair', { state: '\ud800' }, 'state'],
  ['a second line', { address_line: 'a\nb' }, 'address_line'],
  ['201 characters', { address_line: 'x'.repeat(201) }, 'address_line'],
  ['a long pincode', { pincode: '1234567890123' }, 'pincode'],
  ['a number as pincode', { pincode: 411001 }, 'pincode'],
  ['a pincode that no place in India has', { pincode: '011001' }, 'pincode'],
  ['a British pincode in India', { pincode: 'W1A 1AA' }, 'pincode'],
  ['HTML as pincode', { country: 'Ireland', pincode: '<b>1</b>' }, 'pincode'],
  ['a British mobile in India', { mobile: '+44 20 7946 0958' }, 'mobile'],
  ['SQL as mobile', { country: 'Ireland', mobile: "'; drop table" }, 'mobile'],
  ['a city of digits', { city: '411001' }, 'city'],
  ['a state of signs', { state: '--' }, 'state'],
  ['a list', { mobile: ['9876543210'] }, 'mobile'],
  ['an id chosen by the client', { _id: 'mine' }, ''],
  ['an owner chosen by the client', { userId: 'ravi' }, ''],
  ['a status', { status: false }, ''],
])('rejects %s', async (_what, change, path) => {
  const asha = await open();
  const refusal = await catchAppError(asha.create({ ...home, ...change }));
  expect(refusal.code).toBe('INVALID_INPUT');
  expect(refusal.issues?.map((issue) => issue.path)).toEqual([path]);
  expect(await asha.list()).toEqual([]);
});

test('reports all invalid fields at once, each one once', async () => {
  const asha = await open();
  const refusal = await catchAppError(
    asha.create({ ...home, city: '12', state: '', pincode: '1', mobile: 'x\0' }),
  );
  expect(refusal.issues?.map(({ path }) => path).sort()).toEqual(['city', 'mobile', 'pincode', 'state']);
});

test('allows fifty addresses, and another one after a removal', async () => {
  const asha = await open();
  const ids: string[] = [];
  for (let count = 0; count < 50; count += 1) ids.push((await asha.create()).data._id);
  const refusal = await catchAppError(asha.create());
  expect([refusal.code, refusal.status]).toEqual(['CONFLICT', 409]);
  expect(refusal.message).toContain('50');
  await asha.disable(ids[7]);
  expect((await asha.create()).status).toBe(201);
  expect((await (await open()).create()).status).toBe(201);
});
