import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const argon2Async = promisify(argon2);

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
const saltLength = 16;

/** Hashes a password with argon2id into the usual PHC text, which names its own cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  const tag = await derive(password, salt, cost, tagLength);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Whether a password is the one that was hashed; takes the same time either way. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  const [, memory, passes, parallelism, salt = '', tag = ''] = match ?? [];
  if (match === null) return false;
  const expected = Buffer.from(tag, 'base64');
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await derive(password, Buffer.from(salt, 'base64'), stored, expected.length);
  return timingSafeEqual(actual, expected);
}

// Each hash takes 19 MiB and a thread of the pool for tens of milliseconds: a burst of log-ins waits in line.
const maximumAtOnce = 2;
let underway = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, nonce: Buffer, chosen: typeof cost | StoredCost, length: number) {
  if (underway >= maximumAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  underway += 1;
  try {
    const parameters: Argon2Parameters = { ...chosen, message: password, nonce, tagLength: length };
    return await argon2Async('argon2id', parameters);
  } finally {
    underway -= 1;
    waiting.shift()?.();
  }
}

interface StoredCost {
  memory: number;
  passes: number;
  parallelism: number;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
