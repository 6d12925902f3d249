import { dayMs, hourMs } from '#contract/base/durations.ts';
import type { CatalogueCache } from '#server/cache/catalogue-cache.ts';
import type { Queryable } from '#server/database/connect.ts';
import { isUnavailable } from '#server/database/database-errors.ts';
import { selectSales } from './search.queries.ts';

/** Ranks of products by the pieces sold in the 30 days before an hour. */
export interface SalesRanks {
  /** Hours since 1970. */
  hour: number;
  /** 0 for the most pieces, the same for equal numbers. */
  rankOf(productId: string): number;
}

const salesDays = 30;
/** Lists that were begun in an earlier hour continue by its ranks for so long. */
const keptHours = 2;

function toHour(now: Date): number {
  return Math.floor(now.getTime() / hourMs);
}

/** When sales are counted next: at the next full hour. */
export function findNextSalesCount(now: Date): Date {
  return new Date((toHour(now) + 1) * hourMs);
}

/**
 * Counts sales once an hour and process, over the same period in all processes. Cursors of public lists contain ranks,
 * which do not reveal the numbers of pieces.
 */
export class HourlySalesRanks {
  readonly #db: Queryable;
  readonly #catalogueCache: CatalogueCache;
  readonly #ranks = new Map<number, Promise<SalesRanks>>();
  #last: SalesRanks | null = null;

  constructor(db: Queryable, catalogueCache: CatalogueCache) {
    this.#db = db;
    this.#catalogueCache = catalogueCache;
  }

  /**
   * The ranks of `hour` if it is one of the last hours, otherwise those of the present hour; the last ones while the
   * database is away.
   */
  rank(now: Date, hour?: number): Promise<SalesRanks> {
    const present = toHour(now);
    const isKept = (other: number) => other <= present && other >= present - keptHours;
    for (const counted of this.#ranks.keys()) if (!isKept(counted)) this.#ranks.delete(counted);
    const wanted = hour !== undefined && isKept(hour) ? hour : present;
    const known = this.#ranks.get(wanted);
    if (known !== undefined) return known;
    const counted = this.#count(wanted);
    this.#ranks.set(wanted, counted);
    counted.catch(() => this.#ranks.delete(wanted));
    return counted.catch((error: unknown) => {
      if (this.#last === null || !isUnavailable(error)) throw error;
      this.#catalogueCache.countLastKnown();
      return this.#last;
    });
  }

  async #count(hour: number): Promise<SalesRanks> {
    const until = new Date(hour * hourMs);
    const from = new Date(until.getTime() - salesDays * dayMs);
    const rows = await selectSales(this.#db, { from, until });
    const numbers = [...new Set(rows.map(({ pieces }) => pieces))].sort((one, other) => other - one);
    const rankByPieces = new Map(numbers.map((pieces, rank) => [pieces, rank]));
    const ranks = new Map(rows.map(({ product_id, pieces }) => [product_id, rankByPieces.get(pieces)]));
    this.#last = { hour, rankOf: (productId) => ranks.get(productId) ?? numbers.length };
    return this.#last;
  }
}
