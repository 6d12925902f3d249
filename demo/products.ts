import { type Brand, getBrand } from '#demo/data/brands.ts';
import type { CategoryData, SubCategoryData } from '#demo/data/categories.ts';
import { hashText, seededPick, seededRandom } from './seeded-random.ts';

/** A product before it has a place in the shop. */
export interface Article {
  name: string;
  /** Null for loose goods. */
  brand: Brand | null;
  /** What it is, without its brand. */
  title: string;
  food: string;
  shape: string;
  unit: string;
  pricePaise: number;
  subCategory: SubCategoryData;
  /** The first is the one the sub-category belongs to, the others show it too. */
  categoryNames: readonly string[];
}

// A shop has most of what could be had, not all of it: a full grid would look like a machine's.
const chanceOfBrand = 0.74;
const chanceOfFurtherSize = 0.56;
const fewestOnShelf = 16;

/** Everything on the sub-categories of the shop. No two have the same name, whatever their case. */
export function expandCatalogue(categories: readonly CategoryData[]): Article[] {
  const names = new Set<string>();
  return categories.flatMap((category) =>
    category.subCategories.flatMap((subCategory) =>
      expandSubCategory(category, subCategory).filter(({ name }) => {
        const isNew = !names.has(name.toLowerCase());
        names.add(name.toLowerCase());
        return isNew;
      }),
    ),
  );
}

function expandSubCategory(category: CategoryData, subCategory: SubCategoryData): Article[] {
  const all = everyArticle(category, subCategory);
  const chosen = all.filter(({ article, sizeIndex }) => {
    const { name, title, brand } = article;
    if (seededRandom(`brand ${brand?.name} ${title}`) > chanceOfBrand) return false;
    return sizeIndex === 0 || seededRandom(`size ${name}`) < chanceOfFurtherSize;
  });
  return (chosen.length < fewestOnShelf ? all : chosen).map(({ article }) => article);
}

function everyArticle(
  category: CategoryData,
  subCategory: SubCategoryData,
): { article: Article; sizeIndex: number }[] {
  const categoryNames = [category.name, ...(subCategory.alsoIn ?? [])];
  const brands = subCategory.brands.split(',').map((name) => name.trim());
  return subCategory.lines.flatMap(parsePriceListLine).flatMap((entry) =>
    brands.flatMap((brandName) => {
      const brand = brandName === '-' ? null : getBrand(brandName);
      return entry.sizes.map((size, sizeIndex) => {
        const name = nameOf(brand, entry, size.unit, sizeIndex);
        return {
          sizeIndex,
          article: {
            name,
            brand,
            title: entry.title,
            food: entry.food,
            shape: shapeOf(brandName, entry, sizeIndex),
            unit: size.unit,
            pricePaise: demoPricePaise(name, size.pricePaise, brand?.priceFactor ?? 1),
            subCategory,
            categoryNames,
          },
        };
      });
    }),
  );
}

function nameOf(brand: Brand | null, { title }: PriceListEntry, unit: string, sizeIndex: number): string {
  const name = brand === null ? title : `${brand.name} ${title}`;
  return sizeIndex === 0 ? name : `${name} (${unit})`;
}

// Each brand has its own way of packing a thing; so neighbours in a row are of different shapes.
function shapeOf(brandName: string, { title, shapes }: PriceListEntry, sizeIndex: number): string {
  const first = brandName === '-' ? 0 : hashText(`shape ${brandName} ${title}`);
  const shape = shapes[(first + sizeIndex) % shapes.length];
  if (shape === undefined) throw new Error(`${title} comes in no shape.`);
  return shape;
}

const discountsBasisPoints = [
  500, 500, 800, 1000, 1000, 1200, 1250, 1500, 1500, 1800, 2000, 2000, 2200, 2500, 3000, 3500,
];

/** What a brand asks for something that stands at `listPaise` on the price list, rounded as shops round. */
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

/** A little more than half of the shop is at full price. */
export function demoDiscountBasisPoints(name: string): number {
  return seededRandom(`offer ${name}`) < 0.54 ? 0 : seededPick(`discount ${name}`, discountsBasisPoints);
}

/** About 3 in 100 are sold out, 6 in 100 nearly. */
export function demoStock(name: string): number {
  const chance = seededRandom(`stock ${name}`);
  if (chance < 0.03) return 0;
  if (chance < 0.09) return 1 + Math.floor(seededRandom(`few ${name}`) * 5);
  return 8 + Math.floor(seededRandom(`many ${name}`) * 240);
}

/** One thing on the price list, in all its sizes. */
interface PriceListEntry {
  title: string;
  food: string;
  /** Shapes it is packed in; brands choose among them. */
  shapes: readonly string[];
  sizes: readonly Size[];
}

interface Size {
  unit: string;
  pricePaise: number;
}

