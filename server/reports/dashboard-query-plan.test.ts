import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { Database } from '#server/database/connect.ts';
import { testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { openExplained, type Plan, toNodes } from '#tests/fixtures/explained.ts';
import { addShopper } from '#tests/fixtures/seed.ts';
import { getDashboard } from './dashboard.service.ts';

const orders = 100_000;
const days = 100;
const clock = { now: new Date('2026-11-21T06:30:00Z'), timeZone: 'Asia/Kolkata' };

const database = await openTestDatabase();
// Without the time limit of statements: on a busy machine these take longer.
const db = new Database({ connectionString: database.url, max: 1 });
await fill(db);
await db.close();

/** Five thousand products, and a thousand orders of three lines a day. */
async function fill(db: Database): Promise<void> {
  const userId = await addShopper(db);
  await db.query(sql`
    with inserted as (
      insert into product (id, name, unit, price_paise, description)
      select 'p' || n, 'Product ' || n, '1 pc', 10000, repeat('Good with everything. ', 20)
      from generate_series(1, 5000) as n
      returning id
    )
    insert into product_stock (product_id, stock) select id, substr(id, 2)::integer % 60 from inserted`);
  // Ids start with the time, like real ones. All are paid, so none is among the payments to confirm.
  await db.query(sql`
    insert into customer_order (id, order_number, user_id, status, payment_status, payment_method, sub_total_paise, total_paise,
      bill, delivery_address, created_at, promised_by, delivered_at)
    select 'o' || lpad(n::text, 8, '0'), 'ORD-' || lpad(n::text, 8, '0'), ${userId},
      case when n % 20 = 0 then 'CANCELLED' else 'DELIVERED' end, 'PAID', 'CARD', 30000, 30000, '[{"kind": "ITEMS", "amount_paise": 30000}]',
      jsonb_build_object('address_line', repeat('Lake Road ', 10)),
      at, at + interval '10 minutes', case when n % 20 <> 0 then at + interval '9 minutes' end
    from generate_series(1, ${orders}::int) as n
    cross join lateral (
      select ${clock.now}::timestamptz - (${orders}::int - n) * interval '1 day' * ${days}::int / ${orders}::int as at
    ) as moment`);
  await db.query(sql`
    insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity)
    select 'o' || lpad(n::text, 8, '0'), line, 'p' || 1 + (n * 7 + line * 1009) % 5000, 'Product', '1 pc', '', 10000, 0, 1
    from generate_series(1, ${orders}::int) as n, generate_series(0, 2) as line`);
  await db.query(sql`vacuum analyze`);
}

test('the dashboard never scans all of 100,000 orders', async () => {
  const plans: Plan[] = [];
  const db = openExplained(database, plans);
  // After five executions PostgreSQL may switch to a generic plan.
  for (let round = 0; round < 8; round += 1) {
    const began = performance.now();
    await getDashboard(testContext(db, { now: () => clock.now }));
    console.info(`The dashboard over ${orders} orders: ${(performance.now() - began).toFixed(0)} ms`);
  }
  await db.close();
  const nodes = plans.flatMap(toNodes);
  const readWhole = nodes
    .filter((node) => node['Node Type'].includes('Seq Scan'))
    .map((node) => node['Relation Name']);
  expect(readWhole).toContain('product_stock');
  expect(readWhole).not.toContain('customer_order');
  expect(readWhole).not.toContain('order_line');
  const indexes = new Set(nodes.flatMap((node) => node['Index Name'] ?? []));
  expect(indexes).toContain('order_by_time');
  expect(indexes).toContain('order_line_pkey');
});
