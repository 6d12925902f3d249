import { AppError } from '#contract/base/errors.ts';
import type { OwnData } from '#contract/customers/own-data.ts';
import type { PushOrders, PushState } from '#contract/notifications/push.ts';
import type { PushPayload } from '#contract/notifications/push-payload.ts';
import { newId } from '#server/database/id.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { AuthenticatedContext, Context } from '#server/http/context.ts';
import {
  createPushSender,
  generatePushKeys,
  PushEndpointError,
  PushExpiredError,
  type PushRecipient,
  PushRejectedError,
  type PushSender,
} from '#server/providers/push/push-service.ts';
import * as queries from './push.queries.ts';

// Bounds the messages of an account. A household shares one.
const maximumSubscriptions = 20;

/**
 * Opens the sender with the keys of the shop, which are generated at the first start. Null if they cannot be
 * decrypted, because AUTH_SECRET has changed.
 */
export async function openPushSender(
  { db, cryptography, shop, log }: Pick<Context, 'db' | 'cryptography' | 'shop' | 'log'>,
  testOrigin?: string,
): Promise<PushSender | null> {
  const { publicKey, privateKey: encrypted } =
    (await queries.findKeys(db)) ?? (await createKeys({ db, cryptography }));
  let privateKey: string;
  try {
    privateKey = cryptography.decrypt(encrypted);
  } catch {
    log.error(
      'The key of push notifications cannot be decrypted: AUTH_SECRET has changed. None are sent; see docs/operating.md.',
    );
    return null;
  }
  // With the present AUTH_SECRET: the previous one may be left out of a later start.
  await queries.updatePrivateKey(db, { publicKey, privateKey: cryptography.encrypt(privateKey) });
  const subject = shop.url.startsWith('https:')
    ? shop.url
    : `mailto:${(await shop.readIdentity(db)).contactEmail}`;
  return createPushSender({ keys: { publicKey, privateKey }, subject, testOrigin });
}

function createKeys({ db, cryptography }: Pick<Context, 'db' | 'cryptography'>) {
  const { publicKey, privateKey } = generatePushKeys();
  return queries.insertOrSelectKeys(db, { publicKey, privateKey: cryptography.encrypt(privateKey) });
}

export async function getPush({ db, caller, push }: AuthenticatedContext): Promise<PushState> {
  const row = await queries.findSubscription(db, caller.sessionId);
  return {
    publicKey: push?.publicKey ?? null,
    subscription: row && { endpoint: row.endpoint, orders: toOrders(row) },
  };
}

function toOrders({ own_orders, new_orders }: Omit<queries.SubscriptionRow, 'endpoint'>): PushOrders[] {
  return [...(own_orders ? (['own'] as const) : []), ...(new_orders ? (['new'] as const) : [])];
}

/**
 * Subscribes the browser of the caller's session. Throws PUSH_ENDPOINT, UNAVAILABLE, FORBIDDEN,
 * SECOND_FACTOR_REQUIRED, UNAUTHENTICATED, TOO_MANY_REQUESTS.
 */
export async function subscribe(
  context: AuthenticatedContext,
  recipient: PushRecipient,
  orders: PushOrders,
): Promise<PushState> {
  const { caller, shop, rateLimits } = context;
  await rateLimits.subscribePush.take(caller.userId);
  if (orders === 'new') await context.access.requireStaff(context, ['view-orders']);
  await checkRecipient(context, recipient);
  const { userId: accountId, sessionId } = caller;
  await inTransaction(context, async ({ db, now }) => {
    const subscription = {
      id: newId(),
      accountId,
      sessionId,
      origin: shop.url,
      orders,
      now: now(),
      ...recipient,
    };
    if (!(await queries.lockActiveSession(db, subscription))) throw new AppError('UNAUTHENTICATED');
    await queries.deleteFormer(db, subscription);
    if (!(await queries.upsertSubscription(db, subscription))) throw new AppError('PUSH_ENDPOINT');
    await queries.deleteBeyond(db, accountId, maximumSubscriptions);
  });
  return getPush(context);
}

