import type { BoardOrder } from '#contract/order-board.ts';

/** Tells which open orders have come since it was last asked; those that were there at first are no news. */
export class NewOrders {
  private seen: Set<string> | null = null;

  /** The orders that nobody has been told of yet. */
  take(open: readonly BoardOrder[]): BoardOrder[] {
    const before = this.seen;
    this.seen = new Set([...(before ?? []), ...open.map(({ _id }) => _id)]);
    if (before === null) return [];
    return open.filter(({ _id, status }) => status === 'PLACED' && !before.has(_id));
  }
}
