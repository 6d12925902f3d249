import type { SecurityEvent, SecurityEventKind } from '#contract/sessions/security-log.ts';

/** Names of the kinds, in the order of the filter. */
export const kindLabels: Record<SecurityEventKind, string> = {
  login: 'Login',
  'login-failed': 'Failed login',
  'lock-out': 'Lock-out',
  'step-up': 'Confirmation',
  'step-up-failed': 'Failed confirmation',
  'reset-code-failed': 'Wrong reset code',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset',
  'email-change-requested': 'Email change requested',
  'email-changed': 'Email changed',
  'second-factor-changed': 'Second factor changed',
  'staff-created': 'Administrator created',
  'role-changed': 'Role changed',
  'staff-invitation': 'Invitation to the staff',
  'pin-changed': 'PIN changed',
  'staff-device': 'Shared phone',
  'account-suspended': 'Account suspended',
  'account-restored': 'Account restored',
  'account-deleted': 'Account deleted',
  'customer-blocked': 'Customer blocked',
  'customer-unblocked': 'Customer unblocked',
  'store-credit-granted': 'Store credit granted',
  'upi-changed': 'UPI account changed',
  'sessions-ended': 'Sessions ended',
  export: 'Export',
  'token-reused': 'Session token reused',
  forbidden: 'Access refused',
  'rate-limited': 'Limit exceeded',
  'input-rejected': 'Input rejected',
};

const looks: Partial<Record<SecurityEventKind, 'good' | 'warning' | 'bad'>> = {
  'login-failed': 'warning',
  'step-up-failed': 'warning',
  'reset-code-failed': 'warning',
  forbidden: 'warning',
  'lock-out': 'bad',
  'token-reused': 'bad',
  'staff-created': 'bad',
  'role-changed': 'bad',
  'staff-invitation': 'bad',
  'staff-device': 'bad',
  'upi-changed': 'bad',
  login: 'good',
  'step-up': 'good',
};

export function lookOf(kind: SecurityEventKind): 'plain' | 'good' | 'warning' | 'bad' {
  return looks[kind] ?? 'plain';
}

export function isEventKind(text: string): text is SecurityEventKind {
  return Object.hasOwn(kindLabels, text);
}

const texts: Record<string, Record<string, string>> = {
  method: {
    password: 'password',
    passkey: 'passkey',
    totp: 'authenticator app',
    'recovery-code': 'recovery code',
    pin: 'PIN',
  },
  change: {
    'totp-added': 'authenticator app added',
    'totp-removed': 'authenticator app removed',
    'passkey-added': 'passkey added',
    'passkey-removed': 'passkey removed',
    'recovery-codes-replaced': 'new recovery codes',
  },
  role: { ADMIN: 'now an administrator', USER: 'no longer an administrator' },
  what: { products: 'products as CSV' },
  code: {
    ACCOUNT_SUSPENDED: 'the account is suspended',
    BAD_CREDENTIALS: 'wrong password or unknown address',
    BAD_OTP: 'wrong code',
    BAD_PIN: 'wrong code or PIN',
    BAD_SECOND_FACTOR: 'wrong code or passkey',
    FORBIDDEN: 'not allowed for this account, or sent by another site',
    INVALID_INPUT: 'invalid fields',
    PASSWORD_CHANGE_REQUIRED: 'the generated password was not changed yet',
    SECOND_FACTOR_REQUIRED: 'a second factor was missing',
    STEP_UP_REQUIRED: 'a confirmation was missing',
    TOO_MANY_REQUESTS: 'too many attempts',
  },
};

// The details of a stored event have no order.
const shownDetails = ['method', 'change', 'role', 'roles', 'what', 'code', 'limit'];

/** Details as text, such as 'password · wrong password or unknown address'; without the route. */
export function describeDetails({
  kind,
  details,
  actor,
}: Pick<SecurityEvent, 'kind' | 'details' | 'actor'>): string {
  const parts = shownDetails.flatMap((name) => {
    const value = details[name];
    if (value === undefined) return [];
    // The only field that a confirmation checks is the password.
    if (kind === 'step-up-failed' && value === 'INVALID_INPUT') return ['wrong password'];
    return [texts[name]?.[String(value)] ?? (name === 'limit' ? `limit ${value}` : String(value))];
  });
  return [...parts, ...(actor === null ? [] : ['on the command line'])].join(' · ');
}
