import { hasTwoDecimals, toPaise } from '#contract/base/money.ts';
import { requiredMessage } from '#contract/base/required.ts';
import { lowStockAt, maximumStock } from '#contract/inventory/stock.ts';
import { normalizeBarcode, validateBarcode } from './barcode.ts';

/** Drafts are not shown to shoppers yet, archived products not any more. */
export const productStatuses = ['draft', 'active', 'archived'] as const;
export type ProductStatus = (typeof productStatuses)[number];

interface FieldBase {
  /** Column of the table `product` and its views. */
  column: string;
  /** Column of product files. */
  fileColumn: string;
  /** Shoppers see the fields for everyone. */
  seenBy: 'everyone' | 'staff';
  /** Without a value, an optional text is empty, a status `active` and any other field null. */
  isRequired?: true;
  /** Staff can change it for many products in one call (`changeProducts`). */
  isBulkEdited?: true;
  /** In the audit log and the bulk edit; amounts and percentages are followed by their unit in inputs. */
  label: string;
  /** In the product form, if it is not `label` with its unit. */
  formLabel?: string;
  placeholder?: string;
  /** Below the input of the form. */
  hint?: string;
  /** Description of the file column. */
  fileColumnHelp: string;
  /** Example cell of the file column. */
  example: string;
}

export interface TextField extends FieldBase {
  type: 'text';
  /** In characters. */
  maximum: number;
  /** `name`: one line, normalized by `normalizeName`; `line`: one line as typed; `prose`: several lines. */
  textKind: 'name' | 'line' | 'prose';
  /** Applied before `validate`. */
  normalize?: (typed: string) => string;
  /** Returns the message for an invalid text that is not empty. */
  validate?: (normalized: string) => string | undefined;
  /** A code, such as a barcode, whose digits a spreadsheet may have shortened. */
  isCode?: true;
  /** Only digits are valid. */
  hasDigitsOnly?: true;
}

interface NumberField extends FieldBase {
  /** Pieces, an amount in rupees, which is more than 0, or a percentage. The latter two have at most two decimals. */
  type: 'count' | 'rupees' | 'percent';
  minimum: number;
  maximum: number;
  /** The message for a number below `minimum`. */
  tooLow: string;
  /** The number that an empty cell of a file means; without it an empty cell is none, or an error if `isRequired`. */
  emptyCellValue?: number;
  /** The values are rates of this tax in the settings of the store. */
  tax?: 'gst' | 'cess';
}

/** One of `productStatuses`. */
interface StatusField extends FieldBase {
  type: 'status';
}

/** The mark of food: true for vegetarian, false for non-vegetarian. */
interface MarkField extends FieldBase {
  type: 'mark';
}

type FieldDefinition = TextField | NumberField | StatusField | MarkField;

/** Without spaces and dots, and with the zero in front that a spreadsheet removed: chapters have two digits. */
export function normalizeHsn(typed: string): string {
  const digits = typed.replaceAll(/[\s.]/g, '');
  return /^[1-9]\d{2}(\d{2}){0,2}$/.test(digits) ? `0${digits}` : digits;
}

/** The message for an invalid HSN code (the classification of goods on tax invoices); undefined for a valid one. */
export function validateHsn(code: string): string | undefined {
  return /^\d{4}(\d{2}){0,2}$/.test(code) ? undefined : 'An HSN code has 4, 6 or 8 digits.';
}

/**
 * The plain fields of a product, in the order of the columns of a product file. API schemas, files, SQL statements,
 * forms, bulk edit and audit log are made from this list. Stock, categories, images and details have rules of their
 * own and are not in it.
 */
