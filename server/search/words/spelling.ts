/** A known word similar to an unknown typed one. */
export interface CorrectionCandidate {
  word: string;
  stem: string;
  /** Phonetically equal to the typed word. */
  isPhoneticMatch: boolean;
}

/**
 * The highest cost at which a word of this length is still recognisable. `maximumEdits` of vocabulary.ts limits the
 * candidates before.
 */
function maximumCorrectionCost(length: number): number {
  if (length <= 2) return 0;
  if (length <= 4) return 1.25;
  if (length <= 6) return 1.75;
  return length === 7 ? 2 : 2.75;
}

const maximumCorrections = 3;

/**
 * Returns the most likely corrections, best first: by cost, then by number of products, which must not be 0.
 * `isUnfinished` also compares with the starts of words, because the word is still being typed. Counts the products
 * only of candidates that may be returned.
 */
export function rankCorrections(
  typed: string,
  candidates: readonly CorrectionCandidate[],
  isUnfinished: boolean,
  countProducts: (word: string) => number,
): CorrectionCandidate[] {
  const likely = candidates
    .map((candidate) => ({ candidate, cost: correctionCost(typed, candidate, isUnfinished) }))
    .filter(({ cost }) => cost <= maximumCorrectionCost(typed.length))
    .sort((a, b) => a.cost - b.cost);
  const ranked: CorrectionCandidate[] = [];
  for (const group of Map.groupBy(likely, ({ cost }) => cost).values()) {
    if (ranked.length >= maximumCorrections) break;
    const counted = group.map(({ candidate }) => ({ candidate, products: countProducts(candidate.word) }));
    const found = counted
      .filter(({ products }) => products > 0)
      .sort((a, b) => b.products - a.products || (a.candidate.word < b.candidate.word ? -1 : 1));
    ranked.push(...found.map(({ candidate }) => candidate));
  }
  return ranked.slice(0, maximumCorrections);
}

function correctionCost(typed: string, candidate: CorrectionCandidate, isUnfinished: boolean): number {
  const cost = costOf(typed, candidate, isUnfinished);
  const [folded, word] = [foldSounds(typed), foldSounds(candidate.word)];
  if (folded === typed && word === candidate.word) return cost;
  return Math.min(cost, costOf(folded, { ...candidate, word }, isUnfinished) + differentLettersCost);
}

/** Replaces letters that are one in Indian scripts, or one mistake there: 'vosh' is read as 'wash' because of it. */
function foldSounds(word: string): string {
  return word.replaceAll('w', 'v').replaceAll('sh', 's');
}

// Less than any other difference.
const differentLettersCost = 0.1;

function costOf(
  typed: string,
  { word, isPhoneticMatch }: CorrectionCandidate,
  isUnfinished: boolean,
): number {
  let cost = editCost(typed, word);
  if (isUnfinished && typed.length >= 4) {
    for (const length of [typed.length - 1, typed.length, typed.length + 1]) {
      // A completion is slightly less likely than a whole word.
      if (length < word.length) cost = Math.min(cost, editCost(typed, word.slice(0, length)) + 0.25);
    }
  }
  // Phonetic spelling is a common mistake; a wrong first character is a rare one.
  if (isPhoneticMatch) cost *= 0.6;
  return typed[0] === word[0] ? cost : cost + 0.25;
}

// Leaving out a character is the most common mistake.
const omissionCost = 0.75;

/** Damerau–Levenshtein distance (optimal string alignment), in which an omitted character costs less. */
export function editCost(typed: string, word: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, column) => column * omissionCost);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + omissionCost,
        at(last, column - 1) + (isSame ? 0 : 1),
      );
      if (row > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]) {
        cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, word.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
