import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { ParsedInput } from '#contract/api.ts';
import { maximumCounted, maximumFound } from '#contract/base/limits.ts';
import { Database } from '#server/database/connect.ts';
import { listStaffOrders } from '#server/orders/staff-orders.service.ts';
import { asStaff, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { openExplained, type Plan, toNodes } from '#tests/fixtures/explained.ts';
import { listCustomers } from './customers.service.ts';

const shoppers = 4000;
const orders = 20_000;

const database = await openTestDatabase();
// Without the time limit of statements: on a busy machine these take longer.
const db = new Database({ connectionString: database.url, max: 1 });
await fill(db);
await db.close();

/** Shoppers who are all named Kumar, with five orders each; the newest order is of the first shopper. */
async function fill(db: Database): Promise<void> {
  await db.query(sql`
    insert into account (id, name, email, password_hash, created_at)
    select 's' || n, 'Kumar ' || n || 'th', 'shopper' || n || '@mail.example', '-', now() - (9000 - n) * interval '1 hour'
    from generate_series(1, ${shoppers}::int) as n`);
  await db.query(sql`
    insert into customer_order (id, order_number, user_id, status, payment_status, sub_total_paise, total_paise, bill,
      delivery_address, created_at, delivered_at)
    select 'o' || n, 'ORD-' || lpad(n::text, 8, '0'), 's' || 1 + (${orders}::int - n) % ${shoppers}::int,
      case when n > ${orders - 40}::int then 'PLACED' else 'DELIVERED' end, 'CASH ON DELIVERY', 40000, 40000,
      '[{"kind": "ITEMS", "amount_paise": 40000}]', jsonb_build_object('mobile', '98' || lpad((n % 9000)::text, 8, '0')),
      at, case when n <= ${orders - 40}::int then at end
    from generate_series(1, ${orders}::int) as n
    cross join lateral (select now() - (${orders}::int - n) * interval '1 minute' as at) as placed`);
  await db.query(sql`
    insert into order_line (order_id, position, product_id, name, unit, image, price_paise, discount_basis_points, quantity)
    select id, 0, 'p1', 'Milk', '1 l', '', 40000, 0, 1 from customer_order`);
  await db.query(sql`vacuum analyze`);
}

const page = { page: 1, limit: 20 };
const listOrders = (search: string, status: ParsedInput<'listBoard'>['status'] = 'ALL', from = database.db) =>
  listStaffOrders(asStaff({ ...testContext(from), caller: { userId: '', sessionId: '' } }), {
    ...{ ...page, search, status },
  });
const findCustomers = (search: string, from = database.db) =>
  listCustomers(testContext(from), { ...page, search, filter: 'ALL' });
const first = async (found: Promise<{ data: { _id: string }[]; totalCount: number }>) => {
  const { data, totalCount } = await found;
  return [data[0]?._id, totalCount];
};

test('orders and customers of a name that all have are the newest, and of few others those that match', async () => {
  expect(await first(listOrders('kumar'))).toEqual([`o${orders}`, maximumFound]);
  expect(await first(listOrders('kumar', 'DELIVERED'))).toEqual([`o${orders - 40}`, maximumFound]);
  expect(await first(listOrders('kumar', 'OPEN'))).toEqual([`o${orders - 39}`, 40]);
  expect(await first(listOrders('kumar 1985th'))).toEqual([`o${orders - 1984}`, 5]);
  expect(await first(listOrders('980000198'))).toEqual(['o19989', 30]);
  expect(await first(listOrders('9800001985'))).toEqual(['o19985', 3]);
  expect(await first(listOrders('1985'))).toEqual(['o18016', 7]);
  expect(await first(findCustomers('kumar'))).toEqual([`s${shoppers}`, maximumFound]);
  expect(await first(findCustomers('kumar 1985th'))).toEqual(['s1985', 1]);
});

test('lists without a search count at most 10,000', async () => {
  expect(await first(listOrders(''))).toEqual([`o${orders}`, maximumCounted]);
});

test('a search reads neither all orders nor all accounts', async () => {
  const plans: Plan[] = [];
  const explained = openExplained(database, plans);
  // After five executions PostgreSQL may switch to a generic plan.
  for (let round = 0; round < 8; round += 1)
    for (const search of ['kumar', `kumar 1${round}5th`, `98000019${round}5`, `019${round}5`, 'none'])
      for (const status of ['ALL', 'OPEN'] as const) {
        await listOrders(search, status, explained);
        await findCustomers(search, explained);
      }
  await explained.close();
  const read = plans
    .flatMap(toNodes)
    .filter((node) => ['customer_order', 'account'].includes(node['Relation Name'] ?? ''));
  expect(Math.max(...read.map((node) => node['Actual Rows']))).toBeLessThanOrEqual(1000);
});
