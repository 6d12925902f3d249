import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { anyText, response } from '#contract/base/fields.ts';
import { replacePushPath } from './push-payload.ts';

/** The address at a push service under which a browser is reached: a server that knows it may send to it. */
const endpoint = anyText().pipe(z.url('This must be an address.').max(1000, 'At most 1,000 characters.'));

/** A subscription as `PushSubscription.toJSON()` has it: base64url of a point of the curve P-256 and of 16 bytes. */
const subscription = {
  endpoint,
  keys: z.strictObject({
    p256dh: anyText().regex(/^B[\w-]{86}$/, 'This must be a public key.'),
    auth: anyText().regex(/^[\w-]{22}$/, 'This must be 16 bytes of base64url.'),
  }),
};

/** `own`: the steps of the caller's orders. `new`: orders that arrive, for administrators. */
export const pushOrders = z.enum(['own', 'new']);
export type PushOrders = z.output<typeof pushOrders>;

const pushState = z
  .object({
    /** The key to subscribe with (`applicationServerKey`); null while the shop cannot send. */
    publicKey: z.string().nullable(),
    /** Where this session receives notifications, and which; null for none. */
    subscription: z.object({ endpoint: z.string(), orders: z.array(pushOrders) }).nullable(),
  })
  .meta({ id: 'PushState' });
export type PushState = z.output<typeof pushState>;

export const getPush = defineEndpoint({
  method: 'GET',
  path: '/api/push/get',
  summary: 'Returns the key for push notifications and what the session of the caller receives.',
  audience: 'user',
  input: z.object({}),
  output: response(pushState),
});

export const subscribePush = defineEndpoint({
  method: 'PUT',
  path: '/api/push/subscribe',
  summary:
    'Sends push notifications about orders to the browser of the session of the caller, until the session ends. `new` needs an administrator. The endpoint has to be the https address of a public push service.',
  audience: 'user',
  errors: ['SECOND_FACTOR_REQUIRED', 'PUSH_ENDPOINT'],
  input: z.strictObject({ ...subscription, orders: pushOrders }),
  output: response(pushState),
});

export const unsubscribePush = defineEndpoint({
  method: 'DELETE',
  path: '/api/push/unsubscribe',
  summary: 'Sends no more push notifications of this kind to the session of the caller.',
  audience: 'user',
  input: z.strictObject({ orders: pushOrders }),
  output: response(pushState),
});

export const replacePush = defineEndpoint({
  method: 'POST',
  path: replacePushPath,
  summary:
    'Replaces a subscription by the one that the browser has made instead. A caller that knows endpoint and `auth` of the former one may do so: a service worker has no tokens. Does nothing if they are unknown.',
  audience: 'anyone',
  errors: ['PUSH_ENDPOINT'],
  input: z.strictObject({
    former: z.strictObject({ endpoint, auth: subscription.keys.shape.auth }),
    ...subscription,
  }),
  output: response(z.null()),
});
