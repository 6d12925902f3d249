import sql from 'sql-template-tag';
import { AppError } from '#contract/base/errors.ts';
import { roles as allRoles, type Role } from '#contract/base/permissions.ts';
import type { Context } from '#server/http/context.ts';
import type { AccountRow } from '#server/identity/account.service.ts';

/** The tables `store` and `staff_role` are written here only. Roles are held for a store; there is one. */
export const storeId = 'main';

/**
 * Gives an account these roles and no others; returns whether it had others. Call in a transaction, after `lockOwners`
 * and the lock of the account, because triggers lock in that order. Throws LAST_OWNER when the store would have no
 * owner who can log in.
 */
export async function replaceRoles(
  { db }: Pick<Context, 'db'>,
  { account, owners, roles }: { account: AccountRow; owners: readonly string[]; roles: readonly Role[] },
): Promise<boolean> {
  const { id, email, roles: held } = account;
  const removed = held.filter((role) => !roles.includes(role));
  const added = roles.filter((role) => !held.includes(role));
  if (removed.includes('owner')) requireOtherOwner(owners, { id, email });
  if (added.length > 0)
    await db.query(sql`
      insert into staff_role (account_id, store_id, role)
      select ${id}, ${storeId}, unnest(${added}::text[]) on conflict do nothing`);
  if (removed.length > 0)
    await db.query(sql`
      delete from staff_role where account_id = ${id} and store_id = ${storeId} and role = any (${removed}::text[])`);
  return removed.length + added.length > 0;
}

/** Without an owner the store could not be run from its own pages. `owners`: see `lockOwners`. Throws LAST_OWNER. */
export function requireOtherOwner(
  owners: readonly string[],
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
): void {
  if (owners.some((owner) => owner !== id) || !owners.includes(id)) return;
  throw new AppError('LAST_OWNER', { message: `${email} is the only owner. Make another one first.` });
}

/** Roles in the order of the contract, for messages. */
export function sortRoles(held: readonly Role[]): Role[] {
  return allRoles.filter((role) => held.includes(role));
}
