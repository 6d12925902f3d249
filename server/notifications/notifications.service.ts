import type { Order } from '#contract/orders/order.ts';
import type { OrderActor } from '#contract/orders/order-status.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import type { Cryptography } from '#server/base/secrets.ts';
import { newId } from '#server/database/id.ts';
import type { Context } from '#server/http/context.ts';
import { countJobs, getJobBacklog, type JobBacklog, queueJob, removeJobs } from '#server/jobs/job-queue.ts';

interface OrderEmailData {
  to: string;
  name: string;
  /** `includedTaxAmt` is the tax in its total, as in `OrderDetails`. */
  order: Order & { includedTaxAmt?: number };
  /** The address may be someone else's: the email has no text that its account chose, and `name` is empty. */
  isToUnverified?: boolean;
}

/** An email about an order as it was when the email was queued. */
export type OrderEmail = OrderEmailData &
  (
    | { kind: 'order-placed' | 'order-on-its-way' | 'order-delivered' }
    | {
        kind: 'order-refunded';
        /** How staff paid the refund back; null, or missing in older jobs, if it went to the card. */
        byHand?: string | null;
      }
    | { kind: 'order-cancelled'; by: OrderActor; reason: string | null }
    /** An attempt to deliver it failed, and it is tried again. */
    | { kind: 'order-undelivered'; reason: string | null }
    /** It will be late: the new time such as `5:40 pm`, and the store credit such as `₹20`, empty for none. */
    | { kind: 'order-late'; time: string; credit: string }
    | {
        /** What was decided about a problem, or refunded after the delivery; `refundedTo` is null if nothing was. */
        kind: 'order-problem';
        message: string;
        refundedAmt: number;
        refundedTo: 'SOURCE' | 'CREDIT' | null;
      }
  );

/** What changed about the second factors of an account. */
export type SecondFactorChange =
  | 'totp-added'
  | 'totp-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-replaced'
  | 'recovery-code-used';

/** Data of a queued email, rendered at delivery. */
export type Email =
  /** Verifies the address of an account. */
  | { kind: 'verification'; to: string; name: string; code: string }
  /** Sent to the pending address. */
  | { kind: 'email-change'; to: string; name: string; code: string }
  /** Sent to the present address, whose owner may not know of the change. */
  | { kind: 'email-change-notice'; to: string; name: string; newEmail: string }
  | { kind: 'one-time-password'; to: string; name: string; otp: string; validMinutes: number }
  | { kind: 'reset-refused'; to: string; name: string }
  /** `changedAt` is ISO 8601. */
  | { kind: 'password-changed'; to: string; name: string; changedAt: string }
  /** `changedAt` is ISO 8601. */
  | { kind: 'second-factor-changed'; to: string; name: string; change: SecondFactorChange; changedAt: string }
  /** `device` is a known name, `at` is ISO 8601. `name` is empty. */
  | { kind: 'new-device'; to: string; name: string; device: string; at: string }
  /** An invitation to the staff. `roles` are words, such as 'picker and rider'. */
  | { kind: 'staff-invitation'; to: string; name: string; code: string; roles: string; invitedBy: string }
  /** Sent to the former address; `name` is deleted too, so it is empty. `deletedAt` is ISO 8601. */
  | { kind: 'account-deleted'; to: string; name: string; deletedAt: string }
  /** To the staff: `products` are the scarcest ones of `count`. `name` is empty. */
  | {
      kind: 'low-stock';
      to: string;
      name: string;
      count: number;
      products: { name: string; unit: string; stock: number }[];
    }
  /** To each administrator: the UPI account of the store changed. `by` is who did it, `changedAt` is ISO 8601. */
  | {
      kind: 'upi-changed';
      to: string;
      name: string;
      by: { name: string; email: string };
      before: StoreSettings['upi'];
      after: StoreSettings['upi'];
      changedAt: string;
    }
  /** The address may be someone else's; `name` is empty. */
  | { kind: 'delivery-available'; to: string; name: string; pincodes: string[] }
  | OrderEmail
  /** A decoy request, discarded at delivery: a request for an unknown address takes as long as any other. */
  | { kind: 'decoy' };

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;

/**
 * Queues an email in the caller's transaction. It is delivered after the commit, and retried until the mail
 * server accepts it or it expires.
 */
export async function queueEmail(
  context: Pick<Context, 'db' | 'now' | 'cryptography'>,
  email: Email,
): Promise<void> {
  const { db, now, cryptography } = context;
  const usefulSeconds = emailLifetimeSeconds(email);
  const until = new Date(now().getTime() + usefulSeconds * 1000).toISOString();
  // Codes and links open accounts, so the stored data is encrypted.
  const job = { encrypted: cryptography.encrypt(JSON.stringify(email)), until };
  await queueJob(db, 'send-email', job, {
    key: 'to' in email ? `${newId()}-${toRecipientKey(cryptography.digest, email.to)}` : newId(),
    // The reader waits for a code; what is sent instead has the same priority.
    isUrgent: ['one-time-password', 'reset-refused', 'decoy'].includes(email.kind),
  });
}

// A part of a digest: jobs are found by it, but do not tell the address.
const recipientKeyLength = 22;

function toRecipientKey(digest: Cryptography['digest'], address: string): string {
  return digest('email recipient', address).toString('base64url').slice(0, recipientKeyLength);
}

/** Emails about an account, not its orders, that wait for the mail server. */
export function countEmailsTo(
  { db, cryptography }: Pick<Context, 'db' | 'cryptography'>,
  address: string,
): Promise<number> {
  return countJobs(db, 'send-email', { keySuffix: toRecipientKey(cryptography.digest, address) });
}

/** Removes queued emails, except one that is being sent. */
export function dropEmailsTo(
  { db, cryptography }: Pick<Context, 'db' | 'cryptography'>,
  address: string,
): Promise<void> {
  return removeJobs(db, 'send-email', { keySuffix: toRecipientKey(cryptography.digest, address) });
}

/** Emails that wait for the mail server, and those that it never accepted. */
export function getEmailBacklog({ db }: Pick<Context, 'db'>): Promise<JobBacklog> {
  return getJobBacklog(db, ['send-email', 'send-order-email']);
}

/** For how long an email is retried. */
export function emailLifetimeSeconds(email: Email): number {
  if (email.kind === 'one-time-password') return email.validMinutes * minuteSeconds;
  return 3 * daySeconds;
}
