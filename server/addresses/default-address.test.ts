import { expect, test } from 'vitest';
import { type AddressBook, createAddressBook, home } from '#tests/fixtures/accounts.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';

const { db } = await openTestDatabase();

async function residentWith(count: number) {
  const resident = await createAddressBook(db);
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) ids.push((await resident.create()).data._id);
  return { resident, ids };
}

const defaultsOf = async (resident: AddressBook) =>
  (await resident.list()).filter(({ isDefault }) => isDefault).map(({ _id }) => _id);

test('a new address is not the default, not even the only one', async () => {
  const { resident } = await residentWith(1);
  expect(await defaultsOf(resident)).toEqual([]);
});

test('setting another default moves the mark and keeps the order of the list', async () => {
  const { resident, ids } = await residentWith(3);
  for (const id of [...ids, ...ids]) {
    const { message, data } = await resident.makeDefault(id);
    expect([message, data._id, data.isDefault]).toEqual(['Default address changed', id, true]);
    expect(await defaultsOf(resident)).toEqual([id]);
  }
  expect((await resident.list()).map(({ _id }) => _id)).toEqual(ids.toReversed());
});

test('setting the default again changes nothing', async () => {
  const { resident, ids } = await residentWith(2);
  const [first = ''] = ids;
  await resident.makeDefault(first);
  await resident.makeDefault(first);
  expect(await defaultsOf(resident)).toEqual([first]);
});

test('a shopper cannot change the default of another shopper', async () => {
  const [asha, ravi] = [await residentWith(1), await residentWith(1)];
  await asha.resident.makeDefault(asha.ids[0]);
  await ravi.resident.makeDefault(ravi.ids[0]);
  expect(await defaultsOf(asha.resident)).toEqual(asha.ids);
});

test('removing the default leaves no default', async () => {
  const { resident, ids } = await residentWith(2);
  await resident.makeDefault(ids[0]);
  await resident.disable(ids[0]);
  expect(await defaultsOf(resident)).toEqual([]);
});

test('editing the default keeps it the default', async () => {
  const { resident, ids } = await residentWith(1);
  await resident.makeDefault(ids[0]);
  expect((await resident.update({ _id: ids[0], ...home, city: 'Agra' })).data.isDefault).toBe(true);
});

test('concurrent choices leave exactly one default', async () => {
  const { resident, ids } = await residentWith(8);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([...ids, ...ids].map((id) => resident.makeDefault(id)));
    expect(await defaultsOf(resident)).toHaveLength(1);
  }
});

test('of a concurrent choice and removal one fails, and no removed address is the default', async () => {
  const { resident, ids } = await residentWith(6);
  for (const id of ids) {
    const [choice, removal] = await Promise.allSettled([resident.makeDefault(id), resident.disable(id)]);
    expect(removal.status).toBe('fulfilled');
    if (choice.status === 'rejected') expect(choice.reason).toMatchObject({ code: 'NOT_FOUND' });
    expect(await defaultsOf(resident)).toEqual([]);
  }
});
