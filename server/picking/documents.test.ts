import { expect, test } from 'vitest';
import { listDocuments } from '#server/tax/tax-document.service.ts';
import { createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addNamedProduct, toPhone } from '#tests/fixtures/picking.ts';
import { changeProduct } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();

test('invoice and credit note say which lines were partly found, weighed less, or replace another', async () => {
  const [asha, meera] = [await createShopper(db), await createAdmin(db)];
  const [milk, bread] = [
    await addNamedProduct(db, 'Milk', { pricePaise: 5000 }),
    await addNamedProduct(db, 'Bread', { pricePaise: 3000 }),
  ];
  const [onions, soy] = [
    await addNamedProduct(db, 'Onions', { stock: 9000, pricePaise: 4000 }),
    await addNamedProduct(db, 'Soya milk', { pricePaise: 4000 }),
  ];
  await changeProduct(db, onions, { unit: '500 g', step_grams: 500, weight_tolerance_basis_points: 1000 });
  await asha.fill({ [milk]: 2, [bread]: 3, [onions]: 1 });
  const { data: order } = await asha.order(await asha.checkout());
  const phone = toPhone(meera);
  const { lines } = await phone.take(order._id);
  const find = async (product: string, found: number, replacement: string | null = null) => {
    const position = lines.find(({ productId }) => productId === product)?.position ?? -1;
    const by = replacement === null ? {} : { replacement: { productId: replacement, quantity: 2 } };
    await phone.found(order._id, { position, found, ...by });
  };
  await find(milk, 0, soy);
  await find(bread, 2);
  await find(onions, 463);
  await phone.pack(order._id);
  await meera.call('changeOrders', { ids: [order._id], to: 'OUT_FOR_DELIVERY' });
  await meera.call('changeOrders', { ids: [order._id], to: 'DELIVERED' });
  const notesOf = async () =>
    (await listDocuments({ db }, order._id)).map((document) =>
      Object.fromEntries(document.lines.map(({ name, unit, note }) => [`${name}, ${unit}`, note])),
    );
  const notes = {
    'Bread, 100 g': '2 of 3 ordered',
    'Onions, 463 g': '463 g of 500 g ordered',
    'Soya milk, 100 g': 'in place of Milk',
  };
  const unit = lines.find(({ productId }) => productId === bread)?.unit ?? '';
  const expected = Object.fromEntries(
    Object.entries(notes).map(([name, note]) => [name.replace('100 g', unit), note]),
  );
  expect(await notesOf()).toEqual([expected]);
  const { data: delivered } = await meera.call('getBoardOrder', { _id: order._id });
  await meera.call('refundItems', {
    ...{ _id: order._id, totalAmt: delivered.totalAmt, to: 'CREDIT', message: 'Sorry.' },
    lines: delivered.items.flatMap(({ name, position }) =>
      name === 'Soya milk' ? [{ position, amount: 80 }] : [],
    ),
  });
  expect((await notesOf())[1]).toEqual({ [`Soya milk, ${unit}`]: 'in place of Milk' });
});
