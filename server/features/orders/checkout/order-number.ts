import { randomInt } from 'node:crypto';

// Crockford's base 32: no letter that is read for a digit over the telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;

/** A new order number for people, such as `ORD-7K3M9Q2X`. Of 10^12 possible ones, none tells how many there are. */
export function newOrderNumber(): string {
  return `ORD-${Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')}`;
}
