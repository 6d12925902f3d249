/** An order as a payment provider shows it on its page. */
export interface PaymentOrder {
  orderId: string;
  /** The number that people read, such as ORD-7K3M9Q2X. */
  orderNumber: string;
  email: string;
  /** What is to be paid for one piece of each line. */
  lines: readonly { name: string; unitPaise: number; quantity: number }[];
  /** Until when it can be paid for sure; a provider may take money a few minutes longer. */
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

/** A page on which an order can be paid once. */
export interface PaymentSession {
  /** As the provider calls it. */
  id: string;
  url: string;
}

/** What a provider has to tell, once it is sure that it was the provider. Amounts are in the currency's smallest unit. */
export type PaymentEvent = { id: string; kind: string } & PaymentFacts;

export type PaymentFacts =
  | { about: 'paid'; sessionId: string; paymentId: string; amount: number; currency: string }
  | { about: 'expired' | 'failed'; sessionId: string }
  /** Money that was on its way back did not arrive: the provider's name of it, and our own if it is ours. */
  | { about: 'refund failed'; sessionId: null; refundId: string; repaymentId: string | null }
  /** Nothing that the shop wants to know. */
  | { about: 'other'; sessionId: string | null };

/** Money to be given back. */
export interface RefundRequest {
  /** The same at every try: the provider gives the money back once. */
  id: string;
  paymentId: string;
  amountPaise: number;
}

/** Whoever takes the money of cards, as the shop sees it. Never called within a transaction. */
export interface PaymentProvider {
  name: 'stripe' | 'sandbox';
  /** The header of an event in which its signature comes, in lower case. */
  signatureHeader: string;
  /** Opens a page; the same order gets the same page. Throws `PaymentUnavailableError`, `PaymentRejectedError`. */
  createSession(order: PaymentOrder): Promise<PaymentSession>;
  /** Closes a page, so that nobody pays on it any more; one that is paid or closed already stays as it is. */
  expireSession(sessionId: string): Promise<void>;
  /** Gives money back, once for each id; gives the provider's own name of it. Throws as `createSession` does. */
  refund(repayment: RefundRequest): Promise<{ id: string }>;
  /** Reads an event as it came over the network. Throws BAD_SIGNATURE for what the provider has not signed. */
  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent;
}

/** The currency of the shop, as providers write it. */
export const shopCurrency = 'inr';

/** The provider does not answer, or not yet: another time it may. */
export class PaymentUnavailableError extends Error {
  override name = 'PaymentAwayError';
}

/** The provider has said no, and will say it again. */
export class PaymentRejectedError extends Error {
  override name = 'PaymentRefusedError';
}
