import { z } from 'zod';
import { address } from '#contract/addresses/address.ts';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, moment, response } from '#contract/base/fields.ts';
import { substitutions } from '#contract/cart/substitution.ts';
import { deliveryRequest } from '#contract/delivery/delivery-request.ts';
import { user } from '#contract/identity/account.ts';
import { identityProof, secondFactor } from '#contract/identity/second-factor.ts';
import { pushOrders } from '#contract/notifications/push.ts';
import { orderDetails } from '#contract/orders/order.ts';
import { problem } from '#contract/problems/problem.ts';
import { securityEvent } from '#contract/sessions/security-log.ts';
import { creditEntry } from './customer.ts';

/** A payment, a refund, or the counter entry of a payment that was recorded by mistake; `amount` is rupees. */
const payment = z.object({
  kind: z.enum(['PAYMENT', 'REFUND', 'REVERSAL']),
  amount: z.number(),
  status: z.enum(['PENDING', 'DONE', 'FAILED']),
  /**
   * `cash` and `upi` are collected by the staff, `credit` is store credit. Null when the staff paid a refund by other
   * means.
   */
  provider: z.string().nullable(),
  /** The id of the provider. Card numbers are known to the provider only. */
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: moment,
  settledAt: moment.nullable(),
});

const ownData = z
  .object({
    exportedAt: moment,
    profile: user.extend({ createdAt: moment, updatedAt: moment }),
    /** Also removed ones (`status` false). */
    addresses: z.array(address),
    /** Newest first. */
    orders: z.array(orderDetails.extend({ payments: z.array(payment), problems: z.array(problem) })),
    storeCredit: z.object({ balance: z.number(), entries: z.array(creditEntry) }),
    /** Notes of the staff, and since when the account cannot order. */
    notes: z.array(z.object({ at: moment, text: z.string() })),
    blocked: z.object({ at: moment, reason: z.string() }).nullable(),
    cart: z.object({
      lines: z.array(
        z.object({
          productId: id,
          name: z.string(),
          quantity: z.number().int(),
          /** The price in rupees that was shown last. */
          seenPrice: z.number(),
          addedAt: moment,
        }),
      ),
      /** What happens if a product is missing; without a product for all orders. */
      substitutions: z.array(
        z.object({
          product: z.string().nullable(),
          choice: z.enum(substitutions),
          preferred: z.string().nullable(),
        }),
      ),
      /** Carts of a browser that were added after a login. */
      merges: z.array(z.object({ guestCartId: z.string(), mergedAt: moment })),
    }),
    /** Carts that were saved under a name. */
    lists: z.array(
      z.object({
        name: z.string(),
        createdAt: moment,
        updatedAt: moment,
        lines: z.array(z.object({ name: z.string(), unit: z.string(), quantity: z.number().int() })),
      }),
    ),
    wishlist: z.array(z.object({ productId: id, name: z.string(), addedAt: moment })),
    /** Also ended ones that are not deleted yet. */
    sessions: z.array(
      z.object({
        _id: id,
        device: z.string(),
        userAgent: z.string(),
        createdAt: moment,
        lastUsedAt: moment,
        expiresAt: moment,
        endedAt: moment.nullable(),
      }),
    ),
    /** Browsers that have logged in, known by a random value of which a hash is stored. */
    devices: z.array(z.object({ firstUsedAt: moment, lastUsedAt: moment })),
    /** Without keys and secrets. */
    security: secondFactor.extend({
      passwordCode: z.object({ sentAt: moment, expiresAt: moment }).nullable(),
      /** Newest first, 10,000 at most. */
      events: z.array(
        securityEvent.pick({ at: true, kind: true, network: true, count: true, details: true }),
      ),
    }),
    emails: z.object({
      /** Links that were sent to verify an address. */
      verificationLinks: z.array(z.object({ email: z.string(), sentAt: moment, expiresAt: moment })),
      /** Emails that the mail server has not accepted yet. */
      waiting: z.number().int(),
    }),
    /** Places to which delivery was asked for with the email address; empty until the address is verified. */
    deliveryRequests: z.array(deliveryRequest),
    /** Browsers that get notifications; without their keys. */
    pushSubscriptions: z.array(
      z.object({ endpoint: z.string(), orders: z.array(pushOrders), createdAt: moment }),
    ),
    /** Empty: emails are about the account and its orders only, and nothing else needs a consent. */
    consents: z.array(z.never()),
    /** Entries of the audit log by and about the account. */
    changes: z.array(
      z.object({ at: moment, isOwn: z.boolean(), kind: z.string(), name: z.string(), action: z.string() }),
    ),
  })
  .meta({ id: 'OwnData' });
export type OwnData = z.output<typeof ownData>;

export const exportOwnData = defineEndpoint({
  method: 'GET',
  path: '/api/user/own-data',
  summary: 'Returns everything that is stored about the caller.',
  audience: 'user',
  needsStepUp: true,
  input: z.object({}),
  output: response(ownData),
});

export const deleteAccount = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/delete-account',
  summary:
    'Deletes the account of the caller with all personal data, and ends all sessions. Orders are kept without name, address and phone number, as invoices have to be. Needs the password, or a passkey for the `challenge` of `beginStepUp`. Refused while an order or refund is under way (OPEN_ORDER), while a delivered order is not paid (UNPAID_DELIVERY), and for the last administrator (LAST_ADMIN).',
  audience: 'user',
  errors: ['BAD_CHALLENGE', 'BAD_SECOND_FACTOR', 'OPEN_ORDER', 'UNPAID_DELIVERY', 'LAST_ADMIN'],
  input: identityProof,
  output: response(z.null()),
});
