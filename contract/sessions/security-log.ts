import { z } from 'zod';
import { securityEventDays } from '#contract/base/durations.ts';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { email, id, limit, moment } from '#contract/base/fields.ts';

/**
 * Requests that were refused. Anyone can cause any number of them, so that a flood of them is counted instead of
 * stored.
 */
export const refusalKinds = [
  'login-failed',
  /** A password, code or passkey was not checked, because there were too many wrong ones. */
  'lock-out',
  /** A wrong code of a password reset. */
  'reset-code-failed',
  'step-up-failed',
  /** A refresh token was used a second time, so it was copied. */
  'token-reused',
  /** The answer was a 403. */
  'forbidden',
  'rate-limited',
  'input-rejected',
] as const;

/** What was done. */
export const actionKinds = [
  'login',
  'step-up',
  'password-changed',
  'password-reset',
  'email-change-requested',
  'email-changed',
  'second-factor-changed',
  /** An administrator was created. */
  'staff-created',
  'role-changed',
  /** `change`: created, revoked or accepted. */
  'staff-invitation',
  /** The PIN of a picker or rider. */
  'pin-changed',
  /** A device was approved for logins by PIN, or its approval withdrawn. */
  'staff-device',
  'account-suspended',
  'account-restored',
  /** By its owner. */
  'account-deleted',
  /** By an administrator: the account cannot order. */
  'customer-blocked',
  'customer-unblocked',
  'store-credit-granted',
  /** The account to which shoppers pay by UPI. */
  'upi-changed',
  /** By the operator or an owner. */
  'sessions-ended',
  'export',
] as const;

export const securityEventKind = z.enum([...actionKinds, ...refusalKinds]);
export type SecurityEventKind = z.output<typeof securityEventKind>;

/** An entry of the security log. */
export const securityEvent = z
  .object({
    _id: id,
    at: moment,
    kind: securityEventKind,
    /** Name and address as they are now; null for a deleted account. */
    account: z.object({ _id: id, name: z.string().nullable(), email: z.string().nullable() }).nullable(),
    /** Who acted, if it was not the account. */
    actor: z.enum(['command-line']).nullable(),
    /** A keyed digest of the client's network: equal for equal networks, and not to be turned back. */
    network: z.string().nullable(),
    requestId: z.string().nullable(),
    /** How many events of this kind, network and minute the entry stands for. */
    count: z.number().int(),
    /** `method`, `route`, `code`, `limit`, `change` and similar; no secrets and nothing that was typed. */
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEvent = z.output<typeof securityEvent>;

export const listSecurityEvents = defineEndpoint({
  method: 'GET',
  path: '/api/security/events',
  summary: `Lists logins, refusals and other events of the last ${securityEventDays} days, newest first. \`before\` is the \`next\` of the previous page.`,
  audience: 'staff',
  permissions: ['security-log'],
  input: z.object({
    kind: securityEventKind.optional(),
    /** Of the account that has this address now. */
    email: email.optional(),
    from: moment.optional(),
    /** Exclusive. */
    until: moment.optional(),
    before: id.optional(),
    limit: limit(50),
  }),
  output: z.object({ message: z.string(), data: z.array(securityEvent), next: id.nullable() }),
});
