import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderRoutes } from '#server/orders/order.routes.ts';
import { type Admin, createAdmin, createShopper, newProduct } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addNamedProduct, toPhone } from '#tests/fixtures/picking.ts';
import { createImporter, toCsv } from '#tests/fixtures/product-import.ts';
import { addProduct, changeProduct, stockOf } from '#tests/fixtures/seed.ts';
import { expectStockLedger } from '#tests/fixtures/stock-ledger.ts';

const { db } = await openTestDatabase();
// A picker has at most four orders.
let meera: Admin;

let phone: ReturnType<typeof toPhone>;
beforeEach(async () => {
  meera = await createAdmin(db);

  phone = toPhone(meera);
});

describe('a product by weight', () => {
  /**
   * Tomatoes at ₹30 for 250 g at 10 % off, of which 4 kg are in stock: 500 g of them in a paid order, with milk for
   * ₹50.
   */
  async function weighed() {
    const asha = await createShopper(db);
    const tomato = await addNamedProduct(db, 'Tomatoes', {
      stock: 4000,
      pricePaise: 3000,
      discountBasisPoints: 1000,
    });
    await changeProduct(db, tomato, {
      ...{ unit: '250 g', step_grams: 250, weight_tolerance_basis_points: 1000 },
      ...{ hsn: '0702', gst_basis_points: 500, cost_price_paise: 2001 },
    });
    const milk = await addNamedProduct(db, 'Milk', { pricePaise: 5000 });
    await asha.fill({ [tomato]: 2, [milk]: 1 });
    const card = await orderByCard(asha);
    await pay(asha, card);
    return { asha, tomato, milk, id: card.order._id };
  }
  test('stays one in an open order, and can be sold by the piece when it is delivered', async () => {
    const importer = await createImporter(db);
    const { tomato, id } = await weighed();
    const toPieces = async (unit: string, steps: string) =>
      importer.bring(toCsv(['id', 'unit', 'step_grams'], [[tomato, unit, steps]]));
    expect(await toPieces('1 pc', '')).toMatchObject({
      status: 'FAILED',
      failure: expect.stringContaining('A product of an open order'),
    });
    const edit = { ...(await newProduct(db)), _id: tomato, stepGrams: null };
    expect(await catchAppError(meera.call('updateProduct', edit))).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: 'stepGrams' }],
    });
    expect(await toPieces('500 g', '500')).toMatchObject({ status: 'APPLIED' });
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const)
      await meera.call('changeOrders', { ids: [id], to, allowUnpicked: true });
    expect(await toPieces('1 pc', '')).toMatchObject({ status: 'APPLIED' });
  });

  const weigh = async (grams: number) => {
    const order = await weighed();
    await phone.take(order.id);
    await phone.found(order.id, { position: 0, found: grams });
    await phone.found(order.id, { position: 1, found: 1 });
    await phone.pack(order.id);
    return order;
  };

  test('is ordered in steps, takes grams from stock, and cannot be ordered beyond them', async () => {
    const { asha, tomato, id } = await weighed();
    expect(await stockOf(db, tomato)).toBe(3500);
    await asha.fill({ [tomato]: 14 });
    await changeProduct(db, tomato, { stock: 3499 });
    const line = (await asha.cart())[0];
    expect(line?.productId.stock).toBe(13);
    await changeProduct(db, tomato, { stock: 249 });
    expect((await catchAppError(asha.checkout().then((input) => asha.order(input)))).code).toBe(
      'STOCK_SHORT',
    );
    await changeProduct(db, tomato, { stock: 3500 });
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    expect(await stockOf(db, tomato)).toBe(4000);
  });

  test('costs what was weighed, to the paisa on bill, invoice, refund and in stock', async () => {
    const { tomato, id } = await weigh(463);
    const order = await phone.board(id);
    // ₹27 for 250 g after the discount: 463 g of ₹54 for 500 g are ₹50.004.
    const item = order.items.find(({ position }) => position === 0);
    expect(item).toMatchObject({
      unit: '463 g',
      quantity: 1,
      orderedQuantity: 1,
      orderedGrams: 500,
      price: 55.56,
    });
    expect(item).toMatchObject({ salePrice: 50, discount: 0 });
    expect(order).toMatchObject({ subTotalAmt: 105.56, totalAmt: 100, refundedAmt: 4 });
    expect(order.steps.every(({ reason }) => reason === null)).toBe(true);
    expect(await stockOf(db, tomato)).toBe(3537);
    await meera.call('changeOrders', { ids: [id], to: 'OUT_FOR_DELIVERY' });
    expect((await phone.board(id)).documents[0]).toMatchObject({ totalAmt: 100 });
    const { cost } = await db.one<{ cost: number }>(sql`
      select cost_price_paise * quantity as cost from order_line where order_id = ${id} and product_id = ${tomato}`);
    expect(cost).toBe(Math.round((2 * 2001 * 463) / 500));
    await meera.call('changeOrders', { ids: [id], to: 'DELIVERED' });
    const { data } = await meera.call('getRefundable', { _id: id });
    expect(data.lines[0]).toMatchObject({ unit: '463 g', quantity: 1, refundableAmt: 50 });
    await expectStockLedger(db, [tomato]);
  });

  test.each([
    [550, 3450],
    [500, 3500],
  ])('costs no more than was ordered if %i g are delivered', async (grams, stock) => {
    const { tomato, id } = await weigh(grams);
    expect(await phone.board(id)).toMatchObject({ totalAmt: 104, refundedAmt: 0 });
    expect((await phone.board(id)).items.find(({ position }) => position === 0)).toMatchObject({
      ...{ unit: '250 g', quantity: 2, orderedGrams: 500 },
    });
    expect(await stockOf(db, tomato)).toBe(stock);
    await expectStockLedger(db, [tomato]);
  });

  test('is refused above the tolerance; far less was missing and stays out of stock', async () => {
    const { tomato, id } = await weighed();
    const { lines } = await phone.take(id);
    expect(lines.find(({ position }) => position === 0)).toMatchObject({ stepGrams: 250, mostGrams: 550 });
    expect(await catchAppError(phone.found(id, { position: 0, found: 551 }))).toMatchObject({
      ...{ code: 'WEIGHT_TOO_HIGH', details: { mostGrams: 550 } },
      message: 'At most 550 g of Tomatoes: 500 g were ordered.',
    });
    await phone.found(id, { position: 0, found: 200 });
    await phone.found(id, { position: 1, found: 1 });
    await phone.pack(id);
    const order = await phone.board(id);
    expect(order).toMatchObject({ totalAmt: 71.6 });
    expect(order.steps.at(-1)?.reason).toBe('Only 200 g of 500 g Tomatoes was available.');
    expect(await stockOf(db, tomato)).toBe(3500);
    await expectStockLedger(db, [tomato]);
  });

  test('returns to stock as it was weighed when the order is cancelled, before and after it is packed', async () => {
    const { asha, tomato, id } = await weigh(463);
    await runCall(orderRoutes, 'cancelOrder', asha.context, { _id: id });
    expect(await stockOf(db, tomato)).toBe(4000);
    const other = await weighed();
    await phone.take(other.id);
    await phone.found(other.id, { position: 0, found: 530 });
    await runCall(orderRoutes, 'cancelOrder', other.asha.context, { _id: other.id });
    expect(await stockOf(db, other.tomato)).toBe(4000);
    await expectStockLedger(db, [tomato, other.tomato]);
  });

  test('replaces pieces in steps, and is replaced for what is missing of its weight', async () => {
    const { tomato, milk, id } = await weighed();
    const cherry = await addProduct(db, { stock: 10, pricePaise: 9000 });
    await phone.take(id);
    await phone.found(id, { position: 0, found: 200, replacement: { productId: cherry, quantity: 1 } });
    await phone.found(id, { position: 1, found: 0, replacement: { productId: tomato, quantity: 2 } });
    expect(await stockOf(db, tomato)).toBe(3000);
    await phone.pack(id);
    // ₹21.60 for 200 g, ₹32.40 at most for what replaces 300 g, and ₹50 at most for two steps of tomatoes.
    expect(await phone.board(id)).toMatchObject({ totalAmt: 104, refundedAmt: 0 });
    await expectStockLedger(db, [tomato, milk, cherry]);
  });
});
