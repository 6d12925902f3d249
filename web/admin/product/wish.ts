import type { Product } from '#contract/product.ts';
import { readFigure } from './figure.ts';
import { idsOf, type ProductChange } from './undo.ts';

/** What is to become of many products together; null leaves a thing as it is. */
export interface Wish {
  discount: number | null;
  stock: { kind: 'set' | 'add'; pieces: number } | null;
  shelves: { kind: 'add' | 'move'; category: readonly string[]; subCategory: readonly string[] } | null;
}

/** A product that a wish changes, as it will be. */
export interface WishedProduct {
  before: Product;
  after: { discount: number; stock: number; category: readonly string[]; subCategory: readonly string[] };
}

export interface Plan {
  wished: WishedProduct[];
  /** What to send. */
  changes: ProductChange[];
  /** Products that are as they are wished already. */
  unchanged: number;
  /** Why some of them cannot be like that. */
  problem: string | null;
}

const mostShelves = 20;

/** What a wish does to each of some products: the very changes that are sent when it is confirmed. */
export function planOf(products: readonly Product[], wish: Wish): Plan {
  const wished = products
    .map((before) => ({ before, after: afterOf(before, wish) }))
    .filter(({ before, after }) => Object.keys(changeOf(before, after)).length > 0);
  return {
    wished,
    changes: wished.map(({ before, after }) => ({
      ...{ _id: before._id, updatedAt: before.updatedAt, ...changeOf(before, after) },
    })),
    unchanged: products.length - wished.length,
    problem: wished.map(problemOf).find((problem) => problem !== null) ?? null,
  };
}

function afterOf(product: Product, { discount, stock, shelves }: Wish): WishedProduct['after'] {
  const [category, subCategory] = [idsOf(product.category), idsOf(product.subCategory)];
  return {
    discount: discount ?? product.discount,
    stock: stock === null ? product.stock : piecesOf(product.stock, stock),
    category: shelvesOf(category, shelves?.kind, shelves?.category),
    subCategory: shelvesOf(subCategory, shelves?.kind, shelves?.subCategory),
  };
}

function piecesOf(now: number, { kind, pieces }: NonNullable<Wish['stock']>): number {
  // More than is there cannot be taken away.
  return kind === 'set' ? pieces : Math.max(0, now + pieces);
}

function shelvesOf(now: string[], kind: 'add' | 'move' = 'add', wished: readonly string[] = []): string[] {
  if (wished.length === 0) return now;
  return [...new Set(kind === 'add' ? [...now, ...wished] : wished)].sort();
}

function changeOf(before: Product, after: WishedProduct['after']): Partial<ProductChange> {
  const { discount, stock, category, subCategory } = after;
  return {
    ...(discount !== before.discount && { discount }),
    ...(stock !== before.stock && { stock, stockBefore: before.stock }),
    ...(category.join() !== idsOf(before.category).join() && { category: [...category] }),
    ...(subCategory.join() !== idsOf(before.subCategory).join() && { subCategory: [...subCategory] }),
  };
}

function problemOf({ before, after }: WishedProduct): string | null {
  const checked = readFigure('stock', String(after.stock), before);
  if ('problem' in checked) return `The stock of ${before.name}: ${checked.problem}`;
  const isCrowded = Math.max(after.category.length, after.subCategory.length) > mostShelves;
  return isCrowded ? `${before.name} would be on more than ${mostShelves} shelves of a kind.` : null;
}
