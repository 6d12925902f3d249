import type { CallInput } from '#contract/calls.ts';
import type { Product } from '#contract/product.ts';

/** A change of one product within the list, as the shop takes it. */
export type ProductChange = CallInput<'changeProducts'>['changes'][number];

/**
 * What makes products again what they were before a change: only what it has changed, only if nobody has changed
 * them since, and of the stock only the difference, so that what was sold meanwhile stays sold.
 */
export function reverseOf(before: readonly Product[], after: readonly Product[]): ProductChange[] {
  const former = new Map(before.map((product) => [product._id, product]));
  return after.flatMap((product) => {
    const was = former.get(product._id);
    const change = was === undefined ? {} : differences(was, product);
    if (Object.keys(change).length === 0) return [];
    return [{ _id: product._id, updatedAt: product.updatedAt, ...change }];
  });
}

function differences(was: Product, is: Product): Partial<ProductChange> {
  return {
    ...(was.price !== is.price && { price: was.price }),
    ...(was.discount !== is.discount && { discount: was.discount }),
    ...(was.stock !== is.stock && { stock: was.stock, stockBefore: is.stock }),
    ...shelfDifference('category', idsOf(was.category), idsOf(is.category)),
    ...shelfDifference('subCategory', idsOf(was.subCategory), idsOf(is.subCategory)),
  };
}

function shelfDifference(field: 'category' | 'subCategory', was: string[], is: string[]) {
  // The shop takes no product without a shelf, though it may have had some from before.
  if (was.length === 0 || was.join() === is.join()) return {};
  return { [field]: was };
}

/** The ids of shelves, in an order of their own. */
export function idsOf(shelves: readonly { _id: string }[]): string[] {
  return shelves.map(({ _id }) => _id).sort();
}