export const productFields = {
  name: {
    type: 'text',
    textKind: 'name',
    maximum: 150,
    isRequired: true,
    column: 'name',
    fileColumn: 'name',
    seenBy: 'everyone',
    label: 'Name',
    placeholder: 'Tomatoes, vine-ripened',
    fileColumnHelp:
      'Up to 150 characters. Identifies the product, with unit and brand, if id, SKU and barcode are empty.',
    example: 'Alphonso Mango',
  },
  /** Shown instead of the name in Hindi pages, and beside it in emails and invoices. */
  nameHindi: {
    type: 'text',
    textKind: 'name',
    maximum: 150,
    column: 'name_hindi',
    fileColumn: 'name_hindi',
    seenBy: 'everyone',
    label: 'Name in Hindi',
    formLabel: 'Name in Hindi (optional)',
    placeholder: 'टमाटर',
    fileColumnHelp: 'For pages in Hindi, emails, invoices and search; up to 150 characters. Empty for none.',
    example: 'हापुस आम',
  },
  brand: {
    type: 'text',
    textKind: 'name',
    maximum: 100,
    column: 'brand',
    fileColumn: 'brand',
    seenBy: 'everyone',
    label: 'Brand',
    formLabel: 'Brand (optional)',
    fileColumnHelp: 'Up to 100 characters. Empty for none.',
    example: 'Gauvana',
  },
  description: {
    type: 'text',
    textKind: 'prose',
    maximum: 5000,
    isRequired: true,
    column: 'description',
    fileColumn: 'description',
    seenBy: 'everyone',
    label: 'Description',
    fileColumnHelp: 'Up to 5,000 characters. May contain line breaks.',
    example: 'Sweet and ripe.',
  },
  descriptionHindi: {
    type: 'text',
    textKind: 'prose',
    maximum: 5000,
    column: 'description_hindi',
    fileColumn: 'description_hindi',
    seenBy: 'everyone',
    label: 'Description in Hindi',
    formLabel: 'Description in Hindi (optional)',
    fileColumnHelp: 'For pages in Hindi; up to 5,000 characters. Empty for none.',
    example: 'मीठे और पके हुए।',
  },
  /** Content of one piece. */
  unit: {
    type: 'text',
    textKind: 'line',
    maximum: 50,
    isRequired: true,
    column: 'unit',
    fileColumn: 'unit',
    seenBy: 'everyone',
    label: 'Unit',
    placeholder: '500 g',
    fileColumnHelp: 'Content of one unit.',
    example: '500 g',
  },
  price: {
    type: 'rupees',
    minimum: 0,
    maximum: 1_000_000,
    tooLow: 'The price must be more than 0.',
    isRequired: true,
    isBulkEdited: true,
    column: 'price_paise',
    fileColumn: 'price',
    seenBy: 'everyone',
    label: 'Price',
    placeholder: '99.50',
    fileColumnHelp: 'In rupees, before the discount.',
    example: '249.50',
  },
  discount: {
    type: 'percent',
    minimum: 0,
    maximum: 100,
    tooLow: 'The discount cannot be less than 0.',
    isRequired: true,
    isBulkEdited: true,
    emptyCellValue: 0,
    column: 'discount_basis_points',
    fileColumn: 'discount',
    seenBy: 'everyone',
    label: 'Discount',
    placeholder: '0',
    fileColumnHelp: 'In percent. Empty for none.',
    example: '10',
  },
  /** What shoppers pay instead of the price. Setting it ends the discount, and a discount ends it. */
  salePrice: {
    type: 'rupees',
    minimum: 0,
    maximum: 1_000_000,
    tooLow: 'The sale price must be more than 0.',
    isBulkEdited: true,
    column: 'sale_price_paise',
    fileColumn: 'sale_price',
    seenBy: 'everyone',
    label: 'Sale price',
    placeholder: 'None',
    hint: 'Instead of a discount.',
    fileColumnHelp: 'What shoppers pay, in rupees, instead of a discount. At most the price. Empty for none.',
    example: '',
  },
  /** In grams, of a product that is sold by weight: what one piece in a cart is. Its stock is in grams then. */
  stepGrams: {
    type: 'count',
    minimum: 10,
    maximum: 100_000,
    tooLow: 'The step cannot be less than 10 g.',
    column: 'step_grams',
    fileColumn: 'step_grams',
    seenBy: 'everyone',
    label: 'Step in grams',
    placeholder: 'None',
    hint: 'If sold by weight. Unit and price are of a step, stock in grams.',
    fileColumnHelp:
      'Sold by weight: the grams of a step, which unit and price are of. Stock is in grams. Empty for none.',
    example: '',
  },
  /** How much more than ordered may be delivered, and how much less counts as weighed instead of missing. */
  weightTolerance: {
    type: 'percent',
    minimum: 0,
    maximum: 50,
    tooLow: 'The tolerance cannot be less than 0.',
    column: 'weight_tolerance_basis_points',
    fileColumn: 'weight_tolerance',
    seenBy: 'staff',
    label: 'Weight tolerance',
    placeholder: '0',
    hint: 'Shoppers pay what was weighed, at most what they ordered.',
    fileColumnHelp: 'How far a weight may differ, in percent.',
    example: '',
  },
  sku: {
    type: 'text',
    textKind: 'name',
    maximum: 64,
    isCode: true,
    column: 'sku',
    fileColumn: 'sku',
    seenBy: 'staff',
    label: 'SKU',
    formLabel: 'SKU (optional)',
    fileColumnHelp:
      'Your own number of the product, up to 64 characters. Identifies it if the id is empty. Empty for none.',
    example: 'FR-0042',
  },
  /** A GTIN of 8, 12, 13 or 14 digits. */
  barcode: {
    type: 'text',
    textKind: 'name',
    maximum: 30,
    normalize: normalizeBarcode,
    validate: validateBarcode,
    isCode: true,
    hasDigitsOnly: true,
    column: 'barcode',
    fileColumn: 'barcode',
    seenBy: 'staff',
    label: 'Barcode',
    formLabel: 'Barcode (optional)',
    fileColumnHelp:
      '8, 12, 13 or 14 digits; a zero in front that a spreadsheet removed is added. Format the column as text. Identifies the product if id and SKU are empty. Empty for none.',
    example: '8901030865275',
  },
  /** What one piece costs the store without GST. */
  costPrice: {
    type: 'rupees',
    minimum: 0,
    maximum: 1_000_000,
    tooLow: 'The price must be more than 0.',
    column: 'cost_price_paise',
    fileColumn: 'cost_price',
    seenBy: 'staff',
    label: 'Cost price',
    placeholder: 'None',
    hint: 'What you pay for one, without GST.',
    fileColumnHelp: 'What one piece costs you without GST, in rupees. Shoppers never see it. Empty for none.',
    example: '180',
  },
  location: {
    type: 'text',
    textKind: 'name',
    maximum: 60,
    isBulkEdited: true,
    column: 'location',
    fileColumn: 'location',
    seenBy: 'staff',
    label: 'Location',
    formLabel: 'Location (optional)',
    placeholder: 'Aisle 3, shelf 2',
    fileColumnHelp: 'Aisle and shelf, for those who pick orders. Empty for none.',
    example: 'Aisle 3, shelf 2',
  },
  origin: {
    type: 'text',
    textKind: 'name',
    maximum: 60,
    column: 'origin',
    fileColumn: 'origin',
    seenBy: 'everyone',
    label: 'Country of origin',
    formLabel: 'Origin (optional)',
    placeholder: 'India',
    fileColumnHelp: 'Country of origin. Empty for none.',
    example: 'India',
  },
  /**
   * The same for all sizes of one product, which lists show and count once. In lower case, so that case does not
   * matter.
   */
  family: {
    type: 'text',
    textKind: 'name',
    maximum: 64,
    normalize: (typed) => typed.toLowerCase(),
    isBulkEdited: true,
    column: 'family',
    fileColumn: 'family',
    seenBy: 'everyone',
    label: 'Family',
    formLabel: 'Family (optional)',
    placeholder: 'Same for all sizes',
    fileColumnHelp: 'The same text for all sizes of one product, up to 64 characters. Empty for none.',
    example: 'alphonso mango',
  },
  status: {
    type: 'status',
    isBulkEdited: true,
    column: 'status',
    fileColumn: 'status',
    seenBy: 'staff',
    label: 'Status',
    fileColumnHelp:
      'active, draft (not shown to shoppers yet) or archived (no longer sold). Empty for no change.',
    example: 'active',
  },
  /** Null for the maximum of all products. */
  maximumPerOrder: {
    type: 'count',
    minimum: 1,
    maximum: maximumStock,
    tooLow: 'The maximum cannot be less than 1.',
    isBulkEdited: true,
    column: 'maximum_per_order',
    fileColumn: 'maximum_per_order',
    seenBy: 'everyone',
    label: 'Maximum per order',
    placeholder: 'No maximum',
    fileColumnHelp: 'Most pieces in one order. Empty for no maximum.',
    example: '6',
  },
  /** Null for `lowStockAt`. */
  lowStockThreshold: {
    type: 'count',
    minimum: 0,
    maximum: maximumStock,
    tooLow: 'This cannot be less than 0.',
    column: 'low_stock_threshold',
    fileColumn: 'low_stock_threshold',
    seenBy: 'staff',
    label: 'Low stock at',
    placeholder: String(lowStockAt),
    fileColumnHelp: `The stock is low at or below this number. Empty for ${lowStockAt}.`,
    example: '5',
  },
  hsn: {
    type: 'text',
    textKind: 'name',
    maximum: 20,
    normalize: normalizeHsn,
    validate: validateHsn,
    isCode: true,
    hasDigitsOnly: true,
    isBulkEdited: true,
    column: 'hsn',
    fileColumn: 'hsn',
    seenBy: 'staff',
    label: 'HSN code',
    fileColumnHelp:
      'HSN code of 4, 6 or 8 digits for tax invoices; a zero in front that a spreadsheet removed is added. Empty for none.',
    example: '0804',
  },
  /** 0 for a product without tax, null if unknown. */
  gstRate: {
    type: 'percent',
    minimum: 0,
    maximum: 100,
    tooLow: 'The rate cannot be less than 0.',
    tax: 'gst',
    isBulkEdited: true,
    column: 'gst_basis_points',
    fileColumn: 'gst_rate',
    seenBy: 'staff',
    label: 'GST',
    fileColumnHelp: 'GST in percent, included in the price. 0 for none, empty if unknown.',
    example: '0',
  },
  cessRate: {
    type: 'percent',
    minimum: 0,
    maximum: 100,
    tooLow: 'The rate cannot be less than 0.',
    tax: 'cess',
    isBulkEdited: true,
    column: 'cess_basis_points',
    fileColumn: 'cess_rate',
    seenBy: 'staff',
    label: 'Cess',
    fileColumnHelp: 'Cess in percent, included in the price. Empty if unknown.',
    example: '',
  },
  veg: {
    type: 'mark',
    column: 'veg',
    fileColumn: 'veg',
    seenBy: 'everyone',
    label: 'Veg or non-veg',
    formLabel: 'Veg / non-veg',
    fileColumnHelp: 'The mark of food: veg or non-veg. Empty for none.',
    example: 'veg',
  },
} as const satisfies Record<string, FieldDefinition>;

