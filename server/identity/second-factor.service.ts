import { AppError } from '#contract/base/errors.ts';
import { maximumPasskeys } from '#contract/base/limits.ts';
import { isPrivileged } from '#contract/base/permissions.ts';
import type { PasskeyRegistration, SecondFactor } from '#contract/identity/second-factor.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import { queueEmail, type SecondFactorChange } from '#server/notifications/notifications.service.ts';
import { endAccountSessionsExcept } from '#server/sessions/sessions.service.ts';
import { type AccountRow, findAccount, getOwnAccount, lockAccount } from './account.service.ts';
import { consumeChallenge, createChallenge, readChallenge } from './challenges.ts';
import { creationOptions, verifyRegistration } from './passkeys.ts';
import { matchRecoveryCodes } from './recovery-codes.ts';
import * as queries from './second-factor.queries.ts';
import { findTotpStep, generateTotpSecret, toBase32, totpUri } from './totp.ts';

/** The caller's second factors. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED. */
export async function getSecondFactor(context: AuthenticatedContext): Promise<SecondFactor> {
  const { db } = context;
  const { id, roles } = await getOwnAccount(context);
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
    isRequired: context.isSecondFactorRequired && isPrivileged(roles),
  };
}

/**
 * A secret for an authenticator app; it counts once `confirmTotp` has received a code of it. Throws
 * TOO_MANY_REQUESTS.
 */
export async function beginTotp(context: AuthenticatedContext) {
  const { email, id } = await getOwnAccount(context);
  await context.rateLimits.secondFactorSetup.take(id);
  const secret = generateTotpSecret();
  const challenge = await createChallenge(context, id, 'totp', { secret: secret.toString('base64url') });
  const { name } = await context.shop.readIdentity(context.db);
  const uri = totpUri(secret, { issuer: name, account: email });
  return { challenge, secret: toBase32(secret), uri };
}

/** Adds the app. Throws INVALID_INPUT for a wrong code, BAD_CHALLENGE, TOO_MANY_REQUESTS. */
export async function confirmTotp(
  context: AuthenticatedContext,
  { challenge, otp }: { challenge: string; otp: string },
): Promise<{ recoveryCodes: string[] }> {
  const { caller, cryptography } = context;
  await context.rateLimits.secondFactorSetup.take(caller.userId);
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
  await context.rateLimits.secondFactorSetup.take(account.id);
  const known = await queries.selectPasskeys(context.db, account.id);
  requireRoom(known);
  const challenge = await createChallenge(context, account.id, 'passkey', {});
  const named = { ...account, storeName: (await context.shop.readIdentity(context.db)).name };
  return { challenge, options: creationOptions(context, named, challenge, known) };
}

/** Throws BAD_CHALLENGE, BAD_SECOND_FACTOR, CONFLICT, TOO_MANY_REQUESTS. */
export async function addPasskey(
  context: AuthenticatedContext,
  { challenge, name, passkey }: { challenge: string; name: string; passkey: PasskeyRegistration },
): Promise<{ recoveryCodes: string[] }> {
  await context.rateLimits.secondFactorSetup.take(context.caller.userId);
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
 * Changes the factors under the lock of the account. As a change of the password it ends the other sessions and sends
 * an email. Returns new recovery codes, if there are any.
 */
async function changeFactors(
  context: AuthenticatedContext,
  change: SecondFactorChange,
  work: (transaction: AuthenticatedContext, account: AccountRow) => Promise<void>,
): Promise<{ recoveryCodes: string[] }> {
  const { recoveryCodes, endedIds } = await inTransaction(context, async (transaction) => {
    const { sessionId, userId } = transaction.caller;
    const account = await lockAccount(transaction, userId);
    if (account === null) throw new AppError('UNAUTHENTICATED');
    await work(transaction, account);
    const { has_second_factor = false } = (await findAccount(transaction, account.id)) ?? {};
    if (!has_second_factor && context.isSecondFactorRequired && isPrivileged(account.roles))
      throw new AppError('SECOND_FACTOR_REQUIRED');
    const codes = await matchRecoveryCodes(transaction, account.id, has_second_factor);
    await sendSecondFactorNotice(transaction, account, change);
    return {
      recoveryCodes: codes,
      endedIds: await endAccountSessionsExcept(transaction, account.id, sessionId),
    };
  });
  context.revokedSessions.add(endedIds);
  const accountId = context.caller.userId;
  context.securityLog.record(context, { kind: 'second-factor-changed', accountId, details: { change } });
  return { recoveryCodes };
}

/** Removes everything, for an owner who has lost the devices and codes. The caller ends the sessions. */
export function removeAllFactors({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  return queries.deleteFactors(db, accountId);
}

/** Queues the email about a change of the second factors. */
export function sendSecondFactorNotice(
  transaction: Pick<Context, 'db' | 'now' | 'cryptography'>,
  { email: to, name }: AccountRow,
  change: SecondFactorChange,
): Promise<void> {
  const changedAt = transaction.now().toISOString();
  return queueEmail(transaction, { kind: 'second-factor-changed', to, name, change, changedAt });
}
