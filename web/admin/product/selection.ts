import type { Product } from '#contract/product.ts';

/** The products that are chosen, by their ids, as they were seen last. */
export type Selection = ReadonlyMap<string, Product>;

/** As many as the shop changes together (contract, `maximumChanges`). */
export const mostSelected = 500;

/** Chooses products, as far as there is room, or gives them up. */
export function withChosen(selection: Selection, products: readonly Product[], isChosen: boolean): Selection {
  const next = new Map(selection);
  for (const product of products) {
    if (!isChosen) next.delete(product._id);
    else if (next.has(product._id) || next.size < mostSelected) next.set(product._id, product);
  }
  return next;
}

/** The products from one to another as they are listed; the last alone when the first is not there. */
export function rangeOf(listed: readonly Product[], fromId: string | null, toId: string): Product[] {
  const to = listed.findIndex(({ _id }) => _id === toId);
  const from = listed.findIndex(({ _id }) => _id === fromId);
  if (from === -1) return listed.slice(to, to + 1);
  return listed.slice(Math.min(from, to), Math.max(from, to) + 1);
}
