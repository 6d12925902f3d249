import { expect, test } from 'vitest';
import { createShopper, home, toAddressBook } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();

/** A shopper with four addresses, oldest first, who can order to each. */
async function open() {
  const shopper = await createShopper(db);
  const addresses = toAddressBook(shopper.context);
  const ids = [shopper.addressId];
  for (const address_line of ['Fort 2', 'New Tower 3', 'Pier 4']) {
    ids.push((await addresses.create({ ...home, address_line })).data._id);
  }
  const [first = '', second = '', third = '', fourth = ''] = ids;
  async function orderTo(addressId: string, totalAmt?: number) {
    await shopper.fill({ [await addProduct(db)]: 1 });
    const input = await shopper.checkout();
    await shopper.order({ ...input, addressId, ...(totalAmt !== undefined && { totalAmt }) });
  }
  return { ...addresses, orderTo, first, second, third, fourth };
}

test('without an order or a default the newest address is preselected', async () => {
  const asha = await open();
  expect(await asha.preselected()).toBe(asha.fourth);
});

test('the address of the latest order is preselected, not the newest', async () => {
  const asha = await open();
  await asha.orderTo(asha.third);
  expect(await asha.preselected()).toBe(asha.third);
  await asha.orderTo(asha.first);
  expect(await asha.preselected()).toBe(asha.first);
  await asha.update({ _id: asha.first, ...home, city: 'Nashik' });
  expect(await asha.preselected()).toBe(asha.first);
});

test('when the last used address is removed, the one used before it is preselected, and at last the newest', async () => {
  const asha = await open();
  await asha.orderTo(asha.second);
  await asha.orderTo(asha.first);
  await asha.disable(asha.first);
  expect(await asha.preselected()).toBe(asha.second);
  await asha.disable(asha.second);
  expect(await asha.preselected()).toBe(asha.fourth);
  await asha.disable(asha.third);
  await asha.disable(asha.fourth);
  expect(await asha.list()).toEqual([]);
});

test('the default address is preselected before the last used one', async () => {
  const asha = await open();
  await asha.orderTo(asha.first);
  await asha.makeDefault(asha.second);
  expect(await asha.preselected()).toBe(asha.second);
  await asha.disable(asha.second);
  expect(await asha.preselected()).toBe(asha.first);
});

test('an order that is refused does not use its address, nor does one of another shopper', async () => {
  const [asha, ravi] = [await open(), await open()];
  expect((await catchAppError(asha.orderTo(asha.first, 1))).code).toBe('PRICE_CHANGED');
  expect((await catchAppError(ravi.orderTo(asha.first))).code).toBe('NOT_FOUND');
  expect(await asha.preselected()).toBe(asha.fourth);
  expect((await asha.list()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null, null, null]);
});
