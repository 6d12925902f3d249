import type { AdminProduct } from '#contract/products/product.ts';
import {
  normalizeHsn,
  type ProductStatus,
  productLimits,
  validateHsn,
  validateProductNumber,
} from '#contract/products/product-fields.ts';
import { numericFieldError, parseNumber, toNumber } from '#web/admin/product-form/numeric-fields.ts';
import { differentFields, type OptionalField, type ProductChange, sortedIds } from './product-writes.tsx';

/** Changes to apply to many products; null leaves a field unchanged. */
export interface BulkEdit {
  discount: number | null;
  stock: { kind: 'set' | 'add'; pieces: number } | null;
  categories: { kind: 'add' | 'move'; category: readonly string[]; subCategory: readonly string[] } | null;
  status: ProductStatus | null;
  /** Values as they will be; missing fields stay unchanged. */
  fields: Partial<Pick<AdminProduct, OptionalField>>;
}

export interface BulkEditedProduct {
  before: AdminProduct;
  after: Pick<AdminProduct, 'discount' | 'stock' | 'status' | OptionalField> &
    Record<'category' | 'subCategory', readonly string[]>;
}

export interface BulkEditPlan {
  edited: BulkEditedProduct[];
  /** Input of the `changeProducts` call. */
  changes: ProductChange[];
  /** Number of products that already have these values. */
  unchanged: number;
  /** First validation error. */
  problem: string | null;
}

/** Applies a bulk edit to products: the changes in the preview are the changes that are sent. */
export function planBulkEdit(products: readonly AdminProduct[], bulkEdit: BulkEdit): BulkEditPlan {
  const edited = products
    .map((before) => ({ before, after: afterOf(before, bulkEdit) }))
    .filter(({ before, after }) => Object.keys(changeOf(before, after)).length > 0);
  return {
    edited,
    changes: edited.map(({ before, after }) => ({
      ...{ _id: before._id, updatedAt: before.updatedAt, ...changeOf(before, after) },
    })),
    unchanged: products.length - edited.length,
    problem: edited.map(problemOf).find((problem) => problem !== null) ?? null,
  };
}

function afterOf(
  product: AdminProduct,
  { discount, stock, status, categories, fields }: BulkEdit,
): BulkEditedProduct['after'] {
  const [category, subCategory] = [sortedIds(product.category), sortedIds(product.subCategory)];
  const { gstRate, cessRate, hsn, family, maximumPerOrder, location } = { ...product, ...fields };
  return {
    ...{ gstRate, cessRate, hsn, family, maximumPerOrder, location },
    discount: discount ?? product.discount,
    stock: stock === null ? product.stock : applyStock(product.stock, stock),
    status: status ?? product.status,
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
  const { discount, stock, status, category, subCategory } = after;
  return {
    ...(discount !== before.discount && { discount }),
    ...(stock !== before.stock && { stock, stockBefore: before.stock }),
    ...(status !== before.status && { status }),
    ...(category.join() !== sortedIds(before.category).join() && { category: [...category] }),
    ...(subCategory.join() !== sortedIds(before.subCategory).join() && { subCategory: [...subCategory] }),
    ...differentFields(before, after),
  };
}

function problemOf({ before, after }: BulkEditedProduct): string | null {
  const problem = validateProductNumber('stock', after.stock);
  if (problem !== undefined) return `The stock of ${before.name}: ${problem}`;
  const isOverLimit = Math.max(after.category.length, after.subCategory.length) > productLimits.categories;
  return isOverLimit ? `${before.name} would have more than ${productLimits.categories} categories.` : null;
}

/** Form values of a bulk edit; an empty field leaves the products unchanged. */
export interface BulkEditDraft {
  discount: string;
  stockMode: 'set' | 'add' | 'take';
  pieces: string;
  categoryMode: 'add' | 'move';
  category: string[];
  subCategory: string[];
  status: ProductStatus | '';
  /** A rate in percent, or `none`. */
  gstRate: string;
  cessRate: string;
  /** A dash removes the value, as in the next ones. */
  hsn: string;
  family: string;
  location: string;
  maximumPerOrder: string;
}

export const emptyDraft: BulkEditDraft = {
  ...{ discount: '', stockMode: 'set', pieces: '', categoryMode: 'add', category: [], subCategory: [] },
  ...{ status: '', gstRate: '', cessRate: '', hsn: '', family: '', location: '', maximumPerOrder: '' },
};

export type BulkEditErrors = Partial<Record<'discount' | 'pieces' | 'hsn' | 'maximumPerOrder', string>>;

/** The valid part of a draft, and the errors of the rest. */
export function toBulkEdit(draft: BulkEditDraft): { bulkEdit: BulkEdit; issues: BulkEditErrors } {
  const { discount, pieces, category, subCategory, hsn, maximumPerOrder } = draft;
  const discountIssue = discount.trim() === '' ? undefined : numericFieldError('discount', discount);
  const piecesIssue = pieces.trim() === '' ? undefined : numericFieldError('stock', pieces);
  const hsnIssue = isValue(hsn) ? validateHsn(normalizeHsn(hsn)) : undefined;
  const maximumIssue = isValue(maximumPerOrder)
    ? validateProductNumber('maximumPerOrder', toNumber(maximumPerOrder))
    : undefined;
  const bulkEdit = {
    fields: {
      ...toRate('gstRate', draft.gstRate),
      ...toRate('cessRate', draft.cessRate),
      ...(hsnIssue === undefined && toText('hsn', normalizeHsn(hsn))),
      // As the server stores it.
      ...toText('family', draft.family.trim().toLowerCase()),
      ...toText('location', draft.location.trim()),
      ...(maximumIssue === undefined && toMaximum(maximumPerOrder)),
    },
    discount: discountIssue === undefined ? parseNumber(discount) : null,
    stock: piecesIssue === undefined ? stockOf(draft) : null,
    status: draft.status === '' ? null : draft.status,
    categories:
      category.length + subCategory.length === 0 ? null : { kind: draft.categoryMode, category, subCategory },
  };
  return {
    bulkEdit,
    issues: {
      ...(discountIssue !== undefined && { discount: discountIssue }),
      ...(piecesIssue !== undefined && { pieces: piecesIssue }),
      ...(hsnIssue !== undefined && { hsn: hsnIssue }),
      ...(maximumIssue !== undefined && { maximumPerOrder: maximumIssue }),
    },
  };
}

const isDash = (typed: string) => /^[-–—]$/.test(typed.trim());
const isValue = (typed: string) => typed.trim() !== '' && !isDash(typed);

function toRate(field: 'gstRate' | 'cessRate', chosen: string): BulkEdit['fields'] {
  if (chosen === '') return {};
  return { [field]: chosen === 'none' ? null : Number(chosen) };
}

function toText(field: 'hsn' | 'family' | 'location', typed: string): BulkEdit['fields'] {
  if (typed === '') return {};
  return { [field]: isDash(typed) ? '' : typed };
}

function toMaximum(typed: string): BulkEdit['fields'] {
  if (typed.trim() === '') return {};
  return { maximumPerOrder: isDash(typed) ? null : parseNumber(typed) };
}

function stockOf({ stockMode, pieces }: BulkEditDraft): BulkEdit['stock'] {
  const amount = parseNumber(pieces);
  if (amount === null) return null;
  if (stockMode === 'set') return { kind: 'set', pieces: amount };
  return { kind: 'add', pieces: stockMode === 'add' ? amount : -amount };
}
