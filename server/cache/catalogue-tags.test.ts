import sql, { raw, type Sql } from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '#server/database/connect.ts';
import { openTestDatabase, untilWaiting } from '#tests/fixtures/database.ts';
import { withStock } from '#tests/fixtures/seed.ts';

const { db, url } = await openTestDatabase();

beforeEach(async () => {
  await db.pool.query(
    `
    insert into category (id, name) values ('dairy', 'Dairy'), ('staples', 'Staples'), ('offers', 'Offers');
    insert into sub_category (id, name) values ('fresh', 'Fresh'), ('grains', 'Grains'), ('dried', 'Dried');
    insert into product (id, name, images, unit, price_paise)
      values ('milk', 'Milk', '{/a}', '1 l', 5000), ('rice', 'Rice', '{}', '1 kg', 9000);
    insert into product_stock (product_id, stock) values ('milk', 5), ('rice', 0);
    insert into product_category values ('milk', 'dairy'), ('milk', 'offers'), ('rice', 'staples');
    insert into product_sub_category values ('milk', 'fresh'), ('rice', 'grains');`,
  );
});
afterEach(() =>
  db.pool.query(
    `
    delete from banner; delete from home_layout;
    delete from product where id in ('milk', 'rice') or name like 'Many%' or id = 'oats';
    delete from sub_category; delete from category;`,
  ),
);

/** The tags of what a transaction announces, sorted; `all` for everything. */
async function announcedBy(...statements: Sql[]): Promise<string[] | 'all'> {
  const announced: string[] = [];
  const handler = db.onAnnouncement((payloads) => void announced.push(...payloads));
  await db.transaction(async (transaction) => {
    for (const statement of statements) await transaction.query(statement);
  });
  handler.stop();
  if (announced.includes('all')) return 'all';
  return [...new Set(announced.flatMap((payload): string[] => JSON.parse(payload)))].sort();
}

const milkLists = ['category:dairy', 'category:offers', 'product:milk', 'search', 'sub-category:fresh'];
const milkFacets = ['product:milk', 'search-facets', 'sub-category-facets:fresh'];
const riceFacets = ['search-facets', 'sub-category-facets:grains'];
const riceLists = ['category:staples', 'product:rice', 'search', 'sub-category:grains'];
test.each<[string, string, string[] | 'all']>([
  ['a new price', "update product set price_paise = 100 where id = 'milk'", milkFacets],
  ['a new discount', "update product set discount_basis_points = 1 where id = 'milk'", milkFacets],
  ['a new brand', "update product set brand = 'B' where id = 'milk'", [...milkFacets, 'search'].sort()],
  ['a new mark', "update product set veg = true where id = 'milk'", milkFacets],
  ['new images', "update product set images = '{/b}' where id = 'milk'", ['product:milk']],
  ['the last image that is removed', "update product set images = '{}' where id = 'milk'", milkLists],
  ['a first image', "update product set images = '{/a}' where id = 'rice'", riceLists],
  ['a new name', "update product set name = 'M' where id = 'milk'", ['product:milk', 'search']],
  ['a new unit', "update product set unit = '2 l' where id = 'milk'", ['product:milk', 'search']],
  ['a new description', "update product set description = 'D' where id = 'milk'", ['product:milk', 'search']],
  [
    'new details',
    `update product set more_details = '{"A":"B"}' where id = 'milk'`,
    ['product:milk', 'search'],
  ],
  ['another number in stock', "update product_stock set stock = 4 where product_id = 'milk'", ['stock:milk']],
  [
    'a new banner',
    "insert into banner values ('b', 'B', '', '/images/a/640.webp', '', '/search?q=a', null, null, true, 1, now())",
    ['home'],
  ],
  ['a new order of the home page', 'insert into home_layout default values', ['home']],
  [
    'a new time of the last change',
    "update product set updated_at = now() + '1 s' where id = 'milk'",
    ['stock:milk'],
  ],
  [
    'a new price and number in stock',
    `with restocked as (update product_stock set stock = 4 where product_id = 'milk')
      update product set price_paise = 1 where id = 'milk'`,
    [...milkFacets, 'stock:milk'].sort(),
  ],
  [
    'a product that sells out',
    "update product_stock set stock = 0 where product_id = 'milk'",
    ['product:milk', 'search-later-pages', 'sub-category-later-pages:fresh'],
  ],
  [
    'a product that sells out with another date of creation',
    `with sold as (update product_stock set stock = 0 where product_id = 'milk')
      update product set created_at = now() - interval '1 d' where id = 'milk'`,
    [...milkLists, 'search-later-pages', 'sub-category-later-pages:fresh'].sort(),
  ],
  [
    'a product that is back in stock',
    "update product_stock set stock = 5 where product_id = 'rice'",
    riceLists,
  ],
  [
    'another date of creation',
    "update product set created_at = now() - interval '1 d' where id = 'rice'",
    riceLists,
  ],
  ['another origin', "update product set origin = 'India' where id = 'rice'", ['product:rice']],
  [
    'another maximum of an order',
    "update product set maximum_per_order = 2 where id = 'rice'",
    ['product:rice'],
  ],
  ['a product that becomes a draft', "update product set status = 'draft' where id = 'rice'", riceLists],
  [
    'a draft that is archived',
    "update product set status = case id when 'rice' then 'archived' else 'draft' end where id = 'rice'",
    riceLists,
  ],
  ['another family', "update product set family = 'rice' where id = 'rice'", riceLists],
  [
    'a family of two sizes that one leaves',
    `update product set family = 'staple' where id in ('milk', 'rice');
      update product set family = '' where id = 'rice'`,
    [...new Set([...milkLists, ...riceLists])].sort(),
  ],
  ['another tax rate', "update product set gst_basis_points = 500, hsn = '1006' where id = 'rice'", []],
  ['another cost price', "update product set cost_price_paise = 100 where id = 'rice'", []],
  [
    'products with different changes',
    `with restocked as (update product_stock set stock = stock + 1)
      update product set price_paise = case id when 'rice' then 1 else price_paise end`,
    ['stock:milk', ...riceLists, ...riceFacets].sort(),
  ],
  ['an update without a change', 'update product set price_paise = price_paise', []],
  ['an update of stock without a change', 'update product_stock set stock = stock', []],
  ['an update of nothing', "update product_stock set stock = 7 where product_id = 'none'", []],
  [
    'a new product',
    `with inserted as (
        insert into product (id, name, unit, price_paise) values ('oats', 'Oats', '1 kg', 1) returning id)
      insert into product_stock (product_id, stock) select id, 1 from inserted`,
    ['product:oats', 'search'],
  ],
  ['a deleted product', "delete from product where id = 'milk'", milkLists],
  [
    'a product that joins a category',
    "insert into product_category values ('milk', 'staples')",
    [...milkLists, 'category:staples'].sort(),
  ],
  [
    'a product that leaves a category',
    "delete from product_category where category_id = 'offers'",
    milkLists,
  ],
  [
    'a product that joins a sub-category',
    "insert into product_sub_category values ('milk', 'dried')",
    [...milkLists, 'sub-category:dried'].sort(),
  ],
  [
    'a product that leaves a sub-category',
    "delete from product_sub_category where product_id = 'milk'",
    milkLists,
  ],
  ['no membership that is deleted', "delete from product_category where product_id = 'none'", []],
  [
    'a membership that is updated',
    "update product_category set category_id = 'dairy' where product_id = 'rice'",
    'all',
  ],
  ['a new category', "insert into category (id, name) values ('more', 'More')", 'all'],
  ['another name of a category', "update category set name = 'Diary' where id = 'dairy'", 'all'],
  ['another name of a sub-category', "update sub_category set name = 'Raw' where id = 'fresh'", 'all'],
  [
    'a sub-category that joins a category',
    "insert into sub_category_category values ('fresh', 'dairy')",
    'all',
  ],
])('the announced tags name %s', async (_what, statement, tags) => {
  expect(await announcedBy(raw(statement))).toEqual(tags);
});

