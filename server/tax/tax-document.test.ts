import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { namedInvoicePaise } from '#contract/base/limits.ts';
import { noCharges } from '#contract/delivery/charges.ts';
import { initialStoreSettings, type StoreSettings } from '#contract/store/store-settings.ts';
import { addTax } from '#contract/tax/tax.ts';
import { apiRoutes } from '#server/app/app.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { anonymiseOrders, expireUnpaidOrder } from '#server/orders/order.service.ts';
import { findOrderEmail } from '#server/orders/order-email-jobs.ts';
import { createAdmin, createShopper, createShoppers, type Shopper } from '#tests/fixtures/accounts.ts';
import { runCall } from '#tests/fixtures/context.ts';
import { addCoupon } from '#tests/fixtures/coupons.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { orderByCard, pay } from '#tests/fixtures/payments.ts';
import { addProduct, changeProduct, deliverOrder } from '#tests/fixtures/seed.ts';
import { saveSettings, withGstin } from '#tests/fixtures/settings.ts';
import { listDocuments } from './tax-document.service.ts';
import type { TaxDocument } from './tax-document.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const butter = await addProduct(db, { name: 'Butter', pricePaise: 10_500, stock: 100_000 });
const rice = await addProduct(db, { name: 'Rice', pricePaise: 3333, stock: 100_000 });
await changeProduct(db, butter, { hsn: '0405', gst_basis_points: 500, cess_basis_points: 0 });

const { legal, identity } = withGstin;
const charges = { ...noCharges, deliveryFees: [{ fromAmt: 0, feeAmt: 20 }] };

const change = (changed: Partial<StoreSettings>) =>
  saveSettings(meera, { identity, ...changed }, initialStoreSettings);
beforeEach(() => change({ legal }));

async function place(shopper: Shopper, goods: Record<string, number> = { [butter]: 2, [rice]: 1 }) {
  await shopper.fill(goods);
  const { _id, totalAmt } = (await shopper.order(await shopper.checkout())).data;
  return { _id, totalAmt };
}

const move = (_id: string, to: string, admin = meera) =>
  admin.call('changeOrders', { ids: [_id], to, allowUnpicked: true });

/** An order that is handed over. */
async function handOver(goods?: Record<string, number>, given: Partial<Shopper> = {}) {
  const shopper = { ...(await createShopper(db)), ...given };
  const placed = await place(shopper, goods);
  await move(placed._id, 'PACKING');
  await move(placed._id, 'OUT_FOR_DELIVERY');
  return { ...placed, shopper };
}

const documentsOf = (_id: string) => listDocuments({ db }, _id);

async function invoiceOf(_id: string): Promise<TaxDocument> {
  const [invoice] = await documentsOf(_id);
  if (invoice === undefined) throw new Error('The order has no invoice.');
  return invoice;
}

async function refund(
  _id: string,
  lines: readonly { position: number; amount: number }[],
  { chargesAmt = 0, to = 'SOURCE' } = {},
) {
  const { totalAmt } = (await meera.call('getRefundable', { _id })).data;
  await meera.call('refundItems', { _id, totalAmt, lines, chargesAmt, to, message: 'It was torn.' });
}

