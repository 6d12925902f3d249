import { AppError } from '#contract/base/errors.ts';
import type { PasskeyAssertion, SecondFactorNeeded } from '#contract/identity/second-factor.ts';
import type * as schema from '#server/database/row-types.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, RequestContext } from '#server/http/context.ts';
import { describeRefusal } from '#server/http/errors.ts';
import { atNetwork } from '#server/http/rate-limits.ts';
import { recognizeDevice } from '#server/sessions/known-devices.service.ts';
import { recordStepUp, startSession, type TokenPair } from '#server/sessions/sessions.service.ts';
import { type AccountRow, findAccount, getOwnAccount, recordLogin } from './account.service.ts';
import { consumeChallenge, createChallenge, readChallenge } from './challenges.ts';
import { requestOptions, verifyAssertion } from './passkeys.ts';
import { requirePassword } from './password.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import * as queries from './second-factor.queries.ts';
import { sendSecondFactorNotice } from './second-factor.service.ts';
import { findTotpStep } from './totp.ts';

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
  { challenge, device, ...proof }: Proof & { challenge: string; device?: string | undefined },
): Promise<TokenPair & { email: string }> {
  await context.rateLimits.secondFactor.take(context.remoteAddress);
  const { accountId, data } = await readChallenge(context, challenge, 'login');
  const account = await findAccount(context, accountId);
  if (account === null) throw new AppError('BAD_CHALLENGE');
  if (account.status === 'Suspended') throw new AppError('ACCOUNT_SUSPENDED');
  const details = { method: methodOf(proof) };
  await limitProofs(context, account.id, () => requireProof(context, account, challenge, proof)).catch(
    describeRefusal({ kind: 'login-failed', accountId: account.id, details }),
  );
  await context.rateLimits.secondFactor.returnAttempt(context.remoteAddress);
  const rememberDevice = await recognizeDevice(context, account, device);
  const tokens = await inTransaction(context, async (transaction) => {
    await consumeChallenge(transaction, challenge, 'login');
    // The password was changed, or the account suspended, after the password was checked.
    if (!(await recordLogin(transaction, { id: account.id, ...data, now: transaction.now() })))
      throw new AppError('BAD_CHALLENGE');
    await rememberDevice(transaction);
    return startSession(transaction, account.id);
  });
  context.securityLog.record(context, { kind: 'login', accountId: account.id, details });
  return { ...tokens, email: account.email };
}

/** How a login was completed, for the security log. */
function methodOf({ code, passkey }: Proof): string {
  if (passkey !== undefined) return 'passkey';
  return isTotpCode(code) ? 'totp' : 'recovery-code';
}

function isTotpCode(code = ''): boolean {
  return /^\d{6}$/.test(code);
}

/** Counts wrong answers by account and network. */
async function limitProofs(
  { rateLimits, remoteAddress }: RequestContext,
  accountId: string,
  verify: () => Promise<void>,
): Promise<void> {
  const { secondFactorOfAccountAtNetwork: atSameNetwork, secondFactorOfAccount: everywhere } = rateLimits;
  await atSameNetwork.take(atNetwork(accountId, remoteAddress));
  await everywhere.take(accountId);
  await verify();
  await atSameNetwork.returnAttempt(atNetwork(accountId, remoteAddress));
  await everywhere.returnAttempt(accountId);
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
  if (isTotpCode(code)) {
    const totp = await queries.selectTotp(db, account.id);
    if (totp === null) return false;
    const secret = decryptSecret(context, totp);
    if (secret === null) return false;
    const step = findTotpStep(Buffer.from(secret, 'base64url'), code, now());
    if (step === null) return false;
    // Encrypted again, so that a secret outlives the replacement of AUTH_SECRET.
    const encrypted_secret = cryptography.encrypt(secret);
    return queries.consumeTotpStep(db, { account_id: account.id, last_step: step, encrypted_secret });
  }
  return inTransaction(context, async (transaction) => {
    if (!(await consumeRecoveryCode(transaction, account.id, code))) return false;
    await sendSecondFactorNotice(transaction, account, 'recovery-code-used');
    return true;
  });
}

/** The secret of the app in base64url; null, which is logged, if it is encrypted with an AUTH_SECRET that is gone. */
function decryptSecret({ cryptography, log }: RequestContext, totp: schema.Totp): string | null {
  try {
    return cryptography.decrypt(totp.encrypted_secret);
  } catch (error) {
    log.warn({ err: error, accountId: totp.account_id }, 'The secret of an authenticator app is unreadable');
    return null;
  }
}

/** How the caller can confirm the session; `options` is null without a passkey. */
export async function beginStepUp(context: AuthenticatedContext) {
  const { id } = await getOwnAccount(context);
  await context.rateLimits.secondFactorSetup.take(id);
  const known = await queries.selectPasskeys(context.db, id);
  const challenge = await createChallenge(context, id, 'step-up', {});
  return { challenge, options: requestOptions(context, challenge, known, { isVerificationRequired: true }) };
}

/** Confirms the caller's session. Throws as `requireIdentity`. */
export async function stepUp(context: AuthenticatedContext, proof: IdentityProof): Promise<void> {
  await requireIdentity(context, await getOwnAccount(context), proof);
  await recordStepUp(context);
  const accountId = context.caller.userId;
  const method = proof.passkey === undefined ? 'password' : 'passkey';
  context.securityLog.record(context, { kind: 'step-up', accountId, details: { method } });
}

/** The password, or a passkey for the challenge of `beginStepUp`. */
export interface IdentityProof {
  password?: string | undefined;
  challenge?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
}

/**
 * Requires the caller's password or a passkey. Throws INVALID_INPUT for a wrong password, BAD_CHALLENGE,
 * BAD_SECOND_FACTOR, TOO_MANY_REQUESTS.
 */
export async function requireIdentity(
  context: AuthenticatedContext,
  account: AccountRow,
  { password, challenge = '', passkey }: IdentityProof,
): Promise<void> {
  if (passkey === undefined) return requirePassword(context, account, password);
  await readChallenge(context, challenge, 'step-up', account.id);
  const known = await queries.selectPasskeys(context.db, account.id);
  await limitProofs(context, account.id, async () => {
    const options = { isVerificationRequired: true };
    if (!(await verifyAssertion(context, challenge, passkey, known, options)))
      throw new AppError('BAD_SECOND_FACTOR');
    await consumeChallenge(context, challenge, 'step-up');
  }).catch(describeRefusal({ kind: 'step-up-failed', details: { method: 'passkey' } }));
}
