import fc from 'fast-check';
import sql, { join } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { paidPricePaise } from '#contract/base/money.ts';
import { discountedPrice } from '#server/reports/sales-report.ts';
import { listDocuments } from '#server/tax/tax-document.service.ts';
import { createAdmin, createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { addProduct, changeProduct } from '#tests/fixtures/seed.ts';
import { saveSettings, withGstin } from '#tests/fixtures/settings.ts';

const { db } = await openTestDatabase();

async function openSale() {
  const product = await addProduct(db, { stock: 50, pricePaise: 19_500 });
  await changeProduct(db, product, { sale_price_paise: 10_920 });
  return product;
}

const meera = await createAdmin(db);

function changes() {
  return async (_id: string, fields: { price?: number; discount?: number; salePrice?: number | null }) => {
    const { data } = await meera.call('changeProducts', {
      changes: [{ _id, ...fields }],
    });
    const [after] = data.after;
    return [after?.price, after?.discount, after?.salePrice];
  };
}

test('an order of a product on sale costs the sale price exactly, and keeps it when the product changes', async () => {
  const ghee = await openSale();
  const asha = await createShopper(db);
  await asha.fill({ [ghee]: 3 });
  const { data } = await asha.order(await asha.checkout());
  expect(data).toMatchObject({ subTotalAmt: 585, totalAmt: 327.6 });
  expect(data.items).toMatchObject([{ price: 195, discount: 0, salePrice: 109.2, quantity: 3 }]);
  await changeProduct(db, ghee, { sale_price_paise: 100 });
  expect((await asha.orders()).data).toMatchObject([{ totalAmt: 327.6, items: [{ salePrice: 109.2 }] }]);
});

test('the unit prices of a product on sale are of its sale price', async () => {
  const ghee = await openSale();
  await changeProduct(db, ghee, { unit: '500 g' });
  const { data } = await meera.call('getProductDetails', { productId: ghee });
  expect([data.unitPrice, data.declaredUnitPrice]).toEqual(['₹218.40/kg', '₹0.22/g']);
});

test('the invoice of a product on sale is of what was paid, with the tax in it', async () => {
  const soap = await openSale();
  await changeProduct(db, soap, { hsn: '3401', gst_basis_points: 1800, cess_basis_points: 0 });
  await saveSettings(meera, withGstin);
  const asha = await createShopper(db);
  await asha.fill({ [soap]: 3 });
  const { _id } = (await asha.order(await asha.checkout())).data;
  for (const to of ['PACKING', 'OUT_FOR_DELIVERY'])
    await meera.call('changeOrders', { ids: [_id], to, allowUnpicked: true });
  const [invoice] = await listDocuments({ db }, _id);
  expect(invoice?.totalPaise).toBe(32_760);
  expect(invoice?.lines).toMatchObject([
    { quantity: 3, goodsPaise: 32_760, taxablePaise: 27_764, cgstPaise: 2498, sgstPaise: 2498 },
  ]);
});

test('a sale that begins while a shopper checks out is announced, not charged', async () => {
  const tea = await addProduct(db, { name: 'Tea', stock: 5, pricePaise: 5000 });
  const asha = await createShopper(db);
  await asha.fill({ [tea]: 1 });
  const input = await asha.checkout();
  await changeProduct(db, tea, { sale_price_paise: 4999 });
  expect(await catchAppError(asha.order(input))).toMatchObject({ code: 'PRICE_CHANGED' });
  expect((await asha.cart()).map(({ seenPrice }) => seenPrice)).toEqual([50]);
  const { data } = await asha.order(await asha.checkout());
  expect(data.totalAmt).toBe(49.99);
});

test('a sale price ends the discount, and a discount the sale price', async () => {
  const change = changes();
  const ghee = await openSale();
  expect(await change(ghee, { discount: 10 })).toEqual([195, 10, null]);
  expect(await change(ghee, { salePrice: 120 })).toEqual([195, 0, 120]);
  expect(await change(ghee, { discount: 0 })).toEqual([195, 0, 120]);
  expect(await change(ghee, { salePrice: null })).toEqual([195, 0, null]);
});

test.each([
  [{ salePrice: 195.01 }, 'The sale price is more than the price.'],
  [{ price: 109.19 }, 'The sale price is more than the price.'],
  [{ discount: 5, salePrice: 100 }, 'Enter a discount or a sale price, not both.'],
  [{ salePrice: 0 }, 'The sale price must be more than 0.'],
])('the change %o of a product on sale is refused', async (fields, message) => {
  const change = changes();
  const error = await catchAppError(change(await openSale(), fields));
  expect([error.code, error.issues?.[0]?.message]).toEqual(['INVALID_INPUT', message]);
});

test('the reports compute the same price as the shop', async () => {
  const price = fc.integer({ min: 1, max: 100_000_000 }).chain((pricePaise) =>
    fc.oneof(
      fc.record({
        pricePaise: fc.constant(pricePaise),
        discountBasisPoints: fc.integer({ min: 0, max: 10_000 }),
        salePricePaise: fc.constant(null),
      }),
      fc.record({
        pricePaise: fc.constant(pricePaise),
        discountBasisPoints: fc.constant(0),
        salePricePaise: fc.integer({ min: 1, max: pricePaise }),
      }),
    ),
  );
  const prices = fc.sample(price, 2000);
  const rows = await db.query<{ paid: number }>(sql`
    select ${discountedPrice()}::integer as paid
    from (values ${join(
      prices.map(
        (each, index) =>
          sql`(${index}::integer, ${each.pricePaise}::integer, ${each.discountBasisPoints}::integer, ${each.salePricePaise}::integer)`,
      ),
    )}) as l (position, price_paise, discount_basis_points, sale_price_paise) order by position`);
  expect(rows.map(({ paid }) => paid)).toEqual(prices.map(paidPricePaise));
});

test('products are sorted by what their prices take off, also the dearest', async () => {
  const dearest = await addProduct(db, { stock: 1, pricePaise: 100_000_000 });
  await changeProduct(db, dearest, { sale_price_paise: 1 });
  const half = await addProduct(db, { stock: 1, discountBasisPoints: 5000 });
  const found = { ids: [half, dearest], order: 'discount', isDescending: true } as const;
  const { data } = await meera.call('listStock', found);
  expect(data.map(({ _id }) => _id)).toEqual([dearest, half]);
});