describe('the invoice of an order', () => {
  test('is issued when the order is handed over, not before, with the tax of each line', async () => {
    const shopper = await createShopper(db);
    const { _id } = await place(shopper);
    await move(_id, 'PACKING');
    expect(await documentsOf(_id)).toEqual([]);
    await move(_id, 'OUT_FOR_DELIVERY');
    const invoice = await invoiceOf(_id);
    expect(invoice).toMatchObject({
      ...{ kind: 'TAX_INVOICE', supplyStateCode: '27', isInterState: false, totalPaise: 24_333 },
      content: { supplier: { name: 'Tokri', ...legal }, invoice: null, title: 'INVOICE_CUM_BILL_OF_SUPPLY' },
      recipient: { name: 'A shopper', addressLine: '12 Lake Road', city: 'Pune', state: 'Maharashtra' },
    });
    expect(invoice.number).toMatch(/^INV-\d{4}-\d{6}$/);
    expect(invoice.lines).toMatchObject([
      {
        ...{
          name: 'Butter',
          hsn: '0405',
          unit: '1 kg',
          quantity: 2,
          gstBasisPoints: 500,
          totalPaise: 21_000,
        },
        ...{ taxablePaise: 20_000, cgstPaise: 500, sgstPaise: 500, igstPaise: 0 },
      },
      { name: 'Rice', hsn: '', gstBasisPoints: 0, totalPaise: 3333, taxablePaise: 3333, cgstPaise: 0 },
    ]);
    await move(_id, 'DELIVERED');
    expect(await documentsOf(_id)).toEqual([invoice]);
  });

  test('has the names in Hindi that the products had when they were ordered, as the order has them', async () => {
    const dal = await addProduct(db, { name: 'Toor Dal', stock: 10 });
    await changeProduct(db, dal, { name_hindi: 'तूर दाल' });
    const shopper = await createShopper(db);
    const { _id } = await place(shopper, { [dal]: 1, [rice]: 1 });
    await changeProduct(db, dal, { name_hindi: 'अरहर दाल' });
    await move(_id, 'PACKING');
    await move(_id, 'OUT_FOR_DELIVERY');
    const { data } = await runCall(apiRoutes, 'getOrder', shopper.context, { _id });
    expect(data.items.map(({ name, nameHindi }) => [name, nameHindi])).toEqual([
      ['Toor Dal', 'तूर दाल'],
      ['Rice', ''],
    ]);
    expect(data.product_details.nameHindi).toBe('तूर दाल');
    const { lines } = await invoiceOf(_id);
    expect(lines.map(({ name, nameHindi }) => [name, nameHindi])).toEqual([
      ['Toor Dal', 'तूर दाल'],
      ['Rice', undefined],
    ]);
  });

  test('has the title of rule 46A if some of its items are exempt, also for the shopper and the staff', async () => {
    const titlesOf = async (goods: Record<string, number>) => {
      const { _id, shopper } = await handOver(goods);
      await move(_id, 'DELIVERED');
      await refund(_id, [{ position: 0, amount: 1 }]);
      const orders = [
        (await runCall(apiRoutes, 'getOrder', shopper.context, { _id })).data,
        (await meera.call('getBoardOrder', { _id })).data,
      ];
      return orders.map(({ documents }) => documents.map(({ kind, title }) => [kind, title]));
    };
    const note = ['CREDIT_NOTE', 'CREDIT_NOTE'];
    const mixed = [['TAX_INVOICE', 'INVOICE_CUM_BILL_OF_SUPPLY'], note];
    expect(await titlesOf({ [butter]: 1, [rice]: 1 })).toEqual([mixed, mixed]);
    const taxed = [['TAX_INVOICE', 'TAX_INVOICE'], note];
    expect(await titlesOf({ [butter]: 1 })).toEqual([taxed, taxed]);
    const exempt = [['BILL_OF_SUPPLY', 'BILL_OF_SUPPLY'], note];
    expect(await titlesOf({ [rice]: 1 })).toEqual([exempt, exempt]);
  });

  test('stays as it was when the store, its customer and its products change', async () => {
    const { _id, shopper } = await handOver();
    const before = await documentsOf(_id);
    await change({ legal: { ...legal, fssai: '' }, identity: { ...identity, name: 'Spice Route' } });
    await db.query(sql`update account set name = 'Ravi' where id = ${shopper.userId}`);
    await changeProduct(db, butter, { gst_basis_points: 1800, hsn: '0406' });
    expect(await documentsOf(_id)).toEqual(before);
    await changeProduct(db, butter, { gst_basis_points: 500, hsn: '0405' });
  });

  test('has the tax of an order that was paid late and continues as another one', async () => {
    const shopper = await createShopper(db);
    await shopper.fill({ [butter]: 1 });
    const late = await orderByCard(shopper);
    await expireUnpaidOrder(
      { ...shopper.context, now: () => new Date(Date.now() + 31 * 60_000) },
      late.order._id,
    );
    await pay(shopper, late);
    const [replacement] = (await shopper.orders()).data;
    if (replacement === undefined || replacement._id === late.order._id)
      throw new Error('There is no replacement.');
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY']) await move(replacement._id, to);
    expect((await invoiceOf(replacement._id)).lines).toMatchObject([
      { hsn: '0405', gstBasisPoints: 500, cgstPaise: 250 },
    ]);
  });

  test('charges IGST for another state, named by its PIN code if need be', async () => {
    const shopper = await createShopper(db);
    await db.query(sql`
      update address set state = 'कर्नाटक', city = 'Bengaluru', pincode = '560001' where id = ${shopper.addressId}`);
    const { _id } = await handOver({ [butter]: 1 }, shopper);
    const invoice = await invoiceOf(_id);
    expect(invoice).toMatchObject({ supplyStateCode: '29', isInterState: true });
    expect(invoice.lines).toMatchObject([{ igstPaise: 500, cgstPaise: 0, sgstPaise: 0 }]);
  });

  test.each([
    ['nothing is taxable', { legal }, () => ({ [rice]: 2 })],
    ['the store has no GSTIN', { legal: { ...legal, gstin: '' } }, () => ({ [butter]: 2 })],
  ])('is a bill of supply without tax when %s', async (_what, settings, goods) => {
    await change(settings);
    const { _id, totalAmt } = await handOver(goods());
    const invoice = await invoiceOf(_id);
    expect([invoice.kind, invoice.number.slice(0, 3)]).toEqual(['BILL_OF_SUPPLY', 'BOS']);
    expect(addTax(invoice.lines)).toEqual({
      ...{ taxablePaise: totalAmt * 100, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, cessPaise: 0 },
    });
  });

  test('shares charges and a coupon over the lines, without what was unavailable', async () => {
    await change({ legal, charges });
    const shopper = await createShopper(db);
    await shopper.fill({ [butter]: 2, [rice]: 1 });
    const { code } = await addCoupon(db);
    const input = await shopper.checkout();
    const { data } = await shopper
      .order({ ...input, couponCode: code })
      .catch(({ details }) => shopper.order({ ...input, couponCode: code, ...details }));
    await meera.call('markLineUnavailable', { _id: data._id, position: 1 });
    await move(data._id, 'PACKING');
    await move(data._id, 'OUT_FOR_DELIVERY');
    const { totalAmt } = (await meera.call('getBoardOrder', { _id: data._id })).data;
    const invoice = await invoiceOf(data._id);
    expect(invoice.lines).toHaveLength(1);
    expect(invoice.lines).toMatchObject([{ name: 'Butter', chargesPaise: 2000, totalPaise: totalAmt * 100 }]);
    expect(invoice.content.bill.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(totalAmt * 100);
  });

  test('and what is refunded since say how much tax the order includes, as its page, the board and the email did before', async () => {
    const shopper = await createShopper(db);
    const { _id } = await place(shopper);
    const read = async () => [
      (await runCall(apiRoutes, 'getOrder', shopper.context, { _id })).data.includedTaxAmt,
      (await meera.call('getBoardOrder', { _id })).data.includedTaxAmt,
    ];
    expect(await read()).toEqual([10, 10]);
    const [placement] = await db.query<{ id: number }>(sql`
      select id from order_history where order_id = ${_id}`);
    const email = await findOrderEmail(db, placement?.id ?? 0);
    expect(email?.order.includedTaxAmt).toBe(10);
    for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED']) await move(_id, to);
    expect(await read()).toEqual([10, 10]);
    await refund(_id, [{ position: 0, amount: 105 }]);
    expect(await read()).toEqual([5, 5]);
    const { documents } = (await runCall(apiRoutes, 'getOrder', shopper.context, { _id })).data;
    expect(documents).toMatchObject([
      { kind: 'TAX_INVOICE', totalAmt: 243.33, taxAmt: 10 },
      { kind: 'CREDIT_NOTE', totalAmt: 105, taxAmt: 5 },
    ]);
    await change({ legal: { ...legal, gstin: '' } });
    expect(await read()).toEqual([5, 5]);
    const other = await place(await createShopper(db));
    expect((await meera.call('getBoardOrder', other)).data.includedTaxAmt).toBe(0);
  });

  test.each([
    ['Maharashtra', 15.24, { taxablePaise: 8476, cgstPaise: 762, sgstPaise: 762, igstPaise: 0 }],
    ['Karnataka', 15.25, { taxablePaise: 8475, cgstPaise: 0, sgstPaise: 0, igstPaise: 1525 }],
  ] as const)(
    'to %s includes as much tax as the page of the order said before',
    async (state, taxAmt, parts) => {
      const soap = await addProduct(db, { pricePaise: 10_000, stock: 5 });
      await changeProduct(db, soap, { hsn: '3401', gst_basis_points: 1800, cess_basis_points: 0 });
      const shopper = await createShopper(db);
      await db.query(sql`update address set state = ${state} where id = ${shopper.addressId}`);
      const { _id } = await place(shopper, { [soap]: 1 });
      const read = async () =>
        (await runCall(apiRoutes, 'getOrder', shopper.context, { _id })).data.includedTaxAmt;
      expect(await read()).toBe(taxAmt);
      for (const to of ['PACKING', 'OUT_FOR_DELIVERY', 'DELIVERED']) await move(_id, to);
      expect(await read()).toBe(taxAmt);
      expect((await invoiceOf(_id)).lines).toMatchObject([parts]);
    },
  );

  test('is refused any change by the database', async () => {
    const { _id } = await handOver();
    for (const statement of [
      sql`update tax_document set total_paise = 1 where order_id = ${_id}`,
      sql`update tax_document set lines = '[]' where order_id = ${_id}`,
      sql`delete from tax_document where order_id = ${_id}`,
    ])
      await expect(db.query(statement)).rejects.toThrow('never changed');
  });

  test('does not exist for an order that was handed over before there were invoices, nor a credit note for its refund', async () => {
    const { _id } = await place(await createShopper(db));
    await deliverOrder(db, _id);
    await refund(_id, [{ position: 0, amount: 10 }]);
    expect(await documentsOf(_id)).toEqual([]);
  });
});

describe('the numbers of a series', () => {
  const numbersOf = (series: string) =>
    db.query<{ count: number; financial_year: number }>(sql`
      select count, financial_year from tax_document where series = ${series} order by financial_year, count`);

  test('have no gap and no repeat when 200 orders are handed over at once', async () => {
    const shoppers = await createShoppers(db, 200);
    const placed = await Promise.all(shoppers.map((shopper) => place(shopper, { [butter]: 1 })));
    await Promise.all(placed.map(({ _id }) => move(_id, 'PACKING')));
    const before = (await numbersOf('TAX_INVOICE')).length;
    // Each twice, as by a double tap.
    await Promise.all([...placed, ...placed].map(({ _id }) => move(_id, 'OUT_FOR_DELIVERY')));
    const rows = await numbersOf('TAX_INVOICE');
    expect(rows.map(({ count }) => count)).toEqual(Array.from({ length: before + 200 }, (_, at) => at + 1));
  }, 120_000);

  test('are of a series of their own for orders that were paid on the test page, whatever their kind', async () => {
    const real = async () => {
      const { _id } = await handOver();
      return (await invoiceOf(_id)).number;
    };
    const before = await real();
    const shopper = await createShopper(db);
    const { _id } = await place(shopper);
    await db.query(sql`
      insert into payment_session (id, provider, order_id, amount_paise, url, created_at, updated_at)
      values (${newId()}, 'sandbox', ${_id}, 100, 'https://pay.example', now(), now())`);
    await move(_id, 'PACKING');
    await move(_id, 'OUT_FOR_DELIVERY');
    await move(_id, 'DELIVERED');
    await refund(_id, [{ position: 0, amount: 10 }]);
    const documents = await documentsOf(_id);
    expect(documents.map(({ kind }) => kind)).toEqual(['TAX_INVOICE', 'CREDIT_NOTE']);
    const numbers = documents.map(({ number }) => Number(/^TEST-\d{4}-(\d{6})$/.exec(number)?.[1]));
    expect(numbers).toEqual([numbers[0], (numbers[0] ?? 0) + 1]);
    const countOf = (number: string) => Number(number.split('-').at(-1));
    expect(countOf(await real())).toBe(countOf(before) + 1);
    // The names of the recipients of test documents can be removed too, and nothing else of them changes.
    await db.query(sql`update tax_document set recipient = '{}' where order_id = ${_id}`);
    for (const change of [sql`is_test = false`, sql`number = 'INV-2627-999999'`])
      await expect(db.query(sql`update tax_document set ${change} where order_id = ${_id}`)).rejects.toThrow(
        'never changed',
      );
  });

  test('have no gap after a hand-over that failed', async () => {
    const { _id } = await place(await createShopper(db));
    await move(_id, 'PACKING');
    const before = await numbersOf('TAX_INVOICE');
    // The last statement of the hand-over is the audit entry.
    await db.query(sql`
      create function fail_audit() returns trigger language plpgsql as $$ begin raise exception 'Power cut.'; end $$`);
    await db.query(sql`
      create trigger fail_audit before insert on audit_entry for each row execute function fail_audit()`);
    await expect(move(_id, 'OUT_FOR_DELIVERY')).rejects.toThrow('Power cut.');
    expect(await documentsOf(_id)).toEqual([]);
    await db.query(sql`drop trigger fail_audit on audit_entry`);
    await move(_id, 'OUT_FOR_DELIVERY');
    expect(await numbersOf('TAX_INVOICE')).toHaveLength(before.length + 1);
    expect((await numbersOf('TAX_INVOICE')).at(-1)?.count).toBe(before.length + 1);
  });

  test('begin again with each financial year of India', async () => {
    const at = async (now: string) => {
      const admin = await createAdmin(db, 'Meera', { now: () => new Date(now) });
      const { _id } = await place(await createShopper(db), { [butter]: 1 });
      await move(_id, 'PACKING');
      await move(_id, 'OUT_FOR_DELIVERY', admin);
      return (await invoiceOf(_id)).number;
    };
    expect(await at('2031-03-31T18:29:59Z')).toBe('INV-3031-000001');
    expect(await at('2031-03-31T18:30:00Z')).toBe('INV-3132-000001');
    expect(await at('2031-03-31T18:29:59Z')).toBe('INV-3031-000002');
  });
});

describe('a refund after the hand-over', () => {
  async function delivered(goods?: Record<string, number>) {
    await change({ legal, charges });
    const order = await handOver(goods);
    await move(order._id, 'DELIVERED');
    return order;
  }
  const notesOf = async (_id: string) => (await documentsOf(_id)).slice(1);

  test.each(['SOURCE', 'CREDIT'])('as %s makes a credit note that refers to the invoice', async (to) => {
    const { _id } = await delivered({ [butter]: 2 });
    await refund(_id, [{ position: 0, amount: 105 }], { to });
    const invoice = await invoiceOf(_id);
    const [note, ...others] = await notesOf(_id);
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      ...{ kind: 'CREDIT_NOTE', totalPaise: 10_500, recipient: invoice.recipient },
      content: {
        invoice: { number: invoice.number, issuedAt: invoice.issuedAt },
        reason: 'It was torn.',
        bill: [{ name: 'Butter', amountPaise: 10_500 }],
      },
      lines: [{ name: 'Butter', hsn: '0405', taxablePaise: 10_000, cgstPaise: 250, sgstPaise: 250 }],
    });
    expect(note?.number).toMatch(/^CRN-\d{4}-\d{6}$/);
  });

  test('in several parts gives back the tax of the invoice, to the paisa', async () => {
    const { _id } = await delivered();
    await refund(_id, [{ position: 0, amount: 33.33 }], { chargesAmt: 7.77 });
    await refund(_id, [
      { position: 0, amount: 100.01 },
      { position: 1, amount: 0.01 },
    ]);
    await refund(_id, [], { chargesAmt: 0.01 });
    const left = (await meera.call('getRefundable', { _id })).data;
    await refund(
      _id,
      left.lines.map(({ position, refundableAmt: amount }) => ({ position, amount })),
      { chargesAmt: left.chargesAmt },
    );
    const invoice = await invoiceOf(_id);
    const notes = await notesOf(_id);
    expect(notes.map(({ totalPaise }) => totalPaise)).toEqual([4110, 10_002, 1, invoice.totalPaise - 14_113]);
    expect(addTax(notes.flatMap(({ lines }) => lines))).toEqual(addTax(invoice.lines));
  });

  test('that a second tap or another administrator repeats makes one credit note', async () => {
    const { _id } = await delivered();
    const { totalAmt } = (await meera.call('getRefundable', { _id })).data;
    const lines = [{ position: 0, amount: 10 }];
    const input = { _id, totalAmt, lines, to: 'CREDIT', message: 'Torn' };
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => meera.call('refundItems', input)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await notesOf(_id)).toHaveLength(1);
  });

  test('beyond the invoice is refused by the database', async () => {
    const { _id } = await delivered({ [butter]: 1 });
    const copy = sql`
      insert into tax_document (id, kind, financial_year, count, number, order_id, invoice_id, issued_at, supply_state_code,
        is_inter_state, total_paise, tax_paise, lines, content, recipient)
      select 'copy' || id, 'CREDIT_NOTE', financial_year, 900001, 'CRN-COPY', order_id, id, issued_at, supply_state_code,
        is_inter_state, total_paise + 1, 0, jsonb_build_array(lines -> 0 || jsonb_build_object(
          'totalPaise', total_paise + 1, 'goodsPaise', total_paise + 1, 'chargesPaise', 0, 'taxablePaise', total_paise + 1,
          'cgstPaise', 0, 'sgstPaise', 0)), content, recipient
      from tax_document where order_id = ${_id} and invoice_id is null`;
    await refund(_id, [{ position: 0, amount: 1 }]);
    await expect(db.query(copy)).rejects.toThrow('Credit notes exceed their invoice.');
  });
});

