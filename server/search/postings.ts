import { fieldBit, fieldBitCount, fieldMask } from './search-ranking.ts';
import { firstFrom } from './vocabulary.ts';
import type { SearchTerm } from './words/search-query.ts';

// More insertions take longer than sorting a large vocabulary.
const maximumInsertions = 50;

/** By word, the products that have it: their numbers, each with its field bits. */
export class Postings {
  readonly #byWord = new Map<string, number[]>();
  /** All words, sorted before use in the order of JavaScript, which keeps words with the same prefix together. */
  #words: string[] = [];
  #isSorted = true;

  /** Adds products with the fields that have each of their words. */
  add(products: readonly { number: number; fields: ReadonlyMap<string, number> }[]): void {
    const newWords: string[] = [];
    for (const { number, fields } of products) {
      for (const [word, bits] of fields) {
        const posting = toPosting(number, bits);
        const postings = this.#byWord.get(word);
        if (postings !== undefined) postings.push(posting);
        else {
          this.#byWord.set(word, [posting]);
          newWords.push(word);
        }
      }
    }
    if (!this.#isSorted || newWords.length > maximumInsertions) {
      for (const word of newWords) this.#words.push(word);
      this.#isSorted = false;
    } else for (const word of newWords) this.#words.splice(firstFrom(this.#words, word), 0, word);
  }

  get(word: string): readonly number[] {
    return this.#byWord.get(word) ?? [];
  }

  /** The postings of each word with the prefix. */
  withPrefix(prefix: string): (readonly number[])[] {
    if (!this.#isSorted) this.#words.sort();
    this.#isSorted = true;
    const found: (readonly number[])[] = [];
    for (let index = firstFrom(this.#words, prefix); ; index += 1) {
      const word = this.#words[index];
      if (word === undefined || !word.startsWith(prefix)) return found;
      found.push(this.get(word));
    }
  }

  /**
   * The postings of products that have all words of the term, each as written or by its stem, with the fields they
   * have them in.
   */
  ofTerm(term: SearchTerm): readonly (readonly number[])[] {
    const [first, ...others] = term;
    if (first === undefined) return [];
    if (others.length === 0) return formsOf(first).map((form) => this.get(form));
    let matches = this.#fieldsByProduct(first);
    for (const word of others) {
      const next = this.#fieldsByProduct(word);
      matches = new Map(
        [...matches].flatMap(([number, fields]) => {
          const ofWord = next.get(number) ?? 0;
          const inBoth = fields & ofWord;
          // The last word of 'black pepper' names the product.
          const common = (inBoth & fieldBit.name) === 0 ? inBoth : inBoth | (ofWord & fieldBit.mainWord);
          return common === 0 ? [] : [[number, common]];
        }),
      );
    }
    return [[...matches].map(([number, fields]) => toPosting(number, fields))];
  }

  #fieldsByProduct(word: SearchTerm[number]): Map<number, number> {
    const fields = new Map<number, number>();
    for (const form of formsOf(word)) {
      for (const posting of this.get(form)) {
        const number = toNumber(posting);
        fields.set(number, (fields.get(number) ?? 0) | (posting & fieldMask));
      }
    }
    return fields;
  }
}

function toPosting(number: number, fields: number): number {
  return number * (fieldMask + 1) + fields;
}

export function toNumber(posting: number): number {
  return posting >>> fieldBitCount;
}

function formsOf({ word, stem }: SearchTerm[number]): readonly string[] {
  return word === stem ? [word] : [word, stem];
}
