import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import {
  endOtherPrice,
  findDiscountSurprise,
  findSalePriceProblem,
  type PricingInRupees,
} from '#contract/base/money.ts';
import { type ProductColumn, productColumns } from '#contract/product-import/product-file.ts';
import type { ProductImport } from '#contract/product-import/product-import.ts';
import { findStepProblem } from '#contract/products/pack-sizes.ts';
import { type AdminProduct, fieldSchemas, otherSchemas } from '#contract/products/product.ts';
import {
  emptyValue,
  type Field,
  type FieldValue,
  mapFields,
  type ProductStatus,
  priceFields,
  productStatuses,
  toFieldText,
} from '#contract/products/product-fields.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import type { ImportedChanges } from '#server/products/product-bulk.service.ts';
import { findRateProblem } from '#server/products/tax-rates.service.ts';
import {
  isFormula,
  parseDetails,
  parseList,
  parseMark,
  parseNumber,
  parseStatus,
  shortenedMessage,
  toCell,
  toCode,
  toMultiLine,
  toSingleLine,
} from './cells.ts';
import { type ImportProblem, normalizeLineEndings, type ProblemCode, truncate } from './csv-file.ts';
import { isDamaged, isShortenedNumber, isSpreadsheetDate } from './spreadsheet-damage.ts';

/** Cells by column. A column that the file does not have is absent. */
export interface FileRow {
  line: number;
  cells: Partial<Record<ProductColumn, string>>;
  /** The cells that were repaired, as they are in the file. */
  raw?: Partial<Record<ProductColumn, string>>;
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
  /** A field that the row does not change is missing. */
  fields: ImportedChanges;
  changes: ProductImport['samples'][number]['changes'];
  problems: ImportProblem[];
  /** What a spreadsheet has probably changed in the file, and a new price that surprises. */
  warnings: ImportProblem[];
}

type Parsed<Value> = { value: Value; warning?: string } | { code: ProblemCode; message: string };

interface CellRule<Value> {
  parse: (cell: string) => Parsed<Value>;
  schema: z.ZodType<Value>;
  /** The value of the product; undefined for a new one. */
  current: Value | undefined;
  /** The value of an empty cell; undefined if the cell is required. */
  empty?: Value | undefined;
}

const maximumPreviewLength = 200;

