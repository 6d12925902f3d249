import { randomInt } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import { maximumPasskeys } from '#contract/rules/limits.ts';
import type {
  PasskeyAssertion,
  PasskeyRegistration,
  SecondFactor,
  SecondFactorNeeded,
} from '#contract/second-factor.ts';
import type { AuthenticatedContext, Context, RequestContext } from '#server/context.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import {
  type AccountRow,
  lockAccount,
  recordLogin,
  selectAccount,
} from '#server/features/accounts/account.queries.ts';
import { getOwnAccount } from '#server/features/accounts/account.service.ts';
import { requirePassword } from '#server/features/accounts/password.ts';
import {
  endOtherAccountSessions,
  recordStepUp,
  startSession,
  type TokenPair,
} from '#server/features/accounts/sessions/sessions.service.ts';
import { queueEmail, type SecondFactorChange } from '#server/features/notifications/notifications.service.ts';
import { atNetwork } from '#server/http/rate-limits.ts';
import { consumeChallenge, createChallenge, readChallenge } from './challenges.ts';
import { creationOptions, requestOptions, verifyAssertion, verifyRegistration } from './passkeys.ts';
import * as queries from './second-factor.queries.ts';
import { findTotpStep, generateTotpSecret, toBase32, totpUri } from './totp.ts';

const recoveryCodeCount = 10;
const recoveryCodeLength = 10;
// 50 bits. Without characters that look alike.
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The error of a login whose password is right, with what the client needs to complete it. No token exists yet. */
export async function secondFactorNeededError(
  context: RequestContext,
  account: AccountRow,
  hashes: { checkedHash: string; newHash: string },
): Promise<AppError> {
  const challenge = await createChallenge(context, account.id, 'login', hashes);
  const passkeys = await queries.selectPasskeys(context.db, account.id);
  const hasTotp = (await queries.selectTotp(context.db, account.id)) !== null;
  const details: SecondFactorNeeded = {
    challenge,
    methods: [
      ...(passkeys.length === 0 ? [] : ['passkey' as const]),
      ...(hasTotp ? ['totp' as const] : []),
      'recovery-code',
    ],
    options: requestOptions(context, challenge, passkeys, { isVerificationRequired: false }),
  };
  return new AppError('SECOND_FACTOR_NEEDED', { details });
}

/** One of the two is given. A code is that of an app or a recovery code. */
interface Proof {
  code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
}

/**
 * Completes a login after the password: starts a session. Throws BAD_CHALLENGE, BAD_SECOND_FACTOR, ACCOUNT_SUSPENDED,
 * TOO_MANY_REQUESTS.
 */
export async function confirmLogin(
  context: RequestContext,
  { challenge, ...proof }: Proof & { challenge: string },
): Promise<TokenPair & { email: string }> {
  await context.limits.secondFactor.take(context.remoteAddress);
  const { accountId, data } = await readChallenge(context, challenge, 'login');
  const account = await selectAccount(context.db, accountId);
  if (account === null) throw new AppError('BAD_CHALLENGE');
  if (account.status === 'Suspended') throw new AppError('ACCOUNT_SUSPENDED');
  await limitProofs(context, account.id, () => requireProof(context, account, challenge, proof));
  await context.limits.secondFactor.giveBack(context.remoteAddress);
  const tokens = await inTransaction(context, async (transaction) => {
    const { db, now } = transaction;
    await consumeChallenge(transaction, challenge, 'login');
    // The password was changed, or the account suspended, after the password was checked.
    if (!(await recordLogin(db, { id: account.id, ...data, now: now() })))
      throw new AppError('BAD_CHALLENGE');
    return startSession(transaction, account.id);
  });
  return { ...tokens, email: account.email };
}

/** Counts wrong answers by account and network. */
async function limitProofs(
  { limits, remoteAddress }: RequestContext,
  accountId: string,
  verify: () => Promise<void>,
): Promise<void> {
  const { secondFactorOfAccountAtNetwork: atSameNetwork, secondFactorOfAccount: everywhere } = limits;
  await atSameNetwork.take(atNetwork(accountId, remoteAddress));
  await everywhere.take(accountId);
  await verify();
  await atSameNetwork.giveBack(atNetwork(accountId, remoteAddress));
  await everywhere.giveBack(accountId);
}

/** Uses the code or passkey. Throws BAD_SECOND_FACTOR. */
async function requireProof(
  context: RequestContext,
  account: AccountRow,
  challenge: string,
  { code, passkey }: Proof,
): Promise<void> {
  const isRight =
    passkey === undefined
      ? await consumeCode(context, account, code ?? '')
      : await verifyAssertion(
          context,
          challenge,
          passkey,
          await queries.selectPasskeys(context.db, account.id),
          { isVerificationRequired: false },
        );
  if (!isRight) throw new AppError('BAD_SECOND_FACTOR');
}

