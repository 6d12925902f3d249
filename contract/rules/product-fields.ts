import { toPaise } from './money.ts';
import { requiredMessage } from './required.ts';

/** Most characters, entries and amounts of the fields of a product. */
export const productLimits = {
  name: 150,
  brand: 100,
  sku: 64,
  location: 60,
  origin: 60,
  description: 5000,
  unit: 50,
  detailLabel: 60,
  detailText: 500,
  details: 40,
  categories: 20,
  stock: 1_000_000,
  price: 1_000_000,
  discount: 100,
} as const;

export const detailMessages = {
  tooMany: `At most ${productLimits.details} fields.`,
  isDuplicate: 'Each field may be there once.',
};

/** Number fields of a product: pieces, rupees and percent. */
export type ProductNumber = 'stock' | 'price' | 'discount';

const twoDecimals = 'At most two decimals.';
const rules: Record<ProductNumber, (value: number) => string | undefined> = {
  stock(value) {
    if (!Number.isInteger(value)) return 'Please enter a whole number.';
    if (value < 0) return 'The stock cannot be less than 0.';
    return value > productLimits.stock ? 'At most 10,00,000.' : undefined;
  },
  price(value) {
    if (value > productLimits.price) return 'At most ₹10,00,000.';
    if (value > 0 && !hasTwoDecimals(value)) return twoDecimals;
    return toPaise(value) > 0 ? undefined : 'The price must be more than 0.';
  },
  discount(value) {
    if (value < 0) return 'The discount cannot be less than 0.';
    if (value > productLimits.discount) return 'At most 100 %.';
    return hasTwoDecimals(value) ? undefined : twoDecimals;
  },
};

/** The message for an invalid number of a product; undefined for a valid one. */
export function validateProductNumber(field: ProductNumber, value: number | undefined): string | undefined {
  if (value === undefined) return requiredMessage(field);
  return Number.isFinite(value) ? rules[field](value) : 'Please enter a number.';
}

/** Whether a number has at most two decimals. */
export function hasTwoDecimals(value: number): boolean {
  return Number.isInteger(Math.round(value * 1e6) / 1e4);
}
