/** Every way a call can fail: the stable code a client may rely on, its HTTP status, and its plain message. */
export const errorTable = {
  INVALID_INPUT: [400, 'Please check the marked fields.'],
  BAD_SIGNATURE: [400, 'This event was not signed by the payment provider.'],
  MALFORMED_BODY: [400, 'The request could not be read.'],
  BAD_OTP: [400, 'This code is wrong or has expired. Please check it, or ask for a new one.'],
  BAD_VERIFICATION_CODE: [400, 'This link does not work any more. Please ask for a new one.'],
  UNAUTHENTICATED: [401, 'Please log in.'],
  BAD_CREDENTIALS: [401, 'The e-mail address or the password is not right.'],
  BAD_REFRESH_TOKEN: [401, 'Your session has ended. Please log in again.'],
  FORBIDDEN: [403, 'Do not have permission'],
  RESET_NOT_ALLOWED: [403, 'Please enter the code from your mail first.'],
  ACCOUNT_SUSPENDED: [403, 'This account is suspended. Please contact the shop.'],
  NOT_FOUND: [404, 'This could not be found.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not answer that method.'],
  CONFLICT: [409, 'This clashes with something that exists.'],
  NAME_TAKEN: [409, 'This name is already in use.'],
  IN_USE: [409, 'This is still in use.'],
  CHANGED_MEANWHILE: [409, 'Somebody else has changed this meanwhile. Please look at it again.'],
  IMPORT_HAS_PROBLEMS: [409, 'Some rows of this file cannot be taken in.'],
  EMAIL_TAKEN: [409, 'This e-mail address is already registered. Please log in.'],
  STOCK_SHORT: [409, 'There is not enough in stock.'],
  PRICE_CHANGED: [409, 'A price has changed. Please look at the new total.'],
  CART_CHANGED: [409, 'Your cart has changed. Please look at it again.'],
  CART_EMPTY: [409, 'Your cart is empty.'],
  ORDER_STATUS: [409, 'This order cannot go there any more.'],
  PAYMENT_OVER: [409, 'This payment is over. Please begin again from your cart.'],
  CARD_DECLINED: [402, 'Your card was declined. Please try another one.'],
  IDEMPOTENCY_MISMATCH: [409, 'This request was already used for a different order.'],
  BODY_TOO_LARGE: [413, 'That is too large.'],
  UNSUPPORTED_MEDIA: [415, 'This kind of content is not supported.'],
  TOO_MANY_REQUESTS: [429, 'Too many tries. Please wait a moment.'],
  INTERNAL: [500, 'Something went wrong on our side. Please try again.'],
  UNAVAILABLE: [503, 'The shop is not available right now. Please try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errorTable;

/** One field of the input that is not right; `path` is dotted, such as `list_items.0.quantity`. */
export interface InputIssue {
  path: string;
  message: string;
}

interface AppErrorOptions {
  /** Instead of the table's message, when more can be said. */
  message?: string;
  /** Facts a client can act on, such as how many pieces are left. */
  details?: Record<string, unknown>;
  issues?: InputIssue[];
  /** For TOO_MANY_REQUESTS and UNAVAILABLE: when to try again. */
  retryAfterSeconds?: number;
}

/** A rule was broken: thrown where it breaks, turned into an answer in one place (server/http). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  readonly issues: InputIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const [status, message] = errorTable[code];
    super(options.message ?? message);
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.details = options.details;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
