import type { ParsedInput } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { toBrandSlug } from '#contract/base/slug.ts';
import type { CountedBrand } from '#contract/products/product.ts';
import type { Context } from '#server/http/context.ts';
import { toLatinSearch } from '#server/search/words/indian-scripts.ts';
import { selectFormerBrands } from './product.queries.ts';

type Brands = ReadonlyMap<string, CountedBrand>;

// Read for each page of a brand that has no products.
const maximumFormerBrands = 1000;

/**
 * Returns the brand of a slug; of a brand whose products all got another brand, that one. Throws NOT_FOUND if neither
 * has products.
 */
export async function findBrand(
  { db, productSearch }: Pick<Context, 'db' | 'productSearch'>,
  slug: string,
): Promise<{ slug: string; name: string }> {
  const brands = await productSearch.listBrands();
  const brand = brands.get(slug);
  if (brand !== undefined) return { slug, name: brand.name };
  const rows = await selectFormerBrands(db, maximumFormerBrands);
  const found = findNextBrand(brands, slug, rows);
  if (found === null) throw new AppError('NOT_FOUND', { message: 'There are no products of this brand.' });
  return found;
}

/** Follows renamings until a brand has products. */
function findNextBrand(
  brands: Brands,
  slug: string,
  renamings: readonly { brand: string; next_brand: string }[],
): { slug: string; name: string } | null {
  // The latest renaming of several that have the same slug.
  const nextBySlug = new Map(
    renamings
      .map(({ brand, next_brand }) => [toBrandSlug(brand), toBrandSlug(next_brand)] as const)
      .reverse(),
  );
  const visited = new Set([slug]);
  for (
    let next = nextBySlug.get(slug);
    next !== undefined && !visited.has(next);
    next = nextBySlug.get(next)
  ) {
    const brand = brands.get(next);
    if (brand !== undefined) return { slug: next, name: brand.name };
    visited.add(next);
  }
  return null;
}

/** Returns the brands that a text names or begins to name; all, those with most products first, for an empty text. */
export async function listBrands(
  { productSearch }: Pick<Context, 'productSearch'>,
  { search, limit }: ParsedInput<'listBrands'>,
): Promise<CountedBrand[]> {
  const brands = await productSearch.listBrands();
  if (search.trim() !== '') return matchBrands(brands, [search], limit);
  return [...brands.values()].sort(compareCounts).slice(0, limit);
}

// One letter begins too many names.
const minimumLength = 2;

/**
 * Returns the brands that one of the texts names or begins to name, best match first: 'mother d' and 'motherd' begin
 * 'Mother Dairy', as 'dairy' does, and 'amul butter' names 'Amul'. Words of Indian scripts count as they sound.
 */
export function matchBrands(brands: Brands, texts: readonly string[], limit: number): CountedBrand[] {
  const typed = new Set(
    texts
      .flatMap((text) => [text, toLatinSearch(text)])
      .filter((text) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= minimumLength)
      .map(toBrandSlug),
  );
  if (typed.size === 0) return [];
  const matches: (CountedBrand & { tier: number })[] = [];
  for (const [slug, { name, count }] of brands) {
    const tier = Math.min(...[...typed].map((text) => tierOf(slug, text)));
    if (Number.isFinite(tier)) matches.push({ name, count, tier });
  }
  return matches
    .sort((one, other) => one.tier - other.tier || compareCounts(one, other))
    .slice(0, limit)
    .map(({ name, count }) => ({ name, count }));
}

/** How well a text names a brand, both as slugs: 0 is best, infinite not at all. */
function tierOf(slug: string, text: string): number {
  if (slug === text) return 0;
  if (slug.startsWith(text) || slug.replaceAll('-', '').startsWith(text.replaceAll('-', ''))) return 1;
  if (`-${text}-`.includes(`-${slug}-`)) return 2;
  return slug.includes(`-${text}`) ? 3 : Number.POSITIVE_INFINITY;
}

function compareCounts(one: CountedBrand, other: CountedBrand): number {
  return other.count - one.count || (one.name < other.name ? -1 : 1);
}
