import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { EndpointResponse } from '#contract/api.ts';
import { dayMs } from '#contract/base/durations.ts';
import { type Role, roles } from '#contract/base/permissions.ts';
import { invoicePath } from '#contract/orders/invoice-file.ts';
import { buildApp } from '#server/app/app.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { type Admin, createAdmin, createPerson, createShopper } from '#tests/fixtures/accounts.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { readPdfPages } from '#tests/fixtures/files.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const people = new Map<Role, Admin>();
for (const role of roles) people.set(role, await createPerson(db, role));

const rice = await addProduct(db, { name: 'Red Rice', stock: 1000 });

const shopper = { name: 'Asha Rao', email: 'asha.rao@example.com', mobile: '9820012345' };
const address = { line: '12 Lake Road', mobile: '9876543210', note: 'Ring twice', landmark: 'Blue gate' };

/** An order to a person whose name, email address, phone and address are known. */
async function placeOrder(): Promise<{ id: string; number: string }> {
  const asha = await createShopper(db);
  const email = asha.userId.toLowerCase() + shopper.email;
  await db.query(sql`
    update account set name = ${shopper.name}, email = ${email}, mobile = ${shopper.mobile} where id = ${asha.userId}`);
  await db.query(sql`
    update address set address_line = ${address.line}, mobile = ${address.mobile}, delivery_note = ${address.note},
      landmark = ${address.landmark} where user_id = ${asha.userId}`);
  await asha.fill({ [rice]: 2 });
  const { data } = await asha.order(await asha.checkout());
  return { id: data._id, number: data.orderId };
}

const as = (role: Role): Admin => {
  const person = people.get(role);
  if (person === undefined) throw new Error(`There is no ${role}.`);
  return person;
};

/** Which personal data an answer contains. */
function found(answer: unknown): string[] {
  const text = JSON.stringify(answer);
  return Object.entries({
    'last name': 'Rao',
    email: shopper.email,
    phone: shopper.mobile,
    'phone at the door': address.mobile,
    address: address.line,
    note: address.note,
    landmark: address.landmark,
  }).flatMap(([what, value]) => (text.includes(value) ? [what] : []));
}

const all = ['last name', 'email', 'phone', 'phone at the door', 'address', 'note', 'landmark'];
const ofRiders = all.filter((what) => what !== 'email');
const visible: Record<Role, string[]> = {
  ...{ owner: all, manager: all, support: all },
  ...{ picker: [], rider: ofRiders, accountant: ['last name', 'address'] },
};

test.each(roles)(
  'a %s sees the personal data of an open order that the role needs, in the list and alone',
  async (role) => {
    const { id, number } = await placeOrder();
    const person = as(role);
    const list = await person.call('listBoard', { status: 'ALL', search: number });
    expect(list.data.map(({ _id }) => _id)).toEqual([id]);
    expect(found(list)).toEqual(visible[role]);
    const { data } = await person.call('getBoardOrder', { _id: id });
    expect(found(data)).toEqual(visible[role]);
    expect(data.shopper.name.startsWith('Asha')).toBe(true);
    expect(data.items.map(({ name, quantity }) => [name, quantity])).toEqual([['Red Rice', 2]]);
    expect(data.totalAmt).toBeGreaterThan(0);
  },
);

test('a picker sees no more in the answer to a change', async () => {
  const { id } = await placeOrder();
  const picker = as('picker');
  const answers: unknown[] = [
    await picker.call('changeOrders', { ids: [id], to: 'PACKING' }),
    await picker.call('pickLine', { _id: id, position: 0, isPicked: true }),
    await picker.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY' }),
  ];
  expect(answers.map(found)).toEqual([[], [], []]);
});

async function deliver(id: string): Promise<EndpointResponse<'changeOrders'>> {
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY'])
    await meera.call('changeOrders', { ids: [id], to, allowUnpicked: true });
  return as('rider').call('changeOrders', { ids: [id], to: 'DELIVERED' });
}

test('a rider sees a delivery until a day after its end', async () => {
  const { id } = await placeOrder();
  expect(found(await deliver(id))).toEqual(ofRiders);
  const seenAfter = async (ms: number) => {
    const later = await createPerson(db, 'rider', { now: () => new Date(Date.now() + ms) });
    return found((await later.call('getBoardOrder', { _id: id })).data);
  };
  expect(await seenAfter(dayMs - 60_000)).toEqual(ofRiders);
  expect(await seenAfter(dayMs + 60_000)).toEqual([]);
  // A refund later does not open it again.
  await db.query(
    sql`update order_history set changed_at = changed_at - interval '2 days' where order_id = ${id}`,
  );
  expect(await seenAfter(0)).toEqual([]);
});

test.each<[Role, { name: number; phone: number }]>([
  ['support', { name: 1, phone: 1 }],
  ['accountant', { name: 0, phone: 0 }],
  ['rider', { name: 0, phone: 0 }],
  ['picker', { name: 0, phone: 0 }],
])('a %s cannot search by personal data that is not shown', async (role, expected) => {
  const { id } = await placeOrder();
  const count = async (search: string) => {
    const { data } = await as(role).call('listBoard', { status: 'ALL', search, limit: 100 });
    return data.filter(({ _id }) => _id === id).length;
  };
  expect({ name: await count('Asha Rao'), phone: await count(address.mobile) }).toEqual(expected);
});

test('the invoice has the phone number of the shopper for those who may contact shoppers only', async () => {
  const app = buildApp(testContext(db), 'https://shop.example').fastify;
  const { id } = await placeOrder();
  const textFor = async (role: Role) => {
    const { accessToken } = await startSession(testContext(db), as(role).userId);
    const { rawPayload } = await app.inject({
      url: `${invoicePath}?_id=${id}`,
      headers: { authorization: `Bearer ${accessToken}` },
    });
    return readPdfPages(rawPayload).join('');
  };
  for (const step of ['ordered', 'invoiced']) {
    expect(await textFor('support'), step).toContain(address.mobile);
    const text = await textFor('accountant');
    expect(text, step).toContain('Asha Rao');
    expect(text, step).not.toContain(address.mobile);
    if (step === 'ordered') await deliver(id);
  }
  await app.close();
});

test('a rider returns no order to the store, which refunds it, and cancels none', async () => {
  const { id } = await placeOrder();
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY'])
    await meera.call('changeOrders', { ids: [id], to, allowUnpicked: true });
  const failed = { _id: id, attempt: 1, reason: 'NOBODY_THERE' };
  await expect(as('rider').call('recordUndelivered', { ...failed, outcome: 'RETURN' })).rejects.toMatchObject(
    {
      code: 'FORBIDDEN',
    },
  );
  expect((await as('rider').call('recordUndelivered', { ...failed, outcome: 'RETRY' })).data.status).toBe(
    'OUT_FOR_DELIVERY',
  );
  await expect(
    as('rider').call('changeOrders', { ids: [id], to: 'CANCELLED', reason: 'x' }),
  ).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