async function consumeCode(context: RequestContext, account: AccountRow, code: string): Promise<boolean> {
  const { db, now, cryptography } = context;
  if (/^\d{6}$/.test(code)) {
    const totp = await queries.selectTotp(db, account.id);
    if (totp === null) return false;
    const secret = Buffer.from(cryptography.decrypt(totp.encrypted_secret), 'base64url');
    const step = findTotpStep(secret, code, now());
    return step !== null && queries.consumeTotpStep(db, account.id, step);
  }
  return inTransaction(context, async (transaction) => {
    const hash = recoveryHash(context, account.id, code);
    if (!(await queries.consumeRecoveryCode(transaction.db, account.id, hash))) return false;
    await sendNotice(transaction, account, 'recovery-code-used');
    return true;
  });
}

/** The caller's second factors. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED. */
export async function getSecondFactor(context: AuthenticatedContext): Promise<SecondFactor> {
  const { db } = context;
  const { id, role } = await getOwnAccount(context);
  const totp = await queries.selectTotp(db, id);
  const passkeys = await queries.selectPasskeys(db, id);
  return {
    totpSince: totp?.created_at.toISOString() ?? null,
    passkeys: passkeys.map((passkey) => ({
      _id: passkey.id,
      name: passkey.name,
      createdAt: passkey.created_at.toISOString(),
      lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await queries.countRecoveryCodes(db, id),
    isRequired: context.isSecondFactorRequired && role === 'ADMIN',
  };
}

/** A secret for an authenticator app; it counts once `confirmTotp` has received a code of it. Throws TOO_MANY_REQUESTS. */
export async function beginTotp(context: AuthenticatedContext) {
  const { email, id } = await getOwnAccount(context);
  await context.limits.secondFactorSetup.take(id);
  const secret = generateTotpSecret();
  const challenge = await createChallenge(context, id, 'totp', { secret: secret.toString('base64url') });
  const uri = totpUri(secret, { issuer: context.shop.name, account: email });
  return { challenge, secret: toBase32(secret), uri };
}

/** Adds the app. Throws INVALID_INPUT for a wrong code, BAD_CHALLENGE, TOO_MANY_REQUESTS. */
export async function confirmTotp(
  context: AuthenticatedContext,
  { challenge, otp }: { challenge: string; otp: string },
): Promise<{ recoveryCodes: string[] }> {
  const { caller, cryptography } = context;
  await context.limits.secondFactorSetup.take(caller.userId);
  const { data } = await readChallenge(context, challenge, 'totp', caller.userId);
  const step = findTotpStep(Buffer.from(data.secret, 'base64url'), otp, context.now());
  if (step === null) {
    const message = 'Incorrect code. Check the time of your phone.';
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: 'otp', message }] });
  }
  return changeFactors(context, 'totp-added', async ({ db, now, ...transaction }, { id }) => {
    await consumeChallenge({ db, now, ...transaction }, challenge, 'totp');
    const encrypted_secret = cryptography.encrypt(data.secret);
    await queries.upsertTotp(db, { account_id: id, encrypted_secret, last_step: step, created_at: now() });
  });
}

/** Throws NOT_FOUND, SECOND_FACTOR_REQUIRED for the last factor of an administrator who needs one. */
export async function removeTotp(context: AuthenticatedContext): Promise<void> {
  await changeFactors(context, 'totp-removed', async ({ db }, { id }) => {
    if (!(await queries.deleteTotp(db, id))) throw new AppError('NOT_FOUND');
  });
}

/** The options of a new passkey. Throws CONFLICT when the account has the most that are allowed, TOO_MANY_REQUESTS. */
export async function beginPasskey(context: AuthenticatedContext) {
  const account = await getOwnAccount(context);
  await context.limits.secondFactorSetup.take(account.id);
  const known = await queries.selectPasskeys(context.db, account.id);
  requireRoom(known);
  const challenge = await createChallenge(context, account.id, 'passkey', {});
  return { challenge, options: creationOptions(context, account, challenge, known) };
}

/** Throws BAD_CHALLENGE, BAD_SECOND_FACTOR, CONFLICT, TOO_MANY_REQUESTS. */
export async function addPasskey(
  context: AuthenticatedContext,
  { challenge, name, passkey }: { challenge: string; name: string; passkey: PasskeyRegistration },
): Promise<{ recoveryCodes: string[] }> {
  await context.limits.secondFactorSetup.take(context.caller.userId);
  await readChallenge(context, challenge, 'passkey', context.caller.userId);
  const verified = await verifyRegistration(context, challenge, passkey);
  if (verified === null) throw new AppError('BAD_SECOND_FACTOR');
  return changeFactors(context, 'passkey-added', async (transaction, { id: account_id }) => {
    const { db, now } = transaction;
    await consumeChallenge(transaction, challenge, 'passkey');
    requireRoom(await queries.selectPasskeys(db, account_id));
    await queries.insertPasskey(db, { id: newId(), account_id, name, created_at: now(), ...verified });
  });
}

function requireRoom(known: readonly queries.PasskeyRow[]): void {
  if (known.length >= maximumPasskeys)
    throw new AppError('CONFLICT', { message: `An account has at most ${maximumPasskeys} passkeys.` });
}

