import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPendingRefund } from '#server/ledger/ledger.ts';
import { selectOrders } from '#server/orders/order.queries.ts';
import { getRefundsDue } from '#server/payments/refund.service.ts';
import { createDatabaseBefore, migrateBefore, type TestDatabase } from '#tests/fixtures/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  // The last version before the jobs moved to Graphile Worker.
  database = await createDatabaseBefore('0010');
  await database.db.query(raw(formerQueue));
  await database.db.query(raw(formerRows));
  await database.db.query(raw(formerCardOrders));
  await migrate(database.db);
});
afterAll(() => database.drop());

/** The table of pg-boss as that version made it, without its partitions. */
const formerQueue = `
  create schema job_queue;
  create type job_queue.job_state as enum
    ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
  create table job_queue.job (
    id uuid primary key default gen_random_uuid(),
    name text not null,
    priority integer not null default 0,
    data jsonb,
    state job_queue.job_state not null default 'created',
    start_after timestamptz not null default now(),
    created_on timestamptz not null default now()
  );`;

const formerRows = `
  insert into account (id, name, email, password_hash) values ('a1', 'Asha', 'asha@example.com', '-');
  insert into product (id, name, unit, stock, price_paise) values ('p1', 'Rice', '1 kg', 7, 5000);
  insert into product (id, name, unit, stock, price_paise, more_details) values
    ('ghee', 'Ghee', '1 l', 0, 100, '{"Fat": "99 %", "bRAND": " Gauvana ", "Type": "Cow"}'),
    ('loose', 'Okra', '1 kg', 0, 100, '{"Brand": "Loose, without a brand"}'),
    ('twice', 'Curd', '1 kg', 0, 100, '{"Brand": "A", "brand": "B"}'),
    ('long', 'Whey', '1 kg', 0, 100, '{"Brand": "A maker\\nof whey"}');
  insert into customer_order (id, order_number, user_id, status, payment_status, sub_total_paise, total_paise,
    delivery_address, promised_at)
  values ('o1', 'ORD-00000001', 'a1', 'PLACED', 'CASH ON DELIVERY', 10000, 10000, '{}', now());
  insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points,
    quantity, taken_off_at)
  values ('o1', 0, 'p1', 'Rice', '1 kg', '', 5000, 0, 2, null), ('o1', 1, 'p1', 'Rice', '1 kg', '', 5000, 0, 1, now());
  insert into order_history (order_id, status, payment_status, mail_queued)
  values ('o1', 'PLACED', 'CASH ON DELIVERY', true), ('o1', 'PACKING', 'CASH ON DELIVERY', false);
  insert into search_miss values ('2026-11-20', 'kombucha', 4);
  insert into job_queue.job (id, name, data, state, priority, start_after) values
    ('00000000-0000-4000-8000-000000000001', 'letter', '{"sealed": "secret", "until": "2026-11-25T00:00:00Z"}', 'retry', 1,
      '2026-11-22T00:00:00Z'),
    ('00000000-0000-4000-8000-000000000002', 'letter', '{"sealed": "sent", "until": ""}', 'completed', 0, now()),
    ('00000000-0000-4000-8000-000000000003', 'refund', '{"refundId": "r1"}', 'active', 0, '2026-11-22T00:00:00Z'),
    ('00000000-0000-4000-8000-000000000004', 'order-expiry', '{"orderId": "o2"}', 'created', 0, '2026-12-01T00:00:00Z'),
    ('00000000-0000-4000-8000-000000000005', 'product-import', '{"importId": "i1"}', 'created', 1, '2026-11-22T00:00:00Z'),
    ('00000000-0000-4000-8000-000000000006', 'refund', '{"refundId": "r2"}', 'failed', 0, now());`;

