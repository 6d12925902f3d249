import { type Argon2Parameters, argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '#contract/base/errors.ts';
import { minimumStaffPasswordLength } from '#contract/base/limits.ts';
import {
  estimatePasswordStrength,
  hasOwnWord,
  minimumPasswordStrength,
  type PasswordOwner,
} from '#contract/identity/password-strength.ts';
import { fairConcurrencyLimit } from '#server/base/concurrency-limit.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import type { AuthenticatedContext, RequestContext } from '#server/http/context.ts';
import { describeRefusal } from '#server/http/errors.ts';
import type { AccountRow } from './account.service.ts';

const argon2Async = promisify(argon2);

interface Cost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
const saltLength = 16;

// Each hash takes 19 MiB and one of the four libuv threads, which files and images need too.
const concurrency = 2;
// About ten seconds of work: clients give up after that.
const maximumQueued = 500;
// A network that fills its share does not make the others wait.
const maximumQueuedOfNetwork = 100;
const createError = () => new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
const queue = fairConcurrencyLimit({ concurrency, maximumQueued, maximumQueuedOfNetwork, createError });

/** The client whose network takes its turn in the queue; without one the server itself. */
type Client = Pick<RequestContext, 'remoteAddress'> | null;

/**
 * Hashes a password with argon2id in PHC format. Throws UNAVAILABLE when the queue, or the share of the network, is
 * full.
 */
export async function hashPassword(password: string, client: Client): Promise<string> {
  const salt = randomBytes(saltLength);
  return encode(cost, salt, await derive(password, salt, { cost, length: tagLength, client }));
}

/** Compares in constant time. Throws like `hashPassword`. */
export async function verifyPassword(password: string, hash: string, client: Client): Promise<boolean> {
  const stored = decode(hash);
  if (stored === null) return false;
  const tag = await derive(password, stored.salt, { cost: stored.cost, length: stored.tag.length, client });
  return timingSafeEqual(tag, stored.tag);
}

/** Whether a hash has other cost parameters than today's; the next login replaces it. */
export function isOutdatedHash(hash: string): boolean {
  const stored = decode(hash);
  if (stored === null) return true;
  const { memory, passes, parallelism } = stored.cost;
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism;
}

/** Matches no password and takes as long to compare as a real hash. */
export const dummyPasswordHash = encode(cost, randomBytes(saltLength), randomBytes(tagLength));

function derive(
  password: string,
  nonce: Buffer,
  { cost: chosen, length, client }: { cost: Cost; length: number; client: Client },
): Promise<Buffer> {
  // Keyboards produce different code points for the same characters.
  const message = password.normalize('NFKC');
  const parameters: Argon2Parameters = { ...chosen, message, nonce, tagLength: length };
  const network = client === null ? '' : toClientNetwork(client.remoteAddress);
  return queue(network, () => argon2Async('argon2id', parameters));
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

// Leaked lists consist of common words with a few endings.
const words =
  `password passw0rd p@ssword p@ssw0rd pa55word pass passwd secret letmein welcome admin administrator root
  login master user guest test demo temp default changeme access hello qwerty qwertyui qwertyuiop qwert asdf asdfgh
  asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx 1q2w3e4r 1q2w3e4r5t zaq12wsx q1w2e3r4 abc abcd abcde
  abcdef abcdefg abcdefgh abcdefghi a1b2c3 a1b2c3d4 abc123 aa aaa iloveyou iloveu ilovegod loveyou lovelove love
  mylove forever friend friends family mother father daddy mummy baby babygirl angel princess prince queen king
  sunshine moonlight rainbow flower butterfly sweetheart sweety honey chocolate cookie cheese banana orange summer
  winter spring autumn monday friday january december football baseball basketball hockey cricket soccer tennis
  liverpool chelsea arsenal barcelona realmadrid juventus ronaldo messi sachin dhoni virat kohli superman batman
  spiderman ironman starwars pokemon naruto dragon monkey tiger lion shadow hunter killer ninja samurai phoenix
  matrix freedom whatever trustno1 computer internet google facebook instagram samsung iphone android windows
  microsoft apple nokia sony yamaha honda ferrari mercedes harley mustang michael michelle jennifer jessica jordan
  jonathan elizabeth danielle charlotte andrew anthony daniel joshua matthew robert thomas william ashley amanda
  nicole hannah india bharat hindustan mumbai delhi newdelhi chennai bangalore bengaluru hyderabad kolkata pune
  jaipur krishna radha ganesh ganesha shiva mahadev lakshmi saraswati durga hanuman rama sitaram jaishreeram sairam
  saibaba omsairam omnamahshivaya waheguru allah jesus jesuschrist christ rahul rohit amit ankit sumit vikas sunil
  anil suresh ramesh rajesh mahesh mukesh dinesh deepak sanjay vijay ajay ravi kumar sharma singh gupta patel priya
  pooja neha anjali kavita sunita tokri grocery shopping`.split(/\s+/);
const endings =
  `1 2 7 11 12 21 22 69 77 88 99 00 01 007 100 101 111 123 321 420 456 786 789 999 000 1234 4321 12345 123456
  1234567 12345678 123456789 ! 1! 12! 123! 1234! @1 @12 @123 @1234 @12345 @786 #1 #123 #1234 _123 -123 .123 * 123*
  2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 @2020 @2021 @2022 @2023 @2024 @2025 @2026 @2027`.split(
    /\s+/,
  );
const others =
  `12345679 123456780 1234567890 12345678910 0123456789 0987654321 9876543210 123123123 12341234 12344321
  11223344 112233445566 121212121 123454321 13131313 147258369 147852369 159357456 159753456 741852963 789456123
  963852741 987456321 123654789 456789123 10101010 20202020 12121212 21212121 69696969 1qazxsw2 zaq1xsw2 !qaz2wsx
  1q2w3e4r5t6y q1w2e3r4t5 qweasdzxc qweqweqwe asdasdasd zxczxczxc qwerty12345 poiuytrewq mnbvcxz1 lkjhgfdsa
  passpass passwordpassword abcabcabc abcd1234 1234abcd 123abc123 a12345678 aa123456 blink182 metallica slipknot
  nirvana1 eminem123 letmein1 iamthebest nopassword mypassword yourpassword thepassword newpassword password123456
  opensesame topsecret godisgreat jesus777 ilovemyself iloveyou2 iloveindia lovemyindia mindblow`.split(
    /\s+/,
  );

const common = new Set([
  ...others,
  ...words.flatMap((word) => [word, word + word, ...endings.map((ending) => word + ending)]),
]);

const keyboardRows = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
];

/** Whether a password is one of about ten thousand that attackers try first. */
export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase();
  return common.has(typed) || /^(.{1,2})\1+$/su.test(typed) || isKeyboardRun(typed);
}

