/** Why stock changed; `START` is the stock before changes were recorded. */
export const stockCauses = [
  'START',
  'CREATED',
  'ORDER',
  'LATE_PAYMENT',
  'CANCELLATION',
  'EDIT',
  'IMPORT',
  'COUNT',
  'WASTE',
  'RECEIPT',
  'DELETED',
  'OTHER',
] as const;
export type StockCause = (typeof stockCauses)[number];

/** What staff record at the shelf. */
export const shelfActions = ['COUNT', 'RECEIPT', 'WASTE'] as const;
export type ShelfAction = (typeof shelfActions)[number];

/**
 * The stock after units were counted, received or thrown away. A count includes the `waiting` ones, which are sold and not picked
 * yet; if even they are not all there, nothing is left to sell. Negative if more is thrown away than there is.
 */
export function toStockAfter(
  action: ShelfAction,
  quantity: number,
  { stock, waiting }: { stock: number; waiting: number },
): number {
  if (action === 'COUNT') return Math.max(0, quantity - waiting);
  return action === 'RECEIPT' ? stock + quantity : stock - quantity;
}
