import type { CallInput } from '#contract/calls.ts';
import type { Product } from '#contract/product.ts';
import { figureOf } from './figures.ts';

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
export function draftOf(product: Product | undefined): ProductDraft {
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
export function fieldsOf(draft: ProductDraft): CallInput<'createProduct'> {
  const { stock, price, discount, more_details } = draft;
  return {
    ...draft,
    stock: figureOf(stock) ?? Number.NaN,
    price: figureOf(price) ?? Number.NaN,
    discount: figureOf(discount) ?? Number.NaN,
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
