import fc from 'fast-check';
import sql, { type Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { PageRange } from '#server/base/select-page.ts';
import { selectNewest } from '#server/search/search.queries.ts';
import { runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { withStock } from '#tests/fixtures/seed.ts';
import { productRoutes } from './product.routes.ts';

const { db } = await openTestDatabase();
const context = testContext(db);
await db.pool.query(`
  insert into category (id, name) select 'c' || n, 'C' || n from generate_series(0, 2) as n;
  insert into sub_category (id, name) select 's' || n, 'S' || n from generate_series(0, 2) as n;`);

const position = fc.nat({ max: 2 });
const product = fc.nat({ max: 7 });
const family = fc.constantFrom('', 'f1', 'f2');
const create = fc.record({
  ...{ kind: fc.constant('create' as const), product, family },
  ...{ stock: fc.nat({ max: 1 }), age: fc.nat({ max: 3 }) },
});
const change = fc.oneof(
  create,
  fc.record({ kind: fc.constant('delete' as const), product }),
  fc.record({ kind: fc.constant('stock' as const), product, stock: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('age' as const), product, age: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('picture' as const), product, hasPicture: fc.boolean() }),
  fc.record({ kind: fc.constant('family' as const), product, family }),
  fc.record({ kind: fc.constant('status' as const), product, status: fc.constantFrom('active', 'draft') }),
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
        sql`insert into product (id, name, images, unit, price_paise, family, created_at)
          values (${id}, ${id}, '{/images/a/640.webp}', '1 kg', 100, ${made.family}, timestamptz '2026-01-01' - ${made.age} * interval '1 d')
          on conflict do nothing`,
        made.stock,
      );
    case 'delete':
      return sql`delete from product where id = ${id}`;
    case 'stock':
      return sql`update product_stock set stock = ${made.stock} where product_id = ${id}`;
    case 'age':
      return sql`update product set created_at = timestamptz '2026-01-01' - ${made.age} * interval '1 d' where id = ${id}`;
    case 'picture':
      return sql`update product set images = ${made.hasPicture ? ['/images/b/640.webp'] : []} where id = ${id}`;
    case 'family':
      return sql`update product set family = ${made.family} where id = ${id}`;
    case 'status':
      return sql`update product set status = ${made.status} where id = ${id}`;
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
  select pc.category_id, coalesce(ps.sub_category_id, '') as sub_category_id, stock = 0 as is_sold_out, p.created_at, p.id, p.family,
    p.images = '{}' as is_bare
  from product_category pc
  join product p on p.id = pc.product_id
  join product_stock on product_stock.product_id = p.id
  left join product_sub_category ps on ps.product_id = p.id
  where p.status = 'active'`;

/** The family of a product, or the product itself. */
const article = sql`case when family = '' then id else ' ' || family end`;

/** Products that have not been sold are popular in this order. */
const popularity = sql`is_sold_out, is_bare, created_at desc, id desc`;

/** The products of a list of which only the first size in stock of each family is shown, with their turn. */
const shown = sql`
  select *, row_number() over (partition by category_id, sub_category_id order by ${popularity}) as turn
  from (
    select *, row_number() over (
      partition by category_id, sub_category_id, ${article} order by ${popularity}) as size
    from (${memberships}) as membership
  ) as sized where size = 1`;

/** The first products of a category, computed from all of them. */
async function selectFirstOfAll(categoryId: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from (
      select distinct on (${article}) * from (${shown}) as candidate where category_id = ${categoryId}
      order by ${article}, is_sold_out, is_bare, turn, created_at desc, id desc) as once
    order by is_sold_out, is_bare, turn, created_at desc, id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** All products, newest first, of each family the newest in stock, computed from all of them. */
async function selectNewestOfAll(): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from (
      select distinct on (${article}) id, created_at from product join product_stock on product_id = id
      where status = 'active' order by ${article}, stock = 0, created_at desc, id desc) as once
    order by created_at desc, id desc`);
  return rows.map(({ id }) => id);
}

/** The ids of all pages of `size` rows, which all say the number of all rows. */
async function readPages(
  size: number,
  select: (range: PageRange) => Promise<{ id: string; total_count: number }[]>,
): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const rows = await select({ limit: size, offset: ids.length });
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < size) break;
  }
  for (const { total_count } of await select({ limit: 100, offset: 0 })) expect(total_count).toBe(ids.length);
  return ids;
}

test('lists contain the products of each category and sub-category in order, and one size of each family, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(create, { minLength: 10, maxLength: 16 }),
      fc.array(change, { minLength: 20, maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      async (creations, changes, limit) => {
        await db.query(sql`delete from product`);
        for (const made of [...creations, ...changes]) await db.query(toStatement(made));
        for (const id of ['c0', 'c1', 'c2', 'none']) {
          const { data } = await runCall(productRoutes, 'listProductsByCategory', context, { id, limit });
          expect(data.map(({ _id }) => _id)).toEqual(await selectFirstOfAll(id, limit));
        }
        const lists = Map.groupBy(
          await db.query<{ category_id: string; sub_category_id: string; id: string }>(sql`
            select category_id, sub_category_id, id from (${shown}) as shown order by turn`),
          (row) => `${row.category_id} ${row.sub_category_id}`,
        );
        for (const [list, rows] of lists) {
          const [categoryId = '', subCategoryId = ''] = list.split(' ');
          // Products without a sub-category are in the row of their category only.
          if (subCategoryId === '') continue;
          const listed = await runCall(productRoutes, 'listProductsByCategoryAndSubCategory', context, {
            ...{ categoryId, subCategoryId, limit: 100 },
          });
          const ids = rows.map(({ id }) => id);
          expect([listed.data.map(({ _id }) => _id), listed.totalCount]).toEqual([ids, ids.length]);
        }
        const newest = await readPages(limit, (range) => selectNewest(db, range));
        expect(newest).toEqual(await selectNewestOfAll());
      },
    ),
    { numRuns: 40 },
  );
});
