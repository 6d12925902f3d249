import { toBasisPoints, toPaise } from '#contract/rules/money.ts';
import { type Bill, calculateTotals } from '#contract/rules/pricing.ts';
import { allProducts } from './reads.ts';

/** A product as a measurement buys it. */
export type ShelfProduct = Awaited<ReturnType<typeof allProducts>>[number];
export type Pick = () => ShelfProduct[];

/** Gives one to three different products that are still in stock, all over the catalogue, the same in each run. */
export async function openCache(shopUrl: string): Promise<Pick> {
  const shelf = (await allProducts(shopUrl)).filter(({ stock }) => stock > 0);
  const left = new Map(shelf.map(({ _id, stock }) => [_id, stock]));
  let turn = 0;
  return () => {
    turn += 1;
    const picked = new Set<ShelfProduct>();
    for (let step = 0; picked.size < 1 + (turn % 3); step += 1) {
      if (step > shelf.length) throw new Error('The shop is sold out.');
      const product = shelf[Math.floor(((turn * 0.618_034 + step * 0.414_214) % 1) * shelf.length)];
      const stock = left.get(product?._id ?? '') ?? 0;
      if (product === undefined || stock === 0 || picked.has(product)) continue;
      left.set(product._id, stock - 1);
      picked.add(product);
    }
    return [...picked];
  };
}

/** The bill of so many pieces of each product. */
export function billOfShelf(products: readonly ShelfProduct[], quantity: number): Bill {
  return calculateTotals(
    products.map(({ price, discount }) => ({
      pricePaise: toPaise(price),
      discountBasisPoints: toBasisPoints(discount),
      quantity,
    })),
  );
}
