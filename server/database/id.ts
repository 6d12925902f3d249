import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const timeLength = 8;
const randomLength = 14;

/**
 * A new opaque id of 22 characters `[0-9A-Za-z]`: 8 for the time in milliseconds, so that ids sort by time
 * and are adjacent in an index, and 14 (83 bits) of randomness.
 */
export function newId(now: number = Date.now()): string {
  return timePart(now) + randomPart(randomLength);
}

function timePart(milliseconds: number): string {
  let rest = milliseconds;
  let part = '';
  for (let position = 0; position < timeLength; position += 1) {
    part = alphabet.charAt(rest % alphabet.length) + part;
    rest = Math.floor(rest / alphabet.length);
  }
  return part;
}

function randomPart(length: number): string {
  let part = '';
  while (part.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 = 4 × 62: larger bytes would make the first characters of the alphabet more likely.
      if (byte < 248 && part.length < length) part += alphabet.charAt(byte % alphabet.length);
    }
  }
  return part;
}
