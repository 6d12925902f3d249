import { useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '#contract/product.ts';
import { showToast } from '#web/ui/toast.ts';
import { mostSelected, rangeOf, type Selection, withChosen } from './selection.ts';

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
        return { subject, selection: withChosen(before, products, isChosen) };
      }),
    [subject],
  );
  const chooseOne = useCallback(
    (product: Product, isChosen: boolean, isRange: boolean) => {
      choose(isRange ? rangeOf(shown.current, lastId.current, product._id) : [product], isChosen);
      lastId.current = product._id;
    },
    [choose],
  );
  useEffect(() => {
    if (selection.size === mostSelected) {
      showToast('blank', `${mostSelected} products are chosen, as many as can be changed together.`, {
        id: 'product-selection',
      });
    }
  }, [selection.size]);
  return { selection, choose, chooseOne, clear: () => setChosen({ subject, selection: none }) };
}

const none: Selection = new Map();
