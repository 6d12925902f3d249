import { useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '#contract/product.ts';
import { showToast } from '#web/ui/toast.ts';

/** The products that are chosen, by their ids, as they were seen last. */
export type Selection = ReadonlyMap<string, Product>;

/** As many as the shop changes together (contract, `maximumChanges`). */
export const maximumSelected = 500;

/** Chooses products, as far as there is room, or gives them up. */
export function withSelected(
  selection: Selection,
  products: readonly Product[],
  isChosen: boolean,
): Selection {
  const next = new Map(selection);
  for (const product of products) {
    if (!isChosen) next.delete(product._id);
    else if (next.has(product._id) || next.size < maximumSelected) next.set(product._id, product);
  }
  return next;
}

/** The products from one to another as they are listed; the last alone when the first is not there. */
export function selectRange(listed: readonly Product[], fromId: string | null, toId: string): Product[] {
  const to = listed.findIndex(({ _id }) => _id === toId);
  const from = listed.findIndex(({ _id }) => _id === fromId);
  if (from === -1) return listed.slice(to, to + 1);
  return listed.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/**
 * The products that are chosen, from page to page, until others are looked for: what nobody sees any more shall not
 * be changed by accident.
 * @param listed the products of the page, for ranges
 * @param subject what is looked for
 */
export function useSelection(listed: readonly Product[], subject: string) {
  const [chosen, setChosen] = useState<{ subject: string; selection: Selection }>({
    ...{ subject, selection: new Map() },
  });
  const lastId = useRef<string | null>(null);
  const shown = useRef(listed);
  useEffect(() => {
    shown.current = listed;
  });
  const selection: Selection = chosen.subject === subject ? chosen.selection : none;

  const choose = useCallback(
    (products: readonly Product[], isChosen: boolean) =>
      setChosen((current) => {
        const before = current.subject === subject ? current.selection : none;
        return { subject, selection: withSelected(before, products, isChosen) };
      }),
    [subject],
  );
  const chooseOne = useCallback(
    (product: Product, isChosen: boolean, isRange: boolean) => {
      choose(isRange ? selectRange(shown.current, lastId.current, product._id) : [product], isChosen);
      lastId.current = product._id;
    },
    [choose],
  );
  useEffect(() => {
    if (selection.size === maximumSelected) {
      showToast('blank', `${maximumSelected} products are chosen, as many as can be changed together.`, {
        id: 'product-selection',
      });
    }
  }, [selection.size]);
  return { selection, choose, chooseOne, clear: () => setChosen({ subject, selection: none }) };
}

const none: Selection = new Map();
