import type { AdminProduct } from '#contract/products/product.ts';
import {
  detailMessages,
  emptyFields,
  mapFields,
  type ProductField,
  type ProductValues,
  productLimits,
  toFieldText,
} from '#contract/products/product-fields.ts';
import { toNumber } from './numeric-fields.ts';

export interface Detail {
  label: string;
  text: string;
}

/** Form values of a product: fields as text, images by URL, categories by id. */
export interface ProductDraft extends Record<ProductField | 'stock', string> {
  image: string[];
  category: string[];
  subCategory: string[];
  more_details: Detail[];
}

export function toDraft(product: AdminProduct | undefined): ProductDraft {
  const { name, brand, description, unit, ...others } = mapFields<Record<ProductField, string>>(
    ({ type }, field) => {
      if (product !== undefined) return toFieldText(product[field]);
      return type === 'status' ? emptyFields.status : '';
    },
  );
  // In page order: the first invalid field gets the focus.
  return {
    name,
    brand,
    description,
    image: product?.image ?? [],
    category: toIds(product?.category),
    subCategory: toIds(product?.subCategory),
    unit,
    stock: product === undefined ? '' : String(product.stock),
    ...others,
    more_details: Object.entries(product?.more_details ?? {}).map(([label, text]) => ({ label, text })),
  };
}

function toIds(categories: AdminProduct['subCategory'] = []): string[] {
  return categories.map(({ _id }) => _id);
}

/**
 * API input of a draft. A required number that is empty is missing and an invalid number is NaN; the API rejects
 * both.
 */
export function toProductInput(draft: ProductDraft) {
  const { image, category, subCategory, stock, more_details } = draft;
  const values = mapFields<ProductValues>(({ type, isRequired }, name) => {
    const text = draft[name];
    if (type === 'text' || type === 'status') return text;
    if (type === 'mark') return text === '' ? null : text === 'veg';
    return toNumber(text) ?? (isRequired ? undefined : null);
  });
  return {
    ...values,
    image,
    category,
    subCategory,
    stock: toNumber(stock),
    more_details: Object.fromEntries(more_details.map(({ label, text }) => [label, text])),
  };
}

const detailPrefix = 'more_details.';

/** The form has its details in a list: an issue of a detail, named by its label, is found by position. */
export function toDetailPath(path: string, { more_details }: ProductDraft): string | undefined {
  if (!path.startsWith(detailPrefix)) return undefined;
  const position = more_details.findIndex(({ label }) => label === path.slice(detailPrefix.length));
  return position < 0 ? undefined : `${detailPrefix}${position}.text`;
}

/** Error of the label of a new detail; an empty label is valid. */
export function labelError(typed: string, details: readonly Detail[]): string | undefined {
  if (details.length >= productLimits.details) return detailMessages.tooMany;
  const label = typed.trim();
  if (label.length > productLimits.detailLabel) return `At most ${productLimits.detailLabel} characters.`;
  const isThere = details.some((detail) => detail.label.toLowerCase() === label.toLowerCase());
  return isThere ? detailMessages.isDuplicate : undefined;
}
