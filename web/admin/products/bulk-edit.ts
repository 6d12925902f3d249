import {
  endOtherPrice,
  findDiscountSurprise,
  findSalePriceProblem,
  hasTwoDecimals,
  productPricePaise,
  toBasisPoints,
  toPaise,
  toRupees,
} from '#contract/base/money.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import {
  type BulkEditedField,
  bulkEditedFields,
  emptyValue,
  type Field,
  isNumeric,
  mapFields,
  maximumBulkEditedProducts,
  type ProductValues,
  priceFields,
  productLimits,
  type TextField,
  validateProductNumber,
} from '#contract/products/product-fields.ts';
import { parseNumber, toNumber } from '#web/admin/product-form/numeric-fields.ts';
import { differentFields, type ProductChange, sortedIds } from './product-writes.tsx';

type BulkEditedValues = Pick<ProductValues, BulkEditedField>;

/** Changes to apply to many products; what is missing stays unchanged. */
export interface BulkEdit {
  fields: Partial<BulkEditedValues>;
  prices?: Partial<Record<EditedPrice, PriceStep>>;
  stock?: { kind: 'set' | 'add'; pieces: number };
  categories?: { kind: 'add' | 'move'; category: readonly string[]; subCategory: readonly string[] };
}

/** The prices that can be raised or lowered. */
export const editedPrices = ['price', 'salePrice'] as const;
export type EditedPrice = (typeof editedPrices)[number];

/** `nine`: whole rupees that end in 9. */
export const priceRoundings = ['none', 'rupee', 'half', 'nine'] as const;
type PriceRounding = (typeof priceRoundings)[number];

/** By how much a price changes, negative to lower it, in percent or rupees. */
interface PriceStep {
  unit: 'percent' | 'rupees';
  by: number;
  rounding: PriceRounding;
}

export interface BulkEditedProduct {
  before: AdminProduct;
  after: BulkEditedValues & { stock: number } & Record<'category' | 'subCategory', readonly string[]>;
}

export interface BulkEditPlan {
  edited: BulkEditedProduct[];
  /** Input of the `changeProducts` call. */
  changes: ProductChange[];
  /** Number of products that already have these values. */
  unchanged: number;
  /** First validation error. */
  problem: string | null;
  /** What is surprising about new prices, with the number of products; it stops nothing. */
  surprises: ReadonlyMap<string, number>;
}

/** Applies a bulk edit to products: the changes in the preview are the changes that are sent. */
export function planBulkEdit(products: readonly AdminProduct[], bulkEdit: BulkEdit): BulkEditPlan {
  const edited = products
    .map((before) => ({ before, after: afterOf(before, bulkEdit) }))
    .filter(({ before, after }) => Object.keys(changeOf(before, after)).length > 0);
  return {
    edited,
    changes: edited.map(({ before, after }) => ({
      _id: before._id,
      updatedAt: before.updatedAt,
      ...changeOf(before, after),
    })),
    unchanged: products.length - edited.length,
    problem:
      bulkEdit.prices !== undefined && edited.length > maximumBulkEditedProducts
        ? `Prices are raised or lowered for at most ${maximumBulkEditedProducts} products at once.`
        : (edited.map(problemOf).find((problem) => problem !== null) ?? null),
    surprises: countSurprises(edited),
  };
}

function countSurprises(edited: readonly BulkEditedProduct[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { before, after } of edited) {
    if (priceFields.every((name) => after[name] === before[name]) || findPriceProblem(after) !== undefined)
      continue;
    const surprise = findDiscountSurprise(after) ?? findFarPrice(before, after);
    if (surprise !== undefined) counts.set(surprise, (counts.get(surprise) ?? 0) + 1);
  }
  return counts;
}

/** That shoppers pay less than half, or more than twice, of what they paid. Undefined if they do not. */
function findFarPrice(before: AdminProduct, after: BulkEditedProduct['after']): string | undefined {
  const [paid, pays] = [productPricePaise(before), productPricePaise(after)];
  if (pays * 2 < paid) return 'Shoppers pay less than half of the current price.';
  return pays > paid * 2 ? 'Shoppers pay more than twice the current price.' : undefined;
}

