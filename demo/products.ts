import { hashText, seededPick, seededRandom } from './artwork/seeded-random.ts';
import { type Brand, getBrand } from './data/brands.ts';
import type { CategoryData, SubCategoryData } from './data/categories.ts';

/** A product of one brand in one size, before it has an id. */
export interface DemoArticle {
  name: string;
  nameHindi: string;
  /** Null for loose goods. */
  brand: Brand | null;
  /** The name without brand and size. */
  title: string;
  food: string;
  shape: string;
  unit: string;
  pricePaise: number;
  subCategory: SubCategoryData;
  /** The category of the sub-category first, then the others that list it. */
  categoryNames: readonly string[];
}

// Not every brand makes everything in every size: a complete grid would look generated.
const brandProbability = 0.74;
const furtherSizeProbability = 0.56;
const minimumPerSubCategory = 16;

/** Returns all products. Names are unique, ignoring case. */
export function expandCatalogue(categories: readonly CategoryData[]): DemoArticle[] {
  const names = new Set<string>();
  return categories
    .flatMap((category) =>
      category.subCategories.flatMap((subCategory) => expandSubCategory(category, subCategory)),
    )
    .filter(({ name }) => {
      const isNew = !names.has(name.toLowerCase());
      names.add(name.toLowerCase());
      return isNew;
    });
}

function expandSubCategory(category: CategoryData, subCategory: SubCategoryData): DemoArticle[] {
  const categoryNames = [category.name, ...(subCategory.alsoIn ?? [])];
  const brandNames = subCategory.brands.split(',').map((name) => name.trim());
  const all = subCategory.lines
    .flatMap(parsePriceListLine)
    .flatMap(({ title, titleHindi, food, shapes, sizes }) =>
      brandNames.flatMap((brandName) => {
        const brand = brandName === '-' ? null : getBrand(brandName);
        const baseName = brand === null ? title : `${brand.name} ${title}`;
        const baseHindi = brand === null ? titleHindi : `${brand.nameHindi} ${titleHindi}`;
        // Brands start at different shapes, so that neighbours in a row look different.
        const firstShape = brand === null ? 0 : hashText(`shape ${brandName} ${title}`);
        return sizes.map(({ unit, pricePaise }, sizeIndex) => {
          const size = sizeIndex === 0 ? '' : ` (${unit})`;
          const [name, nameHindi] = [baseName + size, baseHindi + size];
          const shape = shapes[(firstShape + sizeIndex) % shapes.length] ?? '';
          const brandPricePaise = demoPricePaise(name, pricePaise, brand?.priceFactor ?? 1);
          const article = { name, nameHindi, brand, title, food, shape, unit, pricePaise: brandPricePaise };
          return { sizeIndex, article: { ...article, subCategory, categoryNames } };
        });
      }),
    );
  const chosen = all.filter(({ article: { name, title, brand }, sizeIndex }) => {
    if (seededRandom(`brand ${brand?.name} ${title}`) > brandProbability) return false;
    return sizeIndex === 0 || seededRandom(`size ${name}`) < furtherSizeProbability;
  });
  return (chosen.length < minimumPerSubCategory ? all : chosen).map(({ article }) => article);
}

const discountsBasisPoints = [
  500, 500, 800, 1000, 1000, 1200, 1250, 1500, 1500, 1800, 2000, 2000, 2200, 2500, 3000, 3500,
];

/** Returns the price of a brand, varied by up to 3 % and rounded to a retail price such as 49 or 99. */
function demoPricePaise(name: string, listPaise: number, factor: number): number {
  const rupees = (listPaise / 100) * factor * (0.97 + seededRandom(`price ${name}`) * 0.06);
  if (rupees < 15) return Math.max(1, Math.round(rupees)) * 100;
  if (rupees < 60 && seededRandom(`half ${name}`) < 0.18) return Math.floor(rupees) * 100 + 50;
  if (rupees < 100) return Math.round(rupees) * 100;
  if (rupees < 400) return endingWith(rupees, 10, [5, 9, 0], name) * 100;
  return endingWith(rupees, 50, [49, 25, 99 - 50, 0], name) * 100;
}

function endingWith(rupees: number, step: number, endings: readonly number[], name: string): number {
  return Math.floor(rupees / step) * step + seededPick(`ending ${name}`, endings);
}

/** 54 % of the products have no discount. */
export function demoDiscountBasisPoints(name: string): number {
  return seededRandom(`offer ${name}`) < 0.54 ? 0 : seededPick(`discount ${name}`, discountsBasisPoints);
}

/** 55 to 85 % of the price, in whole rupees. */
export function demoCostPaise(name: string, pricePaise: number): number {
  return Math.max(1, Math.floor((pricePaise / 100) * (0.55 + seededRandom(`cost ${name}`) * 0.3))) * 100;
}

/** 3 % of the products are out of stock, 6 % low in stock. */
export function demoStock(name: string): number {
  const random = seededRandom(`stock ${name}`);
  if (random < 0.03) return 0;
  if (random < 0.09) return 1 + Math.floor(seededRandom(`few ${name}`) * 5);
  return 8 + Math.floor(seededRandom(`many ${name}`) * 240);
}

interface PriceListEntry {
  title: string;
  titleHindi: string;
  food: string;
  /** Pack shapes; brands choose among them. */
  shapes: readonly string[];
  sizes: readonly { unit: string; pricePaise: number }[];
}