interface NewPassword extends PasswordOwner {
  password: string;
  isStaff: boolean;
  /** The field of the password. */
  path: string;
}

/**
 * Throws INVALID_INPUT for a password that is easy to guess, contains the name or address of its owner, or is too
 * short for staff.
 */
export function requireStrongPassword({ password, isStaff, path, ...owner }: NewPassword): void {
  if (isCommonPassword(password)) throw weakPasswordError(path);
  if (hasOwnWord(password, owner)) throw refusal('Do not use your name or email address.', path);
  if (isStaff && password.length < minimumStaffPasswordLength)
    throw refusal(`At least ${minimumStaffPasswordLength} characters for administrators.`, path);
  if (estimatePasswordStrength(password, owner) < minimumPasswordStrength) throw weakPasswordError(path);
}

function weakPasswordError(path: string): AppError {
  return refusal('This password is too easy to guess. Choose another one.', path);
}

/** Neighbours on the keyboard or in the alphabet, in either direction, such as 87654321. */
function isKeyboardRun(typed: string): boolean {
  const backwards = [...typed].reverse().join('');
  return keyboardRows.some((row) => row.includes(typed) || row.includes(backwards));
}

// Without characters that look alike.
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random password of 79 bits that is easy to read and type. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => readable.charAt(randomInt(readable.length))).join('');
  return [group(), group(), group(), group()].join('-');
}

/**
 * Requires the caller's password: a session left open on a shared computer must not be enough to take over
 * the account. Throws INVALID_INPUT at `password` (not 401, which would end the session), TOO_MANY_REQUESTS.
 */
export async function requirePassword(
  context: AuthenticatedContext,
  account: AccountRow,
  typed: string | undefined,
): Promise<void> {
  if (typed === undefined) throw refusal('Enter your password to change the email address.');
  const { rateLimits, caller } = context;
  const refused = describeRefusal({ kind: 'step-up-failed', details: { method: 'password' } });
  await rateLimits.passwordOfShopper.take(caller.userId).catch(refused);
  if (!(await verifyPassword(typed, account.password_hash, context))) return refused(wrongPasswordError());
  await rateLimits.passwordOfShopper.returnAttempt(caller.userId);
}

/** A wrong password, or one that was changed since. */
export function wrongPasswordError(): AppError {
  return refusal('Incorrect password.');
}

/** The new password is the one that has to be replaced. */
export function samePasswordError(): AppError {
  return refusal('Choose another password than the present one.', 'newPassword');
}

function refusal(message: string, path = 'password'): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, message }] });
}
