import { useState } from 'react';
import { readStored, writeStored } from '#web/storage.ts';

/** Cards to look at, or rows to work on. */
export type View = 'grid' | 'table';

/** As many products as a page of the table may hold; the first is that of specification section 9. */
export const tableSizes = [12, 25, 50, 100] as const;
export const standardSize = tableSizes[0];

const viewKey = 'product-view';
const sizeKey = 'product-rows';

interface ViewChoice {
  view: View;
  /** How many products a page holds. */
  size: number;
  chooseView: (view: View) => void;
  chooseSize: (size: number) => void;
}

/** How somebody likes to look at the products, remembered in this browser. */
export function useViewChoice(): ViewChoice {
  const [view, setView] = useState<View>(() => (readStored(viewKey) === 'table' ? 'table' : 'grid'));
  const [rows, setRows] = useState<number>(
    () => tableSizes.find((size) => String(size) === readStored(sizeKey)) ?? standardSize,
  );
  return {
    view,
    size: view === 'table' ? rows : standardSize,
    chooseView(chosen) {
      writeStored(viewKey, chosen);
      setView(chosen);
    },
    chooseSize(chosen) {
      writeStored(sizeKey, String(chosen));
      setRows(chosen);
    },
  };
}