/**
 * Parses `Toned Milk | pouch carton | glass-of-milk | 500 ml 28, 1 L 55 | टोन्ड दूध`: title, pack shapes, pictured
 * food, sizes with their prices in rupees, and the title in Hindi. `{Mango@mango, Litchi} Juice` with
 * `{आम, लीची} जूस` gives two titles, the first with its own food. Throws on anything else.
 */
export function parsePriceListLine(line: string): PriceListEntry[] {
  const [titles, shapes, food, sizes, hindi, ...rest] = line.split('|').map((part) => part.trim());
  if (!titles || !shapes || !food || !sizes || !hindi || rest.length > 0)
    throw new Error(`Invalid price list line: ${line}`);
  const titlesHindi = expandTitles(hindi, food).map(({ title }) => title);
  const entries = expandTitles(titles, food).map((entry, index) => ({
    ...entry,
    titleHindi: titlesHindi[index] ?? '',
    shapes: shapes.split(' '),
    sizes: sizes.split(',').map(parseSize),
  }));
  if (entries.length !== titlesHindi.length) throw new Error(`Another number of titles in Hindi: ${line}`);
  return entries;
}

function expandTitles(titles: string, food: string): { title: string; food: string }[] {
  const braces = /^(.*?)\{(.+)\}(.*)$/.exec(titles);
  if (braces === null) return [{ title: titles, food }];
  const [, before = '', variants = '', after = ''] = braces;
  return variants.split(',').map((variant) => {
    const [name = '', ownFood] = variant.trim().split('@');
    return { title: `${before}${name}${after}`.trim(), food: ownFood ?? food };
  });
}

function parseSize(text: string) {
  const match = /^(.+) (\d+(?:\.\d{1,2})?)$/.exec(text.trim());
  if (match === null) throw new Error(`Invalid size or price: ${text}`);
  const [, unit = '', rupees = ''] = match;
  return { unit, pricePaise: Math.round(Number(rupees) * 100) };
}

// Similar cards within this distance are penalised.
const similarityWindow = 9;

/**
 * Orders products by creation date. Lists show the newest first, so this is the order of every row and grid:
 * sub-categories alternate and similar products are kept apart.
 */
export function arrange(articles: readonly DemoArticle[]): DemoArticle[] {
  const placed: { article: DemoArticle; position: number }[] = [];
  for (const [{ name }, group] of Map.groupBy(articles, ({ subCategory }) => subCategory)) {
    // Each sub-category is spread over the whole range with its own offset.
    const offset = seededRandom(`turn ${name}`);
    separateSimilar(group).forEach((article, index) => {
      placed.push({ article, position: (index + offset) / group.length });
    });
  }
  return placed
    .sort((a, b) => a.position - b.position || (a.article.name < b.article.name ? -1 : 1))
    .map(({ article }) => article);
}

function separateSimilar(articles: readonly DemoArticle[]): DemoArticle[] {
  const remaining = [...articles].sort(
    (a, b) => seededRandom(`queue ${a.name}`) - seededRandom(`queue ${b.name}`),
  );
  const arranged: DemoArticle[] = [];
  while (remaining.length > 0) {
    const recent = arranged.slice(-similarityWindow);
    let best = 0;
    let leastSimilarity = Number.POSITIVE_INFINITY;
    for (let index = 0; index < remaining.length && leastSimilarity > 0; index += 1) {
      const candidate = remaining[index];
      if (candidate === undefined) continue;
      const similarity = recent.reduce(
        (sum, other, at) => sum + similarityOf(candidate, other) * (at + 1),
        0,
      );
      if (similarity < leastSimilarity) {
        leastSimilarity = similarity;
        best = index;
      }
    }
    arranged.push(...remaining.splice(best, 1));
  }
  // The last ones are similar to each other. They become the oldest, at the end of lists.
  return separateTwins(arranged).reverse();
}

/** Swaps neighbours that differ in size only with others. */
function separateTwins(articles: readonly DemoArticle[]): DemoArticle[] {
  const separated = [...articles];
  const isTwin = (a: DemoArticle | undefined, b: DemoArticle | undefined) =>
    a !== undefined && b !== undefined && a.title === b.title && a.brand === b.brand && a.shape === b.shape;
  const isSeparate = (index: number) =>
    !isTwin(separated[index], separated[index - 1]) && !isTwin(separated[index], separated[index + 1]);
  for (let index = 1; index < separated.length; index += 1) {
    for (let other = 0; other < separated.length && !isSeparate(index); other += 1) {
      swap(separated, index, other);
      if (!isSeparate(index) || !isSeparate(other)) swap(separated, index, other);
    }
  }
  return separated;
}

function swap(articles: DemoArticle[], one: number, other: number): void {
  const [a, b] = [articles[one], articles[other]];
  if (a === undefined || b === undefined) return;
  articles[one] = b;
  articles[other] = a;
}

/** Returns 0 for cards that have nothing in common. */
function similarityOf(a: DemoArticle, b: DemoArticle): number {
  const sameFood = a.food === b.food ? 2 : 0;
  const sameBrand = a.brand?.name === b.brand?.name && a.brand !== null ? 2 : 0;
  const sameShape = a.shape === b.shape ? 1 : 0;
  const sameTitle = a.title === b.title ? 3 : 0;
  return sameFood + sameBrand + sameShape + sameTitle;
}
