import type { Context } from '#server/context.ts';
import { HopelessJobError, type Job, type JobHandlers, type JobName } from '#server/jobs/job-queue.ts';
import {
  type EmailMessage,
  type EmailProvider,
  EmailRejectedError,
} from '#server/providers/email/email-provider.ts';
import * as account from './account-emails.ts';
import {
  type EmailContent,
  presentableName,
  renderEmailHtml,
  renderEmailText,
  type ShopIdentity,
} from './email-layout.ts';
import type { Email } from './notifications.service.ts';
import * as order from './order-emails.ts';

/** An email that is sent, not a decoy. */
export type AddressedEmail = Exclude<Email, { kind: 'nobody' }>;

export function renderEmail(
  letter: AddressedEmail,
  shop: ShopIdentity,
  { id, date }: Pick<EmailMessage, 'id' | 'date'>,
): EmailMessage {
  const wording = toEmailContent(letter, shop);
  return {
    id,
    date,
    to: { name: presentableName(letter.name), address: letter.to },
    subject: wording.subject,
    text: renderEmailText(wording, shop),
    html: renderEmailHtml(wording, shop),
  };
}

function toEmailContent(letter: AddressedEmail, shop: ShopIdentity): EmailContent {
  switch (letter.kind) {
    case 'verification':
      return account.verificationEmail(letter, shop);
    case 'email-change':
      return account.emailChangeEmail(letter, shop);
    case 'email-change-notice':
      return account.emailChangeNoticeEmail(letter, shop);
    case 'one-time-password':
      return account.oneTimePasswordEmail(letter, shop);
    case 'password-changed':
      return account.passwordChangedEmail(letter, shop);
    case 'order-placed':
      return order.orderPlacedEmail(letter, shop);
    case 'order-on-its-way':
      return order.orderOnItsWayEmail(letter, shop);
    case 'order-delivered':
      return order.orderDeliveredEmail(letter, shop);
    case 'order-cancelled':
      return order.orderCancelledEmail(letter, shop);
    case 'order-refunded':
      return order.orderRefundedEmail(letter, shop);
  }
}

export interface Delivery {
  context: Pick<Context, 'now' | 'secrets'>;
  transport: EmailProvider;
  shop: ShopIdentity;
}

/**
 * Jobs that deliver emails until they expire. A retried email keeps its Message-ID and date, so that a duplicate shows
 * once in most mailboxes.
 */
export function emailJobs(delivery: Delivery): JobHandlers {
  return {
    async 'send-email'(job) {
      const email = decrypt(job.payload.encrypted, delivery.context);
      if (email.kind !== 'nobody') await sendEmail(email, job, new Date(job.payload.until), delivery);
    },
  };
}

/** Sends one email. Throws `HopelessJobError` when it is too late for it or the mail server rejects it for good. */
export async function sendEmail(
  email: AddressedEmail,
  job: Pick<Job<JobName>, 'id' | 'queuedAt' | 'signal'>,
  until: Date,
  { context, transport, shop }: Delivery,
): Promise<void> {
  const what = `the email '${email.kind}' to ${email.to}`;
  if (context.now() > until) {
    throw new HopelessJobError(`Gave up ${what}: no mail server accepted it in time.`);
  }
  try {
    await transport.send(renderEmail(email, shop, { id: job.id, date: job.queuedAt }), job.signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const Failure = error instanceof EmailRejectedError ? HopelessJobError : Error;
    // Without the error itself, which may contain what was sent to the server.
    throw new Failure(`The mail server rejected ${what}: ${reason}`);
  }
}

function decrypt(encrypted: string, { secrets }: Delivery['context']): Email {
  try {
    return JSON.parse(secrets.open(encrypted));
  } catch {
    throw new HopelessJobError('A queued email cannot be decrypted: AUTH_SECRET has changed since.');
  }
}
