/** The examples that the search bar types, in the order of specification section 2. */
export const examples = [
  'milk',
  'bread',
  'sugar',
  'panner',
  'chocolate',
  'curd',
  'rice',
  'egg',
  'chips',
] as const;

/** Milliseconds a finished phrase stands still (specification section 9). */
export const pauseMs = 1000;
const letterMs = 70;

/** What is on show: so many letters of one of the phrases. */
export interface TypedState {
  phrase: number;
  letters: number;
}

export const firstState: TypedState = { phrase: 0, letters: 0 };

/** The text on show. */
export function typedText({ phrase, letters }: TypedState): string {
  const word = examples[phrase] ?? '';
  return `Search "${word.slice(0, letters)}${letters < word.length ? '' : '"'}`;
}

/** The next letter, or after the last one the next phrase, for ever; and how long the present state stays. */
export function step({ phrase, letters }: TypedState): { next: TypedState; afterMs: number } {
  const word = examples[phrase] ?? '';
  if (letters < word.length) return { next: { phrase, letters: letters + 1 }, afterMs: letterMs };
  return { next: { phrase: (phrase + 1) % examples.length, letters: 0 }, afterMs: pauseMs };
}