describe('a business that buys', () => {
  const toBusiness = ({ addressId }: Pick<Shopper, 'addressId'>) =>
    db.query(sql`
      update address set business_name = 'Spice Route', gstin = '29AAGCB7383J1Z4' where id = ${addressId}`);

  test('is the recipient of invoice and credit note, and the place of supply is that of the delivery', async () => {
    const shopper = await createShopper(db);
    await toBusiness(shopper);
    const { _id } = await handOver({ [butter]: 1, [rice]: 1 }, shopper);
    await move(_id, 'DELIVERED');
    await refund(_id, [{ position: 0, amount: 1 }]);
    const documents = await documentsOf(_id);
    expect(documents).toHaveLength(2);
    for (const { recipient, supplyStateCode, isInterState, content } of documents) {
      expect(recipient).toMatchObject({
        name: 'Spice Route',
        gstin: '29AAGCB7383J1Z4',
        deliveredTo: 'A shopper',
      });
      expect([supplyStateCode, isInterState]).toEqual(['27', false]);
      // Rule 46A is for unregistered recipients.
      expect(content.title).toBeUndefined();
    }
    const { data } = await meera.call('getBoardOrder', { _id });
    expect(data.delivery_address).toMatchObject({ business_name: 'Spice Route', gstin: '29AAGCB7383J1Z4' });
  });

  test('stays on its documents when the account is deleted, without telephone', async () => {
    const shopper = await createShopper(db);
    await toBusiness(shopper);
    const { _id } = await handOver({ [butter]: 1 }, shopper);
    await move(_id, 'DELIVERED');
    await inTransaction(meera.context, (transaction) =>
      anonymiseOrders(transaction, { id: shopper.userId, name: 'Asha' }),
    );
    expect((await invoiceOf(_id)).recipient).toMatchObject({
      ...{
        name: 'Spice Route',
        gstin: '29AAGCB7383J1Z4',
        addressLine: '12 Lake Road',
        mobile: '',
        deliveredTo: '',
      },
    });
  });
});

