import { maximumQuantity } from '#contract/base/limits.ts';

interface LimitedProduct {
  stock: number;
  /** Of one order; missing for the maximum of all products. */
  maximum?: number;
}

/** How many pieces of a product a cart may have, and whether a maximum limits them instead of the stock. */
export function toCartLimit({ stock, maximum = maximumQuantity }: LimitedProduct) {
  const most = Math.min(maximum, maximumQuantity);
  return { left: Math.max(0, Math.min(stock, most)), isMaximumPerOrder: stock >= most };
}

/** The quantity that a cart may contain. */
export function availableQuantity(product: LimitedProduct): number {
  return toCartLimit(product).left;
}

/** Most units of a product in stock. */
export const maximumStock = 1_000_000;

/** A stock is low at or below this number, unless the product has its own. */
export const lowStockAt = 10;

type StockLevel = 'out' | 'low' | 'enough';

export function toStockLevel(stock: number, threshold: number | null): StockLevel {
  if (stock === 0) return 'out';
  return stock <= (threshold ?? lowStockAt) ? 'low' : 'enough';
}

/**
 * Why stock changed; `START` is the stock before changes were recorded, `PICKING` a picker who entered what is left.
 */
export const stockCauses = [
  'START',
  'CREATED',
  'ORDER',
  'REPLACEMENT',
  'WEIGHED',
  'LATE_PAYMENT',
  'CANCELLATION',
  'UNDELIVERED',
  'EDIT',
  'IMPORT',
  'COUNT',
  'WASTE',
  'RECEIPT',
  'PICKING',
  'DELETED',
  'OTHER',
] as const;
export type StockCause = (typeof stockCauses)[number];

/** Entries that staff make about the stock of a product. */
export const stockActions = ['COUNT', 'RECEIPT', 'WASTE'] as const;
export type StockAction = (typeof stockActions)[number];

/**
 * The stock after units were counted, received or thrown away. A count includes the `waiting` units, which are sold and
 * not picked yet; a count below them leaves a stock of 0. Negative if more is thrown away than there is.
 */
export function toStockAfter(
  action: StockAction,
  quantity: number,
  { stock, waiting }: { stock: number; waiting: number },
): number {
  if (action === 'COUNT') return Math.max(0, quantity - waiting);
  return action === 'RECEIPT' ? stock + quantity : stock - quantity;
}
