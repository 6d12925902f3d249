import type { Order } from '#contract/order.ts';
import type { OrderActor } from '#contract/rules/order-status.ts';

/** A mail about an order as it is when the mail is queued. */
export type OrderLetter =
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
export type Letter =
  /** To the address of a new account, or again: proves that its owner reads it. */
  | { kind: 'verification'; to: string; name: string; code: string }
  /** To the address that an account is to move to. */
  | { kind: 'email-change'; to: string; name: string; code: string }
  /** To the address that an account is to leave: its owner may know nothing of it. */
  | { kind: 'email-change-notice'; to: string; name: string; newEmail: string }
  | { kind: 'one-time-password'; to: string; name: string; otp: string; validMinutes: number }
  /** `changedAt` is an ISO moment. */
  | { kind: 'password-changed'; to: string; name: string; changedAt: string }
  | OrderLetter
  /** Thrown away unsent: so that asking for an address that nobody has takes as long as asking for another. */
  | { kind: 'nobody' };