describe('an account that is deleted', () => {
  const erase = (userId: string) =>
    inTransaction(meera.context, (transaction) => anonymiseOrders(transaction, { id: userId, name: 'Asha' }));

  test('leaves its invoices without name, address and phone number, except where they have to be named', async () => {
    const gold = await addProduct(db, { name: 'Saffron', pricePaise: namedInvoicePaise, stock: 10 });
    const shopper = await createShopper(db);
    await db.query(sql`update address set recipient_name = 'Ravi' where id = ${shopper.addressId}`);
    const small = await handOver({ [butter]: 1 }, shopper);
    const large = await handOver({ [gold]: 1 }, shopper);
    for (const { _id } of [small, large]) {
      await move(_id, 'DELIVERED');
      await refund(_id, [{ position: 0, amount: 1 }], { to: 'CREDIT' });
    }
    const before = await documentsOf(small._id);
    await erase(shopper.userId);
    const bare = { deliveredTo: '', landmark: '', mobile: '', state: 'Maharashtra', country: 'India' };
    const nothing = { ...bare, name: '', addressLine: '', city: '', pincode: '' };
    expect(await documentsOf(small._id)).toEqual(before.map((each) => ({ ...each, recipient: nothing })));
    const named = {
      name: before[0]?.recipient.name,
      addressLine: '12 Lake Road',
      city: 'Pune',
      pincode: '411001',
    };
    for (const { recipient } of await documentsOf(large._id))
      expect(recipient).toEqual({ ...bare, ...named });
  });
});