/** Throws NOT_FOUND, SECOND_FACTOR_REQUIRED for the last factor of an administrator who needs one. */
export async function removePasskey(context: AuthenticatedContext, passkeyId: string): Promise<void> {
  await changeFactors(context, 'passkey-removed', async ({ db }, { id }) => {
    if (!(await queries.deletePasskey(db, id, passkeyId))) throw new AppError('NOT_FOUND');
  });
}

/** New recovery codes; earlier ones end. Throws NOT_FOUND without a second factor. */
export function replaceRecoveryCodes(context: AuthenticatedContext): Promise<{ recoveryCodes: string[] }> {
  return changeFactors(context, 'recovery-codes-replaced', async ({ db }, { id, has_second_factor }) => {
    if (!has_second_factor) throw new AppError('NOT_FOUND');
    await queries.replaceRecoveryCodes(db, id, []);
  });
}

/**
 * Changes the factors under the lock of the account. As a change of the password it ends the other sessions and sends an
 * email. An account with a factor has recovery codes, without one it has none; new codes are returned, which are shown once.
 */
async function changeFactors(
  context: AuthenticatedContext,
  change: SecondFactorChange,
  work: (transaction: AuthenticatedContext, account: AccountRow) => Promise<void>,
): Promise<{ recoveryCodes: string[] }> {
  const { recoveryCodes, endedIds } = await inTransaction(context, async (transaction) => {
    const { db, caller } = transaction;
    const account = await lockAccount(db, caller.userId);
    if (account === null) throw new AppError('UNAUTHENTICATED');
    await work(transaction, account);
    const { has_second_factor = false } = (await selectAccount(db, account.id)) ?? {};
    if (!has_second_factor && context.isSecondFactorRequired && account.role === 'ADMIN')
      throw new AppError('SECOND_FACTOR_REQUIRED');
    const codes = await matchRecoveryCodes(transaction, account.id, has_second_factor);
    await sendNotice(transaction, account, change);
    return {
      recoveryCodes: codes,
      endedIds: await endOtherAccountSessions(transaction, account.id, caller.sessionId),
    };
  });
  context.revokedSessions.add(endedIds);
  return { recoveryCodes };
}

async function matchRecoveryCodes(
  context: Pick<Context, 'db' | 'cryptography'>,
  accountId: string,
  areNeeded: boolean,
): Promise<string[]> {
  const { db } = context;
  if (areNeeded && (await queries.countRecoveryCodes(db, accountId)) > 0) return [];
  const count = areNeeded ? recoveryCodeCount : 0;
  const codes = Array.from({ length: count }, generateRecoveryCode);
  const hashes = codes.map((code) => recoveryHash(context, accountId, code.replace('-', '')));
  await queries.replaceRecoveryCodes(db, accountId, hashes);
  return codes;
}

function generateRecoveryCode(): string {
  const letter = () => recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length));
  const code = Array.from({ length: recoveryCodeLength }, letter).join('');
  return `${code.slice(0, recoveryCodeLength / 2)}-${code.slice(recoveryCodeLength / 2)}`;
}

/** The code is random, so a fast hash is enough; without the key a reader of the table cannot try codes at all. */
function recoveryHash(
  { cryptography }: Pick<Context, 'cryptography'>,
  accountId: string,
  code: string,
): Buffer {
  return cryptography.digest('recovery code', `${accountId} ${code}`);
}

function sendNotice(
  transaction: Pick<Context, 'db' | 'now' | 'cryptography'>,
  { email: to, name }: AccountRow,
  change: SecondFactorChange,
): Promise<void> {
  const changedAt = transaction.now().toISOString();
  return queueEmail(transaction, { kind: 'second-factor-changed', to, name, change, changedAt });
}

/** Removes everything, for an owner who has lost the devices and codes. The caller ends the sessions. */
export function removeAllFactors({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  return queries.deleteFactors(db, accountId);
}

/** How the caller can confirm the session; `options` is null without a passkey. */
export async function beginStepUp(context: AuthenticatedContext) {
  const { id } = await getOwnAccount(context);
  await context.limits.secondFactorSetup.take(id);
  const known = await queries.selectPasskeys(context.db, id);
  const challenge = await createChallenge(context, id, 'step-up', {});
  return { challenge, options: requestOptions(context, challenge, known, { isVerificationRequired: true }) };
}

/**
 * Confirms the caller's session with the password or a passkey. Throws INVALID_INPUT for a wrong password, BAD_CHALLENGE,
 * BAD_SECOND_FACTOR, TOO_MANY_REQUESTS.
 */
export async function stepUp(
  context: AuthenticatedContext,
  { password, challenge = '', passkey }: StepUpInput,
): Promise<void> {
  const account = await getOwnAccount(context);
  if (passkey === undefined) await requirePassword(context, account, password);
  else {
    await readChallenge(context, challenge, 'step-up', account.id);
    const known = await queries.selectPasskeys(context.db, account.id);
    await limitProofs(context, account.id, async () => {
      const options = { isVerificationRequired: true };
      if (!(await verifyAssertion(context, challenge, passkey, known, options)))
        throw new AppError('BAD_SECOND_FACTOR');
      await consumeChallenge(context, challenge, 'step-up');
    });
  }
  await recordStepUp(context);
}

interface StepUpInput {
  password?: string | undefined;
  challenge?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
}
