import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { toBasisPoints, toPaise } from '#contract/base/money.ts';
import type { ProductColumn } from '#contract/product-import/product-file.ts';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { type AdminProduct, price as priceField, productFields } from '#contract/products/product.ts';
import { type ProductStatus, productStatuses } from '#contract/products/product-fields.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import type { ProductChanges } from '#server/products/product-bulk.queries.ts';
import { findRateProblem } from '#server/products/tax-rates.service.ts';
import {
  fromVeg,
  isDamagedNumber,
  isFormula,
  isShortenedNumber,
  parseDetails,
  parseList,
  parseNumber,
  parseStatus,
  parseVeg,
  shortenedMessage,
  toCells,
  toCode,
  toMultiLine,
  toSingleLine,
  type VegCell,
} from './cells.ts';
import { type ImportProblem, normalizeLineEndings, type ProblemCode, truncate } from './csv-file.ts';

/** Cells by column. A column that the file does not have is absent. */
export interface FileRow {
  line: number;
  cells: Partial<Record<ProductColumn, string>>;
}

/** What cells can refer to. */
export interface CatalogueReferences {
  /** Ids by name in lower case. */
  categories: ReadonlyMap<string, string>;
  subCategories: ReadonlyMap<string, string>;
  /** URLs of images. */
  images: ReadonlySet<string>;
  /** The rates that products can have. */
  tax: StoreSettings['tax'];
}

export interface RowValidation {
  fields: ProductChanges;
  changes: ProductImport['samples'][number]['changes'];
  problems: ImportProblem[];
}

type Parsed<Value> = { value: Value } | { code: ProblemCode; message: string };

const maximumPreviewLength = 200;

