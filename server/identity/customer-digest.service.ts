import sql from 'sql-template-tag';
import { dayMs, formerCustomerDays } from '#contract/base/durations.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import type { JobHandlers } from '#server/jobs/job-queue.ts';
import { type AccountRow, findAccount, setAccountBlock } from './account.service.ts';

// Limits of coupons and blocks hold for a customer, who can delete an account and register again, or register several
// with one mailbox. The table customer_digest has a keyed digest (HMAC) of each address that an account has verified;
// accounts with a digest in common are of one customer. A phone number is never verified and proves nothing: with
// someone else's number in a blocked account, that person would be blocked.

const purpose = 'customer email';
const blockedReason = 'An earlier account with this email address is blocked.';

type InTransaction = Pick<Context, 'db' | 'now' | 'cryptography'>;
type Owner = Pick<AccountRow, 'id' | 'email'>;

/**
 * The mailbox of an address: in lower case, without the tag after `+`, and for Gmail without dots, which its mail
 * servers ignore.
 */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}

/** With the previous secret too while it is being replaced, so that rows of either secret are connected. */
function toDigests({ cryptography }: Pick<Context, 'cryptography'>, email: string): Buffer[] {
  return cryptography.digests(purpose, toMailbox(email));
}

/** Records the digests of an address that the account has verified. */
async function insertDigests(
  context: Pick<Context, 'db' | 'cryptography'>,
  { id, email }: Owner,
): Promise<void> {
  await context.db.query(sql`
    insert into customer_digest (digest, account_id) select unnest(${toDigests(context, email)}::bytea[]), ${id}
    on conflict do nothing`);
}

/** Blocks a new account whose address belonged to a blocked one, in the transaction that inserts the account. */
export async function continueBlock(context: InTransaction, { id, email }: Owner): Promise<void> {
  const [former] = await context.db.query(sql`
    select from customer_digest d join account a on a.id = d.account_id
    where d.digest = any (${toDigests(context, email)}::bytea[]) and d.account_id <> ${id}
      and (d.blocked_at is not null or a.blocked_at is not null) limit 1`);
  if (former !== undefined) await setAccountBlock(context, id, { at: context.now(), reason: blockedReason });
}

/** Records that a locked account has verified an address, and blocks it if that of a blocked account was. */
export async function recordVerifiedEmail(
  context: InTransaction,
  { id, email, blocked_at }: Owner & Pick<AccountRow, 'blocked_at'>,
): Promise<void> {
  await insertDigests(context, { id, email });
  if (blocked_at === null) await continueBlock(context, { id, email });
}

/**
 * Whether the caller is known as a customer, that is by a verified email address. Accounts that verified theirs before
 * there were digests get them here.
 */
export async function recognizeCustomer(context: AuthenticatedContext): Promise<boolean> {
  const account = await findAccount(context, context.caller.userId);
  if (account === null || !account.verify_email) return false;
  await insertDigests(context, account);
  return true;
}

/**
 * Keeps for a while by which addresses a locked account that is being deleted was known, and whether it was blocked.
 * Of an address that was never verified it keeps a block only.
 */
export async function keepDigests(
  context: InTransaction,
  account: Owner & Pick<AccountRow, 'verify_email' | 'blocked_at'>,
): Promise<void> {
  const { id, verify_email, blocked_at } = account;
  if (verify_email || blocked_at !== null) await insertDigests(context, account);
  const expiresAt = new Date(context.now().getTime() + formerCustomerDays * dayMs);
  await context.db.query(sql`
    update customer_digest set blocked_at = ${blocked_at}, expires_at = ${expiresAt} where account_id = ${id}`);
}

/** Forgets the blocks of deleted accounts of a customer whom the staff unblocks. */
export async function forgetFormerBlocks(context: InTransaction, { id, email }: Owner): Promise<void> {
  await context.db.query(sql`
    update customer_digest set blocked_at = null where blocked_at is not null and digest in (
      select unnest(${toDigests(context, email)}::bytea[])
      union select digest from customer_digest where account_id = ${id})`);
}

/** Once a day: deletes what is kept of accounts that were deleted long ago. */
export function customerDigestJobs({ db, now }: Pick<Context, 'db' | 'now'>): JobHandlers {
  return {
    'delete-customer-digests': async () => {
      await db.query(sql`delete from customer_digest where expires_at < ${now()}`);
    },
  };
}
