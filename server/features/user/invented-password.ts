import { randomInt } from 'node:crypto';

// Without letters and digits that look alike.
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random password of 79 bits that is easy to read from a terminal and to type. */
export function inventPassword(): string {
  const group = () => Array.from({ length: 4 }, () => readable.charAt(randomInt(readable.length))).join('');
  return [group(), group(), group(), group()].join('-');
}
