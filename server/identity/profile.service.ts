import { AppError } from '#contract/base/errors.ts';
import type { User } from '#contract/identity/account.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext } from '#server/http/context.ts';
import { keepImage, storeImage } from '#server/images/image.service.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { endAccountSessionsExcept } from '#server/sessions/sessions.service.ts';
import {
  changeVerifiedPassword,
  getOwnAccount,
  isEmailTaken,
  lockAccount,
  updateAvatar,
  updateProfile,
} from './account.service.ts';
import { deleteVerificationLinks, sendEmailChangeEmail } from './email-verification.service.ts';
import {
  hashPassword,
  requirePassword,
  requireStrongPassword,
  samePasswordError,
  wrongPasswordError,
} from './password.ts';
import { toUser } from './registration.service.ts';

interface Profile {
  name: string;
  email: string;
  mobile: string;
  /** Required to change `email`. */
  password?: string | undefined;
}

/**
 * Updates the caller's profile. Another address becomes pending until the link sent to it is opened; the
 * present address cancels a pending change. Throws INVALID_INPUT when the password is missing or wrong,
 * EMAIL_TAKEN, TOO_MANY_REQUESTS, UNAUTHENTICATED, ACCOUNT_SUSPENDED.
 */
export async function updateUser(context: AuthenticatedContext, profile: Profile): Promise<User> {
  const account = await getOwnAccount(context);
  const saved = await saveWithoutMove(context, profile);
  if (saved !== null) return saved;
  await requirePassword(context, account, profile.password);
  // Each change sends two emails, one of them to an arbitrary address.
  await context.rateLimits.sendVerification.take(account.id);
  await context.rateLimits.linksToAddress.take(profile.email);
  const moved = await move(context, profile, account.password_hash);
  context.securityLog.record(context, { kind: 'email-change-requested', accountId: account.id });
  return moved;
}

/**
 * Saves a profile that needs no password; null when the address is neither the account's nor its pending one.
 */
function saveWithoutMove(context: AuthenticatedContext, profile: Profile): Promise<User | null> {
  const { name, email, mobile } = profile;
  return inTransaction(context, async (transaction) => {
    const account = await lockAccount(transaction, transaction.caller.userId);
    if (account === null || (email !== account.email && email !== account.pending_email)) return null;
    const pendingEmail = email === account.email ? null : email;
    await deleteVerificationLinks(transaction, account.id, { exceptEmail: email });
    const row = await updateProfile(transaction, account.id, { name, mobile, pendingEmail });
    return row === null ? null : toUser(row, context);
  });
}

function move(context: AuthenticatedContext, profile: Profile, checkedHash: string): Promise<User> {
  const { name, email: pendingEmail, mobile } = profile;
  return inTransaction(context, async (transaction) => {
    const account = await lockAccount(transaction, transaction.caller.userId);
    // The password was changed while this one was checked.
    if (account?.password_hash !== checkedHash) throw wrongPasswordError();
    if (await isEmailTaken(transaction, pendingEmail)) throw new AppError('EMAIL_TAKEN');
    const row = await updateProfile(transaction, account.id, { name, mobile, pendingEmail });
    if (row === null) throw new AppError('UNAUTHENTICATED');
    await deleteVerificationLinks(transaction, row.id);
    await sendEmailChangeEmail(transaction, row, pendingEmail);
    await queueEmail(transaction, {
      kind: 'email-change-notice',
      to: row.email,
      name,
      newEmail: pendingEmail,
    });
    return toUser(row, context);
  });
}

/**
 * Changes the caller's password, ends the other sessions and a pending email change, which an intruder may
 * have started. Throws INVALID_INPUT, TOO_MANY_REQUESTS, UNAUTHENTICATED, ACCOUNT_SUSPENDED.
 */
export async function changePassword(
  context: AuthenticatedContext,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> {
  const account = await getOwnAccount(context);
  await requirePassword(context, account, password);
  // Everyone who saw the terminal knows it.
  if (account.must_change_password && newPassword === password) throw samePasswordError();
  const { name, email } = account;
  const isStaff = account.roles.length > 0;
  requireStrongPassword({ password: newPassword, name, email, isStaff, path: 'newPassword' });
  const passwords = { checkedHash: account.password_hash, newHash: await hashPassword(newPassword, context) };
  const endedIds = await inTransaction(context, async (transaction) => {
    const { caller, now } = transaction;
    const row = await changeVerifiedPassword(transaction, account.id, passwords);
    // Of two concurrent changes, the second verified a password that is no longer current.
    if (row === null) throw wrongPasswordError();
    await deleteVerificationLinks(transaction, row.id, { exceptEmail: row.email });
    const { name, email: to } = row;
    const changedAt = now().toISOString();
    await queueEmail(transaction, { kind: 'password-changed', to, name, changedAt });
    return endAccountSessionsExcept(transaction, row.id, caller.sessionId);
  });
  context.revokedSessions.add(endedIds);
  context.securityLog.record(context, { kind: 'password-changed', accountId: account.id });
}

/**
 * Replaces the caller's image, cropped to a square, and returns its address. The later of two uploads wins.
 * Throws UNSUPPORTED_MEDIA, BODY_TOO_LARGE, UNAUTHENTICATED.
 */
export async function changeAvatar(context: AuthenticatedContext, bytes: Uint8Array): Promise<string> {
  const avatar = await storeImage(
    context,
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    'square',
  );
  if (!(await updateAvatar(context, context.caller.userId, avatar))) throw new AppError('UNAUTHENTICATED');
  await keepImage(context, avatar);
  return avatar;
}
