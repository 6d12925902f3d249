import { randomBytes } from 'node:crypto';
import { AppError } from '#contract/base/errors.ts';
import type { Context } from '#server/http/context.ts';
import * as queries from './second-factor.queries.ts';

/** What the server remembers until a challenge is answered, by purpose. */
interface ChallengeData {
  /** The hash of the password that was verified, and the one that replaces it if its cost is outdated. */
  login: { checkedHash: string; newHash: string };
  totp: { secret: string };
  passkey: object;
  'step-up': object;
}

const lifetimeMs = 5 * 60_000;
// Typing errors; afterwards a login starts again with the password.
const maximumTries = 5;
const challengeBytes = 32;
const digestPurpose = 'authentication challenge';
// More than one per new challenge, so the table cannot grow without limit.
const maximumDeletedRows = 20;

type ChallengeContext = Pick<Context, 'db' | 'now' | 'cryptography'>;

/**
 * Creates a challenge that is answered once, within 5 minutes; returns the random value that the client sends with
 * its answer. For passkeys it is the challenge of WebAuthn as well.
 */
export async function createChallenge<Purpose extends keyof ChallengeData>(
  { db, now, cryptography }: ChallengeContext,
  accountId: string,
  purpose: Purpose,
  data: ChallengeData[Purpose],
): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString('base64url');
  await queries.deleteExpiredChallenges(db, now(), maximumDeletedRows);
  await queries.insertChallenge(db, {
    id_hash: cryptography.digest(digestPurpose, challenge),
    account_id: accountId,
    purpose,
    encrypted_data: cryptography.encrypt(JSON.stringify(data)),
    expires_at: new Date(now().getTime() + lifetimeMs),
  });
  return challenge;
}

/**
 * The account and data of a challenge. Counts a try: concurrent answers share the limit. Throws BAD_CHALLENGE if it
 * is unknown, expired, used, tried too often or another account's.
 */
export async function readChallenge<Purpose extends keyof ChallengeData>(
  { db, now, cryptography }: ChallengeContext,
  challenge: string,
  purpose: Purpose,
  ownerId?: string,
): Promise<{ accountId: string; data: ChallengeData[Purpose] }> {
  const key = { idHashes: cryptography.digests(digestPurpose, challenge), purpose, now: now() };
  const row = await queries.countTryAndFindChallenge(db, { ...key, maximumTries });
  if (row === null || (ownerId !== undefined && row.account_id !== ownerId))
    throw new AppError('BAD_CHALLENGE');
  return { accountId: row.account_id, data: JSON.parse(cryptography.decrypt(row.encrypted_data)) };
}

/** Uses a challenge in the transaction of what it allows. Throws BAD_CHALLENGE if another answer has used it since. */
export async function consumeChallenge(
  { db, now, cryptography }: ChallengeContext,
  challenge: string,
  purpose: keyof ChallengeData,
): Promise<void> {
  const key = { idHashes: cryptography.digests(digestPurpose, challenge), purpose, now: now() };
  if (!(await queries.consumeChallenge(db, key))) throw new AppError('BAD_CHALLENGE');
}
