/**
 * A name as part of an address: spaces, commas and ampersands become hyphens (specification section 2),
 * lower-case, URL-safe, without runs of hyphens (decisions section 3). A name in which nothing is left becomes
 * `item`, so that an address never starts with a dash.
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

/** The id at the end of a page parameter: its last dash-separated piece (specification section 2). */
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
