import type { ErrorCode, InputIssue } from '#contract/base/errors.ts';
import { t } from '#web/texts/t.ts';
import { ApiError } from './api-error.ts';

/** Errors that shoppers see. */
export const errorTexts: Partial<Record<string, string>> = {
  INVALID_INPUT: t('errors.INVALID_INPUT'),
  BAD_OTP: t('errors.BAD_OTP'),
  BAD_VERIFICATION_CODE: t('errors.BAD_VERIFICATION_CODE'),
  UNAUTHENTICATED: t('errors.UNAUTHENTICATED'),
  BAD_CREDENTIALS: t('errors.BAD_CREDENTIALS'),
  BAD_REFRESH_TOKEN: t('errors.BAD_REFRESH_TOKEN'),
  STEP_UP_REQUIRED: t('errors.STEP_UP_REQUIRED'),
  FORBIDDEN: t('errors.FORBIDDEN'),
  PASSWORD_CHANGE_REQUIRED: t('errors.PASSWORD_CHANGE_REQUIRED'),
  RESET_NOT_ALLOWED: t('errors.RESET_NOT_ALLOWED'),
  ACCOUNT_SUSPENDED: t('errors.ACCOUNT_SUSPENDED'),
  NOT_FOUND: t('errors.NOT_FOUND'),
  CHANGED_MEANWHILE: t('errors.CHANGED_MEANWHILE'),
  EMAIL_TAKEN: t('errors.EMAIL_TAKEN'),
  STOCK_SHORT: t('errors.STOCK_SHORT'),
  PRICE_CHANGED: t('errors.PRICE_CHANGED'),
  CART_CHANGED: t('errors.CART_CHANGED'),
  PROMISE_CHANGED: t('errors.PROMISE_CHANGED'),
  SLOT_UNAVAILABLE: t('errors.SLOT_UNAVAILABLE'),
  STORE_CLOSED: t('errors.STORE_CLOSED'),
  STATE_MISMATCH: t('errors.STATE_MISMATCH'),
  ADDRESS_UNCLEAR: t('errors.ADDRESS_UNCLEAR'),
  OUTSIDE_AREA: t('errors.OUTSIDE_AREA'),
  MINIMUM_ORDER: t('errors.MINIMUM_ORDER'),
  COUPON_UNUSABLE: t('errors.COUPON_UNUSABLE'),
  COUPON_NEEDS_VERIFICATION: t('errors.COUPON_NEEDS_VERIFICATION'),
  CART_EMPTY: t('errors.CART_EMPTY'),
  UNPAID_ORDER_LIMIT: t('errors.UNPAID_ORDER_LIMIT'),
  CASH_ORDER_LIMIT: t('errors.CASH_ORDER_LIMIT'),
  CARD_PAYMENT_OFF: t('errors.CARD_PAYMENT_OFF'),
  CASH_PAYMENT_OFF: t('errors.CASH_PAYMENT_OFF'),
  PROBLEM_OPEN: t('errors.PROBLEM_OPEN'),
  REPORT_OVER: t('errors.REPORT_OVER'),
  UPI_PAYMENT_OFF: t('errors.UPI_PAYMENT_OFF'),
  ORDER_UNITS_LIMIT: t('errors.ORDER_UNITS_LIMIT'),
  OPEN_ORDER: t('errors.OPEN_ORDER'),
  UNPAID_DELIVERY: t('errors.UNPAID_DELIVERY'),
  ORDER_STATUS: t('errors.ORDER_STATUS'),
  PAYMENT_OVER: t('errors.PAYMENT_OVER'),
  CARD_DECLINED: t('errors.CARD_DECLINED'),
  TOO_MANY_REQUESTS: t('errors.TOO_MANY_REQUESTS'),
  UNAVAILABLE: t('errors.UNAVAILABLE'),
  INTERNAL: t('errors.INTERNAL'),
  ACCOUNT_BLOCKED: t('errors.ACCOUNT_BLOCKED'),
  CREDIT_CHANGED: t('errors.CREDIT_CHANGED'),
  NAME_TAKEN: t('errors.NAME_TAKEN'),
  CONFLICT: t('errors.CONFLICT'),
  IDEMPOTENCY_MISMATCH: t('errors.IDEMPOTENCY_MISMATCH'),
  BAD_PIN: t('errors.BAD_PIN'),
  DEVICE_NOT_APPROVED: t('errors.DEVICE_NOT_APPROVED'),
  BAD_DELIVERY_PIN: t('errors.BAD_DELIVERY_PIN'),
  PHOTO_NEEDED: t('errors.PHOTO_NEEDED'),
  BAD_DEVICE_CODE: t('errors.BAD_DEVICE_CODE'),
  BAD_INVITATION: t('errors.BAD_INVITATION'),
  INVITATION_OF_OTHER: t('errors.INVITATION_OF_OTHER'),
  LAST_ADMIN: t('errors.LAST_ADMIN'),
  PUSH_ENDPOINT: t('errors.PUSH_ENDPOINT'),
  ORDER_TAKEN: t('errors.ORDER_TAKEN'),
  BATCH_FULL: t('errors.BATCH_FULL'),
  DIET_MARK: t('errors.DIET_MARK'),
  WEIGHT_TOO_HIGH: t('errors.WEIGHT_TOO_HIGH'),
  REPLACEMENT_REFUSED: t('errors.REPLACEMENT_REFUSED'),
  QUESTION_OPEN: t('errors.QUESTION_OPEN'),
  NOTHING_FOUND: t('errors.NOTHING_FOUND'),
  UNPICKED_LINES: t('errors.UNPICKED_LINES'),
  REQUEST_TIMEOUT: t('errors.REQUEST_TIMEOUT'),
  BODY_TOO_LARGE: t('errors.BODY_TOO_LARGE'),
} satisfies Partial<Record<ErrorCode, string>>;

/** By the name of the field. The messages of the server say more, in English. */
const fieldTexts: Partial<Record<string, string>> = {
  email: t('errors.email'),
  mobile: t('errors.mobile'),
  pin: t('errors.pin'),
  pincode: t('errors.pincode'),
  password: t('errors.password'),
  newPassword: t('errors.password'),
  confirmPassword: t('errors.confirmation'),
};

/** The error with texts in the language of the page, for languages other than English. */
export function translateError(error: ApiError): ApiError {
  const { code, status, details, retryAfterSeconds, issues } = error;
  const message = errorTexts[code] ?? error.message;
  return new ApiError({
    code,
    status,
    details,
    retryAfterSeconds,
    message,
    issues: issues.map(translateIssue),
  });
}

function translateIssue({ path }: InputIssue): InputIssue {
  return { path, message: fieldTexts[path] ?? t('errors.field') };
}
