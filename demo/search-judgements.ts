import type { Product } from '../contract/products/product.ts';
import judgements from './data/search-judgements.json' with { type: 'json' };

type JudgedProduct = Pick<Product, 'name' | 'brand' | 'unit' | 'subCategory'>;

/** A search with the products of the demo catalogue that a shopper in India expects. */
export interface Judgement {
  kind: string;
  search: string;
  rules: readonly string[];
}

/**
 * All judgements. Each has rules, separated by ` | ` in the file; a result is accepted if it matches one. The rule
 * `Milk: cow toned @1 L` accepts products of the sub-category Milk whose brand and name have both words and whose unit
 * is 1 L. The sub-category `*` is any; words and unit may be left out.
 */
export const searchJudgements: readonly Judgement[] = Object.entries(judgements).flatMap(([kind, rules]) =>
  Object.entries(rules).map(([search, text]) => ({ kind, search, rules: text.split(' | ') })),
);

/** Throws for an invalid rule. */
export function matchesRule(product: JudgedProduct, rule: string): boolean {
  const parts = /^(?<subCategory>[^:@]+?)(?:: (?<words>[^@]+?))?(?: @(?<unit>.+))?$/.exec(rule)?.groups;
  if (parts === undefined) throw new Error(`Invalid rule: ${rule}`);
  const { subCategory, words, unit = product.unit } = parts;
  const nameWords: readonly string[] =
    `${product.brand} ${product.name}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return (
    (subCategory === '*' || product.subCategory.some(({ name }) => name === subCategory)) &&
    (words?.split(' ') ?? []).every((word) => nameWords.includes(word)) &&
    product.unit === unit
  );
}

/** Shares of searches with an accepted product in first place, and among the first five. */
export interface SearchSuccess {
  kind: string;
  searches: number;
  successAt1: number;
  successAt5: number;
}

/**
 * Measures each kind of search, then all. `findFirstFive` returns the first five results, best first.
 *
 * @param hasUnits without them judgements with units do not count
 */
export async function measureSearchSuccess(
  findFirstFive: (search: string) => Promise<readonly JudgedProduct[]>,
  hasUnits = true,
): Promise<SearchSuccess[]> {
  const judged: { kind: string; isFirst: boolean; isAmongFive: boolean }[] = [];
  for (const { kind, search, rules } of searchJudgements) {
    if (!hasUnits && rules.some((rule) => rule.includes('@'))) continue;
    const accepted = (await findFirstFive(search)).map((product) =>
      rules.some((rule) => matchesRule(product, rule)),
    );
    judged.push({ kind, isFirst: accepted[0] === true, isAmongFive: accepted.includes(true) });
  }
  const kinds = [...Map.groupBy(judged, ({ kind }) => kind), ['all', judged] as const];
  return kinds.map(([kind, results]) => ({
    kind,
    searches: results.length,
    successAt1: results.filter(({ isFirst }) => isFirst).length / results.length,
    successAt5: results.filter(({ isAmongFive }) => isAmongFive).length / results.length,
  }));
}
