import { AppError } from '#contract/errors.ts';
import type { ShopperContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { isUniqueViolation } from '../../database/violations.ts';
import { waitForShelves } from './category.queries.ts';

/** What goods stand on: a sub-category is one within categories. */
export type Shelf = 'category' | 'sub-category';

const nameIndexes: Record<Shelf, string> = { category: 'category_name', 'sub-category': 'sub_category_name' };

/**
 * Changes shelves in one transaction, after which everybody sees the new catalogue. One change follows the other: the
 * search holds all shelves of the products on a renamed one, so that two renames would lock each other up. Throws
 * NAME_TAKEN.
 */
export async function changeShelves<Result>(
  context: ShopperContext,
  shelf: Shelf,
  work: (transaction: ShopperContext) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(context, async (transaction) => {
    await waitForShelves(transaction.sql);
    return work(transaction);
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error, nameIndexes[shelf])) throw error;
    const message = `There is a ${shelf} of this name already.`;
    throw new AppError('NAME_TAKEN', { message, issues: [{ path: 'name', message }] });
  });
  context.catalogueReads.apply({ kind: 'all' });
  return result;
}

/** Throws IN_USE, with how much that is, when something belongs to a shelf. */
export function refuseInUse(name: string, uses: { products: number; subCategories?: number }): void {
  const { products, subCategories = 0 } = uses;
  const count = products + subCategories;
  if (count === 0) return;
  const parts = [
    products > 0 && `${products} ${products === 1 ? 'product' : 'products'}`,
    subCategories > 0 && `${subCategories} ${subCategories === 1 ? 'sub-category' : 'sub-categories'}`,
  ].filter((part) => part !== false);
  const [belong, them] = count === 1 ? ['belongs', 'it'] : ['belong', 'them'];
  const message = `${name} cannot be deleted: ${parts.join(' and ')} ${belong} to it. Move ${them} first.`;
  throw new AppError('IN_USE', { message, details: uses });
}

/** The refusal of something that is to stand on a shelf which is not there; `path` is the field that names it. */
export function shelfDeleted(path: 'category' | 'subCategory'): AppError {
  const shelves = path === 'category' ? 'categories' : 'sub-categories';
  const message = `One of these ${shelves} has been deleted. Please choose again.`;
  return new AppError('INVALID_INPUT', { message, issues: [{ path, message }] });
}

/** The refusal to change a shelf that is not there any more. */
export function shelfGone(shelf: Shelf): AppError {
  return new AppError('NOT_FOUND', { message: `This ${shelf} has been deleted.` });
}
