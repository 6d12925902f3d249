import type { Role } from '#contract/base/permissions.ts';
import type { Order } from '#contract/orders/order.ts';

/** What the history says was done. Entries of earlier versions have no others. */
export type AuditAction =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'imported'
  | 'removed'
  | 'opened'
  | 'paused'
  | 'resumed'
  | 'closed'
  | 'reopened'
  | 'blocked'
  | 'unblocked'
  | 'credited'
  | 'password replaced'
  | 'second factor removed'
  | 'sessions ended'
  | 'invited'
  | 'invitation revoked'
  | 'PIN set'
  | 'PIN removed'
  | 'device approved'
  | 'device withdrawn';

/** Fields that the history records of an order. Amounts are rupees. */
export interface RecordedOrder {
  status: Order['status'];
  payment_status: Order['payment_status'];
  totalAmt: number;
  /** Of a refund that the staff have to pay. */
  owedAmt: number;
  cashReceived: number;
  upiReceived: number;
  /** Of a transfer. */
  reference: string;
  /** The number of the order to which a payment belongs that was recorded at this one. */
  paymentOf: string;
  /** The name of a line. */
  takenOff: string;
  /** Names of lines and charges. */
  refunded: readonly string[];
  to: 'SOURCE' | 'CREDIT' | null;
  problem: 'declined';
  /** In words, see `undeliveredLabels`. */
  undelivered: string;
  /** Names of lines. */
  thrownAway: readonly string[];
  reason: string;
  /** To the shopper. */
  message: string;
}

/** Fields that the history records of an account. Amounts are rupees. */
export interface RecordedAccount {
  /** Of versions without roles. */
  role: 'ADMIN' | 'USER';
  roles: readonly Role[];
  status: 'Active' | 'Inactive' | 'Suspended';
  isBlocked: boolean;
  creditAmt: number;
  reason: string;
}