// Card orders of ₹100: unpaid, paid, partly refunded, with a failed refund, with a refund by hand, with a pending refund.
const formerCardOrders = `
  -- It uses tables of pg-boss that formerQueue lacks.
  alter table customer_order disable trigger unpaid_order_written;
  insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise,
    total_paise, paid_paise, refunded_paise, delivery_address, expires_at)
  values
    ('unpaid', 'ORD-00000002', 'a1', 'PENDING_PAYMENT', 'PENDING', 'CARD', 10000, 10000, 0, 0, '{}', now()),
    ('paid', 'ORD-00000003', 'a1', 'PLACED', 'PAID', 'CARD', 10000, 10000, 10000, 0, '{}', now()),
    ('partly', 'ORD-00000004', 'a1', 'PACKING', 'PAID', 'CARD', 7000, 7000, 10000, 3000, '{}', now()),
    ('failed', 'ORD-00000005', 'a1', 'CANCELLED', 'PAID', 'CARD', 10000, 10000, 10000, 0, '{}', now()),
    ('by-hand', 'ORD-00000006', 'a1', 'CANCELLED', 'REFUNDED', 'CARD', 10000, 10000, 10000, 10000, '{}', now()),
    ('pending', 'ORD-00000007', 'a1', 'CANCELLED', 'PAID', 'CARD', 10000, 10000, 10000, 10000, '{}', now());
  alter table customer_order enable trigger unpaid_order_written;
  insert into payment_session (id, provider, order_id, amount_paise, url, status, payment_id, created_at, updated_at)
  select 'session-' || id, case when id = 'unpaid' then 'sandbox' else 'stripe' end, id, 10000, 'https://pay.example/' || id,
    case when paid_paise > 0 then 'PAID' else 'OPEN' end, case when paid_paise > 0 then 'pi_' || id end,
    '2026-11-20T08:00:00Z', '2026-11-20T08:05:00Z'
  from customer_order where payment_method = 'CARD';
  insert into refund (id, order_id, amount_paise, reason, status, provider_refund_id, created_at, done_at) values
    ('r1', 'partly', 3000, 'Milk was unavailable.', 'DONE', 're_1', '2026-11-20T09:00:00Z', '2026-11-20T09:01:00Z'),
    ('r2', 'failed', 10000, 'Cancelled.', 'FAILED', null, '2026-11-20T09:00:00Z', '2026-11-20T09:01:00Z'),
    ('r3', 'by-hand', 10000, 'Cancelled.', 'FAILED', 're_3', '2026-11-20T09:00:00Z', '2026-11-20T09:01:00Z'),
    ('r4', 'by-hand', 10000, '₹100 refunded: UPI', 'DONE', null, '2026-11-20T09:02:00Z', '2026-11-20T09:02:00Z'),
    ('r5', 'pending', 10000, 'Cancelled.', 'PENDING', null, '2026-11-20T09:00:00Z', null);
  insert into order_history (order_id, status, payment_status, changed_as, mail_queued)
  values ('paid', 'PENDING_PAYMENT', 'PENDING', 'shopper', true), ('paid', 'PLACED', 'PAID', 'shop', true);`;

/** Two products, an open order and one on its way, of the last version without tax. */
const untaxedShop = `
  insert into account (id, name, email, password_hash) values ('a1', 'Asha', 'asha@example.com', '-');
  with added as (
    insert into product (id, name, unit, price_paise, discount_basis_points, brand, sku, barcode, origin, cost_price_paise, location,
      more_details) values
      ('rice', 'Rice', '1 kg', 5000, 1000, 'Gauvana', 'R-1', '4006381333931', 'India', 3000, 'A2', '{"Fat": "1 %"}'),
      ('dal', 'Dal', '500 g', 4000, 0, '', '', '', '', null, '', '{}')
    returning id)
  insert into product_stock (product_id, stock) select id, 7 from added order by id;
  insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise, total_paise, bill,
    delivery_address, promised_by)
  values
    ('o1', 'ORD-00000001', 'a1', 'PLACED', 'CASH ON DELIVERY', 'CASH', 5000, 4500, '[{"kind": "ITEMS", "amount_paise": 4500}]', '{}', now()),
    ('o2', 'ORD-00000002', 'a1', 'OUT_FOR_DELIVERY', 'CASH ON DELIVERY', 'CASH', 14000, 13000,
      '[{"kind": "ITEMS", "amount_paise": 13000}]', '{}', now());
  insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity) values
    ('o1', 0, 'rice', 'Rice', '1 kg', '', 5000, 1000, 1), ('o2', 0, 'rice', 'Rice', '1 kg', '', 5000, 1000, 2),
    ('o2', 1, 'dal', 'Dal', '500 g', '', 4000, 0, 1);`;

