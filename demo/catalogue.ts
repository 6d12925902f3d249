import { createHash } from 'node:crypto';
import { toBasisPoints } from '../contract/base/money.ts';
import { toSlug } from '../contract/base/slug.ts';
import { imageUrl } from '../contract/images/image.ts';
import { toCheckDigit } from '../contract/products/barcode.ts';
import { artworkVersion, type Drawing, type PackDrawing } from './artwork/drawing.ts';
import { hashText, seededPick } from './artwork/seeded-random.ts';
import { categories as categoryData } from './data/categories.ts';
import { copyByKind } from './data/copy.ts';
import { getTaxClass } from './data/tax-classes.ts';
import {
  arrange,
  type DemoArticle,
  demoCostPaise,
  demoDiscountBasisPoints,
  demoStock,
  expandCatalogue,
} from './products.ts';

export interface DemoCategory {
  id: string;
  name: string;
  nameHindi: string;
  hue: number;
  image: string;
  createdAt: Date;
}

export interface DemoSubCategory {
  id: string;
  name: string;
  nameHindi: string;
  image: string;
  createdAt: Date;
  categoryIds: string[];
}

export interface DemoProduct {
  id: string;
  name: string;
  nameHindi: string;
  brand: string;
  sku: string;
  /** The same for all sizes of an article; empty for those of one size. */
  family: string;
  /** Of the range for use within a shop; loose goods have none. */
  barcode: string;
  costPricePaise: number;
  /** Aisle and shelf. */
  location: string;
  origin: string;
  hsn: string;
  gstBasisPoints: number;
  /** Of large packs of sugar and oil, which a shop keeps for many customers; null for the others. */
  maximumPerOrder: number | null;
  images: string[];
  unit: string;
  /** Null for what is not food for people. */
  veg: boolean | null;
  stock: number;
  pricePaise: number;
  discountBasisPoints: number;
  description: string;
  moreDetails: Record<string, string>;
  createdAt: Date;
  categoryIds: string[];
  subCategoryId: string;
}

/** An image that is drawn on first request. */
export interface DemoImage {
  hash: string;
  url: string;
  drawing: Drawing;
}

// Fixed dates, so that the catalogue and its ids are the same on every machine and every day.
const openingDay = Date.UTC(2025, 0, 6, 4, 30);
const minute = 60_000;
const betweenProducts = 47 * minute;

