/**
 * A name as part of a URL: lower case, spaces, commas, ampersands and other characters become single hyphens. A name
 * without letters and digits becomes `item`, so that a path never starts with a hyphen.
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

const maximumBrandSlugLength = 100;

/**
 * The name of a brand as part of a URL, which identifies the brand: names that differ only in case, in punctuation or
 * in accents of Latin letters are one brand. Letters of other scripts stay. A slug is its own slug.
 */
export function toBrandSlug(brand: string): string {
  const slug = brand
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '');
  const short = [...slug].slice(0, maximumBrandSlugLength).join('').replace(/-$/, '');
  // `/brand/0` is the page for a brand that does not exist.
  return short === '' || short === '0' ? 'brand-0' : short;
}

/** The canonical path of the page of a brand. */
export function brandPath(brand: string): string {
  return `/brand/${encodeURIComponent(toBrandSlug(brand))}`;
}

interface Named {
  _id: string;
  name: string;
}

/** The canonical path of a product page. */
export function productPath(product: Named): string {
  return `/product/${toSlug(product.name)}-${product._id}`;
}

/** The canonical path of the page of a collection. */
export function collectionPath({ _id, title }: { _id: string; title: string }): string {
  return `/collection/${toSlug(title)}-${_id}`;
}

/** The canonical path of a listing page. */
export function listingPath(category: Named, subCategory: Named): string {
  return `/${toSlug(category.name)}-${category._id}/${toSlug(subCategory.name)}-${subCategory._id}`;
}

/**
 * The path of a category: the listing of its first sub-category, in the order of `subCategories` (by name). Null when
 * the category has no sub-category.
 */
export function categoryPath(
  category: Named,
  subCategories: readonly (Named & { category: readonly { _id: string }[] })[],
): string | null {
  const first = subCategories.find((candidate) => candidate.category.some(({ _id }) => _id === category._id));
  return first === undefined ? null : listingPath(category, first);
}

/**
 * A name beside its unit: without the unit in brackets that makes the names of several sizes unique, `Rice` for `Rice
 * (10 kg)`.
 */
export function toShownName({ name, unit }: { name: string; unit: string }): string {
  const ending = ` (${unit})`;
  return name.endsWith(ending) ? name.slice(0, -ending.length) : name;
}
