import type { AdminProduct } from '#contract/products/product.ts';
import { detailMessages, type ProductStatus, productLimits } from '#contract/products/product-fields.ts';
import { toNumber } from './numeric-fields.ts';

export interface Detail {
  label: string;
  text: string;
}

/** Form values of a product, in page order: numbers as typed, images by URL, categories by id. */
export interface ProductDraft {
  name: string;
  brand: string;
  sku: string;
  barcode: string;
  costPrice: string;
  location: string;
  origin: string;
  status: ProductStatus;
  family: string;
  maximumPerOrder: string;
  lowStockThreshold: string;
  hsn: string;
  gstRate: string;
  cessRate: string;
  description: string;
  image: string[];
  category: string[];
  subCategory: string[];
  unit: string;
  veg: 'veg' | 'non-veg' | '';
  stock: string;
  price: string;
  discount: string;
  more_details: Detail[];
}

export function toDraft(product: AdminProduct | undefined): ProductDraft {
  if (product === undefined) return emptyDraft;
  const { name, brand, sku, barcode, costPrice, location, origin, description, image, unit, veg } = product;
  const { status, family, hsn } = product;
  return {
    name,
    brand,
    sku,
    barcode,
    costPrice: numberText(costPrice),
    location,
    origin,
    status,
    family,
    maximumPerOrder: numberText(product.maximumPerOrder),
    lowStockThreshold: numberText(product.lowStockThreshold),
    hsn,
    gstRate: numberText(product.gstRate),
    cessRate: numberText(product.cessRate),
    description,
    image,
    category: product.category.map(({ _id }) => _id),
    subCategory: product.subCategory.map(({ _id }) => _id),
    unit,
    veg: veg === null ? '' : veg ? 'veg' : 'non-veg',
    stock: String(product.stock),
    price: String(product.price),
    discount: String(product.discount),
    more_details: Object.entries(product.more_details).map(([label, text]) => ({ label, text })),
  };
}

function numberText(value: number | null): string {
  return value === null ? '' : String(value);
}

const emptyDraft: ProductDraft = {
  name: '',
  brand: '',
  sku: '',
  barcode: '',
  costPrice: '',
  location: '',
  origin: '',
  status: 'active',
  family: '',
  maximumPerOrder: '',
  lowStockThreshold: '',
  hsn: '',
  gstRate: '',
  cessRate: '',
  description: '',
  image: [],
  category: [],
  subCategory: [],
  unit: '',
  veg: '',
  stock: '',
  price: '',
  discount: '',
  more_details: [],
};

/** API input of a draft. A missing number is undefined and an invalid one NaN; the API rejects both. */
export function toProductInput(draft: ProductDraft) {
  const { veg, stock, price, discount, costPrice, more_details } = draft;
  return {
    ...draft,
    veg: veg === '' ? null : veg === 'veg',
    stock: toNumber(stock),
    price: toNumber(price),
    discount: toNumber(discount),
    costPrice: toNumber(costPrice) ?? null,
    maximumPerOrder: toNumber(draft.maximumPerOrder) ?? null,
    lowStockThreshold: toNumber(draft.lowStockThreshold) ?? null,
    gstRate: toNumber(draft.gstRate) ?? null,
    cessRate: toNumber(draft.cessRate) ?? null,
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
