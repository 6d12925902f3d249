import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { type Product, productFields } from '#contract/product.ts';
import type { ProductImport } from '#contract/product-import.ts';
import { toBasisPoints, toPaise } from '#contract/rules/money.ts';
import type { ProductColumn } from '#contract/rules/product-file.ts';
import {
  isFormula,
  parseDetails,
  parseList,
  parseNumber,
  toCells,
  toMultiLine,
  toSingleLine,
} from './cells.ts';
import { type ImportProblem, normalizeLineEndings, type ProblemCode, truncate } from './csv-file.ts';

/** A row of the file by its columns; a column that the file does not have is not there. */
export interface FileRow {
  line: number;
  cells: Partial<Record<ProductColumn, string>>;
}

/** What the shop has, as far as rows may name it. */
export interface CatalogueReferences {
  /** Ids by the name in lower case. */
  categories: ReadonlyMap<string, string>;
  subCategories: ReadonlyMap<string, string>;
  /** Addresses of pictures of this shop. */
  pictures: ReadonlySet<string>;
}

/** What a row would write; null leaves a field as it is. Money in paise, the discount in basis points. */
export interface PlannedFields {
  name: string | null;
  description: string | null;
  unit: string | null;
  price_paise: number | null;
  discount_basis_points: number | null;
  /** Of an update, what is added to the stock: sales go on meanwhile. */
  stock: number | null;
  images: string[] | null;
  more_details: Record<string, string> | null;
  category_ids: string[] | null;
  sub_category_ids: string[] | null;
}

export interface RowValidation {
  fields: PlannedFields;
  changes: ProductImport['samples'][number]['changes'];
  problems: ImportProblem[];
}

type Reading<Value> = { value: Value } | { code: ProblemCode; message: string };

interface Field<Value> {
  read(cell: string): Reading<Value>;
  schema: z.ZodType<Value>;
  /** As the product has it; null for a new product. */
  before: Value | null;
  /** What an empty cell means; left out where something must stand. */
  empty?: Value;
}

const longestShown = 200;

