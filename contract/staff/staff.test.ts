import { expect, test } from 'vitest';
import { isEasyPin } from './staff.ts';

test.each(['000000', '777777', '123456', '567890', '890123', '654321', '098765', '210987'])(
  'the PIN %s is easy to guess',
  (pin) => expect(isEasyPin(pin)).toBe(true),
);

test.each(['135790', '112233', '482915', '123457', '012344'])('the PIN %s is accepted', (pin) =>
  expect(isEasyPin(pin)).toBe(false),
);
