import { chanceOf, pickBy } from './chance.ts';

const discountsBasisPoints = [
  500, 500, 800, 1000, 1000, 1200, 1250, 1500, 1500, 1800, 2000, 2000, 2200, 2500, 3000, 3500,
];

/** What a brand asks for something that stands at `listPaise` on the price list, rounded as shops round. */
export function pricePaiseOf(name: string, listPaise: number, factor: number): number {
  const rupees = (listPaise / 100) * factor * (0.97 + chanceOf(`price ${name}`) * 0.06);
  if (rupees < 15) return Math.max(1, Math.round(rupees)) * 100;
  if (rupees < 60 && chanceOf(`half ${name}`) < 0.18) return Math.floor(rupees) * 100 + 50;
  if (rupees < 100) return Math.round(rupees) * 100;
  if (rupees < 400) return endingWith(rupees, 10, [5, 9, 0], name) * 100;
  return endingWith(rupees, 50, [49, 25, 99 - 50, 0], name) * 100;
}

function endingWith(rupees: number, step: number, endings: readonly number[], name: string): number {
  return Math.floor(rupees / step) * step + pickBy(`ending ${name}`, endings);
}

/** A little more than half of the shop is at full price. */
export function discountBasisPointsOf(name: string): number {
  return chanceOf(`offer ${name}`) < 0.54 ? 0 : pickBy(`discount ${name}`, discountsBasisPoints);
}

/** About 3 in 100 are sold out, 6 in 100 nearly. */
export function stockOf(name: string): number {
  const chance = chanceOf(`stock ${name}`);
  if (chance < 0.03) return 0;
  if (chance < 0.09) return 1 + Math.floor(chanceOf(`few ${name}`) * 5);
  return 8 + Math.floor(chanceOf(`many ${name}`) * 240);
}
