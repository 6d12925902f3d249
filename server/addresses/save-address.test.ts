import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { requiredMessage } from '#contract/base/required.ts';
import { createAddressBook, createAdmin, home } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { saveSettings, withGstin } from '#tests/fixtures/settings.ts';

const { db } = await openTestDatabase();

const open = () => createAddressBook(db);

test('returns a saved address as it is listed', async () => {
  const asha = await open();
  const { status, data } = await asha.create();
  expect(status).toBe(201);
  expect(data).toEqual({
    ...home,
    ...{ label: '', recipient_name: '', landmark: '', delivery_note: '', location: null },
    ...{ business_name: '', gstin: '' },
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
  expect((await (await open()).create(typed)).data).toMatchObject(home);
});

test('takes a mobile number and a pincode as phones and browsers write them, and refuses an invalid number', async () => {
  const asha = await open();
  for (const mobile of ['\u202a+91 98765 43210\u202c', '+9109876543210', 'Mobile: ९८७६५ ४३२१०,']) {
    const { data } = await asha.create({ ...home, pincode: 'Pin code: \u2066४११ ००१\u2069', mobile });
    expect(data).toMatchObject(home);
  }
  const refusal = await catchAppError(asha.create({ ...home, mobile: '\u202a+91 12345 67890\u202c' }));
  expect(refusal.issues).toEqual([
    { path: 'mobile', message: 'Enter an Indian mobile number, such as 98765 43210.' },
  ]);
});

test('reads a number that an earlier version stored with its 0 as its ten digits', async () => {
  const asha = await open();
  const { data } = await asha.create(home);
  await db.query(sql`update address set mobile = '+9109876543210' where id = ${data._id}`);
  expect((await asha.list())[0]?.mobile).toBe('9876543210');
});

test('stores a foreign address as it was typed', async () => {
  const abroad = { ...home, country: 'Ireland', pincode: 'D02 AF30', mobile: '+353 1 496 0000' };
  expect((await (await open()).create(abroad)).data).toMatchObject(abroad);
});

test.each(["O'Brien'); drop table address; --", '<img src=x onerror=alert(1)>', 'लेक रोड 🏠', '=cmd+1'])(
  'stores %j unchanged in every text field',
  async (typed) => {
    const asha = await open();
    const fields = { ...home, address_line: typed, city: typed, state: typed };
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
  ['a country that is none', { country: 'Inida' }, 'country'],
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

test('stores the ISO code of the country, which changes with it', async () => {
  const asha = await open();
  const codeOf = (id: string) => db.one(sql`select country_code, is_clear from address where id = ${id}`);
  const { data } = await asha.create({ ...home, country: 'இந்தியா' });
  expect(data.country).toBe('India');
  expect(await codeOf(data._id)).toEqual({ country_code: 'IN', is_clear: true });
  await asha.update({ ...home, _id: data._id, country: 'Nepal', pincode: '44600' });
  expect(await codeOf(data._id)).toEqual({ country_code: 'NP', is_clear: true });
});

test('asks about a state that is not that of the PIN code, and takes either answer', async () => {
  const asha = await open();
  const hyderabad = { ...home, state: 'Andhra Pradesh', city: 'Hyderabad', pincode: '500 081' };
  const refusal = await catchAppError(asha.create(hyderabad));
  expect([refusal.code, refusal.status, refusal.details]).toEqual([
    'STATE_MISMATCH',
    409,
    { state: 'Andhra Pradesh', states: ['Telangana'] },
  ]);
  expect(await asha.list()).toEqual([]);
  const { data } = await asha.create({ ...hyderabad, state: 'तेलंगाना' });
  expect(data).toMatchObject({ state: 'तेलंगाना', pincode: '500081' });
  expect((await asha.create({ ...hyderabad, isStateConfirmed: true })).data.state).toBe('Andhra Pradesh');
  const change = { ...hyderabad, _id: data._id };
  expect((await catchAppError(asha.update(change))).code).toBe('STATE_MISMATCH');
  expect((await asha.update({ ...change, isStateConfirmed: true })).data.state).toBe('Andhra Pradesh');
});

describe('the GSTIN of a buyer', () => {
  const business = { business_name: 'Spice Route', gstin: '29AAGCB7383J1Z4' };

  test('is taken with spaces and in small letters', async () => {
    const { data } = await (await open()).create({
      ...home,
      ...business,
      gstin: ' 29 aagcb 7383 j 1z4\u200f',
    });
    expect(data.gstin).toBe(business.gstin);
  });

  test('asks for the name of the business, also in a later change', async () => {
    const asha = await open();
    const issueOf = async (call: Promise<unknown>) => {
      const { code, issues } = await catchAppError(call);
      return [code, issues?.map(({ path }) => path)];
    };
    const missing = ['INVALID_INPUT', ['business_name']];
    for (const business_name of ['', '  ', undefined])
      expect(await issueOf(asha.create({ ...home, gstin: business.gstin, business_name }))).toEqual(missing);
    const { _id } = (await asha.create({ ...home, ...business })).data;
    expect(await issueOf(asha.update({ ...home, _id, business_name: '' }))).toEqual(missing);
    expect((await asha.update({ ...home, _id, gstin: business.gstin })).data).toMatchObject(business);
    expect((await asha.list())[0]).toMatchObject(business);
  });

  test('is not that of the shop', async () => {
    const meera = await createAdmin(db);
    await saveSettings(meera, withGstin);
    const { gstin } = withGstin.legal;
    const refusal = await catchAppError((await open()).create({ ...home, ...business, gstin }));
    expect(refusal.issues).toEqual([
      { path: 'gstin', message: 'This is the GSTIN of this store. Enter that of your business.' },
    ]);
  });
});

describe('details', () => {
  const details = {
    label: 'work',
    recipient_name: 'Ravi Kumar',
    landmark: 'Near the post office',
    delivery_note: 'Ring twice',
    location: { latitude: 18.52043, longitude: 73.85674 },
    ...{ business_name: 'Spice Route Kitchens', gstin: '29AAGCB7383J1Z4' },
  };

  test('are returned as they were sent', async () => {
    const asha = await open();
    const { data } = await asha.create({ ...home, ...details });
    expect(data).toMatchObject(details);
    expect(await asha.list()).toEqual([data]);
  });

  test('stay when a client that does not know them changes the address, and are removed by empty values', async () => {
    const asha = await open();
    const { data } = await asha.create({ ...home, ...details });
    const renamed = { _id: data._id, ...home, city: 'Mumbai' };
    expect((await asha.update(renamed)).data).toEqual({ ...data, city: 'Mumbai' });
    const moved = { latitude: -0.00001, longitude: 180 };
    expect((await asha.update({ ...renamed, location: moved })).data).toMatchObject({
      ...details,
      location: moved,
    });
    const none = { label: '', recipient_name: '', landmark: '', delivery_note: '', location: null };
    const noBusiness = { business_name: '', gstin: ' ' };
    expect((await asha.update({ ...renamed, ...none, ...noBusiness })).data).toMatchObject({
      ...none,
      ...{ business_name: '', gstin: '' },
    });
  });

  test('coordinates have five decimals', async () => {
    const location = { latitude: -0.000001, longitude: 73.856_744_999 };
    const { data } = await (await open()).create({ ...home, location });
    expect(data.location).toEqual({ latitude: 0, longitude: 73.85674 });
  });

  test('HTML stays text, and marks that reorder or hide text are removed', async () => {
    const html = '<script>alert(1)</script><b>&amp;';
    const typed = {
      recipient_name: html,
      landmark: 'gate\u202e 5 \u2066left\u200b',
      delivery_note: 'दूसरी\u00a0 मंज़िल',
    };
    const { data } = await (await open()).create({ ...home, ...typed });
    expect(data).toMatchObject({
      recipient_name: html,
      landmark: 'gate 5 left',
      delivery_note: 'दूसरी मंज़िल'.normalize('NFC'),
    });
  });

  test.each([
    ['an unknown label', { label: 'castle' }, 'label'],
    ['a label that is a name of objects', { label: 'constructor' }, 'label'],
    ['a long recipient', { recipient_name: 'x'.repeat(101) }, 'recipient_name'],
    ['a long landmark', { landmark: 'x'.repeat(101) }, 'landmark'],
    ['a GSTIN with another check character', { gstin: '29AAGCB7383J1Z5' }, 'gstin'],
    ['a GSTIN of no state', { gstin: '00AAGCB7383J1Z4' }, 'gstin'],
    ['a GSTIN with a NUL', { gstin: '29AAGCB7383J1Z\0' }, 'gstin'],
    ['a GSTIN that is no text', { gstin: 29 }, 'gstin'],
    ['a long business name', { business_name: 'x'.repeat(101) }, 'business_name'],
    ['a long note', { delivery_note: 'x'.repeat(201) }, 'delivery_note'],
    ['a second line', { delivery_note: 'a\nb' }, 'delivery_note'],
    ['a control character', { landmark: 'a\u0007b' }, 'landmark'],
    ['half a surrogate pair', { recipient_name: 'a\ud800b' }, 'recipient_name'],
    ['a number as note', { delivery_note: 7 }, 'delivery_note'],
    ['null as note', { delivery_note: null }, 'delivery_note'],
    ['a latitude alone', { location: { latitude: 1 } }, 'location.longitude'],
    ['a latitude beyond the pole', { location: { latitude: 90.1, longitude: 0 } }, 'location.latitude'],
    [
      'a longitude beyond the date line',
      { location: { latitude: 0, longitude: -180.1 } },
      'location.longitude',
    ],
    ['a latitude as text', { location: { latitude: '1', longitude: 0 } }, 'location.latitude'],
    ['an altitude', { location: { latitude: 1, longitude: 1, altitude: 5 } }, 'location'],
    ['a list as location', { location: [1, 2] }, 'location'],
  ])('reject %s', async (_what, change, path) => {
    const asha = await open();
    const refusal = await catchAppError(asha.create({ ...home, ...details, ...change }));
    expect([refusal.code, ...(refusal.issues ?? []).map((issue) => issue.path)]).toEqual([
      'INVALID_INPUT',
      path,
    ]);
    expect(await asha.list()).toEqual([]);
  });

  test.each([
    ['an unknown label', sql`label = 'castle'`],
    ['a latitude alone', sql`longitude = null`],
    ['a place off the globe', sql`latitude = 91`],
    ['a long note', sql`delivery_note = repeat('x', 201)`],
  ])('the table allows no %s', async (_what, change) => {
    const { data } = await (await open()).create({ ...home, ...details });
    const write = db.query(sql`update address set ${change} where id = ${data._id}`);
    await expect(write).rejects.toThrow(/violates check constraint/);
  });
});
