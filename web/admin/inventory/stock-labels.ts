import type { StockAction, StockCause } from '#contract/inventory/stock.ts';

export const actionLabels: Record<StockAction, string> = {
  COUNT: 'Counted on the shelf',
  RECEIPT: 'Received',
  WASTE: 'Thrown away',
};

export const causeLabels: Record<StockCause, string> = {
  ...actionLabels,
  COUNT: 'Counted',
  START: 'Before changes were recorded',
  CREATED: 'Product added',
  ORDER: 'Order',
  LATE_PAYMENT: 'Order paid late',
  CANCELLATION: 'Order cancelled',
  EDIT: 'Edited',
  IMPORT: 'Import',
  DELETED: 'Product deleted',
  OTHER: 'Changed in the database',
};

/** Such as `+3`, `−3` or `0`. */
export function formatDifference(difference: number): string {
  if (difference === 0) return '0';
  return difference > 0 ? `+${difference}` : `−${-difference}`;
}
