/**
 * A name as part of a URL: lower case, spaces, commas, ampersands and other characters become single hyphens. A name without
 * letters and digits becomes `item`, so that a path never starts with a hyphen.
 */
export function toSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? 'item' : slug;
}

/** The id of a page parameter: everything after its last hyphen. */
export function parseIdFromParam(parameter: string): string {
  return parameter.slice(parameter.lastIndexOf('-') + 1);
}

interface Named {
  _id: string;
  name: string;
}

/** The canonical path of a product page. */
export function productPath(product: Named): string {
  return `/product/${toSlug(product.name)}-${product._id}`;
}

/** The canonical path of a listing page. */
export function listingPath(category: Named, subCategory: Named): string {
  return `/${toSlug(category.name)}-${category._id}/${toSlug(subCategory.name)}-${subCategory._id}`;
}

/** A name beside its unit: without the unit in brackets that makes the names of several sizes unique, `Rice` for `Rice (10 kg)`. */
export function toShownName({ name, unit }: { name: string; unit: string }): string {
  const ending = ` (${unit})`;
  return name.endsWith(ending) ? name.slice(0, -ending.length) : name;
}