type Definitions = typeof productFields;
export type ProductField = keyof Definitions;

/** The fields whose definition has these properties: `FieldsWith<{ seenBy: 'everyone' }>`. */
type FieldsWith<Property> = {
  [Name in ProductField]: Definitions[Name] extends Property ? Name : never;
}[ProductField];
export type PublicField = FieldsWith<{ seenBy: 'everyone' }>;
export type RequiredField = FieldsWith<{ isRequired: true }>;
export type OptionalField = Exclude<ProductField, RequiredField>;
export type BulkEditedField = FieldsWith<{ isBulkEdited: true }>;
export type NumericField = FieldsWith<{ tooLow: string }>;

export type FieldColumn = Definitions[ProductField]['column'];
export type FieldFileColumn = Definitions[ProductField]['fileColumn'];

type ValueOf<Definition> = Definition extends { type: 'text' }
  ? string
  : Definition extends { type: 'status' }
    ? ProductStatus
    : Definition extends { type: 'mark' }
      ? boolean | null
      : Definition extends { isRequired: true }
        ? number
        : number | null;

/** The values of a product in the units of the API. Null is none, for texts it is the empty text. */
export type ProductValues = { [Name in ProductField]: ValueOf<Definitions[Name]> };
export type FieldValue = ProductValues[ProductField];

