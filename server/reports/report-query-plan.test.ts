import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { reportKinds } from '#contract/reports/reports.ts';
import { Database } from '#server/database/connect.ts';
import type { RequestContext } from '#server/http/context.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { openExplained, type Plan, toNodes } from '#tests/fixtures/explained.ts';
import { addShopper } from '#tests/fixtures/seed.ts';
import { getDashboard } from './dashboard.service.ts';
import { getReport } from './report.service.ts';

const orders = 60_000;
const days = 360;
const now = () => new Date('2026-11-21T18:29:00Z');

const database = await openTestDatabase();
// Without the time limit of statements: on a busy machine these take longer.
const db = new Database({ connectionString: database.url, max: 1 });
await fill(db);
await db.close();

/** Five thousand products, and orders of four lines in a year, many of them with a coupon and a fee. */
async function fill(db: Database): Promise<void> {
  const userId = await addShopper(db);
  await db.query(sql`
    with inserted as (
      insert into product (id, name, unit, price_paise) select 'p' || n, 'Product ' || n, '1 pc', 10000
      from generate_series(1, 5000) as n returning id
    )
    insert into product_stock (product_id, stock) select id, substr(id, 2)::integer % 60 from inserted`);
  // Ids start with the time, like real ones.
  await db.query(sql`
    insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise, total_paise,
      bill, delivery_address, created_at, promised_by, delivered_at)
    select 'o' || lpad(n::text, 8, '0'), 'ORD-' || lpad(n::text, 8, '0'), ${userId},
      case when n % 20 = 0 then 'CANCELLED' else 'DELIVERED' end, 'PAID', 'CARD', 40000, 37500,
      '[{"kind": "ITEMS", "amount_paise": 40000}, {"kind": "COUPON", "name": "SAVE50", "amount_paise": -5000}, {"kind": "DELIVERY", "amount_paise": 2500}]',
      jsonb_build_object('address_line', repeat('Lake Road ', 10)),
      at, at + interval '10 minutes', case when n % 20 <> 0 then at + n % 13 * interval '1 minute' end
    from generate_series(1, ${orders}::int) as n
    cross join lateral (
      select ${now()}::timestamptz - (${orders}::int - n) * interval '1 day' * ${days}::int / ${orders}::int as at
    ) as moment`);
  await db.query(sql`
    insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity,
      cost_price_paise)
    select 'o' || lpad(n::text, 8, '0'), line, 'p' || 1 + (n * 7 + line * 1009) % 5000, 'Product with a name', '1 pc',
      '/images/0123456789abcdef/640.webp', 10000, 0, 1, 8000
    from generate_series(1, ${orders}::int) as n, generate_series(0, 3) as line`);
  await addInvoices(db);
  await db.query(sql`vacuum analyze`);
}

/** An invoice of every third order, a payment and a refund of every tenth. */
async function addInvoices(db: Database): Promise<void> {
  await db.query(sql`
    insert into tax_document_series (kind, financial_year, last_count) values ('BILL_OF_SUPPLY', 2026, ${orders})`);
  const lines = [0, 1, 2, 3].map((position) => ({
    ...{ position, name: 'Product with a name', goodsPaise: 8750, chargesPaise: 625, totalPaise: 9375 },
    ...{ taxablePaise: 9375, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, cessPaise: 0 },
  }));
  await db.query(sql`
    insert into tax_document (id, kind, financial_year, count, number, order_id, issued_at, supply_state_code, is_inter_state,
      total_paise, tax_paise, lines, content, recipient)
    select id, 'BILL_OF_SUPPLY', 2026, substr(id, 2)::integer, 'BOS-' || substr(id, 2), id, created_at, '27', false, 37500, 0,
      ${JSON.stringify(lines)}::text::jsonb, '{}', '{}'
    from customer_order where substr(id, 2)::integer % 3 = 0`);
  await db.query(sql`
    insert into ledger_entry (id, order_id, kind, amount_paise, status, provider, reason, created_at, settled_at)
    select kind || id, id, kind, case kind when 'PAYMENT' then 37500 else 1000 end, 'DONE', 'sandbox',
      case kind when 'REFUND' then 'Torn' end, created_at, created_at
    from unnest(array['PAYMENT', 'REFUND']) with ordinality as entry (kind, place) cross join customer_order
    where substr(id, 2)::integer % 10 = 0 order by place`);
}

/** The nodes of the plans of all statements, and the tables that they read as a whole. */
async function explain(read: (context: RequestContext) => Promise<unknown>) {
  const plans: Plan[] = [];
  const db = openExplained(database, plans);
  await read(testContext(db, { now }));
  await db.close();
  const nodes = plans.flatMap(toNodes);
  const scans = nodes.filter((node) => node['Node Type'].includes('Seq Scan'));
  return { nodes, readWhole: scans.map((node) => node['Relation Name']) };
}

test('the planner knows how many payments are of a day', async () => {
  const [plan] = await database.db.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(sql`
    explain (format json) select from ledger_entry
    where coalesce(counts_at, settled_at) >= ${now()}::timestamptz - interval '1 day'`);
  // A third of all without statistics.
  expect(plan?.['QUERY PLAN'][0].Plan['Plan Rows']).toBeLessThan(100);
});

test('the dashboard never scans all orders of a year', async () => {
  const { nodes, readWhole } = await explain(async (context) => {
    // After five executions PostgreSQL may switch to a generic plan.
    for (let round = 0; round < 8; round += 1) await getDashboard(context);
  });
  expect(readWhole).toContain('product_stock');
  for (const table of ['customer_order', 'order_line']) expect(readWhole).not.toContain(table);
  const indexes = new Set(nodes.flatMap((node) => node['Index Name'] ?? []));
  for (const index of ['order_by_time', 'order_line_pkey']) expect(indexes).toContain(index);
});

test.each(reportKinds)('the report %s about a week reads no other orders of a year', async (report) => {
  const { nodes, readWhole } = await explain((context) =>
    getReport(context, { report, range: 'last-7-days' }),
  );
  for (const table of ['customer_order', 'order_line', 'ledger_entry', 'tax_document', 'invoiced_line'])
    expect(readWhole).not.toContain(table);
  expect(nodes.length).toBeGreaterThan(0);
});

test.each(reportKinds)('the report %s about the whole year is read', async (report) => {
  const context = testContext(database.db, { now });
  const began = performance.now();
  const { range } = await getReport(context, {
    ...{ report, range: 'today', from: '2025-11-22', to: '2026-11-21' },
  });
  console.info(`${report} over ${orders} orders: ${(performance.now() - began).toFixed(0)} ms`);
  expect(range.from).toBe('2025-11-22');
});