/** A price after a step, in rupees; a sale price that a product does not have begins with what shoppers pay. */
function applyStep(product: AdminProduct, name: EditedPrice, { unit, by, rounding }: PriceStep): number {
  const before =
    name === 'price' || product.salePrice !== null
      ? toPaise(product[name] ?? product.price)
      : productPricePaise(product);
  const paise =
    unit === 'rupees' ? before + toPaise(by) : Math.round((before * (10_000 + toBasisPoints(by))) / 10_000);
  return toRupees(roundPrice(paise, rounding));
}

/** To the nearest such price, the higher of two; the least that ends in 9 is ₹9. A price below ₹0.25 can become 0. */
function roundPrice(paise: number, rounding: PriceRounding): number {
  if (paise <= 0 || rounding === 'none') return paise;
  if (rounding === 'rupee') return Math.round(paise / 100) * 100;
  if (rounding === 'half') return Math.round(paise / 50) * 50;
  return Math.max(900, Math.round((paise - 900) / 1000) * 1000 + 900);
}

function stepPrices(product: AdminProduct, steps: BulkEdit['prices'] = {}) {
  return mapFields<Partial<Pick<BulkEditedValues, EditedPrice>>>((_field, name) => {
    const step = steps[name];
    return step && applyStep(product, name, step);
  }, editedPrices);
}

function afterOf(product: AdminProduct, bulkEdit: BulkEdit): BulkEditedProduct['after'] {
  const { stock, categories } = bulkEdit;
  const fields = { ...bulkEdit.fields, ...stepPrices(product, bulkEdit.prices) };
  const [category, subCategory] = [sortedIds(product.category), sortedIds(product.subCategory)];
  return {
    ...mapFields<BulkEditedValues>((_field, name) => product[name], bulkEditedFields),
    ...endOtherPrice(fields),
    ...fields,
    stock: stock === undefined ? product.stock : applyStock(product.stock, stock),
    category: applyCategories(category, categories?.kind, categories?.category),
    subCategory: applyCategories(subCategory, categories?.kind, categories?.subCategory),
  };
}

function applyStock(now: number, { kind, pieces }: NonNullable<BulkEdit['stock']>): number {
  // Stock cannot become negative.
  return kind === 'set' ? pieces : Math.max(0, now + pieces);
}

function applyCategories(
  now: string[],
  kind: 'add' | 'move' = 'add',
  edited: readonly string[] = [],
): string[] {
  if (edited.length === 0) return now;
  return [...new Set(kind === 'add' ? [...now, ...edited] : edited)].sort();
}

function changeOf(before: AdminProduct, after: BulkEditedProduct['after']): Partial<ProductChange> {
  const { stock, category, subCategory } = after;
  return {
    ...(stock !== before.stock && { stock, stockBefore: before.stock }),
    ...(category.join() !== sortedIds(before.category).join() && { category: [...category] }),
    ...(subCategory.join() !== sortedIds(before.subCategory).join() && { subCategory: [...subCategory] }),
    ...differentFields(before, after),
  };
}

function problemOf({ before, after }: BulkEditedProduct): string | null {
  const problem = validateProductNumber('stock', after.stock);
  if (problem !== undefined) return `The stock of ${before.name}: ${problem}`;
  const ofPrice = findPriceProblem(after) ?? findSalePriceProblem(after);
  if (ofPrice !== undefined) return `${before.name}: ${ofPrice}`;
  const isOverLimit = Math.max(after.category.length, after.subCategory.length) > productLimits.categories;
  return isOverLimit ? `${before.name} would have more than ${productLimits.categories} categories.` : null;
}

function findPriceProblem({ price, salePrice }: BulkEditedProduct['after']): string | undefined {
  const ofPrice = validateProductNumber('price', price);
  return ofPrice ?? (salePrice === null ? undefined : validateProductNumber('salePrice', salePrice));
}

type PriceMode = 'set' | `${'raise' | 'lower'} by ${PriceStep['unit']}`;

/** Form values of a bulk edit; an empty field leaves the products unchanged, and a dash removes an optional value. */
export interface BulkEditDraft extends Record<BulkEditedField, string> {
  priceMode: PriceMode;
  salePriceMode: PriceMode;
  rounding: PriceRounding;
  stockMode: 'set' | 'add' | 'take';
  pieces: string;
  categoryMode: 'add' | 'move';
  category: string[];
  subCategory: string[];
}

export const emptyDraft: BulkEditDraft = {
  ...mapFields<Record<BulkEditedField, string>>(() => '', bulkEditedFields),
  priceMode: 'set',
  salePriceMode: 'set',
  rounding: 'none',
  stockMode: 'set',
  pieces: '',
  categoryMode: 'add',
  category: [],
  subCategory: [],
};

