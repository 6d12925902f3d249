import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/database/id.ts';
import { lockProducts } from '#server/products/product-admin.queries.ts';
import { createShopper } from '#tests/fixtures/accounts.ts';
import { catchAppError } from '#tests/fixtures/context.ts';
import { openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { addAddress, addProduct, changeProduct, stockOf } from '#tests/fixtures/seed.ts';

const { db } = await openTestDatabase();

const open = () => createShopper(db);
const product = (fields?: Parameters<typeof addProduct>[1]) => addProduct(db, fields);
const change = (id: string, fields: Record<string, string | number>) => changeProduct(db, id, fields);

describe('a placed order', () => {
  test('takes the stock, empties the cart and remembers everything', async () => {
    const asha = await open();
    const milk = await product({ name: 'Milk', stock: 10, pricePaise: 6250, discountBasisPoints: 500 });
    const bread = await product({ name: 'Bread', stock: 3, pricePaise: 4500 });
    await asha.fill({ [milk]: 4, [bread]: 3 });
    const { status, message, data } = await asha.order(await asha.checkout());
    expect({ status, message }).toEqual({ status: 201, message: 'Order placed' });
    expect(data).toEqual({
      _id: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
      orderId: expect.stringMatching(/^ORD-[0-9A-HJKMNP-TV-Z]{8}$/),
      product_details: { name: 'Milk', nameHindi: '', image: [`/images/${milk}/640.webp`] },
      items: [
        {
          position: 0,
          productId: milk,
          name: 'Milk',
          nameHindi: '',
          unit: '1 kg',
          image: `/images/${milk}/640.webp`,
          price: 62.5,
          discount: 5,
          salePrice: null,
          quantity: 4,
          orderedQuantity: 4,
          orderedGrams: null,
          replaces: null,
          isTakenOff: false,
        },
        {
          position: 1,
          productId: bread,
          name: 'Bread',
          nameHindi: '',
          unit: '1 kg',
          image: `/images/${bread}/640.webp`,
          price: 45,
          discount: 0,
          salePrice: null,
          quantity: 3,
          orderedQuantity: 3,
          orderedGrams: null,
          replaces: null,
          isTakenOff: false,
        },
      ],
      subTotalAmt: 385,
      totalAmt: 369,
      bill: [{ kind: 'ITEMS', amount: 369 }],
      payment_status: 'CASH ON DELIVERY',
      payment_method: 'CASH',
      collection: null,
      isTestPayment: false,
      refundedAmt: 0,
      creditAmt: 0,
      creditReturnedAmt: 0,
      status: 'PLACED',
      delivery_address: {
        address_line: '12 Lake Road',
        city: 'Pune',
        state: 'Maharashtra',
        country: 'India',
        pincode: '411001',
        mobile: '9876543210',
      },
      createdAt: expect.any(String),
      slot: null,
      promisedMinutes: 10,
      promisedAt: new Date(Date.parse(data.createdAt) + 10 * 60_000).toISOString(),
      deliveredAt: null,
      expiresAt: null,
      paymentUrl: null,
    });
    expect([await stockOf(db, milk), await stockOf(db, bread)]).toEqual([6, 0]);
    expect(await asha.cart()).toEqual([]);
    expect((await asha.orders()).data).toEqual([data]);
  });

  test.each([
    ['a country that is none', { country: 'Inida' }],
    ['a state that is not that of its PIN code', { state: 'Andhra Pradesh', pincode: '500081' }],
    ['a GSTIN without the name of a business', { gstin: '29AAGCB7383J1Z4' }],
  ])('asks about an address from before with %s, which stays', async (_what, given) => {
    const asha = await open();
    const milk = await product();
    await asha.fill({ [milk]: 1 });
    const {
      country = 'India',
      state = 'Maharashtra',
      pincode = '411001',
      gstin = '',
    } = given as Record<string, string>;
    const place = { country, state, pincode, gstin };
    await db.query(sql`
      update address set country = ${country}, state = ${state}, pincode = ${pincode}, gstin = ${gstin}, country_code = null, is_clear = false
      where id = ${asha.addressId}`);
    const refusal = await catchAppError(asha.order(await asha.checkout()));
    expect([refusal.code, refusal.status, refusal.details]).toEqual([
      'ADDRESS_UNCLEAR',
      409,
      { addressId: asha.addressId },
    ]);
    expect((await asha.cart()).length).toBe(1);
    expect(
      await db.one(sql`select country, state, pincode, gstin from address where id = ${asha.addressId}`),
    ).toEqual(place);
  });

  test('checks a clear address from before once, and stores the code of its country', async () => {
    const asha = await open();
    await asha.fill({ [await product()]: 1 });
    await db.query(sql`
      update address set country = 'भारत', country_code = null, is_clear = false where id = ${asha.addressId}`);
    expect((await asha.order(await asha.checkout())).data.delivery_address.country).toBe('भारत');
    expect(
      await db.one(sql`select country_code, is_clear from address where id = ${asha.addressId}`),
    ).toEqual({
      country_code: 'IN',
      is_clear: true,
    });
  });

  test('copies the details of the address, which a later change of the address does not touch', async () => {
    const asha = await open();
    await asha.fill({ [await product()]: 1 });
    const details = {
      label: 'work',
      landmark: 'Blue gate',
      recipient_name: 'Ravi',
      delivery_note: 'Ring <b>twice',
    };
    await db.query(sql`
      update address set label = 'work', landmark = 'Blue gate', recipient_name = 'Ravi', delivery_note = 'Ring <b>twice',
        latitude = 18.52, longitude = 73.85674, business_name = 'Spice Route', gstin = '29AAGCB7383J1Z4' where id = ${asha.addressId}`);
    const { data } = await asha.order(await asha.checkout());
    const business = { business_name: 'Spice Route', gstin: '29AAGCB7383J1Z4' };
    const copied = { ...details, ...business, location: { latitude: 18.52, longitude: 73.85674 } };
    expect(data.delivery_address).toMatchObject(copied);
    await db.query(sql`
      update address set label = '', delivery_note = 'Other', gstin = '', latitude = null, longitude = null where id = ${asha.addressId}`);
    expect((await asha.orders()).data[0]?.delivery_address).toMatchObject(copied);
  });

  test('notes cost and tax of each product, which later changes do not touch', async () => {
    const asha = await open();
    const [milk, bread] = [await product(), await product()];
    await change(milk, { cost_price_paise: 4150, hsn: '0401', gst_basis_points: 0, cess_basis_points: 1200 });
    await asha.fill({ [milk]: 1, [bread]: 1 });
    const { data } = await asha.order(await asha.checkout());
    await change(milk, { cost_price_paise: 1, hsn: '0402', gst_basis_points: 500, cess_basis_points: 0 });
    const lines = await db.query(sql`
      select cost_price_paise, hsn, gst_basis_points, cess_basis_points from order_line
      where order_id = ${data._id} order by position`);
    expect(lines).toEqual([
      { cost_price_paise: 4150, hsn: '0401', gst_basis_points: 0, cess_basis_points: 1200 },
      { cost_price_paise: null, hsn: null, gst_basis_points: null, cess_basis_points: null },
    ]);
  });

  test('begins its history with who placed it and when', async () => {
    const asha = await open();
    await asha.fill({ [await product()]: 1 });
    const { data } = await asha.order(await asha.checkout());
    const history = await db.query(sql`
      select status, payment_status, changed_by, changed_at from order_history where order_id = ${data._id}`);
    expect([...history]).toEqual([
      {
        status: 'PLACED',
        payment_status: 'CASH ON DELIVERY',
        changed_by: asha.userId,
        changed_at: new Date(data.createdAt),
      },
    ]);
  });

  test('stays as it was when product and address change or go', async () => {
    const asha = await open();
    const milk = await product({ name: 'Old milk' });
    await asha.fill({ [milk]: 2 });
    const { data } = await asha.order(await asha.checkout());
    await change(milk, { name: 'New milk', price_paise: 1, unit: '2 l' });
    await db.query(sql`update address set city = 'Delhi', status = false where id = ${asha.addressId}`);
    await db.query(sql`delete from product where id = ${milk}`);
    expect((await asha.orders()).data).toEqual([data]);
  });

  test('accepts the cart lines as the cart call gives them', async () => {
    const asha = await open();
    await asha.fill({ [await product()]: 2, [await product()]: 1 });
    const input = await asha.checkout();
    const { status } = await asha.order({ ...input, list_items: await asha.cart() });
    expect(status).toBe(201);
  });

  test('announces the stock of its products, and more for one that has sold out', async () => {
    const asha = await open();
    const changes: string[][] = [];
    const [milk, bread] = [await product({ stock: 5 }), await product({ stock: 5 })];
    const announcements = db.onAnnouncement((payloads) => {
      changes.push(...payloads.map((payload): string[] => JSON.parse(payload)));
    });
    await asha.fill({ [milk]: 2 });
    await asha.order(await asha.checkout());
    await asha.fill({ [milk]: 1, [bread]: 5 });
    await asha.order(await asha.checkout());
    await catchAppError(
      asha.order({ list_items: [], addressId: asha.addressId, subTotalAmt: 0, totalAmt: 0 }),
    );
    announcements.stop();
    const soldOut = [`stock:${milk}`, `product:${bread}`, 'search-later-pages'];
    expect(changes.map((tags) => new Set(tags))).toEqual([new Set([`stock:${milk}`]), new Set(soldOut)]);
  });
});

describe('nothing happens', () => {
  /** A shopper at the checkout, and a look at whether anything changed. */
  async function atCheckout(quantity = 2) {
    const asha = await open();
    const milk = await product({
      name: `Milk ${newId()}`,
      stock: 5,
      pricePaise: 5000,
      discountBasisPoints: 1000,
    });
    const bread = await product({ name: `Bread ${newId()}`, stock: 5 });
    await asha.fill({ [milk]: quantity, [bread]: 1 });
    const input = await asha.checkout();
    const unchanged = async (stock = 5) => {
      expect(await stockOf(db, milk)).toBe(stock);
      expect(await stockOf(db, bread)).toBe(5);
      expect((await asha.orders()).totalCount).toBe(0);
    };
    return { asha, milk, bread, input, unchanged };
  }

  test('when the cart is empty', async () => {
    const asha = await open();
    const input = { list_items: [{ productId: newId(), quantity: 1 }], addressId: asha.addressId };
    const refusal = await catchAppError(asha.order({ ...input, subTotalAmt: 0, totalAmt: 0 }));
    expect(refusal).toMatchObject({ code: 'CART_EMPTY', status: 409 });
  });

  test('with PRICE_CHANGED and the new totals when a price changed', async () => {
    const { asha, milk, input, unchanged } = await atCheckout();
    await change(milk, { price_paise: 6000, discount_basis_points: 0 });
    const refusal = await catchAppError(asha.order(input));
    expect(refusal).toMatchObject({
      code: 'PRICE_CHANGED',
      status: 409,
      details: { subTotalAmt: 220, totalAmt: 220 },
    });
    await unchanged();
    expect(await asha.cart()).toMatchObject([{ notices: ['PRICE_CHANGED'] }, { notices: [] }]);
    const confirmed = await asha.order({ ...input, ...refusal.details });
    expect(confirmed.data).toMatchObject({ subTotalAmt: 220, totalAmt: 220 });
  });

  test.each([
    ['a sub-total one paisa off', { subTotalAmt: 200.01 }],
    ['a total of nothing', { totalAmt: 0 }],
    ['totals swapped', { subTotalAmt: 190, totalAmt: 200 }],
    ['a huge total', { totalAmt: 1_000_000_000 }],
  ])('for %s', async (_what, amounts) => {
    const { asha, input, unchanged } = await atCheckout();
    expect(input).toMatchObject({ subTotalAmt: 200, totalAmt: 190 });
    const refusal = await catchAppError(asha.order({ ...input, ...amounts }));
    expect(refusal).toMatchObject({ code: 'PRICE_CHANGED', details: { subTotalAmt: 200, totalAmt: 190 } });
    await unchanged();
  });

  test('with STOCK_SHORT, not ADDRESS_UNCLEAR, for an address whose state the shopper has confirmed', async () => {
    const { asha, milk, input } = await atCheckout(4);
    await db.query(sql`
      update address set state = 'Andhra Pradesh', pincode = '500081', is_clear = true where id = ${asha.addressId}`);
    await change(milk, { stock: 3 });
    expect(await catchAppError(asha.order(input))).toMatchObject({ code: 'STOCK_SHORT' });
  });

  test('with STOCK_SHORT and what is left of each short line', async () => {
    const { asha, milk, bread, input } = await atCheckout(4);
    await change(milk, { stock: 3, name: 'Short milk' });
    const refusal = await catchAppError(asha.order(input));
    expect(refusal).toMatchObject({
      code: 'STOCK_SHORT',
      status: 409,
      message: 'Only 3 of Short milk left.',
    });
    expect(refusal.details).toEqual({ lines: [{ productId: milk, name: 'Short milk', wanted: 4, left: 3 }] });
    await change(bread, { stock: 0, name: 'Gone bread' });
    const both = await catchAppError(asha.order(input));
    expect(both.message).toBe('2 products in your cart are no longer there in full.');
    expect(both.details).toEqual({
      lines: [
        { productId: milk, name: 'Short milk', wanted: 4, left: 3 },
        { productId: bread, name: 'Gone bread', wanted: 1, left: 0 },
      ],
    });
    expect((await asha.orders()).totalCount).toBe(0);
    expect(await asha.cart()).toMatchObject([{ notices: ['STOCK_SHORT'] }, { notices: ['OUT_OF_STOCK'] }]);
  });

  test.each([['draft'], ['archived']])(
    'with PRODUCT_UNAVAILABLE for a product that is %s since it was put in the cart',
    async (status) => {
      const { asha, milk, bread, input, unchanged } = await atCheckout();
      await change(milk, { status, name: `Milk gone as ${status}` });
      const refusal = await catchAppError(asha.order(input));
      expect(refusal).toMatchObject({
        ...{ code: 'PRODUCT_UNAVAILABLE', status: 409, message: `Milk gone as ${status} is no longer sold.` },
        details: { lines: [{ productId: milk, name: `Milk gone as ${status}`, wanted: 2, left: 0 }] },
      });
      await change(bread, { status });
      const { message } = await catchAppError(asha.order(input));
      expect(message).toBe('Some products in your cart are no longer sold.');
      await unchanged();
      await change(milk, { status: 'active' });
      await change(bread, { status: 'active' });
      expect(await asha.order(input)).toMatchObject({ status: 201 });
    },
  );

  test('with MAXIMUM_PER_ORDER for more than the maximum of a product', async () => {
    const { asha, milk, bread, input, unchanged } = await atCheckout(3);
    await change(milk, { maximum_per_order: 2, name: 'Rationed milk' });
    await change(bread, { maximum_per_order: 1 });
    const refusal = await catchAppError(asha.order(input));
    expect(refusal).toMatchObject({
      ...{ code: 'MAXIMUM_PER_ORDER', status: 409, message: 'At most 2 of Rationed milk per order.' },
      details: { lines: [{ productId: milk, name: 'Rationed milk', wanted: 3, left: 2 }] },
    });
    await unchanged();
    const [line] = await asha.cart();
    await asha.setQuantity(line?._id ?? '', 2);
    expect(await asha.order(await asha.checkout())).toMatchObject({ status: 201 });
  });

  test('when the status or the maximum changes while the order waits for the stock', async () => {
    for (const columns of [{ status: 'archived' }, { maximum_per_order: 1 }]) {
      const { asha, milk, input, unchanged } = await atCheckout();
      let placed: Promise<unknown> = Promise.resolve();
      await db.transaction(async (transaction) => {
        await lockProducts(transaction, [milk]);
        placed = catchAppError(asha.order(input));
        await untilWaiting(db);
        await changeProduct(transaction, milk, columns);
      });
      const code = 'status' in columns ? 'PRODUCT_UNAVAILABLE' : 'MAXIMUM_PER_ORDER';
      expect(await placed).toMatchObject({ code });
      await unchanged();
    }
  });

  test('with CART_CHANGED when the cart changed', async () => {
    const { asha, milk, bread, input } = await atCheckout();
    const [milkLine] = await asha.cart();
    await asha.setQuantity(milkLine?._id ?? '', 3);
    expect(await catchAppError(asha.order(input))).toMatchObject({ code: 'CART_CHANGED', status: 409 });
    await asha.setQuantity(milkLine?._id ?? '', 2);
    await asha.fill({ [await product()]: 1 });
    expect(await catchAppError(asha.order(input))).toMatchObject({ code: 'CART_CHANGED' });
    await db.query(sql`delete from product where id = ${bread}`);
    expect(await catchAppError(asha.order(input))).toMatchObject({ code: 'CART_CHANGED' });
    const twice = [...input.list_items, { productId: milk, quantity: 2 }];
    expect(await catchAppError(asha.order({ ...input, list_items: twice }))).toMatchObject({
      code: 'CART_CHANGED',
    });
    expect(await stockOf(db, milk)).toBe(5);
    expect((await asha.orders()).totalCount).toBe(0);
  });

  test('with the same 404 for an unknown, removed or foreign address', async () => {
    const { asha, input, unchanged } = await atCheckout();
    const ravi = await open();
    const removed = await addAddress(db, asha.userId);
    await db.query(sql`update address set status = false where id = ${removed}`);
    for (const addressId of [ravi.addressId, removed, newId()]) {
      const { code, status, message } = await catchAppError(asha.order({ ...input, addressId }));
      expect({ code, status, message }).toEqual({
        code: 'NOT_FOUND',
        status: 404,
        message: 'This address no longer exists.',
      });
    }
    await unchanged();
  });

  test('for the cart of another shopper', async () => {
    const { asha, input, unchanged } = await atCheckout();
    const ravi = await open();
    const stolen = { ...input, addressId: ravi.addressId };
    expect(await catchAppError(ravi.order(stolen))).toMatchObject({ code: 'CART_EMPTY' });
    expect(await asha.cart()).toHaveLength(2);
    await unchanged();
  });
});

test('an order for nothing can be placed when everything is free', async () => {
  const asha = await open();
  await asha.fill({ [await product({ discountBasisPoints: 10_000 })]: 1 });
  const { data } = await asha.order(await asha.checkout());
  expect(data).toMatchObject({ subTotalAmt: 100, totalAmt: 0 });
});
