import type { Context, ShopIdentity } from '#server/http/context.ts';
import { type Job, type JobHandlers, type JobName, UnrecoverableJobError } from '#server/jobs/job-queue.ts';
import {
  type EmailMessage,
  type EmailProvider,
  EmailRejectedError,
} from '#server/providers/email/email-provider.ts';
import * as account from './account-emails.ts';
import { type EmailContent, presentableName, renderEmailHtml, renderEmailText } from './email-layout.ts';
import type { Email } from './notifications.service.ts';
import * as order from './order-emails.ts';
import * as staff from './staff-emails.ts';

/** An email that is sent, not a decoy. */
export type AddressedEmail = Exclude<Email, { kind: 'decoy' }>;

export function renderEmail(
  email: AddressedEmail,
  shop: ShopIdentity,
  { id, date }: Pick<EmailMessage, 'id' | 'date'>,
): EmailMessage {
  const wording = toEmailContent(email, shop);
  return {
    id,
    date,
    from: shop.sender,
    to: {
      name: isToStranger(email) ? '' : presentableName(email.name),
      address: email.to,
    },
    subject: wording.subject,
    text: renderEmailText(wording, shop),
    html: renderEmailHtml(wording, shop),
  };
}

function isToStranger({ kind }: AddressedEmail): boolean {
  return kind === 'verification' || kind === 'email-change';
}

function toEmailContent(email: AddressedEmail, shop: ShopIdentity): EmailContent {
  switch (email.kind) {
    case 'verification':
      return account.verificationEmail(email, shop);
    case 'email-change':
      return account.emailChangeEmail(email, shop);
    case 'email-change-notice':
      return account.emailChangeNoticeEmail(email, shop);
    case 'one-time-password':
      return account.oneTimePasswordEmail(email, shop);
    case 'reset-refused':
      return account.resetRefusedEmail(email, shop);
    case 'password-changed':
      return account.passwordChangedEmail(email, shop);
    case 'second-factor-changed':
      return account.secondFactorChangedEmail(email, shop);
    case 'new-device':
      return account.newDeviceEmail(email, shop);
    case 'account-deleted':
      return account.accountDeletedEmail(email, shop);
    case 'delivery-available':
      return account.deliveryAvailableEmail(email, shop);
    case 'staff-invitation':
      return staff.staffInvitationEmail(email, shop);
    case 'low-stock':
      return staff.lowStockEmail(email, shop);
    case 'upi-changed':
      return staff.upiChangedEmail(email, shop);
    case 'order-placed':
      return order.orderPlacedEmail(email, shop);
    case 'order-on-its-way':
      return order.orderOnItsWayEmail(email, shop);
    case 'order-delivered':
      return order.orderDeliveredEmail(email, shop);
    case 'order-cancelled':
      return order.orderCancelledEmail(email, shop);
    case 'order-undelivered':
      return order.orderUndeliveredEmail(email, shop);
    case 'order-late':
      return order.orderLateEmail(email, shop);
    case 'order-refunded':
      return order.orderRefundedEmail(email, shop);
    case 'order-problem':
      return order.orderProblemEmail(email, shop);
  }
}

/** What the jobs that send emails need. */
export interface EmailDependencies {
  context: Pick<Context, 'db' | 'shop' | 'now' | 'cryptography'>;
  emailProvider: Pick<EmailProvider, 'send'>;
}

/**
 * Jobs that deliver emails until they expire. A retried email keeps its Message-ID and date, so that a duplicate shows
 * once in most mailboxes.
 */
export function emailJobs(dependencies: EmailDependencies): JobHandlers {
  return {
    async 'send-email'(job) {
      const email = decrypt(job.payload.encrypted, dependencies.context);
      // An email without recipient is a decoy, also one queued by an earlier version under another name.
      if ('to' in email) await sendEmail(email, job, new Date(job.payload.until), dependencies);
    },
  };
}

/**
 * Sends one email. Throws `UnrecoverableJobError` when it is too late for it or the mail server rejects it for good.
 */
export async function sendEmail(
  email: AddressedEmail,
  job: Pick<Job<JobName>, 'id' | 'queuedAt' | 'signal'>,
  until: Date,
  { context, emailProvider }: EmailDependencies,
): Promise<void> {
  const what = `the email '${email.kind}' to ${email.to}`;
  if (context.now() > until) {
    throw new UnrecoverableJobError(`Gave up ${what}: no mail server accepted it in time.`);
  }
  const shop = await context.shop.readIdentity(context.db);
  try {
    await emailProvider.send(renderEmail(email, shop, { id: job.id, date: job.queuedAt }), job.signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const Failure = error instanceof EmailRejectedError ? UnrecoverableJobError : Error;
    // Without the error itself, which may contain what was sent to the server.
    throw new Failure(`The mail server rejected ${what}: ${reason}`);
  }
}

function decrypt(encrypted: string, { cryptography }: EmailDependencies['context']): Email {
  try {
    return JSON.parse(cryptography.decrypt(encrypted));
  } catch {
    throw new UnrecoverableJobError('A queued email cannot be decrypted: AUTH_SECRET has changed since.');
  }
}