export type BulkEditErrors = Partial<Record<BulkEditedField | 'pieces', string>>;

/** The valid part of a draft, and the errors of the rest. */
export function toBulkEdit(draft: BulkEditDraft): { bulkEdit: BulkEdit; issues: BulkEditErrors } {
  const { pieces, categoryMode, category, subCategory } = draft;
  const issues = mapFields<BulkEditErrors>(
    (field, name) => (isStep(draft, name) ? findStepIssue(draft, name) : findIssue(field, name, draft[name])),
    bulkEditedFields,
  );
  const piecesIssue = pieces.trim() === '' ? undefined : validateProductNumber('stock', toNumber(pieces));
  if (piecesIssue !== undefined) issues.pieces = piecesIssue;
  const bulkEdit: BulkEdit = {
    fields: mapFields<Partial<BulkEditedValues>>(
      (field, name) =>
        issues[name] === undefined && !isStep(draft, name) ? parseValue(field, draft[name]) : undefined,
      bulkEditedFields,
    ),
  };
  const steps = mapFields<NonNullable<BulkEdit['prices']>>(
    (_field, name) => (issues[name] === undefined ? toStep(draft, name) : undefined),
    editedPrices,
  );
  if (Object.keys(steps).length > 0) bulkEdit.prices = steps;
  const stock = piecesIssue === undefined ? stockOf(draft) : undefined;
  if (stock !== undefined) bulkEdit.stock = stock;
  if (category.length + subCategory.length > 0)
    bulkEdit.categories = { kind: categoryMode, category, subCategory };
  return { bulkEdit, issues };
}

/** The way in which the draft changes a field. */
function modeOf(draft: BulkEditDraft, name: BulkEditedField): PriceMode {
  if (name === 'price') return draft.priceMode;
  return name === 'salePrice' ? draft.salePriceMode : 'set';
}

function isStep(draft: BulkEditDraft, name: BulkEditedField): boolean {
  return modeOf(draft, name) !== 'set';
}

function findStepIssue(draft: BulkEditDraft, name: BulkEditedField): string | undefined {
  if (draft[name].trim() === '') return undefined;
  const by = toNumber(draft[name]) ?? Number.NaN;
  if (!Number.isFinite(by)) return 'Please enter a number.';
  if (by < 0) return 'Choose raise or lower instead of a sign.';
  if (!hasTwoDecimals(by)) return 'At most two decimals.';
  return by > 1_000_000 ? 'This is too much.' : undefined;
}

/** Returns undefined for a price that is set, and for an empty text. */
function toStep(draft: BulkEditDraft, name: EditedPrice): PriceStep | undefined {
  const by = parseNumber(draft[name]);
  const mode = modeOf(draft, name);
  if (mode === 'set' || by === null) return undefined;
  return {
    unit: mode.endsWith('percent') ? 'percent' : 'rupees',
    by: mode.startsWith('raise') ? by : -by,
    rounding: draft.rounding,
  };
}

/** Whether a text removes the value of a field. */
function isRemoval({ isRequired }: Field, typed: string): boolean {
  return !isRequired && /^[-–—]$/.test(typed.trim());
}

function findIssue(field: Field, name: BulkEditedField, typed: string): string | undefined {
  if (typed.trim() === '' || isRemoval(field, typed)) return undefined;
  if (field.type === 'text') return field.validate?.(normalize(field, typed));
  return isNumeric(name) ? validateProductNumber(name, toNumber(typed)) : undefined;
}

/** Returns undefined for an empty text. */
function parseValue(field: Field, typed: string): string | number | boolean | null | undefined {
  if (typed.trim() === '') return undefined;
  if (isRemoval(field, typed)) return emptyValue(field);
  if (field.type === 'text') return normalize(field, typed);
  return field.type === 'status' ? typed : parseNumber(typed);
}

/** As the server stores it. */
function normalize({ normalize: toStored }: TextField, typed: string): string {
  return toStored?.(typed.trim()) ?? typed.trim();
}

function stockOf({ stockMode, pieces }: BulkEditDraft): BulkEdit['stock'] {
  const amount = parseNumber(pieces);
  if (amount === null) return undefined;
  if (stockMode === 'set') return { kind: 'set', pieces: amount };
  return { kind: 'add', pieces: stockMode === 'add' ? amount : -amount };
}
