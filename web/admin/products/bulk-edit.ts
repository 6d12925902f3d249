import { endOtherPrice, findDiscountSurprise, findSalePriceProblem } from '#contract/base/money.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import {
  type BulkEditedField,
  bulkEditedFields,
  emptyValue,
  type Field,
  isNumeric,
  mapFields,
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
  stock?: { kind: 'set' | 'add'; pieces: number };
  categories?: { kind: 'add' | 'move'; category: readonly string[]; subCategory: readonly string[] };
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
  /** What is surprising about new discounts, with the number of products; it stops nothing. */
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
    problem: edited.map(problemOf).find((problem) => problem !== null) ?? null,
    surprises: countSurprises(edited),
  };
}

function countSurprises(edited: readonly BulkEditedProduct[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { before, after } of edited) {
    if (priceFields.every((name) => after[name] === before[name])) continue;
    const surprise = findDiscountSurprise(after);
    if (surprise !== undefined) counts.set(surprise, (counts.get(surprise) ?? 0) + 1);
  }
  return counts;
}

function afterOf(product: AdminProduct, { fields, stock, categories }: BulkEdit): BulkEditedProduct['after'] {
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
  const ofPrice = findSalePriceProblem(after);
  if (ofPrice !== undefined) return `${before.name}: ${ofPrice}`;
  const isOverLimit = Math.max(after.category.length, after.subCategory.length) > productLimits.categories;
  return isOverLimit ? `${before.name} would have more than ${productLimits.categories} categories.` : null;
}

/** The fields of the dialog. Prices are edited in the table. */
export const dialogFields = bulkEditedFields.filter((name) => name !== 'price');
export type DialogField = (typeof dialogFields)[number];

/** Form values of a bulk edit; an empty field leaves the products unchanged, and a dash removes an optional value. */
export interface BulkEditDraft extends Record<DialogField, string> {
  stockMode: 'set' | 'add' | 'take';
  pieces: string;
  categoryMode: 'add' | 'move';
  category: string[];
  subCategory: string[];
}

export const emptyDraft: BulkEditDraft = {
  ...mapFields<Record<DialogField, string>>(() => '', dialogFields),
  stockMode: 'set',
  pieces: '',
  categoryMode: 'add',
  category: [],
  subCategory: [],
};

export type BulkEditErrors = Partial<Record<DialogField | 'pieces', string>>;

/** The valid part of a draft, and the errors of the rest. */
export function toBulkEdit(draft: BulkEditDraft): { bulkEdit: BulkEdit; issues: BulkEditErrors } {
  const { pieces, categoryMode, category, subCategory } = draft;
  const issues = mapFields<BulkEditErrors>(
    (field, name) => findIssue(field, name, draft[name]),
    dialogFields,
  );
  const piecesIssue = pieces.trim() === '' ? undefined : validateProductNumber('stock', toNumber(pieces));
  if (piecesIssue !== undefined) issues.pieces = piecesIssue;
  const bulkEdit: BulkEdit = {
    fields: mapFields<Partial<Pick<ProductValues, DialogField>>>(
      (field, name) => (issues[name] === undefined ? parseValue(field, draft[name]) : undefined),
      dialogFields,
    ),
  };
  const stock = piecesIssue === undefined ? stockOf(draft) : undefined;
  if (stock !== undefined) bulkEdit.stock = stock;
  if (category.length + subCategory.length > 0)
    bulkEdit.categories = { kind: categoryMode, category, subCategory };
  return { bulkEdit, issues };
}

/** Whether a text removes the value of a field. */
function isRemoval({ isRequired }: Field, typed: string): boolean {
  return !isRequired && /^[-–—]$/.test(typed.trim());
}

function findIssue(field: Field, name: DialogField, typed: string): string | undefined {
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
