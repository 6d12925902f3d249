import type { Order } from '#contract/order.ts';
import type { OrderActor } from '#contract/rules/order-status.ts';
import type { Context } from '#server/context.ts';
import { queueJob } from '#server/jobs/queue-job.ts';

/** A mail about an order as it is when the mail is queued. */
export type OrderEmail =
  | {
      kind: 'order-placed' | 'order-on-its-way' | 'order-delivered';
      to: string;
      name: string;
      order: Order;
    }
  | {
      kind: 'order-refunded';
      to: string;
      name: string;
      order: Order;
      /** How somebody of the shop has given it back; null, or missing in older letters, where the card has it. */
      byHand?: string | null;
    }
  | {
      kind: 'order-cancelled';
      to: string;
      name: string;
      order: Order;
      by: OrderActor;
      reason: string | null;
    };

/** A mail that the shop owes somebody, before it is put into words. */
export type Email =
  /** To the address of a new account, or again: proves that its owner reads it. */
  | { kind: 'verification'; to: string; name: string; code: string }
  /** To the address that an account is to move to. */
  | { kind: 'email-change'; to: string; name: string; code: string }
  /** To the address that an account is to leave: its owner may know nothing of it. */
  | { kind: 'email-change-notice'; to: string; name: string; newEmail: string }
  | { kind: 'one-time-password'; to: string; name: string; otp: string; validMinutes: number }
  /** `changedAt` is an ISO moment. */
  | { kind: 'password-changed'; to: string; name: string; changedAt: string }
  | OrderEmail
  /** Thrown away unsent: so that asking for an address that nobody has takes as long as asking for another. */
  | { kind: 'nobody' };

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;

/**
 * Owes somebody a letter. Within a transaction it is owed when that commits, and not otherwise; it is sent by
 * whatever process comes first, and again until the mail server has taken it or it has become pointless.
 */
export async function queueEmail(
  context: Pick<Context, 'db' | 'now' | 'secrets'>,
  letter: Email,
): Promise<void> {
  const { db, now, secrets } = context;
  const usefulSeconds = emailLifetimeSeconds(letter);
  const until = new Date(now().getTime() + usefulSeconds * 1000).toISOString();
  // Codes and links open accounts: whoever reads the table or a backup of it must not find them there.
  const job = { sealed: secrets.encrypt(JSON.stringify(letter)), until };
  await queueJob(db, 'letter', job, {
    // A while longer than it is useful, so that the worker says that it gave up rather than the row just vanishing.
    keepSeconds: usefulSeconds + daySeconds,
    // Somebody sits before an empty field; a letter to nobody costs the same as any.
    isUrgent: letter.kind === 'one-time-password' || letter.kind === 'nobody',
  });
}

function emailLifetimeSeconds(letter: Email): number {
  if (letter.kind === 'one-time-password') return letter.validMinutes * minuteSeconds;
  return 3 * daySeconds;
}
