import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '#contract/errors.ts';
import { waitingLine } from '../../waiting-line.ts';

const argon2Async = promisify(argon2);

interface Cost {
  /** In KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
const saltLength = 16;

// Each hash takes 19 MiB and one of the four threads that signatures, files and pictures need too.
const maximumAtOnce = 2;
// About ten seconds of work: who would wait longer has given up, and comes again.
const maximumWaiting = 500;
const line = waitingLine({
  maximumAtOnce,
  maximumWaiting,
  refusal: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 5 }),
});

/**
 * Hashes a password with argon2id into the usual PHC text, which names its own cost. Throws UNAVAILABLE when
 * hundreds wait already.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  return encode(cost, salt, await derive(password, salt, cost, tagLength));
}

/** Whether a password is the one that was hashed; takes the same time either way. Throws like `hashPassword`. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const stored = decode(hash);
  if (stored === null) return false;
  const tag = await derive(password, stored.salt, stored.cost, stored.tag.length);
  return timingSafeEqual(tag, stored.tag);
}

/** Whether a hash was made at another cost than today's, so that it should be made anew at the next login. */
export function isOutdatedHash(hash: string): boolean {
  const stored = decode(hash);
  if (stored === null) return true;
  const { memory, passes, parallelism } = stored.cost;
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism;
}

/** A hash that no password has and that takes as long to compare with as any other. */
export const nobodysHash = encode(cost, randomBytes(saltLength), randomBytes(tagLength));

function derive(password: string, nonce: Buffer, chosen: Cost, length: number): Promise<Buffer> {
  // The same letters typed on another keyboard may come as other code points.
  const message = password.normalize('NFKC');
  const parameters: Argon2Parameters = { ...chosen, message, nonce, tagLength: length };
  return line(() => argon2Async('argon2id', parameters));
}

function encode({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function decode(hash: string): { cost: Cost; salt: Buffer; tag: Buffer } | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]{11,})\$([\w+/]{22,})$/.exec(hash);
  if (match === null) return null;
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
