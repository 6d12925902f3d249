import { useEffect, useState } from 'react';

/** Example searches, typed letter by letter, one after the other, for ever. Still for who wants no motion. */
export function TypedPlaceholder() {
  const [state, setState] = useState({ ...firstState, letters: searchExamples[0].length });
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { next, afterMs } = step(state);
    const timer = setTimeout(() => setState(next), afterMs);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <span aria-hidden="true" className="truncate">
      {typedText(state)}
      <span className="caret" />
    </span>
  );
}

/** The examples that the search bar types, in the order of specification section 2. */
export const searchExamples = [
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
const pauseMs = 1000;
const letterMs = 70;

/** What is on show: so many letters of one of the phrases. */
interface TypedState {
  phrase: number;
  letters: number;
}

export const firstState: TypedState = { phrase: 0, letters: 0 };

/** The text on show. */
export function typedText({ phrase, letters }: TypedState): string {
  const word = searchExamples[phrase] ?? '';
  return `Search "${word.slice(0, letters)}${letters < word.length ? '' : '"'}`;
}

/** The next letter, or after the last one the next phrase, for ever; and how long the present state stays. */
export function step({ phrase, letters }: TypedState): { next: TypedState; afterMs: number } {
  const word = searchExamples[phrase] ?? '';
  if (letters < word.length) return { next: { phrase, letters: letters + 1 }, afterMs: letterMs };
  return { next: { phrase: (phrase + 1) % searchExamples.length, letters: 0 }, afterMs: pauseMs };
}
