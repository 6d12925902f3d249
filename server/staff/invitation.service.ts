import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { dayMs, invitationDays } from '#contract/base/durations.ts';
import { AppError } from '#contract/base/errors.ts';
import type { Role } from '#contract/base/permissions.ts';
import type { StaffInvitation } from '#contract/staff/staff.ts';
import { newId } from '#server/database/id.ts';
import type * as schema from '#server/database/row-types.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context, RequestContext, StaffContext } from '#server/http/context.ts';
import {
  type AccountRow,
  insertAccount,
  isEmailTaken,
  lockAccount,
  lockOwners,
  markEmailVerified,
} from '#server/identity/account.service.ts';
import { continueBlock, recordVerifiedEmail } from '#server/identity/customer-digest.service.ts';
import { sendVerificationEmail } from '#server/identity/email-verification.service.ts';
import { hashPassword, requireStrongPassword } from '#server/identity/password.ts';
import { queueEmail } from '#server/notifications/notifications.service.ts';
import { endAccountSessionsExcept } from '#server/sessions/sessions.service.ts';
import { lockOwnersForOwner, recordAccount } from './staff-people.service.ts';
import { replaceRoles, sortRoles, storeId } from './staff-roles.service.ts';

interface InvitationRow extends schema.StaffInvitation {
  roles: Role[];
  inviter_name: string;
}

const codePurpose = 'staff invitation';

/**
 * Invites a person: by email if there is an address, otherwise by a link that is returned this once. It works once,
 * until it expires or is revoked, and while the caller is an owner.
 */
export async function invite(
  context: StaffContext,
  { name, email, roles }: { name: string; email: string | null; roles: readonly Role[] },
): Promise<{ link: string | null; expiresAt: string }> {
  await context.rateLimits.inviteStaff.take(context.caller.userId);
  if (email !== null) await context.rateLimits.linksToAddress.take(email);
  const code = randomBytes(32).toString('base64url');
  const invited = sortRoles(roles);
  const now = context.now();
  const expiresAt = new Date(now.getTime() + invitationDays * dayMs);
  await inTransaction(context, async (transaction) => {
    const { db, cryptography, caller } = transaction;
    await lockOwnersForOwner(transaction);
    const id = newId();
    await db.query(sql`delete from staff_invitation where expires_at <= ${now}`);
    await db.query(sql`
      insert into staff_invitation
        (id, code_hash, store_id, name, email, roles, invited_by, created_at, expires_at)
      values (${id}, ${cryptography.digest(codePurpose, code)}, ${storeId}, ${name}, ${email}, ${invited},
        ${caller.userId}, ${now}, ${expiresAt})`);
    await recordAccount(transaction, { id, email: email ?? name }, 'invited', null, { roles: invited });
    if (email === null) return;
    const inviter = await lockAccount(transaction, caller.userId);
    const words = new Intl.ListFormat('en').format(invited);
    const invitedBy = inviter?.name ?? '';
    await queueEmail(transaction, {
      kind: 'staff-invitation',
      to: email,
      name,
      code,
      roles: words,
      invitedBy,
    });
  });
  recordEvent(context, context.caller.userId, 'created', invited);
  const link = email === null ? `${context.shop.url}/invitation?code=${code}` : null;
  return { link, expiresAt: expiresAt.toISOString() };
}

/** The open invitations, newest first. */
export async function listInvitations({ db, now }: Pick<Context, 'db' | 'now'>): Promise<StaffInvitation[]> {
  const rows = await db.query<InvitationRow>(sql`
    select i.*, a.name as inviter_name from staff_invitation i join account a on a.id = i.invited_by
    where i.store_id = ${storeId} and i.expires_at > ${now()} order by i.created_at desc, i.id desc`);
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    email: row.email,
    roles: sortRoles(row.roles),
    invitedBy: row.inviter_name,
    expiresAt: row.expires_at.toISOString(),
  }));
}

/** Throws NOT_FOUND when the invitation was accepted or revoked, or has expired. */
export async function revokeInvitation(context: StaffContext, id: string): Promise<void> {
  const roles = await inTransaction(context, async (transaction) => {
    await lockOwnersForOwner(transaction);
    const [row] = await transaction.db.query<InvitationRow>(sql`
      delete from staff_invitation where id = ${id} and store_id = ${storeId} returning *`);
    if (row === undefined)
      throw new AppError('NOT_FOUND', { message: 'This invitation is not open any more.' });
    const thing = { id, email: row.email ?? row.name };
    await recordAccount(transaction, thing, 'invitation revoked', null, null);
    return row.roles;
  });
  recordEvent(context, context.caller.userId, 'revoked', roles);
}

