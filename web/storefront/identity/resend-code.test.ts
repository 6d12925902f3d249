import { expect, test } from 'vitest';
import { secondsLeft } from './resend-code.tsx';

test('another code can be requested 60 seconds after the last one', () => {
  const sentAt = 1_000_000;
  const left = [0, 1, 999, 30_000, 59_999, 60_000, 3_600_000].map((ms) => secondsLeft(sentAt, sentAt + ms));
  expect(left).toEqual([60, 60, 60, 30, 1, 0, 0]);
});

test('the wait is at most 60 seconds when the clock was set back', () => {
  expect(secondsLeft(10_000_000, 0)).toBe(60);
});

test('a code can be requested at once when none was', () => {
  expect(secondsLeft(0, Date.now())).toBe(0);
});