/** Generates the demo catalogue, the same every time. */
export function generateCatalogue() {
  const images = new Map<string, DemoImage>();
  const addImage = (image: DemoImage) => {
    images.set(image.hash, image);
    return image.url;
  };
  const categories = categoryData.map(({ name, nameHindi, hue, foods }, index): DemoCategory => {
    const createdAt = new Date(openingDay + index * minute);
    const id = createDemoId('category', name, createdAt.getTime());
    return { id, name, nameHindi, hue, image: addImage(buildGroupImage(name, foods, hue)), createdAt };
  });
  const articles = expandCatalogue(categoryData);
  const articlesBySubCategory = Map.groupBy(articles, ({ subCategory }) => subCategory);
  const getCategoryId = idLookup(categories);
  const subCategories = categoryData
    .flatMap((category) => category.subCategories.map((subCategory) => ({ category, subCategory })))
    .map(({ category, subCategory }, index): DemoSubCategory => {
      const { name, nameHindi, alsoIn = [] } = subCategory;
      const createdAt = new Date(openingDay + (index + 60) * minute);
      const foods = mostCommonFoods(articlesBySubCategory.get(subCategory) ?? []);
      return {
        id: createDemoId('sub-category', name, createdAt.getTime()),
        name,
        nameHindi,
        image: addImage(buildGroupImage(name, foods, category.hue)),
        createdAt,
        categoryIds: [category.name, ...alsoIn].map(getCategoryId),
      };
    });
  const getSubCategoryId = idLookup(subCategories);
  const sizeCounts = new Map<string, number>();
  for (const article of articles) {
    const family = toFamily(article);
    sizeCounts.set(family, (sizeCounts.get(family) ?? 0) + 1);
  }
  const products = arrange(articles).map((article, index): DemoProduct => {
    const { name, nameHindi, unit, pricePaise } = article;
    const { 'Country of origin': origin = '', ...moreDetails } = buildDetails(article);
    const { hsn, gstPercent } = getTaxClass(article.subCategory.name);
    const number = String(index + 1);
    const family = toFamily(article);
    const barcode = `20${number.padStart(10, '0')}`;
    const createdAt = new Date(openingDay + 300 * minute + index * betweenProducts);
    return {
      id: createDemoId('product', name, createdAt.getTime()),
      name,
      nameHindi,
      brand: article.brand?.name ?? '',
      sku: `${toInitials(article.categoryNames[0] ?? '')}-${number.padStart(4, '0')}`,
      family: (sizeCounts.get(family) ?? 0) > 1 ? family : '',
      barcode: article.brand === null ? '' : `${barcode}${toCheckDigit(barcode)}`,
      costPricePaise: demoCostPaise(name, pricePaise),
      location: locate(article),
      origin,
      hsn,
      gstBasisPoints: toBasisPoints(gstPercent),
      maximumPerOrder: limitOrder(article),
      images: buildImages(article).map(addImage),
      unit,
      veg: isVegetarian(article),
      stock: demoStock(name),
      pricePaise,
      discountBasisPoints: demoDiscountBasisPoints(name),
      description: buildDescription(article),
      moreDetails,
      createdAt,
      categoryIds: article.categoryNames.map(getCategoryId),
      subCategoryId: getSubCategoryId(article.subCategory.name),
    };
  });
  return { categories, subCategories, products, images: [...images.values()] };
}

/** `annavali-chakki-fresh-atta` for all its sizes. */
function toFamily({ brand, title, subCategory }: DemoArticle): string {
  // Some titles, such as 'Rice Flakes', are in several sub-categories.
  return toSlug([brand?.name ?? '', title, brand === null ? subCategory.name : ''].join(' ').trim());
}

function limitOrder({ title, unit, subCategory }: DemoArticle): number | null {
  if (subCategory.name === 'Edible Oils') return unit === '5 L' ? 3 : null;
  if (subCategory.name !== 'Salt, Sugar & Jaggery' || !/\bsugar\b/i.test(title)) return null;
  return unit === '5 kg' ? 2 : 5;
}

/** `ARD` for Atta, Rice & Dal. */
function toInitials(categoryName: string): string {
  const words = categoryName.match(/\p{L}+/gu) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase()).join('');
}

/** An aisle for each category and a shelf for each of its sub-categories. */
function locate({ categoryNames: [home], subCategory }: DemoArticle): string {
  const aisle = categoryData.findIndex(({ name }) => name === home);
  const shelf = categoryData[aisle]?.subCategories.indexOf(subCategory) ?? 0;
  return `Aisle ${aisle + 1}, shelf ${shelf + 1}`;
}

function mostCommonFoods(articles: readonly DemoArticle[]): string[] {
  return [...Map.groupBy(articles, ({ food }) => food)]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, 3)
    .map(([food]) => food);
}

function idLookup(named: readonly { id: string; name: string }[]): (name: string) => string {
  const ids = new Map(named.map(({ id, name }) => [name, id]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`Unknown name ${name}`);
    return id;
  };
}

const unbranded = { brand: '', face: 'friendly', hue: 140 } as const;
const factLabels = ['Ingredients', 'Made with', 'Material', 'Content', 'Storage', 'Country of origin'];