async function checkRecipient({ push, log }: Pick<Context, 'push' | 'log'>, recipient: PushRecipient) {
  if (push === null) throw new AppError('UNAVAILABLE');
  try {
    await push.checkRecipient(recipient);
  } catch (error) {
    if (error instanceof PushEndpointError) throw new AppError('PUSH_ENDPOINT');
    log.warn({ err: error }, 'The host of a push service cannot be resolved');
    throw new AppError('UNAVAILABLE');
  }
}

export async function unsubscribe(context: AuthenticatedContext, orders: PushOrders): Promise<PushState> {
  const { sessionId } = context.caller;
  await inTransaction(context, async ({ db }) => {
    const row = await queries.lockSubscription(db, sessionId);
    const [rest] = row === null ? [] : toOrders(row).filter((each) => each !== orders);
    if (rest === undefined) await queries.deleteSubscription(db, sessionId);
    else await queries.updateOrders(db, sessionId, rest);
  });
  return getPush(context);
}

/** Replaces a subscription for a caller who knows its endpoint and secret. Throws PUSH_ENDPOINT, UNAVAILABLE. */
export async function replaceSubscription(
  context: Pick<Context, 'db' | 'push' | 'log'>,
  former: Pick<PushRecipient, 'endpoint' | 'auth'>,
  recipient: PushRecipient,
): Promise<void> {
  await checkRecipient(context, recipient);
  await queries.replaceSubscription(context.db, former, recipient);
}

/** A browser to which a message may be sent now; null if its session has ended or it has subscribed elsewhere. */
export function findReceiver(
  { db, shop, now, isSecondFactorRequired }: Pick<Context, 'db' | 'shop' | 'now' | 'isSecondFactorRequired'>,
  subscriptionId: string,
): Promise<queries.ReceiverRow | null> {
  const needsSecondFactor = isSecondFactorRequired;
  return queries.findReceiver(db, subscriptionId, { origin: shop.url, now: now(), needsSecondFactor });
}

/**
 * Sends a message, or deletes the subscription if the push service does not know it any more or the address has
 * become a private one. Throws what `PushSender.send` throws otherwise.
 */
async function sendPush(
  { db, push }: Pick<Context, 'db' | 'push'>,
  { id, receiver }: { id: string; receiver: queries.ReceiverRow },
  message: PushPayload,
  options: { ttlSeconds: number; topic: string; signal: AbortSignal },
): Promise<void> {
  try {
    await push?.send(receiver, JSON.stringify(message), options);
  } catch (error) {
    if (!(error instanceof PushExpiredError || error instanceof PushEndpointError)) throw error;
    await queries.deleteExpired(db, id, receiver.endpoint);
  }
}

/** Sends a message while it is of use. One that a push service refuses, or accepts too late, is dropped. */
export async function sendPushUntil(
  context: Pick<Context, 'db' | 'push' | 'log' | 'now'>,
  { id, receiver }: { id: string; receiver: queries.ReceiverRow },
  message: PushPayload,
  { until, topic, signal }: { until: Date; topic: string; signal: AbortSignal },
): Promise<void> {
  const { log, now } = context;
  const ttlSeconds = Math.floor((until.getTime() - now().getTime()) / 1000);
  if (ttlSeconds <= 0) {
    log.warn({ subscriptionId: id }, 'A notification is dropped: no push service accepted it in time');
    return;
  }
  try {
    await sendPush(context, { id, receiver }, message, { ttlSeconds, topic, signal });
  } catch (error) {
    // The makers of browsers, or an address that a shopper has made up: not an error of the shop.
    if (!(error instanceof PushRejectedError)) throw error;
    log.warn({ subscriptionId: id, reason: error.message }, 'A notification is dropped');
  }
}

/** For the download of the account's data. */
export async function exportSubscriptions(
  { db }: Pick<Context, 'db'>,
  accountId: string,
): Promise<OwnData['pushSubscriptions']> {
  const rows = await queries.selectSubscriptions(db, accountId);
  return rows.map((row) => ({
    endpoint: row.endpoint,
    orders: toOrders(row),
    createdAt: row.created_at.toISOString(),
  }));
}
