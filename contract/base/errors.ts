/** Error codes, which clients may rely on, with their HTTP status and default message. */
export const errorTable = {
  INVALID_INPUT: [400, 'Please check the highlighted fields.'],
  BAD_SIGNATURE: [400, 'The webhook signature is invalid.'],
  MALFORMED_BODY: [400, 'The request is malformed.'],
  PUSH_ENDPOINT: [400, 'Notifications cannot be sent to this browser.'],
  BAD_OTP: [400, 'Incorrect or expired code. Check it or request a new one.'],
  BAD_VERIFICATION_CODE: [400, 'This link is no longer valid. Request a new one.'],
  BAD_INVITATION: [400, 'This invitation is no longer valid. Ask an owner of the store for a new one.'],
  BAD_DELIVERY_PIN: [400, 'This is not the PIN of the shopper.'],
  BAD_DEVICE_CODE: [400, 'This code is wrong or no longer valid. Ask an owner for a new one.'],
  UNAUTHENTICATED: [401, 'Please log in.'],
  BAD_CREDENTIALS: [401, 'Incorrect email or password'],
  BAD_PIN: [401, 'Wrong code or PIN.'],
  BAD_REFRESH_TOKEN: [401, 'Your session has ended. Please log in again.'],
  SECOND_FACTOR_NEEDED: [401, 'Confirm your login with your second factor.'],
  BAD_SECOND_FACTOR: [400, 'That did not work. Check the code, then try again.'],
  BAD_CHALLENGE: [400, 'This has expired or was already used. Please start again.'],
  STEP_UP_REQUIRED: [403, 'Confirm that it is you.'],
  SECOND_FACTOR_REQUIRED: [
    403,
    'Administrators of this store need a second factor. Add one on your profile page.',
  ],
  DEVICE_NOT_APPROVED: [403, 'This phone is not approved. Ask an owner of the store.'],
  INVITATION_OF_OTHER: [403, 'This invitation is for another email address.'],
  FORBIDDEN: [403, 'Do not have permission'],
  PASSWORD_CHANGE_REQUIRED: [403, 'Choose a new password first.'],
  RESET_NOT_ALLOWED: [403, 'Enter the code from your email first.'],
  ACCOUNT_SUSPENDED: [403, 'This account is suspended. Please contact the store.'],
  NOT_FOUND: [404, 'Not found.'],
  METHOD_NOT_ALLOWED: [405, 'This method is not allowed.'],
  CONFLICT: [409, 'This conflicts with existing data.'],
  NAME_TAKEN: [409, 'This name is already in use.'],
  SKU_TAKEN: [409, 'Another product has this SKU.'],
  BARCODE_TAKEN: [409, 'Another product has this barcode.'],
  IN_USE: [409, 'This is still in use.'],
  DEMO_ORDERED: [409, 'Customers have ordered products of the demo catalogue, so it cannot be removed.'],
  CHANGED_MEANWHILE: [409, 'Someone else changed this. Please review the changes.'],
  IMPORT_HAS_PROBLEMS: [409, 'Some rows of this file have errors.'],
  EMAIL_TAKEN: [409, 'This email is already registered. Please log in.'],
  STOCK_SHORT: [409, 'Not enough in stock.'],
  MAXIMUM_PER_ORDER: [409, 'This is more than the limit per order.'],
  PRODUCT_UNAVAILABLE: [409, 'Some products in your cart are no longer sold.'],
  PRICE_CHANGED: [409, 'A price has changed. Please check the new total.'],
  CART_CHANGED: [409, 'Your cart has changed. Please review it.'],
  STORE_CLOSED: [409, 'The store is closed now.'],
  PROMISE_CHANGED: [409, 'Delivery takes longer now. Please check the new time.'],
  SLOT_UNAVAILABLE: [409, 'This delivery time is not available any more. Please choose another one.'],
  STATE_MISMATCH: [409, 'The state and the PIN code do not match. Which one is right?'],
  ADDRESS_UNCLEAR: [409, 'Please check this address before you order.'],
  OUTSIDE_AREA: [409, 'We do not deliver to this address yet.'],
  MINIMUM_ORDER: [409, 'This order is below the minimum of the store.'],
  CART_EMPTY: [409, 'Your cart is empty.'],
  UNPAID_ORDER_LIMIT: [409, 'Too many of your orders are not paid yet. Pay or cancel one of them first.'],
  CASH_ORDER_LIMIT: [409, 'Verify your email address to place more cash orders.'],
  CARD_PAYMENT_OFF: [409, 'This store does not accept cards now. Choose another payment method.'],
  CASH_PAYMENT_OFF: [409, 'This store does not accept cash now. Choose another payment method.'],
  ORDER_UNITS_LIMIT: [409, 'This order has too many pieces. Remove some of them.'],
  OPEN_ORDER: [
    409,
    'One of your orders or refunds is not complete yet. You can delete your account when it is delivered, cancelled or refunded.',
  ],
  UNPAID_DELIVERY: [
    409,
    'One of your delivered orders is not paid yet. You can delete your account when the store has received the payment.',
  ],
  LAST_OWNER: [409, 'This is the only owner who can log in. Make another person an owner first.'],
  PIN_NOT_ALLOWED: [409, 'Only people who are nothing but pickers and riders log in by PIN.'],
  EMPLOYEE_CODE_TAKEN: [409, 'Another person has this employee code.'],
  LAST_ADMIN: [409, 'You are the only administrator. Add another one first.'],
  ORDER_STATUS: [409, 'The status of this order does not allow that.'],
  ACCOUNT_BLOCKED: [403, 'This account cannot place orders. Please contact the store.'],
  COUPON_UNUSABLE: [409, 'This coupon cannot be used.'],
  COUPON_NEEDS_VERIFICATION: [409, 'Verify your email address to use this coupon.'],
  CREDIT_CHANGED: [409, 'Your store credit has changed. Please check the amount.'],
  ORDER_TAKEN: [409, 'Someone else is picking this order.'],
  BATCH_FULL: [409, 'You are picking four orders. Pack one of them first.'],
  DIET_MARK: [409, 'What is vegetarian is replaced by vegetarian products only.'],
  WEIGHT_TOO_HIGH: [409, 'This weighs more than the order allows.'],
  REPLACEMENT_REFUSED: [409, 'The shopper does not want this replacement.'],
  QUESTION_OPEN: [409, 'The shopper has time to answer.'],
  QUESTION_OVER: [409, 'The time to choose is over. Your order is being packed.'],
  NOTHING_FOUND: [409, 'Nothing of this order was found. Cancel the order instead.'],
  UNPICKED_LINES: [409, 'Some products of this order are not picked.'],
  PHOTO_NEEDED: [409, 'Take a photo of the delivery first.'],
  PAYMENT_DUE: [409, 'The payment of this order is not recorded yet.'],
  PAYMENT_AMOUNT: [409, 'This is not the amount due. Add a note that says why.'],
  PAYMENT_RECORDED: [409, 'A payment of this order is already recorded.'],
  REFERENCE_USED: [409, 'This UPI reference number belongs to another order.'],
  REFUND_AMOUNT: [409, 'This is more than can be refunded.'],
  REPORT_OVER: [409, 'The time to report a problem with this order is over. Please contact the store.'],
  PROBLEM_OPEN: [409, 'A problem with this order is already reported. The store will answer soon.'],
  UPI_PAYMENT_OFF: [409, 'This store does not accept UPI now. Choose another payment method.'],
  PAYMENT_OVER: [409, 'This payment has expired. Please start again from your cart.'],
  CARD_DECLINED: [402, 'Your card was declined. Please try another one.'],
  IDEMPOTENCY_MISMATCH: [409, 'This Idempotency-Key was used for a different order.'],
  REQUEST_TIMEOUT: [408, 'The request arrived too slowly.'],
  BODY_TOO_LARGE: [413, 'The request is too large.'],
  UNSUPPORTED_MEDIA: [415, 'This content type is not supported.'],
  TOO_MANY_REQUESTS: [429, 'Too many attempts. Please wait a moment.'],
  INTERNAL: [500, 'Something went wrong on our side. Please try again.'],
  UNAVAILABLE: [503, 'The store is not available right now. Please try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof errorTable;

/** An invalid field of the input; `path` is dotted, such as `list_items.0.quantity`. */
export interface InputIssue {
  path: string;
  message: string;
}

interface AppErrorOptions {
  /** Replaces the default message. */
  message?: string;
  /** Data that a client can act on, such as the remaining stock. */
  details?: Record<string, unknown>;
  issues?: InputIssue[];
  /** For TOO_MANY_REQUESTS and UNAVAILABLE. */
  retryAfterSeconds?: number;
}

/** An expected failure of a request. `server/http/errors.ts` turns it into the error response. */
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