/** Front, back and close-up. */
function buildImages(article: DemoArticle): DemoImage[] {
  const { brand, shape, title, unit, food } = article;
  const pack: Omit<PackDrawing, 'view'> = {
    shape,
    ...(brand === null ? unbranded : { brand: brand.name, face: brand.face, hue: brand.hue }),
    title,
    unit,
    food,
    // Includes the unit, so that the sizes of one product look different.
    look: hashText(`look ${brand?.name} ${title} ${unit}`) % 10_000,
  };
  const facts = Object.entries(buildDetails(article)).filter(([label]) => factLabels.includes(label));
  return [
    toImage({ ...pack, view: 'front' }),
    toImage({ ...pack, view: 'back', facts }),
    toImage({ ...pack, view: 'close-up' }),
  ];
}

function buildGroupImage(name: string, foods: readonly string[], hue: number): DemoImage {
  return toImage({ view: 'group', foods: [...foods], hue, look: hashText(`group ${name}`) % 10_000 });
}

// Hashes the drawing and the version of the artwork, so that browsers can cache the URL forever.
function toImage(drawing: Drawing): DemoImage {
  const hash = shortDigest(`${artworkVersion}\n${JSON.stringify(drawing)}`, 22);
  return { hash, url: imageUrl(hash), drawing };
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const timeLength = 8;
const digestLength = 14;

/** Creates an id in the format of `newId`, time first, with a hash of the name in place of randomness. */
function createDemoId(kind: string, name: string, createdAtMs: number): string {
  let rest = createdAtMs;
  let time = '';
  for (let position = 0; position < timeLength; position += 1) {
    time = alphabet.charAt(rest % alphabet.length) + time;
    rest = Math.floor(rest / alphabet.length);
  }
  return time + shortDigest(`${kind}\n${name}`, digestLength);
}

/** Returns a base-62 SHA-256 prefix. */
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

function buildDescription({ name, title, subCategory }: DemoArticle): string {
  const { openings, closings } = copyByKind[subCategory.kind];
  const opening = seededPick(`opening ${name}`, openings)
    .replaceAll('{name}', name.replace(/ \([^)]*\)$/, ''))
    .replaceAll('{title}', title.toLowerCase());
  const about = seededPick(`about ${name}`, subCategory.about);
  return [opening, about, seededPick(`closing ${name}`, closings)].join(' ');
}

/** Label and text of each detail, in display order. */
function buildDetails({ brand, title, name, subCategory, unit }: DemoArticle): Record<string, string> {
  const copy = copyByKind[subCategory.kind];
  const lot = hashText(`lot ${name}`);
  return {
    Type: title,
    'Net quantity': unit,
    [copy.madeLabel]: subCategory.made,
    [copy.lifeLabel]: subCategory.life,
    Storage: copy.storage,
    'Country of origin': importedFrom.find(([pattern]) => pattern.test(title))?.[1] ?? 'India',
    'Packed by': brand === null ? 'Tokri demo store, Pune' : `${brand.name} (demo maker), ${brand.city}`,
    ...(copy.isFood
      ? { 'FSSAI licence': `DEMO-${String(lot).padStart(10, '0')}` }
      : { Lot: `DEMO-${lot.toString(36).toUpperCase()}` }),
    Disclaimer: 'Demo product. Any resemblance to a real product is coincidental.',
  };
}

// Eggs count as non-vegetarian by the rules of FSSAI; a spice for meat does not.
const animal = /\b(chicken|mutton|lamb|pork|ham|meat|fish|prawns?|egg|eggs|oyster|tuna|salmon)\b/i;
const vegetarian = /\b(paneer|soya|veg|eggless)\b/i;

function isVegetarian({ title, subCategory: { kind, name } }: DemoArticle): boolean | null {
  if (!copyByKind[kind].isFood || kind === 'pet-food') return null;
  if (kind === 'spice' || vegetarian.test(title)) return true;
  return kind !== 'meat' && !animal.test(title) && !animal.test(name);
}

const importedFrom: readonly [RegExp, string][] = [
  [/california almonds|pistachio/i, 'USA'],
  [/kiwi/i, 'New Zealand'],
  [/medjool|ajwa|kimia/i, 'Jordan'],
  [/olive oil/i, 'Spain'],
  [/salmon|macadamia|brazil nuts|cranberr/i, 'Imported'],
];