/** What a link offers. Throws BAD_INVITATION. */
export async function readInvitation(context: RequestContext, code: string) {
  const { db, now, cryptography } = context;
  const [row] = await db.query<InvitationRow>(sql`
    select i.*, a.name as inviter_name from staff_invitation i join account a on a.id = i.invited_by
    where i.code_hash = any (${cryptography.digests(codePurpose, code)}::bytea[]) and i.expires_at > ${now()}`);
  if (row === undefined) throw new AppError('BAD_INVITATION');
  const { name, email, roles, inviter_name: invitedBy } = row;
  const hasAccount = email !== null && (await isEmailTaken(context, email));
  return { name, email, hasAccount, roles: sortRoles(roles), invitedBy };
}

/**
 * Adds the roles of an invitation to the account of the caller, and ends its other sessions. Throws BAD_INVITATION,
 * INVITATION_OF_OTHER, UNAUTHENTICATED.
 */
export async function acceptInvitation(context: AuthenticatedContext, code: string): Promise<void> {
  const { userId, sessionId } = context.caller;
  const { roles, endedIds } = await inTransaction(context, async (transaction) => {
    const { owners, invitation } = await useInvitation(transaction, code);
    const account = await lockAccount(transaction, userId);
    if (account === null) throw new AppError('UNAUTHENTICATED');
    if (account.status === 'Suspended') throw new AppError('ACCOUNT_SUSPENDED');
    requireAddress(invitation, account.email);
    if (invitation.email !== null && !account.verify_email) {
      // The link came by email.
      await markEmailVerified(transaction, userId);
      await recordVerifiedEmail(transaction, account);
    }
    const after = sortRoles([...account.roles, ...invitation.roles]);
    await replaceRoles(transaction, { account, owners, roles: after });
    await recordAccount(
      transaction,
      account,
      'updated',
      { roles: sortRoles(account.roles) },
      { roles: after },
    );
    return { roles: after, endedIds: await endAccountSessionsExcept(transaction, userId, sessionId) };
  });
  context.revokedSessions.add(endedIds);
  recordEvent(context, userId, 'accepted', roles);
}

interface NewPerson {
  code: string;
  name: string;
  email: string;
  password: string;
}

/**
 * Creates an account with the roles of an invitation. Throws BAD_INVITATION, INVITATION_OF_OTHER, EMAIL_TAKEN,
 * INVALID_INPUT for a weak password.
 */
export async function registerInvited(
  context: RequestContext,
  { code, name, email, password }: NewPerson,
): Promise<void> {
  // Before the password is hashed, which is costly.
  requireAddress(await readInvitation(context, code), email);
  requireStrongPassword({ password, name, email, isStaff: true, path: 'password' });
  const passwordHash = await hashPassword(password, context);
  const id = newId();
  const roles = await inTransaction(context, async (transaction) => {
    const { owners, invitation } = await useInvitation(transaction, code);
    requireAddress(invitation, email);
    const isEmailVerified = invitation.email !== null;
    if (!(await insertAccount(transaction, { id, name, email, passwordHash, isEmailVerified })))
      throw new AppError('EMAIL_TAKEN');
    const account = await lockNewAccount(transaction, id);
    await continueBlock(transaction, account);
    if (isEmailVerified) await recordVerifiedEmail(transaction, account);
    else await sendVerificationEmail(transaction, account);
    const after = sortRoles(invitation.roles);
    await replaceRoles(transaction, { account, owners, roles: after });
    const caller = { userId: id, sessionId: '' };
    await recordAccount({ ...transaction, caller }, account, 'created', null, { roles: after });
    return after;
  });
  recordEvent(context, id, 'accepted', roles);
}

async function lockNewAccount(transaction: Pick<Context, 'db'>, id: string): Promise<AccountRow> {
  const account = await lockAccount(transaction, id);
  if (account === null) throw new Error('The account that was created is not there.');
  return account;
}

/**
 * Deletes an invitation in the transaction of what it allows. Locks the store first: an owner who loses the role at the
 * same time takes the invitation along (`staff_access.sql`). Throws BAD_INVITATION.
 */
async function useInvitation(
  transaction: Pick<Context, 'db' | 'now' | 'cryptography'>,
  code: string,
): Promise<{ owners: readonly string[]; invitation: InvitationRow }> {
  const { db, now, cryptography } = transaction;
  const owners = await lockOwners(transaction);
  const [invitation] = await db.query<InvitationRow>(sql`
    delete from staff_invitation
    where code_hash = any (${cryptography.digests(codePurpose, code)}::bytea[]) and expires_at > ${now()}
    returning *`);
  if (invitation === undefined) throw new AppError('BAD_INVITATION');
  return { owners, invitation };
}

/** A link that was sent by email is for that address only. Throws INVITATION_OF_OTHER. */
function requireAddress(invitation: { email: string | null }, email: string): void {
  if (invitation.email !== null && invitation.email !== email) throw new AppError('INVITATION_OF_OTHER');
}

function recordEvent(
  context: RequestContext,
  accountId: string,
  change: 'created' | 'revoked' | 'accepted',
  roles: readonly Role[],
): void {
  const details = { change, roles: roles.join(', ') };
  context.securityLog.record(context, { kind: 'staff-invitation', accountId, details });
}
