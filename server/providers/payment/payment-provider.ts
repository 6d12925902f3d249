/** Currency of the shop in the notation of payment providers. */
export const shopCurrency = 'inr';

/** An order to be paid on a page of the provider. */
export interface PaymentOrder {
  orderId: string;
  /** The number shown to people, such as ORD-7K3M9Q2X. */
  orderNumber: string;
  email: string;
  /** Lines with the discounted price of one unit. */
  lines: readonly { name: string; unitPaise: number; quantity: number }[];
  /** The session accepts payments at least until then; a provider may accept them a few minutes longer. */
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

/** A page on which one order can be paid once. */
export interface PaymentSession {
  /** Assigned by the provider. */
  id: string;
  url: string;
}

/**
 * An authenticated event; `kind` is the provider's own name for it. Amounts are in the smallest unit of the currency.
 */
export type PaymentEvent = { id: string; kind: string } & PaymentFacts;

/** What an event means for the shop. */
export type PaymentFacts =
  | { about: 'paid'; sessionId: string; paymentId: string; amount: number; currency: string }
  | { about: 'expired' | 'failed'; sessionId: string }
  /** A refund did not arrive. `refundId` is null for a refund that was created in the dashboard of the provider. */
  | { about: 'refund failed'; sessionId: null; providerRefundId: string; refundId: string | null }
  | { about: 'other'; sessionId: string | null };

export interface RefundRequest {
  /** Idempotency key: the provider executes one refund per id. */
  id: string;
  paymentId: string;
  amountPaise: number;
}

/** Takes online payments. Not to be called inside a transaction: an answer may take 15 seconds. */
export interface PaymentProvider {
  /** `none` if the shop takes cash only. */
  name: 'stripe' | 'razorpay' | 'sandbox' | 'none';
  /** Header that carries the signature of an event, in lower case. */
  signatureHeader: string;
  /**
   * Creates the payment session of an order; repeated calls for one order return the same session. Throws
   * `PaymentUnavailableError`, `PaymentRejectedError`.
   */
  createSession(order: PaymentOrder): Promise<PaymentSession>;
  /** Prevents further payments; does nothing if the session is paid or expired. */
  expireSession(sessionId: string): Promise<void>;
  /** Refunds once per `id` and returns the provider's id of the refund. Throws the same errors as `createSession`. */
  refund(request: RefundRequest): Promise<{ id: string }>;
  /** Parses a webhook body. Throws BAD_SIGNATURE unless the provider has signed exactly these bytes. */
  readEvent(rawBody: Buffer, signature: string | undefined): PaymentEvent;
}

/** The provider did not answer or asked to retry later. A retry may succeed. */
export class PaymentUnavailableError extends Error {
  override name = 'PaymentUnavailableError';
}

/** The provider rejected the request. A retry would be rejected too. */
export class PaymentRejectedError extends Error {
  override name = 'PaymentRejectedError';
}
