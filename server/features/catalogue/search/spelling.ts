/** A known word near a typed one that is not known. */
export interface CorrectionCandidate {
  word: string;
  stem: string;
  /** Both sound alike. */
  isSameSound: boolean;
  /** How many products have it. */
  products: number;
}

/** Most slips that still make a word of this length recognisable. */
function maximumCorrectionCost(length: number): number {
  if (length <= 2) return 0;
  if (length <= 4) return 1.25;
  if (length <= 6) return 1.75;
  return length === 7 ? 2 : 2.75;
}

const maximumCorrections = 3;

/**
 * The words that a shopper most probably meant, the best first. `isUnfinished`: the word is still being typed, so
 * its letters are held against the beginnings of words, too.
 */
export function rankCorrections(
  typed: string,
  candidates: readonly CorrectionCandidate[],
  isUnfinished: boolean,
): CorrectionCandidate[] {
  return candidates
    .filter(({ products }) => products > 0)
    .map((candidate) => ({ candidate, slips: correctionCost(typed, candidate, isUnfinished) }))
    .filter(({ slips }) => slips <= maximumCorrectionCost(typed.length))
    .sort(
      (a, b) =>
        a.slips - b.slips ||
        b.candidate.products - a.candidate.products ||
        (a.candidate.word < b.candidate.word ? -1 : 1),
    )
    .slice(0, maximumCorrections)
    .map(({ candidate }) => candidate);
}

function correctionCost(
  typed: string,
  { word, isSameSound }: CorrectionCandidate,
  isUnfinished: boolean,
): number {
  let slips = editCost(typed, word);
  if (isUnfinished && typed.length >= 4) {
    for (const length of [typed.length - 1, typed.length, typed.length + 1]) {
      // A guess at what is still to come makes it a little less likely.
      if (length < word.length) slips = Math.min(slips, editCost(typed, word.slice(0, length)) + 0.25);
    }
  }
  // Who spells by ear is nearer than the letters say, and the first letter is seldom the wrong one.
  if (isSameSound) slips *= 0.6;
  return typed[0] === word[0] ? slips : slips + 0.25;
}

// Leaving a letter out is the commonest slip.
const leftOut = 0.75;

/** How many slips make one word of the other: a letter put in, replaced, swapped with its neighbour, or left out. */
export function editCost(typed: string, meant: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, column) => column * leftOut);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= meant.length; column += 1) {
      const isSame = typed[row - 1] === meant[column - 1];
      let slips = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + leftOut,
        at(last, column - 1) + (isSame ? 0 : 1),
      );
      if (row > 1 && typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1]) {
        slips = Math.min(slips, at(beforeLast, column - 2) + 1);
      }
      current.push(slips);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, meant.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
