import sql from 'sql-template-tag';
import type { Database, Queryable } from '../server/database/connect.ts';
import { inTransaction } from '../server/database/transaction.ts';
import {
  type DemoCategory,
  type DemoImage,
  type DemoProduct,
  type DemoSubCategory,
  generateCatalogue,
} from './catalogue.ts';

/**
 * Loads the demo catalogue, or a given one, into an empty database, all or nothing, once even when processes start
 * together. Returns false if there are products or categories already, or if the owner has removed it.
 */
export async function loadDemoCatalogue(
  db: Database,
  given?: ReturnType<typeof generateCatalogue>,
): Promise<boolean> {
  if (!(await isLoadWanted(db))) return false;
  const catalogue = given ?? generateCatalogue();
  const isLoaded = await inTransaction({ db }, async (transaction) => {
    await lockDemoLoad(transaction.db);
    if (!(await isLoadWanted(transaction.db))) return false;
    await insertImages(transaction.db, catalogue.images);
    await insertCategories(transaction.db, catalogue.categories);
    await insertSubCategories(transaction.db, catalogue.subCategories);
    await insertProducts(transaction.db, catalogue.products);
    return true;
  });
  if (isLoaded) await analyseCatalogue(db);
  return isLoaded;
}

// Any number that no other advisory lock uses.
const loadLock = 7_421_010;

/** Waits without a timeout until no other process loads. Released at the end of the transaction. */
async function lockDemoLoad(db: Queryable): Promise<void> {
  await db.query(sql`set local statement_timeout = 0`);
  await db.query(sql`select pg_advisory_xact_lock(${loadLock})`);
}

async function isLoadWanted(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ is_wanted: boolean }>(sql`
    select not exists (select from category) and not exists (select from sub_category)
      and not exists (select from product)
      and not exists (select from store_opening where demo_removed_at is not null) as is_wanted`);
  return row?.is_wanted ?? false;
}

async function insertImages(db: Queryable, images: readonly DemoImage[]): Promise<void> {
  const rows = images.map(({ hash, drawing }) => ({ hash, drawing }));
  await db.query(sql`
    insert into image (hash, drawing)
    select hash, drawing from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (hash text, drawing jsonb)
    on conflict (hash) do nothing`);
}

async function insertCategories(db: Queryable, categories: readonly DemoCategory[]): Promise<void> {
  const rows = categories.map(({ createdAt, nameHindi, ...rest }) => ({
    ...rest,
    name_hindi: nameHindi,
    created_at: createdAt.toISOString(),
  }));
  await db.query(sql`
    insert into category (id, name, name_hindi, image, hue, is_demo, created_at, updated_at)
    select id, name, name_hindi, image, hue, true, created_at, created_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as row (id text, name text, name_hindi text, image text, hue integer, created_at timestamptz)`);
}

async function insertSubCategories(db: Queryable, subCategories: readonly DemoSubCategory[]): Promise<void> {
  const rows = subCategories.map(({ id, name, nameHindi, image, createdAt }) => ({
    id,
    name,
    name_hindi: nameHindi,
    image,
    created_at: createdAt.toISOString(),
  }));
  await db.query(sql`
    insert into sub_category (id, name, name_hindi, image, is_demo, created_at, updated_at)
    select id, name, name_hindi, image, true, created_at, created_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as row (id text, name text, name_hindi text, image text, created_at timestamptz)`);
  const pairs = subCategories.flatMap(({ id, categoryIds }) =>
    categoryIds.map((categoryId) => ({ sub_category_id: id, category_id: categoryId })),
  );
  await db.query(sql`
    insert into sub_category_category (sub_category_id, category_id)
    select * from json_to_recordset(${JSON.stringify(pairs)}::text::json) as row (sub_category_id text, category_id text)`);
}

async function insertProducts(db: Queryable, products: readonly DemoProduct[]): Promise<void> {
  const rows = products.map((product) => ({
    id: product.id,
    name: product.name,
    name_hindi: product.nameHindi,
    brand: product.brand,
    sku: product.sku,
    family: product.family,
    barcode: product.barcode,
    cost_price_paise: product.costPricePaise,
    location: product.location,
    origin: product.origin,
    hsn: product.hsn,
    gst_basis_points: product.gstBasisPoints,
    cess_basis_points: 0,
    maximum_per_order: product.maximumPerOrder,
    images: product.images,
    unit: product.unit,
    veg: product.veg,
    stock: product.stock,
    price_paise: product.pricePaise,
    discount_basis_points: product.discountBasisPoints,
    description: product.description,
    more_details: product.moreDetails,
    created_at: product.createdAt.toISOString(),
  }));
  await db.query(sql`
    insert into product (id, name, name_hindi, brand, sku, family, barcode, cost_price_paise, location, origin, hsn, gst_basis_points, cess_basis_points, maximum_per_order, images, unit, veg, price_paise, discount_basis_points, description,
      more_details, is_demo, created_at, updated_at)
    select id, name, name_hindi, brand, sku, family, barcode, cost_price_paise, location, origin, hsn, gst_basis_points, cess_basis_points, maximum_per_order, images, unit, veg, price_paise, discount_basis_points, description,
      more_details, true, created_at, created_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (id text, name text, name_hindi text, brand text, sku text, family text, barcode text,
      cost_price_paise integer, location text, origin text, hsn text, gst_basis_points integer,
      cess_basis_points integer, maximum_per_order integer, images text[], unit text, veg boolean,
      price_paise integer, discount_basis_points integer, description text,
      more_details json, created_at timestamptz)`);
  await db.query(sql`
    insert into product_stock (product_id, stock)
    select id, stock from json_to_recordset(${JSON.stringify(rows)}::text::json) as row (id text, stock integer)`);
  const productCategories = products.flatMap(({ id, categoryIds }) =>
    categoryIds.map((categoryId) => ({ product_id: id, category_id: categoryId })),
  );
  await db.query(sql`
    insert into product_category (product_id, category_id)
    select * from json_to_recordset(${JSON.stringify(productCategories)}::text::json) as row (product_id text, category_id text)`);
  const productSubCategories = products.map(({ id, subCategoryId }) => ({
    product_id: id,
    sub_category_id: subCategoryId,
  }));
  await db.query(sql`
    insert into product_sub_category (product_id, sub_category_id)
    select * from json_to_recordset(${JSON.stringify(productSubCategories)}::text::json) as row (product_id text, sub_category_id text)`);
}

/** Updates the statistics of the planner, for which the tables are still empty. */
async function analyseCatalogue(db: Queryable): Promise<void> {
  await db.query(sql`analyze category, sub_category, sub_category_category, product, product_category,
    product_sub_category, image, product_search, search_word`);
}
