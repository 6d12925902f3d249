import type { EndpointResponse, ParsedInput } from '#contract/api.ts';
import { maximumWishes } from '#contract/base/limits.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext } from '#server/http/context.ts';
import * as queries from './list.queries.ts';

type Wishlist = EndpointResponse<'getWishlist'>['data'];

/** The shopper's wishlist, the last added product first. */
export async function getWishlist({
  db,
  caller,
}: Pick<AuthenticatedContext, 'db' | 'caller'>): Promise<Wishlist> {
  const productIds = (await queries.selectWishes(db, caller.userId)).map(({ product_id }) => product_id);
  return { productIds, isFull: productIds.length >= maximumWishes };
}

/**
 * Removes and adds products, the first of `add` as the last added; ignores unknown ones and what the wishlist has no
 * space for.
 */
export function changeWishlist(
  context: AuthenticatedContext,
  { add, remove }: ParsedInput<'changeWishlist'>,
): Promise<Wishlist> {
  return inTransaction(context, async (transaction) => {
    const { db, caller, now } = transaction;
    await queries.lockLists(db, caller.userId);
    await queries.deleteWishes(db, caller.userId, remove);
    const wished = { userId: caller.userId, productIds: add, maximum: maximumWishes, now: now() };
    await queries.insertWishes(db, wished);
    return getWishlist(transaction);
  });
}
