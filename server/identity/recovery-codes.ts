import { randomInt } from 'node:crypto';
import type { Context } from '#server/http/context.ts';
import * as queries from './second-factor.queries.ts';

type RecoveryContext = Pick<Context, 'db' | 'cryptography'>;

const codeCount = 10;
const codeLength = 10;
// Without characters that look alike: 49 bits.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * An account with a second factor has recovery codes, without one it has none. Returns new codes, which are shown
 * once; empty if there are some already.
 */
export async function matchRecoveryCodes(
  context: RecoveryContext,
  accountId: string,
  areNeeded: boolean,
): Promise<string[]> {
  const { db } = context;
  if (areNeeded && (await queries.countRecoveryCodes(db, accountId)) > 0) return [];
  const codes = Array.from({ length: areNeeded ? codeCount : 0 }, generateCode);
  const hashes = codes.map((code) =>
    context.cryptography.digest(purpose, toText(accountId, code.replace('-', ''))),
  );
  await queries.replaceRecoveryCodes(db, accountId, hashes);
  return codes;
}

/** Uses a code, typed without dash; false if the account has no such code. */
export function consumeRecoveryCode(
  { db, cryptography }: RecoveryContext,
  accountId: string,
  code: string,
): Promise<boolean> {
  return queries.consumeRecoveryCode(db, accountId, cryptography.digests(purpose, toText(accountId, code)));
}

function generateCode(): string {
  const character = () => alphabet.charAt(randomInt(alphabet.length));
  const code = Array.from({ length: codeLength }, character).join('');
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
}

// A code is random, so a fast digest is enough; without the key a reader of the table cannot try codes at all.
const purpose = 'recovery code';
const toText = (accountId: string, code: string) => `${accountId} ${code}`;
