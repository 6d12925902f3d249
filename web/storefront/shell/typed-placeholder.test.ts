import { expect, test } from 'vitest';
import { firstState, searchExamples, step, typedText } from './typed-placeholder.tsx';

/** Runs through as many steps as it takes to type every phrase once. */
function oneRound() {
  const shown: { text: string; forMs: number }[] = [];
  let state = firstState;
  do {
    const { next, afterMs } = step(state);
    shown.push({ text: typedText(state), forMs: afterMs });
    state = next;
  } while (state.phrase !== 0 || state.letters !== 0);
  return shown;
}

test('the nine examples are typed letter by letter in the order of the specification', () => {
  const finished = oneRound().filter(({ forMs }) => forMs === 1000);
  expect(finished.map(({ text }) => text)).toEqual(searchExamples.map((word) => `Search "${word}"`));
  expect(searchExamples).toEqual([
    'milk',
    'bread',
    'sugar',
    'panner',
    'chocolate',
    'curd',
    'rice',
    'egg',
    'chips',
  ]);
});

test('a finished phrase stands for 1000 ms and the round begins again for ever', () => {
  const pauses = oneRound().filter(({ text }) => searchExamples.some((word) => text === `Search "${word}"`));
  expect(pauses.every(({ forMs }) => forMs === 1000)).toBe(true);
  expect(step({ phrase: searchExamples.length - 1, letters: 5 }).next).toEqual(firstState);
});