/** Validates a row for a product, or for a new one. A cell equal to the export of the product changes nothing. */
export function validateRow(
  row: FileRow,
  before: AdminProduct | null,
  references: CatalogueReferences,
): RowValidation {
  const { line, cells } = row;
  const exported = before === null ? null : toCells(before);
  const problems: ImportProblem[] = [];
  const changes: RowValidation['changes'] = [];

  /** Returns the new value, or null for no change. `empty` is the value of an empty cell; required fields have none. */
  function field<Value>(
    column: ProductColumn,
    parse: (cell: string) => Parsed<Value>,
    schema: z.ZodType<Value>,
    current: Value | undefined,
    empty?: Value,
  ): Value | null {
    const cell = cells[column];
    if (cell === undefined && exported !== null) return null;
    if (cell === undefined && empty !== undefined) return empty;
    if (exported !== null && cell === normalizeLineEndings(exported[column])) return null;
    const parsed = cell === undefined ? missingColumn(column) : parseCell(cell, parse, empty);
    if ('code' in parsed) {
      problems.push({ line, column, ...parsed });
      return null;
    }
    const checked = schema.safeParse(parsed.value);
    if (!checked.success) {
      const message = toMessage(checked.error.issues[0]) ?? 'Invalid value.';
      problems.push({ line, column, code: 'INVALID', message });
      return null;
    }
    const value = checked.data;
    if (current !== undefined && isSame(value, current)) return null;
    if (exported !== null) {
      const after =
        value === noValue ? '' : typeof value === 'object' ? toSingleLine(cell ?? '') : String(value);
      changes.push({
        column,
        before: truncate(exported[column], maximumPreviewLength),
        after: truncate(after, maximumPreviewLength),
      });
    }
    return value;
  }

  const schemas = productFields;
  const category = parseNames(references.categories, 'category', 'UNKNOWN_CATEGORY');
  const subCategory = parseNames(references.subCategories, 'sub-category', 'UNKNOWN_SUB_CATEGORY');
  const image = parseImages(references.images, before?.image ?? []);
  // Problems and changes are reported in this order.
  const name = field('name', parseText(toSingleLine), schemas.name, before?.name);
  const brand = field('brand', parseText(toSingleLine), schemas.brand, before?.brand, '');
  const description = field('description', parseText(toMultiLine), schemas.description, before?.description);
  const unit = field('unit', parseText(toSingleLine), schemas.unit, before?.unit);
  const price = field('price', parseNumberAs('amount'), schemas.price, before?.price);
  const discount = field('discount', parseNumberAs('percent'), schemas.discount, before?.discount, 0);
  const stock = field('stock', parseNumberAs('count'), schemas.stock, before?.stock);
  const categories = field('categories', category, schemas.category, sortedIds(before?.category));
  const subCategories = field(
    'sub_categories',
    subCategory,
    schemas.subCategory,
    sortedIds(before?.subCategory),
  );
  const veg = field('veg', parseVegCell, vegCell, before === null ? undefined : fromVeg(before.veg), '');
  const sku = field('sku', parseNumberCode(before?.sku), schemas.sku, before?.sku, '');
  const barcode = field('barcode', parseNumberCode(before?.barcode), schemas.barcode, before?.barcode, '');
  const cost = field('cost_price', parseNumberAs('amount'), costCell, before?.costPrice ?? 0, 0);
  const location = field('location', parseText(toSingleLine), schemas.location, before?.location, '');
  const origin = field('origin', parseText(toSingleLine), schemas.origin, before?.origin, '');
  const family = field('family', parseText(toSingleLine), schemas.family, before?.family, '');
  // An empty cell leaves it unchanged, so that a file without statuses does not show what is archived.
  const statusOfEmpty = before?.status ?? 'active';
  const status = field('status', parseStatusCell, statusCell, before?.status, statusOfEmpty);
  const optionalNumber = (
    column: ProductColumn,
    kind: 'count' | 'percent',
    schema: z.ZodType<number | null>,
    current: number | null | undefined,
  ) => field(column, parseNumberFrom0(kind), noNumber.or(schema), current ?? noValue, noValue);
  const maximum = optionalNumber(
    'maximum_per_order',
    'count',
    schemas.maximumPerOrder.unwrap(),
    before?.maximumPerOrder,
  );
  const threshold = optionalNumber(
    'low_stock_threshold',
    'count',
    schemas.lowStockThreshold.unwrap(),
    before?.lowStockThreshold,
  );
  const hsn = field('hsn', parseNumberCode(before?.hsn), schemas.hsn, before?.hsn, '');
  const { tax } = references;
  const rateIn = (kind: 'gst' | 'cess', schema: z.ZodType<number | null>) =>
    schema.superRefine((rate, context) => {
      const message = findRateProblem(kind, rate, tax);
      if (message !== undefined) context.addIssue(message);
    });
  const gstRate = rateIn('gst', schemas.gstRate.unwrap());
  const cessRate = rateIn('cess', schemas.cessRate.unwrap());
  const gst = optionalNumber('gst_rate', 'percent', gstRate, before?.gstRate);
  const cess = optionalNumber('cess_rate', 'percent', cessRate, before?.cessRate);
  const images = field('images', image, schemas.image, before?.image, []);
  const details = field('details', parseDetailsCell, schemas.more_details, before?.more_details, {});
  const fields = {
    name,
    brand,
    description,
    unit,
    sku,
    barcode,
    cost_price_paise: cost === null ? null : toPaise(cost),
    location,
    origin,
    veg,
    family,
    status,
    maximum_per_order: maximum,
    low_stock_threshold: threshold,
    hsn,
    gst_basis_points: toOptionalBasisPoints(gst),
    cess_basis_points: toOptionalBasisPoints(cess),
    price_paise: price === null ? null : toPaise(price),
    discount_basis_points: discount === null ? null : toBasisPoints(discount),
    stock: stock === null ? null : stock - (before?.stock ?? 0),
    images,
    more_details: details,
    category_ids: categories,
    sub_category_ids: subCategories,
  };
  return { fields, changes, problems };
}

function sortedIds(things: readonly { _id: string }[] | undefined): string[] | undefined {
  return things?.map(({ _id }) => _id).sort();
}

function missingColumn(column: ProductColumn): Parsed<never> {
  return { code: 'MISSING_COLUMN', message: `New products need the column ${column}.` };
}

function parseCell<Value>(
  cell: string,
  parse: (cell: string) => Parsed<Value>,
  empty: Value | undefined,
): Parsed<Value> {
  if (toSingleLine(cell) === '') {
    return empty === undefined ? { code: 'MISSING', message: 'This cell is required.' } : { value: empty };
  }
  if (isFormula(cell)) {
    const message = 'This is a formula. Save the file with values, or put an apostrophe before it.';
    return { code: 'FORMULA', message };
  }
  // The replacement character of a character that could not be decoded.
  if (cell.includes('\ufffd')) {
    const message = "A character was lost when the file was saved. Save it as 'CSV UTF-8'.";
    return { code: 'UNREADABLE', message };
  }
  return parse(cell);
}

