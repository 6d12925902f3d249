import { expect, test } from 'vitest';
import { secondsLeft } from './resend-code.tsx';

test('another code may be asked for a minute after the last', () => {
  const sentAt = 1_000_000;
  const left = [0, 1, 999, 30_000, 59_999, 60_000, 3_600_000].map((ms) => secondsLeft(sentAt, sentAt + ms));
  expect(left).toEqual([60, 60, 60, 30, 1, 0, 0]);
});

test('a clock that was set back makes nobody wait for longer than a minute', () => {
  expect(secondsLeft(10_000_000, 0)).toBe(60);
});

test('who comes without a moment may ask at once', () => {
  expect(secondsLeft(0, Date.now())).toBe(0);
});
