import { expect, test } from 'vitest';
import { joinSentences } from './found-amounts.ts';

test('a reason that would be too long ends with a whole sentence and counts the others', () => {
  const milk = `${'Milk '.repeat(12)}was unavailable.`;
  expect(joinSentences([milk, milk])).toBe(`${milk} ${milk}`);
  expect(joinSentences([milk, milk, milk, milk])).toBe(`${milk} ${milk} And 2 more.`);
  const long = 'Milk '.repeat(60);
  expect(joinSentences([long, milk])).toBe(long.slice(0, 200));
});
