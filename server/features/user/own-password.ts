import { AppError } from '#contract/errors.ts';
import type { ShopperContext } from '../../context.ts';
import { verifyPassword } from './password.ts';
import type { AccountRow } from './user.queries.ts';

const path = 'password';

/**
 * Lets pass only who types the password of their own account: a session alone, such as one that was left open on
 * a shared computer, must not be enough to take the account over. Throws INVALID_INPUT at `password` rather than
 * a 401, for the session is fine; TOO_MANY_REQUESTS.
 */
export async function proveOwner(
  { limits, caller }: ShopperContext,
  account: AccountRow,
  typed: string | undefined,
): Promise<void> {
  if (typed === undefined) throw refusal('Please type your password to change the e-mail address.');
  await limits.passwordOfShopper.take(caller.userId);
  if (!(await verifyPassword(typed, account.password_hash))) throw notYourPassword();
  await limits.passwordOfShopper.giveBack(caller.userId);
}

/** What is said to a password that is wrong, or no longer right. */
export function notYourPassword(): AppError {
  return refusal('This is not your password.');
}

function refusal(message: string): AppError {
  return new AppError('INVALID_INPUT', { message, issues: [{ path, message }] });
}