test('keeps the pending jobs of pg-boss, and drops its tables', async () => {
  const jobs = await database.db.query(sql`
    select t.identifier as task, j.payload, j.key, j.priority, j.run_at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`);
  const due = new Date('2026-11-22T00:00:00Z');
  expect(jobs).toEqual([
    {
      task: 'send-order-email',
      payload: { changeId: 2 },
      key: 'order-email-2',
      priority: 10,
      run_at: expect.any(Date),
    },
    {
      task: 'send-email',
      payload: { encrypted: 'secret', until: '2026-11-25T00:00:00Z' },
      key: '00000000-0000-4000-8000-000000000001',
      priority: 0,
      run_at: due,
    },
    {
      task: 'import-products',
      payload: { importId: 'i1' },
      key: 'import-products-i1',
      priority: 0,
      run_at: due,
    },
    {
      task: 'expire-order',
      payload: { orderId: 'o2' },
      key: 'expire-order-o2',
      priority: 0,
      run_at: new Date('2026-12-01T00:00:00Z'),
    },
    { task: 'send-refund', payload: { refundId: 'r1' }, key: 'send-refund-r1', priority: 0, run_at: due },
  ]);
  expect(await database.db.query(sql`select to_regnamespace('job_queue') as schema`)).toEqual([
    { schema: null },
  ]);
});
test('keeps orders, searches and search text under the standard names', async () => {
  expect(
    await database.db.query(sql`
      select o.promised_by is not null as is_promised, l.position, l.unavailable_at is not null as is_unavailable
      from customer_order o join order_line l on l.order_id = o.id order by l.position`),
  ).toEqual([
    { is_promised: true, position: 0, is_unavailable: false },
    { is_promised: true, position: 1, is_unavailable: true },
  ]);
  expect(
    await database.db.query(sql`select words, count, zero_result_count, product_count from search_count`),
  ).toEqual([{ words: 'kombucha', count: 4, zero_result_count: 4, product_count: null }]);
  const found = () =>
    database.db.query(sql`
      select product_id from product_search where (product_text || category_text) @@ 'rice'::tsquery`);
  expect(await found()).toEqual([{ product_id: 'p1' }]);
  await database.db.query(sql`update product set name = 'Red Lentils' where id = 'p1'`);
  expect(await found()).toEqual([]);
});
test('moves the detail Brand to the brand of a product, and keeps a detail that is no single brand of one line', async () => {
  const products = await database.db.query(sql`
    select p.id, brand, more_details::text as details, product_text::text ~ 'gauvana'':[0-9]+B' as is_searched
    from product p join product_search on product_id = p.id where p.id <> 'p1' order by p.id`);
  expect(products).toEqual([
    { id: 'ghee', brand: 'Gauvana', details: '{ "Fat" : "99 %", "Type" : "Cow" }', is_searched: true },
    { id: 'long', brand: '', details: '{"Brand": "A maker\\nof whey"}', is_searched: false },
    { id: 'loose', brand: '', details: '{"Brand": "Loose, without a brand"}', is_searched: false },
    { id: 'twice', brand: '', details: '{"Brand": "A", "brand": "B"}', is_searched: false },
  ]);
});

test('moves the detail Country of origin to the origin of a product without one', async () => {
  const old = await createDatabaseBefore('0075');
  const details = {
    moved: { Fat: '3 %', 'Country of origin': ' India ', Type: 'Cow' },
    known: { 'Country of origin': 'India' },
    long: { 'Country of origin': 'x'.repeat(61) },
    lines: { 'Country of origin': 'India\nNepal' },
    other: { 'country of origin': 'India', Origin: 'Nepal' },
    empty: { 'Country of origin': ' ' },
  };
  for (const [id, more] of Object.entries(details)) {
    await old.db.query(sql`
      with added as (
        insert into product (id, name, unit, price_paise, origin, more_details, updated_at)
        values (${id}, ${id}, '1 kg', 100, ${id === 'known' ? 'Nepal' : ''}, ${JSON.stringify(more)}::text::json, '2026-01-01')
        returning id)
      insert into product_stock (product_id, stock) select id, 5 from added`);
  }
  await migrate(old.db);
  const products = await old.db.query<{
    id: string;
    origin: string;
    more_details: object;
    is_new: boolean;
  }>(sql`
    select id, origin, more_details, updated_at > '2026-01-01' as is_new from product`);
  const found = Object.fromEntries(products.map(({ id, ...rest }) => [id, rest]));
  const unchanged = Object.entries(details).map(([id, more]) => [
    id,
    { origin: id === 'known' ? 'Nepal' : '', more_details: more, is_new: false },
  ]);
  expect(found).toEqual({
    ...Object.fromEntries(unchanged),
    moved: { origin: 'India', more_details: { Fat: '3 %', Type: 'Cow' }, is_new: true },
  });
  await old.drop();
});

