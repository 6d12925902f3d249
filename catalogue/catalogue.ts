import { arrange } from './arrange.ts';
import { categories as categoryData } from './data/all.ts';
import { descriptionOf, detailsOf } from './describe.ts';
import { type Article, expandCatalogue } from './expand.ts';
import { idOf } from './identity.ts';
import { groupPicture, type Picture, picturesOf } from './pictures.ts';
import { discountBasisPointsOf, stockOf } from './pricing.ts';
import type { CategoryData } from './shelf.ts';

export interface DemoCategory {
  id: string;
  name: string;
  hue: number;
  image: string;
  createdAt: Date;
}

export interface DemoSubCategory {
  id: string;
  name: string;
  image: string;
  createdAt: Date;
  categoryIds: string[];
}

export interface DemoProduct {
  id: string;
  name: string;
  images: string[];
  unit: string;
  stock: number;
  pricePaise: number;
  discountBasisPoints: number;
  description: string;
  moreDetails: Record<string, string>;
  createdAt: Date;
  categoryIds: string[];
  subCategoryId: string;
}

/** The whole demo shop, ready for the database. */
export interface DemoCatalogue {
  categories: DemoCategory[];
  subCategories: DemoSubCategory[];
  products: DemoProduct[];
  pictures: Picture[];
}

// A fixed past: the same catalogue, ids included, on every machine and every day.
const openingDay = Date.UTC(2025, 0, 6, 4, 30);
const minute = 60_000;
const betweenProducts = 47 * minute;

/** Makes the demo shop. The same every time. */
export function makeCatalogue(): DemoCatalogue {
  const pictures = new Map<string, Picture>();
  const keep = (picture: Picture) => {
    pictures.set(picture.hash, picture);
    return picture.url;
  };
  const categories = categoryData.map((data, index) => openCategory(data, index, keep));
  const articles = expandCatalogue(categoryData);
  const onShelf = Map.groupBy(articles, ({ shelf }) => shelf);
  const idOfCategory = idFinder(categories);
  const subCategories = categoryData
    .flatMap((data) => data.shelves.map((shelf) => ({ data, shelf })))
    .map(({ data, shelf }, index): DemoSubCategory => {
      const createdAt = new Date(openingDay + (index + 60) * minute);
      const foods = foodsOf(onShelf.get(shelf) ?? []);
      return {
        id: idOf('sub-category', shelf.name, createdAt.getTime()),
        name: shelf.name,
        image: keep(groupPicture(shelf.name, foods, data.hue)),
        createdAt,
        categoryIds: [data.name, ...(shelf.alsoIn ?? [])].map(idOfCategory),
      };
    });
  const idOfShelf = idFinder(subCategories);
  const products = arrange(articles).map((article, index): DemoProduct => {
    const createdAt = new Date(openingDay + 300 * minute + index * betweenProducts);
    return {
      ...stockProduct(article, createdAt),
      images: picturesOf(article).map(keep),
      categoryIds: article.categoryNames.map(idOfCategory),
      subCategoryId: idOfShelf(article.shelf.name),
    };
  });
  return { categories, subCategories, products, pictures: [...pictures.values()] };
}

function openCategory(
  { name, hue, foods }: CategoryData,
  index: number,
  keep: (picture: Picture) => string,
): DemoCategory {
  const createdAt = new Date(openingDay + index * minute);
  const id = idOf('category', name, createdAt.getTime());
  return { id, name, hue, image: keep(groupPicture(name, foods, hue)), createdAt };
}

function stockProduct(article: Article, createdAt: Date) {
  const { name, unit, pricePaise } = article;
  return {
    id: idOf('product', name, createdAt.getTime()),
    name,
    unit,
    stock: stockOf(name),
    pricePaise,
    discountBasisPoints: discountBasisPointsOf(name),
    description: descriptionOf(article),
    moreDetails: detailsOf(article),
    createdAt,
  };
}

/** The three foods that are seen most among articles. */
function foodsOf(articles: readonly Article[]): string[] {
  return [...Map.groupBy(articles, ({ food }) => food)]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, 3)
    .map(([food]) => food);
}

function idFinder(named: readonly { id: string; name: string }[]): (name: string) => string {
  const ids = new Map(named.map(({ id, name }) => [name, id]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`There is no ${name}.`);
    return id;
  };
}
