import { type Brand, getBrand } from './brands.ts';
import { chanceOf, hashOf } from './chance.ts';
import { type PriceListEntry, readPriceListLine } from './price-list.ts';
import { pricePaiseOf } from './pricing.ts';
import type { CategoryData, Shelf } from './shelf.ts';

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
  shelf: Shelf;
  /** The first is the one the shelf belongs to, the others show it too. */
  categoryNames: readonly string[];
}

// A shop has most of what could be had, not all of it: a full grid would look like a machine's.
const chanceOfBrand = 0.74;
const chanceOfFurtherSize = 0.56;
const fewestOnShelf = 16;

/** Everything on the shelves of the shop. No two have the same name, whatever their case. */
export function expandCatalogue(categories: readonly CategoryData[]): Article[] {
  const names = new Set<string>();
  return categories.flatMap((category) =>
    category.shelves.flatMap((shelf) =>
      stockShelf(category, shelf).filter(({ name }) => {
        const isNew = !names.has(name.toLowerCase());
        names.add(name.toLowerCase());
        return isNew;
      }),
    ),
  );
}

function stockShelf(category: CategoryData, shelf: Shelf): Article[] {
  const all = everyArticle(category, shelf);
  const chosen = all.filter(({ article, sizeIndex }) => {
    const { name, title, brand } = article;
    if (chanceOf(`brand ${brand?.name} ${title}`) > chanceOfBrand) return false;
    return sizeIndex === 0 || chanceOf(`size ${name}`) < chanceOfFurtherSize;
  });
  return (chosen.length < fewestOnShelf ? all : chosen).map(({ article }) => article);
}

function everyArticle(category: CategoryData, shelf: Shelf): { article: Article; sizeIndex: number }[] {
  const categoryNames = [category.name, ...(shelf.alsoIn ?? [])];
  const brands = shelf.brands.split(',').map((name) => name.trim());
  return shelf.lines.flatMap(readPriceListLine).flatMap((entry) =>
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
            pricePaise: pricePaiseOf(name, size.pricePaise, brand?.priceFactor ?? 1),
            shelf,
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
  const first = brandName === '-' ? 0 : hashOf(`shape ${brandName} ${title}`);
  const shape = shapes[(first + sizeIndex) % shapes.length];
  if (shape === undefined) throw new Error(`${title} comes in no shape.`);
  return shape;
}
