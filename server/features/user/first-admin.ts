import type { Context } from '../../context.ts';
import { newId } from '../../database/id.ts';
import { isCommonPassword } from './common-passwords.ts';
import { inventPassword } from './invented-password.ts';
import { hashPassword } from './password.ts';
import { hasAdmin, insertAccount } from './user.queries.ts';

/** The admin that was just made; the password only if it was invented here, to be shown once. */
export interface FirstAdmin {
  email: string;
  password?: string;
}

/**
 * Makes the first admin of an empty shop; null when there is one already (decisions section 2). Throws when the
 * password is one that everybody guesses.
 */
export async function ensureFirstAdmin(
  { sql }: Pick<Context, 'sql'>,
  given: { email: string; password?: string },
): Promise<FirstAdmin | null> {
  if (await hasAdmin(sql)) return null;
  if (given.password !== undefined && isCommonPassword(given.password))
    throw new Error('ADMIN_PASSWORD is too easy to guess. Choose another one.');
  const password = given.password ?? inventPassword();
  const email = given.email.trim().toLowerCase();
  const passwordHash = await hashPassword(password);
  // Of two processes that start together, the unique e-mail address lets one through.
  const isMade = await insertAccount(sql, {
    id: newId(),
    name: 'Admin',
    email,
    passwordHash,
    role: 'ADMIN',
    // Whoever runs the shop has named the address; a mail to it would prove nothing more.
    isEmailVerified: true,
  });
  if (!isMade) return null;
  return given.password === undefined ? { email, password } : { email };
}
