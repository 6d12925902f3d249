import { useCallback, useEffect, useRef, useState } from 'react';
import type { AdminProduct } from '#contract/products/product.ts';
import { showToast } from '#web/ui/toast.ts';

/** Selected products by id, as last seen. */
export type Selection = ReadonlyMap<string, AdminProduct>;

/** Most products in a bulk edit: the browser reads all of them before and writes them in parts. */
export const maximumSelected = 5000;

/** Adds products up to the limit, or removes them. */
export function withSelected(
  selection: Selection,
  products: readonly AdminProduct[],
  isChosen: boolean,
): Selection {
  const next = new Map(selection);
  for (const product of products) {
    if (!isChosen) next.delete(product._id);
    else if (next.has(product._id) || next.size < maximumSelected) next.set(product._id, product);
  }
  return next;
}

/** Products between two ids in list order; only the second one if the first is not listed. */
export function selectRange(
  listed: readonly AdminProduct[],
  fromId: string | null,
  toId: string,
): AdminProduct[] {
  const to = listed.findIndex(({ _id }) => _id === toId);
  const from = listed.findIndex(({ _id }) => _id === fromId);
  if (from === -1) return listed.slice(to, to + 1);
  return listed.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/**
 * Selection across pages. Another filter clears it, because hidden products must not be changed by accident.
 * @param listed products of the page, for ranges
 * @param subject identifies the filter
 */
export function useSelection(listed: readonly AdminProduct[], subject: string) {
  const [chosen, setChosen] = useState<{ subject: string; selection: Selection }>({
    subject,
    selection: new Map(),
  });
  const lastId = useRef<string | null>(null);
  const shown = useRef(listed);
  useEffect(() => {
    shown.current = listed;
  });
  const selection: Selection = chosen.subject === subject ? chosen.selection : none;

  const choose = useCallback(
    (products: readonly AdminProduct[], isChosen: boolean) =>
      setChosen((current) => {
        const before = current.subject === subject ? current.selection : none;
        return { subject, selection: withSelected(before, products, isChosen) };
      }),
    [subject],
  );
  const chooseOne = useCallback(
    (product: AdminProduct, isChosen: boolean, isRange: boolean) => {
      choose(isRange ? selectRange(shown.current, lastId.current, product._id) : [product], isChosen);
      lastId.current = product._id;
    },
    [choose],
  );
  useEffect(() => {
    if (selection.size === maximumSelected) {
      showToast('blank', `You can select up to ${maximumSelected.toLocaleString('en-IN')} products.`, {
        id: 'product-selection',
      });
    }
  }, [selection.size]);
  return { selection, choose, chooseOne, clear: () => setChosen({ subject, selection: none }) };
}

const none: Selection = new Map();