test('keeps products, orders and invoices of a shop from before tax, and knows no rate of theirs', async () => {
  const old = await createDatabaseBefore('0070');
  try {
    await old.db.query(raw(untaxedShop));
    const kept = [
      sql`select id, name, unit, images, price_paise, discount_basis_points, brand, sku, barcode, origin, cost_price_paise,
        location, more_details::text as details, created_at, updated_at from product order by id`,
      sql`select product_id, stock from product_stock order by product_id`,
      sql`select product_id, difference, stock, cause from stock_change order by id`,
      sql`select id, order_number, user_id, status, payment_status, payment_method, sub_total_paise, total_paise, bill,
        delivery_address, delivered_at, created_at from customer_order order by id`,
      sql`select order_id, position, product_id, name, unit, price_paise, discount_basis_points, quantity, unavailable_at
        from order_line order by order_id, position`,
    ];
    const read = () => Promise.all(kept.map((query) => old.db.query(query)));
    const before = await read();
    expect(before.map(({ length }) => length)).toEqual([2, 2, 2, 2, 3]);
    await migrateBefore(old.db, '0076');
    // The invoice and credit note of an order that was handed over after the update to tax documents.
    const line = (position: number, quantity: number, goodsPaise: number) => ({
      ...{
        position,
        quantity,
        goodsPaise,
        chargesPaise: 0,
        totalPaise: goodsPaise,
        taxablePaise: goodsPaise,
      },
      ...{ cgstPaise: 0, sgstPaise: 0, igstPaise: 0, cessPaise: 0, gstBasisPoints: 0, cessBasisPoints: 0 },
      ...{ name: 'Rice', unit: '1 kg', hsn: '', pricePaise: goodsPaise / quantity, discountBasisPoints: 0 },
    });
    const issue = (id: string, invoiceId: string | null, lines: ReturnType<typeof line>[]) => {
      const kind = invoiceId === null ? 'BILL_OF_SUPPLY' : 'CREDIT_NOTE';
      const total = lines.reduce((sum, { totalPaise }) => sum + totalPaise, 0);
      return old.db.query(sql`
        with series as (insert into tax_document_series (kind, financial_year, last_count) values (${kind}, 2026, 1) returning kind)
        insert into tax_document (id, kind, financial_year, count, number, order_id, invoice_id, issued_at, supply_state_code,
          is_inter_state, total_paise, tax_paise, lines, content, recipient)
        select ${id}, kind, 2026, 1, ${id}, 'o2', ${invoiceId}, '2026-11-20T10:00:00Z', '27', false, ${total}, 0,
          ${JSON.stringify(lines)}::text::jsonb, '{}', '{}' from series`);
    };
    await issue('BOS-2627-000001', null, [line(0, 2, 9000), line(1, 1, 4000)]);
    await issue('CRN-2627-000001', 'BOS-2627-000001', [line(0, 2, 1500)]);
    await migrate(old.db);
    expect(await read()).toEqual(before);
    expect(
      await old.db.query(sql`
        select distinct hsn, gst_basis_points, cess_basis_points, status, maximum_per_order, family, low_stock_threshold from product`),
    ).toEqual([
      {
        ...{ hsn: '', gst_basis_points: null, cess_basis_points: null },
        ...{ status: 'active', maximum_per_order: null, family: '', low_stock_threshold: null },
      },
    ]);
    expect(
      await old.db.query(sql`
        select distinct hsn, gst_basis_points, cess_basis_points, cost_price_paise from order_line`),
    ).toEqual([{ hsn: null, gst_basis_points: null, cess_basis_points: null, cost_price_paise: null }]);
    const issued_at = new Date('2026-11-20T10:00:00Z');
    expect(
      await old.db.query(sql`select * from invoiced_line order by document_id collate "C", position`),
    ).toEqual([
      {
        ...{ document_id: 'BOS-2627-000001', position: 0, issued_at, is_credit: false, product_id: 'rice' },
        ...{ quantity: 2, goods_paise: 9000, taxable_paise: 9000, cost_paise: null },
      },
      {
        ...{ document_id: 'BOS-2627-000001', position: 1, issued_at, is_credit: false, product_id: 'dal' },
        ...{ quantity: 1, goods_paise: 4000, taxable_paise: 4000, cost_paise: null },
      },
      {
        ...{ document_id: 'CRN-2627-000001', position: 0, issued_at, is_credit: true, product_id: 'rice' },
        ...{ quantity: 0, goods_paise: -1500, taxable_paise: -1500, cost_paise: null },
      },
    ]);
  } finally {
    await old.drop();
  }
});