/** Of several choices the message of the last one. */
function toMessage(issue: z.core.$ZodIssue | undefined): string | undefined {
  return issue?.code === 'invalid_union' ? toMessage(issue.errors.at(-1)?.[0]) : issue?.message;
}

/** The order of details matters. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other) && JSON.stringify(one) === JSON.stringify(other);
}

function parseText(clean: (cell: string) => string) {
  return (cell: string): Parsed<string> => ({ value: clean(cell) });
}

/** A SKU, barcode or HSN code. What a spreadsheet has made of the number of the product leaves it unchanged. */
function parseNumberCode(current = '') {
  return (cell: string): Parsed<string> => {
    const value = toCode(cell);
    if (isDamagedNumber(value, current)) return { value: current };
    return isShortenedNumber(value) ? { code: 'INVALID', message: shortenedMessage } : { value };
  };
}

function parseNumberAs(kind: 'amount' | 'percent' | 'count') {
  return (cell: string): Parsed<number> => {
    const value = parseNumber(cell, kind);
    if (value !== null) return { value };
    return { code: 'NOT_A_NUMBER', message: `${truncate(toSingleLine(cell))} is not a number.` };
  };
}

function parseNames(
  known: ReadonlyMap<string, string>,
  kind: 'category' | 'sub-category',
  code: ProblemCode,
) {
  const plural = kind === 'category' ? 'categories' : 'sub-categories';
  return (cell: string): Parsed<string[]> => {
    const names = parseList(cell);
    const ids = names.map((name) => known.get(name.toLowerCase()));
    const unknown = names.filter((_name, index) => ids[index] === undefined).map((name) => truncate(name));
    if (unknown.length > 0) {
      const list = truncate(unknown.join(', '), maximumPreviewLength);
      return {
        code,
        message: `Unknown ${unknown.length === 1 ? kind : plural}: ${list}. Separate several with |.`,
      };
    }
    return { value: [...new Set(ids.filter((id) => id !== undefined))].sort() };
  };
}

function parseImages(known: ReadonlySet<string>, ofProduct: readonly string[]) {
  return (cell: string): Parsed<string[]> => {
    const urls = parseList(cell);
    const unknown = urls.find((url) => !known.has(url) && !ofProduct.includes(url));
    if (unknown === undefined) return { value: urls };
    const message = `${truncate(unknown)} is not an image of this shop. Upload the image and enter its URL.`;
    return { code: 'UNKNOWN_PICTURE', message };
  };
}

/** 0 for none. */
const costCell = z.literal(0).or(priceField);

/** A planned number for none. */
export const noValue = -1;
const noNumber = z.literal(noValue);

function parseNumberFrom0(kind: 'percent' | 'count') {
  return (cell: string): Parsed<number> => {
    const parsed = parseNumberAs(kind)(cell);
    const isNegative = 'value' in parsed && parsed.value < 0;
    return isNegative ? { code: 'INVALID', message: 'This cannot be less than 0.' } : parsed;
  };
}

function toOptionalBasisPoints(percent: number | null): number | null {
  return percent === null || percent === noValue ? percent : toBasisPoints(percent);
}

const statusCell = z.enum(productStatuses);

function parseStatusCell(cell: string): Parsed<ProductStatus> {
  const value = parseStatus(cell);
  if (value !== null) return { value };
  return { code: 'INVALID', message: `Enter ${productStatuses.join(', ').replace(/, (\w+)$/, ' or $1')}.` };
}

const vegCell = z.enum(['veg', 'non-veg', '']);

function parseVegCell(cell: string): Parsed<VegCell> {
  const value = parseVeg(cell);
  if (value !== null) return { value };
  return { code: 'INVALID', message: 'Enter veg or non-veg, or leave the cell empty.' };
}

function parseDetailsCell(cell: string): Parsed<Record<string, string>> {
  const details = parseDetails(cell);
  if (typeof details === 'string')
    return { code: 'BAD_DETAILS', message: truncate(details, maximumPreviewLength) };
  return { value: details };
}
