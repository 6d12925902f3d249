import type { Pool } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { makeCatalogue } from './catalogue.ts';
import {
  analyseCatalogue,
  insertCategories,
  insertPictures,
  insertProducts,
  insertSubCategories,
  isEmptyShop,
  lockLoading,
} from './load.queries.ts';

/**
 * Fills an empty shop with the demo catalogue, all or nothing; a shop with anything in it stays as it is.
 * Processes that start together load it once. Answers whether it loaded.
 */
export async function loadCatalogue(sql: Pool): Promise<boolean> {
  if (!(await isEmptyShop(sql))) return false;
  const catalogue = makeCatalogue();
  const isLoaded = await inTransaction({ sql }, async (transaction) => {
    await lockLoading(transaction.sql);
    if (!(await isEmptyShop(transaction.sql))) return false;
    await insertPictures(transaction.sql, catalogue.pictures);
    await insertCategories(transaction.sql, catalogue.categories);
    await insertSubCategories(transaction.sql, catalogue.subCategories);
    await insertProducts(transaction.sql, catalogue.products);
    return true;
  });
  if (isLoaded) await analyseCatalogue(sql);
  return isLoaded;
}