/** Validates a row for a product, or for a new one. A cell equal to the export of the product changes nothing. */
export function validateRow(
  row: FileRow,
  before: AdminProduct | null,
  references: CatalogueReferences,
): RowValidation {
  const { line, cells } = row;
  const problems: ImportProblem[] = [];
  const changes: RowValidation['changes'] = [];
  const warnings: ImportProblem[] = [];

  /** Returns the new value, or undefined for no change. */
  function readCell<Value>(column: ProductColumn, rule: CellRule<Value>): Value | undefined {
    const { parse, schema, current, empty } = rule;
    const cell = cells[column];
    const exported = before === null ? null : toCell(before, column);
    if (cell === undefined && exported !== null) return undefined;
    if (cell === undefined && empty !== undefined) return empty;
    const written = row.raw?.[column] ?? cell;
    if (exported !== null && written === normalizeLineEndings(exported)) return undefined;
    const parsed = cell === undefined ? missingColumn(column) : parseCell(cell, parse, empty);
    if ('code' in parsed) {
      problems.push({ line, column, ...parsed });
      return undefined;
    }
    if (parsed.warning !== undefined)
      warnings.push({ line, column, code: 'SPREADSHEET', message: parsed.warning });
    const checked = schema.safeParse(parsed.value);
    if (!checked.success) {
      const message = checked.error.issues[0]?.message ?? 'Invalid value.';
      problems.push({ line, column, code: 'INVALID', message });
      return undefined;
    }
    const value = checked.data;
    if (current !== undefined && isSame(value, current)) return undefined;
    if (exported !== null) {
      const after = isFieldValue(value) ? toFieldText(value) : toSingleLine(cell ?? '');
      changes.push({
        column,
        before: truncate(exported, maximumPreviewLength),
        after: truncate(after, maximumPreviewLength),
      });
    }
    return value;
  }

  let newPrice: FieldValue | undefined = before?.price;
  const fields = mapFields<ImportedChanges>((field, name) => {
    const current = before?.[name];
    const value = readCell<FieldValue>(field.fileColumn, {
      parse(cell) {
        const parsed = parseField(field, cell, current);
        // A price list states the price again where nothing is on sale.
        const isFullPrice = name === 'salePrice' && 'value' in parsed && parsed.value === newPrice;
        return isFullPrice ? { value: null } : parsed;
      },
      schema: toFileSchema(fieldSchemas[name], field, references.tax),
      current,
      empty: toEmptyCell(field, current),
    });
    if (name === 'price') newPrice = value ?? newPrice;
    return value;
  });
  Object.assign(fields, endOtherPrice(statedPrice(row, fields, before)));
  const price = findPrice(fields, before);
  const surprise = price && findDiscountSurprise(price);
  if (surprise !== undefined)
    warnings.push({ line, column: 'discount', code: 'DISCOUNT', message: surprise });
  const problem = price && findSalePriceProblem({ ...price, ...statedPrice(row, fields, before) });
  if (problem !== undefined) problems.push({ line, column: 'sale_price', code: 'INVALID', message: problem });
  const stepProblem = findStepProblem({
    unit: fields.unit ?? before?.unit,
    stepGrams: fields.stepGrams === undefined ? before?.stepGrams : fields.stepGrams,
  });
  if (stepProblem !== undefined)
    problems.push({ line, column: 'unit', code: 'INVALID', message: stepProblem });
  const stock = readCell('stock', {
    parse: parseNumberAs('count'),
    schema: otherSchemas.stock,
    current: before?.stock,
  });
  const category = readCell('categories', {
    parse: parseNames(references.categories, 'category', 'UNKNOWN_CATEGORY'),
    schema: otherSchemas.category,
    current: sortedIds(before?.category),
  });
  const subCategory = readCell('sub_categories', {
    parse: parseNames(references.subCategories, 'sub-category', 'UNKNOWN_SUB_CATEGORY'),
    schema: otherSchemas.subCategory,
    current: sortedIds(before?.subCategory),
  });
  const image = readCell('images', {
    parse: parseImages(references.images, before?.image ?? []),
    schema: otherSchemas.image,
    current: before?.image,
    empty: [],
  });
  const details = readCell('details', {
    parse: parseDetailsCell,
    schema: otherSchemas.more_details,
    current: before?.more_details,
    empty: {},
  });
  if (stock !== undefined) fields.stock = stock - (before?.stock ?? 0);
  if (category !== undefined) fields.category = category;
  if (subCategory !== undefined) fields.subCategory = subCategory;
  if (image !== undefined) fields.image = image;
  if (details !== undefined) fields.more_details = details;
  return {
    fields,
    changes: changes.sort(byColumn),
    problems: problems.sort(byColumn),
    warnings: warnings.sort(byColumn),
  };
}

/** What the cells of a row say of discount and sale price, also where they change nothing. */
function statedPrice({ cells }: FileRow, changed: ImportedChanges, before: AdminProduct | null) {
  const { discount = before?.discount, salePrice = before?.salePrice } = changed;
  return {
    ...(cells.discount !== undefined && { discount }),
    ...(cells.sale_price !== undefined && { salePrice }),
  };
}

/** The price after a row that changes it. */
function findPrice(changed: ImportedChanges, before: AdminProduct | null): PricingInRupees | undefined {
  if (!priceFields.some((name) => changed[name] !== undefined)) return undefined;
  const { price = before?.price, discount = before?.discount ?? 0, salePrice = before?.salePrice } = changed;
  return price === undefined ? undefined : { price, discount, salePrice };
}

function isFieldValue(value: unknown): value is FieldValue {
  return value === null || typeof value !== 'object';
}

const columnOrder = new Map<string, number>(productColumns.map((column, index) => [column, index]));

function byColumn(one: { column: string }, other: { column: string }): number {
  return (columnOrder.get(one.column) ?? 0) - (columnOrder.get(other.column) ?? 0);
}

/**
 * Undefined for a required cell. An empty status changes nothing: a file without statuses says nothing about archived
 * products.
 */
