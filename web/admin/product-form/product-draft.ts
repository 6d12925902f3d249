import type { EndpointInput } from '#contract/api.ts';
import type { Product } from '#contract/product.ts';
import type { FieldErrors } from '#web/admin/admin-form.ts';
import { numericFieldError, parseNumber } from './numeric-fields.ts';

/** A label of one's own, and what is said under it. */
export interface Detail {
  label: string;
  text: string;
}

/** A product as it lies in the form: what is typed as it was typed, pictures and shelves by address and id. */
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

/** What the form starts with. */
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

/** What is sent to the shop; a figure that is none has been said at its field before. */
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

/** The name under which a form finds the text of a detail. */
export function detailField(label: string): string {
  return `more_details.${label}`;
}

/** The fields of the form in the order in which they stand. */
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

/** What each field of the form shows, by its name. */
export function shownFields(draft: ProductDraft): Record<string, unknown> {
  const details = draft.more_details.map(({ label, text }) => [detailField(label), text]);
  return { ...draft, ...Object.fromEntries(details) };
}

/** As many pictures as a product may have. */
export const maximumImages = 12;
/** As many details as a product may have. */
export const maximumDetails = 40;

/** Most characters of what is typed. */
export const textLimits = {
  name: 150,
  description: 5000,
  unit: 50,
  detailLabel: 60,
  detailText: 500,
} as const;

const maximumCategories = 20;
const blank = 'Please fill this in.';

/** Everything that is wrong with a draft, in the words of the shop; it knows only what it cannot look up. */
export function validateDraft(draft: ProductDraft): FieldErrors<string> {
  const issues: Record<string, string | undefined> = {
    name: textError(draft.name, textLimits.name),
    description: textError(draft.description, textLimits.description),
    category: categoryError(draft.category),
    subCategory: categoryError(draft.subCategory),
    unit: textError(draft.unit, textLimits.unit),
    stock: numericFieldError('stock', draft.stock),
    price: numericFieldError('price', draft.price),
    discount: numericFieldError('discount', draft.discount),
  };
  for (const { label, text } of draft.more_details) {
    issues[detailField(label)] = textError(text, textLimits.detailText);
  }
  const found = Object.entries(issues).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(found);
}

/** Why a detail of this label cannot be added; a label may be empty (specification section 5). */
export function labelError(typed: string, details: readonly Detail[]): string | undefined {
  const label = typed.trim();
  if (details.length >= maximumDetails) return `At most ${maximumDetails} fields.`;
  if (label.length > textLimits.detailLabel) return `At most ${textLimits.detailLabel} characters.`;
  const isThere = details.some((detail) => detail.label.toLowerCase() === label.toLowerCase());
  return isThere ? 'Each field may be there once.' : undefined;
}

function textError(typed: string, maximum: number): string | undefined {
  const text = typed.trim();
  if (text === '') return blank;
  return text.length > maximum ? `At most ${maximum} characters.` : undefined;
}

function categoryError(ids: readonly string[]): string | undefined {
  if (ids.length === 0) return 'Please choose at least one.';
  return ids.length > maximumCategories ? `At most ${maximumCategories}.` : undefined;
}