test('the announced tags name everything for more than 100 products, and for more than a notification can hold', async () => {
  const insert = (count: number, prefix: string) => {
    const products = sql`
      insert into product (id, name, unit, price_paise)
      select ${prefix}::text || n, 'Many ' || ${prefix}::text || n, '1 kg', 1000 from generate_series(1, ${count}) as n`;
    return withStock(products, 50);
  };
  const sell = sql`update product_stock set stock = stock - 1 where product_id ~ '^a[0-9]+$'`;
  expect(await announcedBy(insert(101, 'a'))).toBe('all');
  expect(await announcedBy(sell)).toBe('all');
  await db.query(sql`delete from product where name = 'Many a1'`);
  expect(await announcedBy(sell)).toHaveLength(100);
  // With search-facets.
  expect(await announcedBy(sql`update product set price_paise = 1 where name like 'Many%'`)).toHaveLength(
    101,
  );
  expect(await announcedBy(insert(90, 'b'))).toHaveLength(91);
  // 100 ids of 32 characters are longer than 8,000 bytes with the tags of their categories.
  await db.pool.query(
    `
    insert into category (id, name) select repeat('c', 24) || (10000000 + n), 'Many ' || n from generate_series(1, 200) as n;
    insert into product_category select 'b1', id from category where name like 'Many%';`,
  );
  await db.query(sql`update product_stock set stock = 0 where product_id = 'b1'`);
  expect(await announcedBy(sql`update product_stock set stock = 5 where product_id = 'b1'`)).toBe('all');
});

test('the announced tags are those of all statements of a transaction, and none after a rollback', async () => {
  const statements = [
    sql`update product set price_paise = 1 where id = 'milk'`,
    sql`update product set price_paise = 1 where id = 'rice'`,
  ];
  expect(await announcedBy(...statements)).toEqual(
    [...milkFacets, 'product:rice', ...riceFacets].filter((tag, at, all) => all.indexOf(tag) === at).sort(),
  );
  await expect(announcedBy(sql`update product set price_paise = 2`, sql`select 1 / 0`)).rejects.toThrow();
  expect(await announcedBy(sql`select 1`)).toEqual([]);
});

test('the announced tags include the category that a concurrent transaction adds before a product is back in stock', async () => {
  const other = connect(url, { maxConnections: 1 });
  let backInStock: Promise<string[] | 'all'> | undefined;
  await other.transaction(async (transaction) => {
    await transaction.query(sql`insert into product_category values ('rice', 'dairy')`);
    backInStock = announcedBy(sql`update product_stock set stock = 5 where product_id = 'rice'`);
    await untilWaiting(db);
  });
  expect(await backInStock).toEqual(['category:dairy', ...riceLists]);
  await other.close();
});
