import { AppError } from '#contract/errors.ts';
import type { User } from '#contract/user.ts';
import type { ShopperContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { askForMove, forgetProofs } from '../email-verification/email-verification.service.ts';
import { queueLetter } from '../mail/mail.service.ts';
import { getOwnAccount } from './account.service.ts';
import { notYourPassword, proveOwner } from './own-password.ts';
import * as queries from './user.queries.ts';
import { userOf } from './user.service.ts';

interface Profile {
  name: string;
  email: string;
  mobile: string;
  /** Needed for another `email` only. */
  password?: string | undefined;
}

/**
 * Changes the caller's profile; of another address only that it is wanted, for the account moves there when the
 * link in the mail is opened. Their present address ends a move that was wanted before. Throws INVALID_INPUT when
 * the password is missing or wrong, EMAIL_TAKEN, TOO_MANY_REQUESTS, UNAUTHENTICATED, ACCOUNT_SUSPENDED.
 */
export async function updateUser(context: ShopperContext, profile: Profile): Promise<User> {
  const account = await getOwnAccount(context);
  const saved = await saveWithoutMove(context, profile);
  if (saved !== null) return saved;
  await proveOwner(context, account, profile.password);
  // Each change sends two mails, one of them to whatever address was typed.
  await context.limits.sendVerification.take(account.id);
  await context.limits.linksToAddress.take(profile.email);
  return move(context, profile, account.password_hash);
}

/** Saves what needs no password: null when the address is neither the account's nor the one that it moves to. */
function saveWithoutMove(context: ShopperContext, profile: Profile): Promise<User | null> {
  const { name, email, mobile } = profile;
  return inTransaction(context, async (transaction) => {
    const { sql, caller } = transaction;
    const account = await queries.lockAccount(sql, caller.userId);
    if (account === null || (email !== account.email && email !== account.pending_email)) return null;
    const pendingEmail = email === account.email ? null : email;
    await forgetProofs(transaction, account.id, email);
    const row = await queries.updateProfile(sql, account.id, { name, mobile, pendingEmail });
    return row === null ? null : userOf(row);
  });
}

function move(context: ShopperContext, profile: Profile, checkedHash: string): Promise<User> {
  const { name, email: pendingEmail, mobile } = profile;
  return inTransaction(context, async (transaction) => {
    const { sql, caller } = transaction;
    const account = await queries.lockAccount(sql, caller.userId);
    // Given another password while this one was checked.
    if (account?.password_hash !== checkedHash) throw notYourPassword();
    if (await queries.isEmailTaken(sql, pendingEmail)) throw new AppError('EMAIL_TAKEN');
    const row = await queries.updateProfile(sql, account.id, { name, mobile, pendingEmail });
    if (row === null) throw new AppError('UNAUTHENTICATED');
    await forgetProofs(transaction, row.id);
    await askForMove(transaction, row, pendingEmail);
    await queueLetter(transaction, {
      kind: 'email-change-notice',
      to: row.email,
      name,
      newEmail: pendingEmail,
    });
    return userOf(row);
  });
}
