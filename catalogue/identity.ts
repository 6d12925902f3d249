import { createHash } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const timeLength = 8;
const digestLength = 14;

/**
 * An id like those of `newId`, 22 characters that begin with the time, but the same on every machine: the rest
 * comes from what it names.
 */
export function idOf(kind: string, name: string, bornAtMs: number): string {
  let rest = bornAtMs;
  let time = '';
  for (let position = 0; position < timeLength; position += 1) {
    time = alphabet.charAt(rest % alphabet.length) + time;
    rest = Math.floor(rest / alphabet.length);
  }
  return time + digestOf(`${kind}\n${name}`, digestLength);
}

/** A digest of a text, in letters and digits. Two texts do not share one of 22 characters. */
export function digestOf(text: string, length: number): string {
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  const base = BigInt(alphabet.length);
  let digest = '';
  while (digest.length < length) {
    digest += alphabet.charAt(Number(rest % base));
    rest /= base;
  }
  return digest;
}