test('marks the orders of the sandbox as test payments', async () => {
  const orders = await selectOrders(database.db, 'a1', 100, 0);
  expect(orders.filter((order) => order.is_test_payment).map(({ id }) => id)).toEqual(['unpaid']);
});

test('carries payments and refunds over to the ledger', async () => {
  const entries = await database.db.query(sql`
    select order_id, kind, amount_paise, status, provider, provider_reference, created_at, settled_at
    from ledger_entry order by order_id, created_at, id`);
  const [paidAt, createdAt, settledAt] = ['08:05', '09:00', '09:01'].map(
    (time) => new Date(`2026-11-20T${time}:00Z`),
  );
  const payment = (order: string) => ({
    ...{ order_id: order, kind: 'PAYMENT', amount_paise: 10_000, status: 'DONE', provider: 'stripe' },
    ...{ provider_reference: `pi_${order}`, created_at: paidAt, settled_at: paidAt },
  });
  const refund = (order: string, status: string, reference: string | null = null) => ({
    ...{ order_id: order, kind: 'REFUND', amount_paise: 10_000, status, provider: 'stripe' },
    ...{ provider_reference: reference, created_at: createdAt, settled_at: settledAt },
  });
  const byHandAt = new Date('2026-11-20T09:02:00Z');
  expect(entries).toEqual([
    payment('by-hand'),
    refund('by-hand', 'FAILED', 're_3'),
    { ...refund('by-hand', 'DONE'), provider: null, created_at: byHandAt, settled_at: byHandAt },
    payment('failed'),
    refund('failed', 'FAILED'),
    payment('paid'),
    payment('partly'),
    { ...refund('partly', 'DONE', 're_1'), amount_paise: 3000 },
    payment('pending'),
    { ...refund('pending', 'PENDING'), settled_at: null },
  ]);
});
test('keeps the totals of orders, the refunds due and the history', async () => {
  const { db } = database;
  const totals = () =>
    db.query(sql`
      select id, paid_paise as paid, refunded_paise as refunded from customer_order
      where payment_method = 'CARD' order by order_number`);
  const expected = [
    { id: 'unpaid', paid: 0, refunded: 0 },
    { id: 'paid', paid: 10_000, refunded: 0 },
    { id: 'partly', paid: 10_000, refunded: 3000 },
    { id: 'failed', paid: 10_000, refunded: 0 },
    { id: 'by-hand', paid: 10_000, refunded: 10_000 },
    { id: 'pending', paid: 10_000, refunded: 10_000 },
  ];
  expect(await totals()).toEqual(expected);
  expect(await getRefundsDue({ db })).toEqual({ orders: 1, amount: 100 });
  expect(await findPendingRefund(db, 'r5')).toMatchObject({ provider: 'stripe', payment_id: 'pi_pending' });
  // The trigger of the ledger computes the same totals.
  await db.query(sql`update ledger_entry set reason = reason`);
  expect(await totals()).toEqual(expected);
  expect(
    await db.query(sql`select status, changed_as from order_history where order_id = 'paid' order by id`),
  ).toEqual([
    { status: 'PENDING_PAYMENT', changed_as: 'shopper' },
    { status: 'PLACED', changed_as: 'system' },
  ]);
});