export type Field = FieldDefinition & { column: FieldColumn; fileColumn: FieldFileColumn };
const fields: Readonly<Record<ProductField, Field>> = productFields;

const isFieldName = (name: string): name is ProductField => Object.hasOwn(productFields, name);
/** In the order of the list. */
export const fieldNames: readonly ProductField[] = Object.keys(productFields).filter(isFieldName);
export const publicFields = fieldNames.filter(
  (name): name is PublicField => fields[name].seenBy === 'everyone',
);
/** What a shopper pays follows from these. */
export const priceFields = ['price', 'discount', 'salePrice'] as const satisfies readonly PublicField[];
export const bulkEditedFields = fieldNames.filter(
  (name): name is BulkEditedField => 'isBulkEdited' in fields[name],
);
export const optionalFields = fieldNames.filter(
  (name): name is OptionalField => !('isRequired' in fields[name]),
);

export function isNumeric(name: ProductField): name is NumericField {
  return 'tooLow' in fields[name];
}

/**
 * Returns an object with a property for each field; a field for which `convert` returns undefined is left out. The
 * caller states the type, because the compiler cannot tell the fields of a loop apart.
 */
export function mapFields<Result>(
  convert: (field: Field, name: ProductField & keyof Result) => unknown,
  names?: readonly (ProductField & keyof Result)[],
): Result;
export function mapFields(
  convert: (field: Field, name: ProductField) => unknown,
  names: readonly ProductField[] = fieldNames,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name of names) {
    const value = convert(fields[name], name);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/** The value of an optional field without one; a required number is 0. */
export function emptyValue({ type, isRequired }: Field): FieldValue {
  if (type === 'text') return '';
  if (type === 'status') return 'active';
  return isRequired ? 0 : null;
}

export const emptyFields = mapFields<ProductValues>(emptyValue);

/** The text of a value in files and inputs: `veg` or `non-veg` for marks, empty for none. */
export function toFieldText(value: FieldValue): string {
  if (value === null) return '';
  return typeof value === 'boolean' ? (value ? 'veg' : 'non-veg') : String(value);
}

/** Most products in one `changeProducts` request. */
export const maximumBulkEditedProducts = 500;

/** Most characters and entries of details, and most categories of a product. */
export const productLimits = { detailLabel: 60, detailText: 500, details: 40, categories: 20 } as const;

export const detailMessages = {
  tooMany: `At most ${productLimits.details} fields.`,
  isDuplicate: 'Each field may be there once.',
};

const stockRule = { minimum: 0, maximum: maximumStock, tooLow: 'The stock cannot be less than 0.' };

/** The message for an invalid number of a product; undefined for a valid one. */
export function validateProductNumber(
  name: NumericField | 'stock',
  value: number | undefined,
): string | undefined {
  if (value === undefined) return requiredMessage(name);
  if (!Number.isFinite(value)) return 'Please enter a number.';
  if (name === 'stock') return validateCount(value, stockRule);
  const field = productFields[name];
  if (field.type === 'count') return validateCount(value, field);
  return field.type === 'rupees' ? validateRupees(value, field) : validatePercent(value, field);
}

type Limits = Pick<NumberField, 'minimum' | 'maximum' | 'tooLow'>;

const tooManyDecimals = 'At most two decimals.';

function validateCount(value: number, { minimum, maximum, tooLow }: Limits): string | undefined {
  if (!Number.isInteger(value)) return 'Please enter a whole number.';
  if (value < minimum) return tooLow;
  return value > maximum ? `At most ${maximum.toLocaleString('en-IN')}.` : undefined;
}

function validateRupees(value: number, { maximum, tooLow }: Limits): string | undefined {
  if (value > maximum) return `At most ₹${maximum.toLocaleString('en-IN')}.`;
  if (value > 0 && !hasTwoDecimals(value)) return tooManyDecimals;
  return toPaise(value) > 0 ? undefined : tooLow;
}

function validatePercent(value: number, { minimum, maximum, tooLow }: Limits): string | undefined {
  if (value < minimum) return tooLow;
  if (value > maximum) return `At most ${maximum} %.`;
  return hasTwoDecimals(value) ? undefined : tooManyDecimals;
}
