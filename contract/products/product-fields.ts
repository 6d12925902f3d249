import { toPaise } from '#contract/base/money.ts';
import { requiredMessage } from '#contract/base/required.ts';

/** Most characters, entries and amounts of the fields of a product. */
export const productLimits = {
  name: 150,
  brand: 100,
  sku: 64,
  location: 60,
  origin: 60,
  family: 64,
  description: 5000,
  unit: 50,
  detailLabel: 60,
  detailText: 500,
  details: 40,
  categories: 20,
  stock: 1_000_000,
  price: 1_000_000,
  discount: 100,
  gstRate: 100,
  cessRate: 100,
  maximumPerOrder: 1_000_000,
  lowStockThreshold: 1_000_000,
} as const;

export const detailMessages = {
  tooMany: `At most ${productLimits.details} fields.`,
  isDuplicate: 'Each field may be there once.',
};

/** Drafts are not shown to shoppers yet, archived products not any more. */
export const productStatuses = ['draft', 'active', 'archived'] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** Without spaces and dots, and with the zero in front that a spreadsheet removed: chapters have two digits. */
export function normalizeHsn(typed: string): string {
  const digits = typed.replaceAll(/[\s.]/g, '');
  return /^[1-9]\d{2}(\d{2}){0,2}$/.test(digits) ? `0${digits}` : digits;
}

/** The message for an invalid HSN code (the classification of goods on tax invoices); undefined for a valid one. */
export function validateHsn(code: string): string | undefined {
  return /^\d{4}(\d{2}){0,2}$/.test(code) ? undefined : 'An HSN code has 4, 6 or 8 digits.';
}

/** Number fields of a product: pieces, rupees and percent. */
export type ProductNumber = 'stock' | 'price' | 'discount';

/** Those that may be without a value. */
export type OptionalProductNumber = 'gstRate' | 'cessRate' | 'maximumPerOrder' | 'lowStockThreshold';

const twoDecimals = 'At most two decimals.';
const rules: Record<ProductNumber | OptionalProductNumber, (value: number) => string | undefined> = {
  stock: (value) => validateCount(value, 0, 'The stock cannot be less than 0.'),
  maximumPerOrder: (value) => validateCount(value, 1, 'The maximum cannot be less than 1.'),
  lowStockThreshold: (value) => validateCount(value, 0, 'This cannot be less than 0.'),
  price(value) {
    if (value > productLimits.price) return 'At most ₹10,00,000.';
    if (value > 0 && !hasTwoDecimals(value)) return twoDecimals;
    return toPaise(value) > 0 ? undefined : 'The price must be more than 0.';
  },
  discount: (value) => validatePercent(value, 'The discount cannot be less than 0.'),
  gstRate: (value) => validatePercent(value, 'The rate cannot be less than 0.'),
  cessRate: (value) => validatePercent(value, 'The rate cannot be less than 0.'),
};

function validateCount(value: number, minimum: number, tooLow: string): string | undefined {
  if (!Number.isInteger(value)) return 'Please enter a whole number.';
  if (value < minimum) return tooLow;
  return value > productLimits.stock ? 'At most 10,00,000.' : undefined;
}

function validatePercent(value: number, tooLow: string): string | undefined {
  if (value < 0) return tooLow;
  if (value > productLimits.discount) return 'At most 100 %.';
  return hasTwoDecimals(value) ? undefined : twoDecimals;
}

/** The message for an invalid number of a product; undefined for a valid one. */
export function validateProductNumber(
  field: ProductNumber | OptionalProductNumber,
  value: number | undefined,
): string | undefined {
  if (value === undefined) return requiredMessage(field);
  return Number.isFinite(value) ? rules[field](value) : 'Please enter a number.';
}

/** Whether a number has at most two decimals. */
export function hasTwoDecimals(value: number): boolean {
  return Number.isInteger(Math.round(value * 1e6) / 1e4);
}