function toEmptyCell(field: Field, current: FieldValue | undefined): FieldValue | undefined {
  if (field.type === 'status') return current ?? emptyValue(field);
  if ('emptyCellValue' in field) return field.emptyCellValue;
  return field.isRequired ? undefined : emptyValue(field);
}

/** Rates must be in the settings. */
function toFileSchema(
  schema: z.ZodType<FieldValue>,
  field: Field,
  rates: StoreSettings['tax'],
): z.ZodType<FieldValue> {
  if (!('tax' in field) || field.tax === undefined) return schema;
  const { tax } = field;
  return schema.superRefine((rate, context) => {
    const message = typeof rate === 'number' ? findRateProblem(tax, rate, rates) : undefined;
    if (message !== undefined) context.addIssue(message);
  });
}

function parseField(field: Field, cell: string, current: FieldValue | undefined): Parsed<FieldValue> {
  if (field.type === 'text') {
    if (field.textKind === 'prose') return { value: toMultiLine(cell) };
    return parseLine(cell, String(current ?? ''), field.isCode === true);
  }
  if (field.type === 'status') return parseStatusCell(cell);
  if (field.type === 'mark') return parseMarkCell(cell);
  const parsed = parseNumberAs(numberKinds[field.type])(cell);
  // Amounts are more than 0, so 0 in the cell of an optional one is none.
  const isNone = field.type === 'rupees' && !field.isRequired && 'value' in parsed && parsed.value === 0;
  return isNone ? { value: null } : parsed;
}

const numberKinds = { rupees: 'amount', percent: 'percent', count: 'count' } as const;

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

/** The order of details matters. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other) && JSON.stringify(one) === JSON.stringify(other);
}

/** A text of one line. What a spreadsheet has made of the text of the product leaves it unchanged. */
function parseLine(cell: string, current: string, isCode: boolean): Parsed<string> {
  const value = isCode ? toCode(cell) : toSingleLine(cell);
  if (isDamaged(value, current)) {
    const warning = `A spreadsheet has probably made ${truncate(value)} of ${truncate(current)}, which stays.`;
    return { value: current, warning };
  }
  if (isCode && isShortenedNumber(value)) return { code: 'INVALID', message: shortenedMessage };
  if (!isSpreadsheetDate(value)) return { value };
  const warning = `${truncate(value)} looks like a date that a spreadsheet has made of another text, such as 2-3 or MAR-1. Format the column as text.`;
  return { value, warning };
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
  const [plural, page] =
    kind === 'category' ? ['categories', 'Category'] : ['sub-categories', 'Sub Category'];
  return (cell: string): Parsed<string[]> => {
    const names = parseList(cell);
    const ids = names.map((name) => known.get(name.toLowerCase()));
    const unknown = names.filter((_name, index) => ids[index] === undefined).map((name) => truncate(name));
    if (unknown.length > 0) {
      const list = truncate(unknown.join(', '), maximumPreviewLength);
      return {
        code,
        message: `Unknown ${unknown.length === 1 ? kind : plural}: ${list}. Add ${unknown.length === 1 ? 'it' : 'them'} under ‘${page}’ first, or separate several with |.`,
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
    const message = `${truncate(unknown)} is not a picture of this store. Upload the picture and enter its URL.`;
    return { code: 'UNKNOWN_PICTURE', message };
  };
}

function parseStatusCell(cell: string): Parsed<ProductStatus> {
  const value = parseStatus(cell);
  if (value !== null) return { value };
  return { code: 'INVALID', message: `Enter ${productStatuses.join(', ').replace(/, (\w+)$/, ' or $1')}.` };
}

function parseMarkCell(cell: string): Parsed<boolean> {
  const value = parseMark(cell);
  if (value !== null) return { value };
  return { code: 'INVALID', message: 'Enter veg or non-veg, or leave the cell empty.' };
}

function parseDetailsCell(cell: string): Parsed<Record<string, string>> {
  const details = parseDetails(cell);
  if (typeof details === 'string')
    return { code: 'BAD_DETAILS', message: truncate(details, maximumPreviewLength) };
  return { value: details };
}
