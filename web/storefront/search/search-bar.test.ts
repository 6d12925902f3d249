import { expect, test } from 'vitest';
import { initialState, searchExamples, step, typedText } from './search-bar.tsx';

/** Every state of one round through all examples. */
function oneRound() {
  const shown: { text: string; forMs: number }[] = [];
  let state = initialState;
  do {
    const { next, afterMs } = step(state);
    shown.push({ text: typedText(state), forMs: afterMs });
    state = next;
  } while (state.index !== 0 || state.length !== 0);
  return shown;
}

test('types the nine examples in order', () => {
  const finished = oneRound().filter(({ forMs }) => forMs === 1000);
  expect(finished.map(({ text }) => text)).toEqual(searchExamples.map((word) => `Search "${word}"`));
  expect(searchExamples.join(' ')).toBe('milk bread sugar panner chocolate curd rice egg chips');
});

test('shows a finished example for 1000 ms and starts again after the last one', () => {
  const pauses = oneRound().filter(({ text }) => searchExamples.some((word) => text === `Search "${word}"`));
  expect(pauses.every(({ forMs }) => forMs === 1000)).toBe(true);
  expect(step({ index: searchExamples.length - 1, length: 5 }).next).toEqual(initialState);
});
