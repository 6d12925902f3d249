import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { showToast } from '#web/ui/toast.ts';
import { figureText } from './figure.ts';
import { FigureEdits, type FigureEditsState } from './figure-edits.ts';
import { figureLabels } from './figure-labels.ts';
import type { useProductWrites } from './use-product-writes.tsx';

/** The figures that are being changed within the list; whatever is saved can be taken back. */
export function useFigureEdits({
  write,
  offerUndo,
}: ReturnType<typeof useProductWrites>): [FigureEdits, FigureEditsState] {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const [edits] = useState(
    () =>
      new FigureEdits(async (change, { before: { name }, figure }) => {
        const outcome = await write([change]);
        if (outcome.isOk) {
          const value = outcome.after[0]?.[figure] ?? 0;
          const message = `${figureLabels[figure]} of ${name} is now ${figureText(figure, value)}`;
          offerUndo(message, outcome.before, outcome.after);
          return null;
        }
        // Nobody sees the cell any more.
        if (isLeft.current) showToast('error', `${name} was not saved: ${outcome.error.message}`);
        return outcome.error;
      }),
  );
  return [edits, useSyncExternalStore(edits.subscribe, edits.getState, edits.getState)];
}