/**
 * Reads a line of a price list: `Toned Milk | pouch carton | glass-of-milk | 500 ml 28, 1 L 55`, that is what it
 * is called, the shapes it is packed in, the food on its picture, and sizes with their prices in rupees.
 * `{Mango@mango, Litchi} Juice` stands for two things, the first with a food of its own. Throws on anything else.
 */
export function parsePriceListLine(line: string): PriceListEntry[] {
  const [titles, shapes, food, sizes, ...rest] = line.split('|').map((part) => part.trim());
  if (!titles || !shapes || !food || !sizes || rest.length > 0) throw new Error(`Not a line: ${line}`);
  return readTitles(titles, food).map((entry) => ({
    ...entry,
    shapes: shapes.split(' '),
    sizes: sizes.split(',').map(readSize),
  }));
}

function readTitles(titles: string, food: string): { title: string; food: string }[] {
  const braces = /^(.*?)\{(.+)\}(.*)$/.exec(titles);
  if (braces === null) return [{ title: titles, food }];
  const [, before = '', variants = '', after = ''] = braces;
  return variants.split(',').map((variant) => {
    const [name = '', ownFood] = variant.trim().split('@');
    return { title: `${before}${name}${after}`.trim(), food: ownFood ?? food };
  });
}

function readSize(text: string): Size {
  const match = /^(.+) (\d+(?:\.\d{1,2})?)$/.exec(text.trim());
  if (match === null) throw new Error(`Not a size with a price: ${text}`);
  const [, unit = '', rupees = ''] = match;
  return { unit, pricePaise: Math.round(Number(rupees) * 100) };
}

// How far back a card is still seen next to a new one.
const sight = 9;

/**
 * The order in which articles came into the shop. Lists show the newest first, so this is the order of every row
 * and grid: sub-categories take turns, and what looks alike is kept apart.
 */
export function arrange(articles: readonly Article[]): Article[] {
  const subCategories = Map.groupBy(articles, ({ subCategory }) => subCategory);
  const placed: { article: Article; moment: number }[] = [];
  for (const [subCategory, inSubCategory] of subCategories) {
    keepApart(inSubCategory).forEach((article, index) => {
      // Each sub-category is spread over the whole time, a little out of step with the others.
      placed.push({
        article,
        moment: (index + seededRandom(`turn ${subCategory.name}`)) / inSubCategory.length,
      });
    });
  }
  return placed
    .sort((a, b) => a.moment - b.moment || (a.article.name < b.article.name ? -1 : 1))
    .map(({ article }) => article);
}

function keepApart(articles: readonly Article[]): Article[] {
  const waiting = [...articles].sort(
    (a, b) => seededRandom(`queue ${a.name}`) - seededRandom(`queue ${b.name}`),
  );
  const arranged: Article[] = [];
  while (waiting.length > 0) {
    const seen = arranged.slice(-sight);
    let best = 0;
    let leastLikeness = Number.POSITIVE_INFINITY;
    for (let index = 0; index < waiting.length && leastLikeness > 0; index += 1) {
      const candidate = waiting[index];
      if (candidate === undefined) continue;
      const likeness = seen.reduce((sum, other, at) => sum + likenessOf(candidate, other) * (at + 1), 0);
      if (likeness < leastLikeness) {
        leastLikeness = likeness;
        best = index;
      }
    }
    arranged.push(...waiting.splice(best, 1));
  }
  // What is left over at the end looks alike; it goes to where lists end, which is the oldest.
  return separateTwins(arranged).reverse();
}

// Two sizes of one thing in one shape may be left over together at the end: they change places with others.
function separateTwins(articles: readonly Article[]): Article[] {
  const separated = [...articles];
  const isTwin = (a: Article | undefined, b: Article | undefined) =>
    a !== undefined && b !== undefined && a.title === b.title && a.brand === b.brand && a.shape === b.shape;
  const isAmongOthers = (index: number) =>
    !isTwin(separated[index], separated[index - 1]) && !isTwin(separated[index], separated[index + 1]);
  for (let index = 1; index < separated.length; index += 1) {
    for (let other = 0; other < separated.length && !isAmongOthers(index); other += 1) {
      swap(separated, index, other);
      if (!isAmongOthers(index) || !isAmongOthers(other)) swap(separated, index, other);
    }
  }
  return separated;
}

function swap(articles: Article[], one: number, other: number): void {
  const [a, b] = [articles[one], articles[other]];
  if (a === undefined || b === undefined) return;
  articles[one] = b;
  articles[other] = a;
}

/** How much two cards look alike: 0 not at all. */
function likenessOf(a: Article, b: Article): number {
  const sameFood = a.food === b.food ? 2 : 0;
  const sameBrand = a.brand?.name === b.brand?.name && a.brand !== null ? 2 : 0;
  const sameShape = a.shape === b.shape ? 1 : 0;
  const sameTitle = a.title === b.title ? 3 : 0;
  return sameFood + sameBrand + sameShape + sameTitle;
}
