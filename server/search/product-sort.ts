import type { ListOptions } from '#contract/products/product-filter.ts';
import { filterBy, type ProductAttributes } from './product-facets.ts';
import type { SalesRanks } from './sales-ranks.ts';

/** A product with its relevance: smaller is better, the second number decides among equals. */
export interface Candidate {
  product: ProductAttributes;
  sortKey: readonly [number, number];
}

/** The position of a product in a list: `first`, then `second` in ascending order, then the id in descending order. */
interface Position {
  first: number;
  second: number;
  id: string;
}

interface ListPosition extends Position {
  family: string;
}

/** Above all prices, discounts and ranks, in their units. */
const soldOut = 10 ** 12;
/** Between the ranks of products with a picture and those of the others. */
const withoutPicture = soldOut / 2;

function positionBy(sort: ListOptions['sort'], sales: SalesRanks): (candidate: Candidate) => ListPosition {
  const inStockFirst = (toNumber: (product: ProductAttributes) => number) => {
    return ({ product }: Candidate): ListPosition => ({
      first: (product.isSoldOut ? soldOut : 0) + toNumber(product),
      second: -product.createdAt,
      id: product.id,
      family: product.family,
    });
  };
  switch (sort) {
    case 'popular':
      return inStockFirst(({ id, hasPicture }) => (hasPicture ? 0 : withoutPicture) + sales.rankOf(id));
    case 'newest':
      return inStockFirst(() => 0);
    case 'price-low':
      return inStockFirst(({ pricePaise }) => pricePaise);
    case 'price-high':
      return inStockFirst(({ pricePaise }) => -pricePaise);
    case 'discount':
      return inStockFirst(({ discountBasisPoints }) => -discountBasisPoints);
    default:
      return ({ product: { id, family }, sortKey: [first, second] }) => ({ first, second, id, family });
  }
}

function compare(one: Position, other: Position): number {
  return (
    one.first - other.first ||
    one.second - other.second ||
    (one.id > other.id ? -1 : one.id < other.id ? 1 : 0)
  );
}

/** A position, and for the order `popular` the hour of its ranks. */
const cursorPattern = /^(-?\d{1,17}) (-?\d{1,17}) ([0-9A-Za-z]{1,32})(?: (\d{1,7}))?$/;

function parseCursor(after: string): Position | null {
  const [, first, second, id] = cursorPattern.exec(after) ?? [];
  if (first === undefined || second === undefined || id === undefined) return null;
  return { first: Number(first), second: Number(second), id };
}

/** The hour by whose ranks of sales a list continues; undefined for its first page and for other orders. */
export function parseSalesHour(after = ''): number | undefined {
  const hour = cursorPattern.exec(after)?.[4];
  return hour === undefined ? undefined : Number(hour);
}

export interface SelectedPage {
  ids: string[];
  totalCount: number;
  /** Where the next page continues, whatever has changed until then; null on the last page. */
  next: string | null;
}

interface SelectRange {
  limit: number;
  offset: number;
  /** `next` of the page before, instead of the offset. */
  after?: string | undefined;
}

/**
 * Filters and sorts candidates. Products in stock come first in every order except relevance, which has its own rule.
 */
export function filterAndSort(
  candidates: readonly Candidate[],
  { sort, ...filter }: ListOptions,
  { limit, offset, after = '' }: SelectRange,
  sales: SalesRanks,
): SelectedPage {
  const failedBy = filterBy(filter);
  const toPosition = positionBy(sort, sales);
  const passing = candidates.filter(({ product }) => failedBy(product) === 0);
  const positions = selectOneOfEachFamily(passing, toPosition);
  const cursor = parseCursor(after);
  const rest = cursor === null ? positions : positions.filter((position) => compare(position, cursor) > 0);
  const start = cursor === null ? offset : 0;
  const page = selectFirst(rest, start + limit, compare)
    .sort(compare)
    .slice(start, start + limit);
  const last = page.at(-1);
  const hasMore = start + limit < rest.length;
  const hour = sort === 'popular' ? ` ${sales.hour}` : '';
  return {
    ids: page.map(({ id }) => id),
    totalCount: positions.length,
    next: hasMore && last !== undefined ? `${last.first} ${last.second} ${last.id}${hour}` : null,
  };
}

/**
 * Selects the first `limit` products and families of several lists by popularity, from each list in turn. In stock
 * and with a picture comes before the turn. A product of several lists takes its earliest turn.
 */
export function selectInTurn(
  lists: readonly (readonly Candidate[])[],
  limit: number,
  sales: SalesRanks,
): string[] {
  const toPosition = positionBy('popular', sales);
  const turns = lists.flatMap((candidates) =>
    selectFirst(selectOneOfEachFamily(candidates, toPosition), limit, compare)
      .sort(compare)
      .map((position, turn) => ({ position, turn, group: Math.floor(position.first / withoutPicture) })),
  );
  turns.sort(
    (one, other) => one.group - other.group || one.turn - other.turn || compare(one.position, other.position),
  );
  const ids = new Map<string, string>();
  for (const { position } of turns) {
    const { id, family } = position;
    // No id has a space.
    const familyOrId = family === '' ? id : ` ${family}`;
    if (!ids.has(familyOrId)) ids.set(familyOrId, id);
  }
  return [...ids.values()].slice(0, limit);
}

/**
 * The positions of products without a family, and of each family the first one in stock, or the first if all are sold
 * out. Only the sizes that pass the filters count.
 */
function selectOneOfEachFamily(
  candidates: readonly Candidate[],
  toPosition: (candidate: Candidate) => ListPosition,
): ListPosition[] {
  const positions: ListPosition[] = [];
  const families = new Map<string, { isSoldOut: boolean; position: ListPosition }>();
  for (const candidate of candidates) {
    const position = toPosition(candidate);
    const { isSoldOut } = candidate.product;
    const { family } = position;
    if (family === '') {
      positions.push(position);
      continue;
    }
    const known = families.get(family);
    if (
      known === undefined ||
      (known.isSoldOut === isSoldOut ? compare(position, known.position) < 0 : known.isSoldOut)
    )
      families.set(family, { isSoldOut, position });
  }
  for (const { position } of families.values()) positions.push(position);
  return positions;
}

/**
 * Returns the first `count` items, not in order if they are most of all. Sorting thousands to show twelve takes too
 * long.
 */
export function selectFirst<Item>(
  items: readonly Item[],
  count: number,
  compare: (one: Item, other: Item) => number,
): Item[] {
  if (items.length <= 4 * count) return [...items];
  const first: Item[] = [];
  for (const item of items) {
    const last = first[count - 1];
    if (last !== undefined && compare(item, last) > 0) continue;
    let low = 0;
    let high = first.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = first[middle];
      if (other !== undefined && compare(other, item) < 0) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}