/** Judges what a row says about a product, or about a new one. A cell as the export has written it changes nothing. */
export function validateRow(
  row: FileRow,
  before: Product | null,
  references: CatalogueReferences,
): RowValidation {
  const { line, cells } = row;
  const written = before === null ? null : toCells(before);
  const problems: ImportProblem[] = [];
  const changes: RowValidation['changes'] = [];

  function field<Value>(column: ProductColumn, { read, schema, before: old, empty }: Field<Value>) {
    const cell = cells[column];
    if (cell === undefined && written !== null) return null;
    if (cell === undefined && empty !== undefined) return empty;
    if (written !== null && cell === normalizeLineEndings(written[column])) return null;
    const reading = cell === undefined ? missingColumn(column) : readCell(cell, read, empty);
    if ('code' in reading) {
      problems.push({ line, column, ...reading });
      return null;
    }
    const parsed = schema.safeParse(reading.value);
    if (!parsed.success) {
      const message = parsed.error.issues[0]?.message ?? 'This cannot be taken.';
      problems.push({ line, column, code: 'INVALID', message });
      return null;
    }
    if (old !== null && isSame(parsed.data, old)) return null;
    if (written !== null) {
      const after = typeof parsed.data === 'object' ? toSingleLine(cell ?? '') : String(parsed.data);
      changes.push({
        column,
        before: truncate(written[column], longestShown),
        after: truncate(after, longestShown),
      });
    }
    return parsed.data;
  }

  const idsOf = (things: readonly { _id: string }[]) => things.map(({ _id }) => _id).sort();
  const name = field('name', {
    read: text(toSingleLine),
    schema: productFields.name,
    before: before?.name ?? null,
  });
  const description = field('description', {
    read: text(toMultiLine),
    schema: productFields.description,
    before: before?.description ?? null,
  });
  const unit = field('unit', {
    read: text(toSingleLine),
    schema: productFields.unit,
    before: before?.unit ?? null,
  });
  const price = field('price', {
    read: number('amount'),
    schema: productFields.price,
    before: before?.price ?? null,
  });
  const discount = field('discount', {
    read: number('percent'),
    schema: productFields.discount,
    before: before?.discount ?? null,
    empty: 0,
  });
  const stock = field('stock', {
    read: number('count'),
    schema: productFields.stock,
    before: before?.stock ?? null,
  });
  const categories = field('categories', {
    read: shelves(references.categories, 'category', 'UNKNOWN_CATEGORY'),
    schema: productFields.category,
    before: before && idsOf(before.category),
  });
  const subCategories = field('sub_categories', {
    read: shelves(references.subCategories, 'sub-category', 'UNKNOWN_SUB_CATEGORY'),
    schema: productFields.subCategory,
    before: before && idsOf(before.subCategory),
  });
  const images = field('images', {
    read: pictures(references.pictures, before?.image ?? []),
    schema: productFields.image,
    before: before?.image ?? null,
    empty: [],
  });
  const details = field('details', {
    read: readDetails,
    schema: productFields.more_details,
    before: before?.more_details ?? null,
    empty: {},
  });
  const fields = {
    name,
    description,
    unit,
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

function missingColumn(column: ProductColumn): Reading<never> {
  return {
    code: 'MISSING_COLUMN',
    message: `The file has no column ${column}, and each new product needs one.`,
  };
}

function readCell<Value>(
  cell: string,
  read: (cell: string) => Reading<Value>,
  empty: Value | undefined,
): Reading<Value> {
  if (toSingleLine(cell) === '') {
    return empty === undefined ? { code: 'MISSING', message: 'Please fill this in.' } : { value: empty };
  }
  if (isFormula(cell)) {
    const message =
      'This is a formula. Please save the file with its values, or put an apostrophe before it.';
    return { code: 'FORMULA', message };
  }
  // What a program writes for a letter that it could not read.
  if (cell.includes('\ufffd')) {
    const message = "A letter of this was lost when the file was saved. Please save it as 'CSV UTF-8'.";
    return { code: 'UNREADABLE', message };
  }
  return read(cell);
}

/** Details count in their order, which is the manager's. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other) && JSON.stringify(one) === JSON.stringify(other);
}

function text(clean: (cell: string) => string) {
  return (cell: string): Reading<string> => ({ value: clean(cell) });
}

function number(kind: 'amount' | 'percent' | 'count') {
  return (cell: string): Reading<number> => {
    const value = parseNumber(cell, kind);
    if (value !== null) return { value };
    return { code: 'NOT_A_NUMBER', message: `${truncate(toSingleLine(cell))} is not a number.` };
  };
}

function shelves(known: ReadonlyMap<string, string>, kind: string, code: ProblemCode) {
  return (cell: string): Reading<string[]> => {
    const names = parseList(cell);
    const ids = names.map((name) => known.get(name.toLowerCase()));
    const unknown = names.filter((_name, index) => ids[index] === undefined).map((name) => truncate(name));
    if (unknown.length > 0) {
      const what =
        unknown.length === 1 ? `no ${kind} ${unknown[0]}` : `no ${kind} of these: ${unknown.join(', ')}`;
      return {
        code,
        message: `There is ${truncate(what, longestShown)}. Several are written with | between them.`,
      };
    }
    return { value: [...new Set(ids.filter((id) => id !== undefined))].sort() };
  };
}

function pictures(known: ReadonlySet<string>, ofProduct: readonly string[]) {
  return (cell: string): Reading<string[]> => {
    const addresses = parseList(cell);
    const unknown = addresses.find((address) => !known.has(address) && !ofProduct.includes(address));
    if (unknown === undefined) return { value: addresses };
    const message = `${truncate(unknown)} is no picture of this shop. Please upload it, and write its address here.`;
    return { code: 'UNKNOWN_PICTURE', message };
  };
}

function readDetails(cell: string): Reading<Record<string, string>> {
  const details = parseDetails(cell);
  if (typeof details === 'string') return { code: 'BAD_DETAILS', message: truncate(details, longestShown) };
  return { value: details };
}
