import { randomInt } from 'node:crypto';

// Crockford's base 32: no characters that sound or look like digits.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/**
 * A random order number such as `ORD-7K3M9Q2X`: 10^12 possible values, which do not reveal the number of
 * orders.
 */
export function newOrderNumber(): string {
  return `ORD-${Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')}`;
}
