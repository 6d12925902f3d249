import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#server/database/connect.ts';

/** A page of the shop in a sitemap; the names and ids are those of its path. */
export interface ListedProduct {
  id: string;
  name: string;
  changed_at: Date;
}

export interface ListedListing {
  category_id: string;
  category: string;
  sub_category_id: string;
  sub_category: string;
  changed_at: Date;
}

// By id, which is by age, so that a new product changes the last file only.
const products = sql`select id as position, updated_at as changed_at from product where status = 'active'`;

/** A listing also changes with its newest product. */
const listings = sql`
  select s.id || ' ' || c.id as position, c.id as category_id, c.name as category, s.id as sub_category_id,
    s.name as sub_category,
    greatest(c.updated_at, s.updated_at, newest.created_at) as changed_at
  from sub_category_category join category c on c.id = category_id join sub_category s on s.id = sub_category_id
  left join (
    select category_id, sub_category_id, max(created_at) as created_at
    from product join product_category on product_category.product_id = id
    join product_sub_category on product_sub_category.product_id = id
    where status = 'active' group by category_id, sub_category_id
  ) newest on (newest.category_id, newest.sub_category_id) = (c.id, s.id)`;

/** A brand, in one of its spellings. */
export interface ListedBrand {
  brand: string;
  changed_at: Date;
}

const brands = sql`
  select lower(brand) as position, min(brand) as brand, max(updated_at) as changed_at
  from product where brand <> '' and status = 'active' group by lower(brand)`;

/** The time of the last change of each file of products. */
export const selectProductFiles = (db: Queryable, fileSize: number) => selectFiles(db, products, fileSize);

/** The time of the last change of each file of listings. */
export const selectListingFiles = (db: Queryable, fileSize: number) => selectFiles(db, listings, fileSize);

/** The time of the last change of each file of brands. */
export const selectBrandFiles = (db: Queryable, fileSize: number) => selectFiles(db, brands, fileSize);

async function selectFiles(db: Queryable, pages: Sql, fileSize: number): Promise<Date[]> {
  const rows = await db.query<{ changed_at: Date }>(sql`
    select max(changed_at) as changed_at from (
      select changed_at, (row_number() over (order by position) - 1) / ${fileSize}::integer as file from (${pages}) page
    ) numbered group by file order by file`);
  return rows.map(({ changed_at }) => changed_at);
}

/** The products of a file, which is counted from 0. The first part of the query reads the index only. */
export function selectProductsOfFile(
  db: Queryable,
  file: number,
  fileSize: number,
): Promise<ListedProduct[]> {
  return db.query<ListedProduct>(sql`
    select id, name, updated_at as changed_at
    from (select id from product where status = 'active' order by id limit ${fileSize} offset ${file * fileSize}) listed join product using (id)
    order by id`);
}

/** The listings of a file, which is counted from 0. */
export function selectListingsOfFile(
  db: Queryable,
  file: number,
  fileSize: number,
): Promise<ListedListing[]> {
  return db.query<ListedListing>(
    sql`${listings} order by position limit ${fileSize} offset ${file * fileSize}`,
  );
}

/** The brands of a file, which is counted from 0. */
export function selectBrandsOfFile(db: Queryable, file: number, fileSize: number): Promise<ListedBrand[]> {
  return db.query<ListedBrand>(sql`${brands} order by position limit ${fileSize} offset ${file * fileSize}`);
}
