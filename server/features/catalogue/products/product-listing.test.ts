import fc from 'fast-check';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts';
import { withStock } from '#tests/fixtures/seed.ts';
import { selectIdsByCategories } from './product.queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.pool.query(`
    insert into category (id, name) select 'c' || n, 'C' || n from generate_series(0, 2) as n;
    insert into sub_category (id, name) select 's' || n, 'S' || n from generate_series(0, 2) as n;`);
});
afterAll(() => database.drop());

const position = fc.nat({ max: 2 });
const product = fc.nat({ max: 7 });
const change = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    product,
    stock: fc.nat({ max: 1 }),
    age: fc.nat({ max: 3 }),
  }),
  fc.record({ kind: fc.constant('delete' as const), product }),
  fc.record({ kind: fc.constant('stock' as const), product, stock: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('age' as const), product, age: fc.nat({ max: 3 }) }),
  ...(['category', 'sub-category'] as const).flatMap((list) => [
    fc.record({ kind: fc.constant('join' as const), list: fc.constant(list), product, position }),
    fc.record({ kind: fc.constant('join' as const), list: fc.constant(list), product, position }),
    fc.record({ kind: fc.constant('leave' as const), list: fc.constant(list), product, position }),
  ]),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function toStatement(made: Change): Sql {
  const id = `p${made.product}`;
  switch (made.kind) {
    case 'create':
      return withStock(
        sql`insert into product (id, name, unit, price_paise, created_at)
          values (${id}, ${id}, '1 kg', 100, timestamptz '2026-01-01' - ${made.age} * interval '1 d')
          on conflict do nothing`,
        made.stock,
      );
    case 'delete':
      return sql`delete from product where id = ${id}`;
    case 'stock':
      return sql`update product_stock set stock = ${made.stock} where product_id = ${id}`;
    case 'age':
      return sql`update product set created_at = timestamptz '2026-01-01' - ${made.age} * interval '1 d' where id = ${id}`;
    case 'join':
      return made.list === 'category'
        ? sql`insert into product_category select id, ${`c${made.position}`} from product where id = ${id} on conflict do nothing`
        : sql`insert into product_sub_category select id, ${`s${made.position}`} from product where id = ${id} on conflict do nothing`;
    case 'leave':
      return made.list === 'category'
        ? sql`delete from product_category where product_id = ${id} and category_id = ${`c${made.position}`}`
        : sql`delete from product_sub_category where product_id = ${id} and sub_category_id = ${`s${made.position}`}`;
  }
}

const memberships = sql`
  select pc.category_id, coalesce(ps.sub_category_id, '') as sub_category_id, stock = 0 as is_sold_out, p.created_at, p.id
  from product_category pc
  join product p on p.id = pc.product_id
  join product_stock on product_stock.product_id = p.id
  left join product_sub_category ps on ps.product_id = p.id`;

/** The first products of each category, computed from all of them. */
function selectFirstOfAll(limit: number): Promise<{ category_id: string; id: string }[]> {
  return database.db.query(sql`
    with candidate as (
      select *, row_number() over (
        partition by category_id, sub_category_id order by is_sold_out, created_at desc, id desc) as turn
      from (${memberships}) as membership
    ), ranked as (
      select category_id, id, row_number() over (
        partition by category_id order by is_sold_out, min(turn), created_at desc, id desc) as position
      from candidate group by category_id, id, is_sold_out, created_at
    )
    select category_id, id from ranked where position <= ${limit} order by category_id, position`);
}

test('lists contain the products of each category and sub-category in order after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 20, maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      async (changes, limit) => {
        await database.db.query(sql`delete from product`);
        for (const made of changes) await database.db.query(toStatement(made));
        const listed = await database.db.query(sql`
          select category_id, sub_category_id, is_sold_out, created_at, product_id as id from product_listing order by 1, 2, 5`);
        expect(listed).toEqual(await database.db.query(sql`${memberships} order by 1, 2, 5`));
        const first = await selectIdsByCategories(database.db, ['c0', 'c1', 'c2', 'none'], limit);
        expect(first).toEqual(await selectFirstOfAll(limit));
      },
    ),
    { numRuns: 40 },
  );
});
