import type { ShopperContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { forgetProofs } from '../email-verification/email-verification.service.ts';
import { queueLetter } from '../mail/mail.service.ts';
import { endOtherSessionsOf } from '../session/session.service.ts';
import { getOwnAccount } from './account.service.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { notYourPassword, proveOwner } from './own-password.ts';
import { hashPassword } from './password.ts';
import * as queries from './user.queries.ts';

/**
 * Gives the caller's account another password, ends its other sessions and a move to another address: whoever asked
 * for one of these may be who the password is changed for. Throws INVALID_INPUT, also for one that everybody guesses;
 * TOO_MANY_REQUESTS, UNAUTHENTICATED, ACCOUNT_SUSPENDED.
 */
export async function changePassword(
  context: ShopperContext,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> {
  refuseCommonPassword(newPassword, 'newPassword');
  const account = await getOwnAccount(context);
  await proveOwner(context, account, password);
  const passwords = { checkedHash: account.password_hash, newHash: await hashPassword(newPassword) };
  const endedIds = await inTransaction(context, async (transaction) => {
    const { sql, caller, now } = transaction;
    const row = await queries.changePassword(sql, account.id, passwords);
    // Of two changes at once, the second has checked a password that is no more.
    if (row === null) throw notYourPassword();
    await forgetProofs(transaction, row.id, row.email);
    const { name, email: to } = row;
    const changedAt = now().toISOString();
    await queueLetter(transaction, { kind: 'password-changed', to, name, changedAt });
    return endOtherSessionsOf(transaction, row.id, caller.sessionId);
  });
  context.endedSessions.add(endedIds);
}
