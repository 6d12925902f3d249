import { createHash } from 'node:crypto';
import { imageUrl } from '#contract/rules/image.ts';
import { artworkVersion, type Drawing, type PackDrawing } from '#demo/artwork/drawing.ts';
import type { CategoryData } from '#demo/data/categories.ts';
import { categories as categoryData } from '#demo/data/categories.ts';
import { copyByKind } from '#demo/data/copy.ts';
import { type Article, arrange, demoDiscountBasisPoints, demoStock, expandCatalogue } from './products.ts';
import { hashText, seededPick } from './seeded-random.ts';

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
interface DemoCatalogue {
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
export function generateCatalogue(): DemoCatalogue {
  const pictures = new Map<string, Picture>();
  const keep = (picture: Picture) => {
    pictures.set(picture.hash, picture);
    return picture.url;
  };
  const categories = categoryData.map((data, index) => openCategory(data, index, keep));
  const articles = expandCatalogue(categoryData);
  const inSubCategory = Map.groupBy(articles, ({ subCategory }) => subCategory);
  const idOfCategory = idFinder(categories);
  const subCategories = categoryData
    .flatMap((data) => data.subCategories.map((subCategory) => ({ data, subCategory })))
    .map(({ data, subCategory }, index): DemoSubCategory => {
      const createdAt = new Date(openingDay + (index + 60) * minute);
      const foods = foodsOf(inSubCategory.get(subCategory) ?? []);
      return {
        id: createDemoId('sub-category', subCategory.name, createdAt.getTime()),
        name: subCategory.name,
        image: keep(buildGroupPicture(subCategory.name, foods, data.hue)),
        createdAt,
        categoryIds: [data.name, ...(subCategory.alsoIn ?? [])].map(idOfCategory),
      };
    });
  const idOfSubCategory = idFinder(subCategories);
  const products = arrange(articles).map((article, index): DemoProduct => {
    const createdAt = new Date(openingDay + 300 * minute + index * betweenProducts);
    return {
      ...stockProduct(article, createdAt),
      images: buildPictures(article).map(keep),
      categoryIds: article.categoryNames.map(idOfCategory),
      subCategoryId: idOfSubCategory(article.subCategory.name),
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
  const id = createDemoId('category', name, createdAt.getTime());
  return { id, name, hue, image: keep(buildGroupPicture(name, foods, hue)), createdAt };
}

function stockProduct(article: Article, createdAt: Date) {
  const { name, unit, pricePaise } = article;
  return {
    id: createDemoId('product', name, createdAt.getTime()),
    name,
    unit,
    stock: demoStock(name),
    pricePaise,
    discountBasisPoints: demoDiscountBasisPoints(name),
    description: buildDescription(article),
    moreDetails: buildDetails(article),
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

/** A picture that the artist draws when it is first asked for. */
export interface Picture {
  hash: string;
  url: string;
  drawing: Drawing;
}

const loose = { brand: '', face: 'friendly', hue: 140 } as const;
const factLabels = ['Ingredients', 'Made with', 'Material', 'Content', 'Storage', 'Country of origin'];

/** Front, back and close-up of an article. */
function buildPictures(article: Article): Picture[] {
  const { brand, shape, title, unit, food } = article;
  const pack: Omit<PackDrawing, 'view'> = {
    shape,
    ...(brand === null ? loose : { brand: brand.name, face: brand.face, hue: brand.hue }),
    title,
    unit,
    food,
    // The sizes of one thing are printed differently, so that they are told apart in a row.
    look: hashText(`look ${brand?.name} ${title} ${unit}`) % 10_000,
  };
  const details = buildDetails(article);
  const facts = Object.entries(details).filter(([label]) => factLabels.includes(label));
  return [
    toPicture({ ...pack, view: 'front' }),
    toPicture({ ...pack, view: 'back', facts }),
    toPicture({ ...pack, view: 'close-up' }),
  ];
}

/** A picture of several foods, for a sub-category or a category. */
function buildGroupPicture(name: string, foods: readonly string[], hue: number): Picture {
  return toPicture({ view: 'group', foods: [...foods], hue, look: hashText(`group ${name}`) % 10_000 });
}

// The name of a picture tells what it shows and who drew it, so its address never has to be fetched twice.
function toPicture(drawing: Drawing): Picture {
  const hash = shortDigest(`${artworkVersion}\n${JSON.stringify(drawing)}`, 22);
  return { hash, url: imageUrl(hash), drawing };
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const timeLength = 8;
const digestLength = 14;

/**
 * An id like those of `newId`, 22 characters that begin with the time, but the same on every machine: the rest
 * comes from what it names.
 */
function createDemoId(kind: string, name: string, bornAtMs: number): string {
  let rest = bornAtMs;
  let time = '';
  for (let position = 0; position < timeLength; position += 1) {
    time = alphabet.charAt(rest % alphabet.length) + time;
    rest = Math.floor(rest / alphabet.length);
  }
  return time + shortDigest(`${kind}\n${name}`, digestLength);
}

/** A digest of a text, in letters and digits. Two texts do not share one of 22 characters. */
function shortDigest(text: string, length: number): string {
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  const base = BigInt(alphabet.length);
  let digest = '';
  while (digest.length < length) {
    digest += alphabet.charAt(Number(rest % base));
    rest /= base;
  }
  return digest;
}

/** Two or three sentences about an article. */
function buildDescription({ name, title, subCategory }: Article): string {
  const { openings, closings } = copyByKind[subCategory.kind];
  const fill = (sentence: string) =>
    sentence.replaceAll('{name}', name.replace(/ \([^)]*\)$/, '')).replaceAll('{title}', title.toLowerCase());
  const sentences = [
    fill(seededPick(`opening ${name}`, openings)),
    seededPick(`about ${name}`, subCategory.about),
    seededPick(`closing ${name}`, closings),
  ];
  return sentences.join(' ');
}

/** What else is to be known, label by label, in the order in which it is shown. */
function buildDetails(article: Article): Record<string, string> {
  const { brand, title, name, subCategory, unit } = article;
  const words = copyByKind[subCategory.kind];
  const lot = hashText(`lot ${name}`);
  return {
    Brand: brand?.name ?? 'Loose, without a brand',
    Type: title,
    'Net quantity': unit,
    [words.madeLabel]: subCategory.made,
    [words.lifeLabel]: subCategory.life,
    Storage: words.storage,
    'Country of origin': countryOf(article),
    'Packed by': brand === null ? 'Tokri demo store, Pune' : `${brand.name} (demo maker), ${brand.city}`,
    ...(words.isFood
      ? { 'FSSAI licence': `DEMO-${String(lot).padStart(10, '0')}` }
      : { Lot: `DEMO-${lot.toString(36).toUpperCase()}` }),
    Disclaimer: 'An invented product of a demo shop. Any likeness to a real one is chance.',
  };
}

// A few things really come from elsewhere.
const imports: readonly [RegExp, string][] = [
  [/california almonds|pistachio/i, 'USA'],
  [/kiwi/i, 'New Zealand'],
  [/medjool|ajwa|kimia/i, 'Jordan'],
  [/olive oil/i, 'Spain'],
  [/salmon|macadamia|brazil nuts|cranberr/i, 'Imported'],
];

function countryOf({ title }: Article): string {
  return imports.find(([pattern]) => pattern.test(title))?.[1] ?? 'India';
}
