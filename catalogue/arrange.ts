import { chanceOf } from './chance.ts';
import type { Article } from './expand.ts';

// How far back a card is still seen next to a new one.
const sight = 9;

/**
 * The order in which articles came into the shop. Lists show the newest first, so this is the order of every row
 * and grid: shelves take turns, and what looks alike is kept apart.
 */
export function arrange(articles: readonly Article[]): Article[] {
  const shelves = Map.groupBy(articles, ({ shelf }) => shelf);
  const placed: { article: Article; moment: number }[] = [];
  for (const [shelf, onShelf] of shelves) {
    keepApart(onShelf).forEach((article, index) => {
      // Each shelf is spread over the whole time, a little out of step with the others.
      placed.push({ article, moment: (index + chanceOf(`turn ${shelf.name}`)) / onShelf.length });
    });
  }
  return placed
    .sort((a, b) => a.moment - b.moment || (a.article.name < b.article.name ? -1 : 1))
    .map(({ article }) => article);
}

function keepApart(articles: readonly Article[]): Article[] {
  const waiting = [...articles].sort((a, b) => chanceOf(`queue ${a.name}`) - chanceOf(`queue ${b.name}`));
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
export function likenessOf(a: Article, b: Article): number {
  const sameFood = a.food === b.food ? 2 : 0;
  const sameBrand = a.brand?.name === b.brand?.name && a.brand !== null ? 2 : 0;
  const sameShape = a.shape === b.shape ? 1 : 0;
  const sameTitle = a.title === b.title ? 3 : 0;
  return sameFood + sameBrand + sameShape + sameTitle;
}
