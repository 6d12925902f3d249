import type { EndpointInput } from '#contract/api.ts';
import type { Product } from '#contract/product.ts';
import { requiredMessage } from '#contract/rules/required.ts';
import { numericFieldError, parseNumber } from './numeric-fields.ts';

/** Error messages by field name. */
export type FieldErrors = Record<string, string | undefined>;

export interface Detail {
  label: string;
  text: string;
}

/** Form values of a product: numbers as typed, images by URL, categories by id. */
export interface ProductDraft {
  name: string;
  description: string;
  image: string[];
  category: string[];
  subCategory: string[];
  unit: string;
  stock: string;
  price: string;
  discount: string;
  more_details: Detail[];
}

export function toDraft(product: Product | undefined): ProductDraft {
  if (product === undefined) return emptyDraft;
  const { name, description, image, unit } = product;
  return {
    name,
    description,
    image,
    category: product.category.map(({ _id }) => _id),
    subCategory: product.subCategory.map(({ _id }) => _id),
    unit,
    stock: String(product.stock),
    price: String(product.price),
    discount: String(product.discount),
    more_details: Object.entries(product.more_details).map(([label, text]) => ({ label, text })),
  };
}

const emptyDraft: ProductDraft = {
  name: '',
  description: '',
  image: [],
  category: [],
  subCategory: [],
  unit: '',
  stock: '',
  price: '',
  discount: '',
  more_details: [],
};

/** API input of a draft. Invalid numbers become NaN; the form has reported them before. */
export function toProductInput(draft: ProductDraft): EndpointInput<'createProduct'> {
  const { stock, price, discount, more_details } = draft;
  return {
    ...draft,
    stock: parseNumber(stock) ?? Number.NaN,
    price: parseNumber(price) ?? Number.NaN,
    discount: parseNumber(discount) ?? Number.NaN,
    more_details: Object.fromEntries(more_details.map(({ label, text }) => [label, text])),
  };
}

/** Form field name of a detail. */
export function detailField(label: string): string {
  return `more_details.${label}`;
}

/** Field names in page order. */
export function fieldNames({ more_details }: ProductDraft): string[] {
  const details = more_details.map(({ label }) => detailField(label));
  return [
    'name',
    'description',
    'image',
    'category',
    'subCategory',
    'unit',
    'stock',
    'price',
    'discount',
    ...details,
    'more_details',
  ];
}

/** Displayed values by field name. */
export function shownFields(draft: ProductDraft): Record<string, unknown> {
  const details = draft.more_details.map(({ label, text }) => [detailField(label), text]);
  return { ...draft, ...Object.fromEntries(details) };
}

export const maximumDetails = 40;

/** Maximum lengths in characters. */
export const textLimits = {
  name: 150,
  description: 5000,
  unit: 50,
  detailLabel: 60,
  detailText: 500,
} as const;

const maximumCategories = 20;

/** Validates a draft with the server's messages. Uniqueness and references are checked by the server only. */
export function validateDraft(draft: ProductDraft): FieldErrors {
  const issues: Record<string, string | undefined> = {
    name: textError('name', draft.name, textLimits.name),
    description: textError('description', draft.description, textLimits.description),
    category: categoryError('category', draft.category),
    subCategory: categoryError('subCategory', draft.subCategory),
    unit: textError('unit', draft.unit, textLimits.unit),
    stock: numericFieldError('stock', draft.stock),
    price: numericFieldError('price', draft.price),
    discount: numericFieldError('discount', draft.discount),
  };
  for (const { label, text } of draft.more_details) {
    issues[detailField(label)] = textError(label, text, textLimits.detailText);
  }
  const found = Object.entries(issues).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(found);
}

/** Error of a new detail label; an empty label is valid. */
export function labelError(typed: string, details: readonly Detail[]): string | undefined {
  const label = typed.trim();
  if (details.length >= maximumDetails) return `At most ${maximumDetails} fields.`;
  if (label.length > textLimits.detailLabel) return `At most ${textLimits.detailLabel} characters.`;
  const isThere = details.some((detail) => detail.label.toLowerCase() === label.toLowerCase());
  return isThere ? 'Each field may be there once.' : undefined;
}

function textError(field: string, typed: string, maximum: number): string | undefined {
  const text = typed.trim();
  if (text === '') return requiredMessage(field);
  return text.length > maximum ? `At most ${maximum} characters.` : undefined;
}

function categoryError(field: string, ids: readonly string[]): string | undefined {
  if (ids.length === 0) return requiredMessage(field);
  return ids.length > maximumCategories ? `At most ${maximumCategories}.` : undefined;
}
