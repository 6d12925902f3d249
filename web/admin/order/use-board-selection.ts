import { useState } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';

/** The chosen orders among those that are listed: what nobody sees any more is not changed by accident. */
export function useBoardSelection(listed: readonly BoardOrder[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = listed.filter(({ _id }) => ids.has(_id));
  const choose = (orders: readonly BoardOrder[], isChosen: boolean) =>
    setIds((before) => {
      const next = new Set(before);
      for (const { _id } of orders) {
        if (isChosen) next.add(_id);
        else next.delete(_id);
      }
      return next;
    });
  return { chosen, choose, clear: () => setIds(new Set()) };
}
