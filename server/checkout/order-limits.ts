import { AppError } from '#contract/base/errors.ts';
import type { Order } from '#contract/orders/order.ts';
import type { AuthenticatedContext } from '#server/http/context.ts';
import type { RateLimiter } from '#server/http/rate-limiter.ts';
import { isEmailVerified } from '#server/identity/account.service.ts';
import * as queries from './checkout.queries.ts';

/** The details of an error that does not occur with a verified email address. */
const needsVerification = { needsVerification: true };

type Method = Order['payment_method'];
type Lines = readonly { quantity: number }[];

/**
 * The limits of an order: of its units, and rate limits, whose attempts are returned unless it is placed. Those of a
 * network count accounts with unverified email addresses only: anyone can open such accounts, and a verified one that
 * shares the address of a mobile network has separate limits. `take` throws ORDER_UNITS_LIMIT and TOO_MANY_REQUESTS,
 * and then has counted nothing.
 */
export async function findOrderRateLimits(
  context: AuthenticatedContext,
  method: Method,
  lines: Lines,
): Promise<{ take(): Promise<void>; returnAttempt(): Promise<void> }> {
  const { rateLimits, caller, remoteAddress } = context;
  const counts: { limit: RateLimiter; key: string; points?: number }[] = [];
  if (method !== 'CARD') counts.push({ limit: rateLimits.cashOrder, key: caller.userId });
  const isVerified = await isEmailVerified(context, caller.userId);
  if (!isVerified) {
    const ofNetwork = method === 'CARD' ? rateLimits.checkoutOfNetwork : rateLimits.cashOrderOfNetwork;
    counts.push({ limit: ofNetwork, key: remoteAddress });
    counts.push({ limit: unverifiedUnits(context), key: remoteAddress, points: countUnits(lines) });
  }
  const taken: typeof counts = [];
  async function returnAttempt() {
    for (const { limit, key, points } of taken.splice(0)) await limit.returnAttempt(key, points);
  }
  return {
    async take() {
      try {
        for (const count of counts) {
          await count.limit.take(count.key, count.points);
          taken.push(count);
        }
        requireUnits(context, { method, lines, isVerified });
      } catch (error) {
        await returnAttempt();
        throw error;
      }
    },
    returnAttempt,
  };
}

/** The limit of units by network, whose message says how to order all the same. */
function unverifiedUnits({ rateLimits }: AuthenticatedContext): RateLimiter {
  return {
    ...rateLimits.unverifiedUnits,
    async take(key, points) {
      try {
        await rateLimits.unverifiedUnits.take(key, points);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
        const { retryAfterSeconds = 60 } = error;
        const minutes = Math.ceil(retryAfterSeconds / 60);
        const message = `Many orders were placed from your network. Verify your email address to order now, or try again in ${minutes} min.`;
        throw new AppError('TOO_MANY_REQUESTS', { message, retryAfterSeconds, details: needsVerification });
      }
    },
  };
}

function countUnits(lines: Lines): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Throws ORDER_UNITS_LIMIT for lines with too many units, unless of a cash or UPI order of a verified account. */
export async function requireFewUnits(
  context: AuthenticatedContext,
  order: { method: Method; lines: Lines },
): Promise<void> {
  requireUnits(context, { ...order, isVerified: await isEmailVerified(context, context.caller.userId) });
}

function requireUnits(
  { openOrderLimits: { unitsPerUnpaidOrder: maximum } }: AuthenticatedContext,
  { method, lines, isVerified }: { method: Method; lines: Lines; isVerified: boolean },
): void {
  const excess = countUnits(lines) - maximum;
  if (excess <= 0 || (method !== 'CARD' && isVerified)) return;
  const remedy = `Remove ${excess === 1 ? '1 piece' : `${excess} pieces`}`;
  const message = isVerified
    ? `An order that is paid online has at most ${maximum} pieces. ${remedy}, or choose cash on delivery.`
    : `Until your email address is verified, an order has at most ${maximum} pieces. ${remedy}, or verify your email address.`;
  throw new AppError('ORDER_UNITS_LIMIT', {
    message,
    details: { maximum, excess, needsVerification: !isVerified },
  });
}

/** Throws UNPAID_ORDER_LIMIT for a card order, CASH_ORDER_LIMIT for a cash or UPI order of an unverified account. */
export async function requireFewOpenOrders(context: AuthenticatedContext, method: Method): Promise<void> {
  const { db, caller, openOrderLimits } = context;
  const { unpaid, cash } = await queries.countOpenOrders(db, caller.userId);
  if (method === 'CARD' && unpaid >= openOrderLimits.unpaidOrders) {
    const message = `${unpaid} of your orders await payment. Pay or cancel one of them first.`;
    throw new AppError('UNPAID_ORDER_LIMIT', { message, details: { maximum: openOrderLimits.unpaidOrders } });
  }
  if (method === 'CARD' || cash < openOrderLimits.unverifiedCashOrders) return;
  if (await isEmailVerified(context, caller.userId)) return;
  const message = `${cash} of your ${method === 'UPI' ? '' : 'cash '}orders are not delivered yet. Verify your email address to place more.`;
  const details = { ...needsVerification, maximum: openOrderLimits.unverifiedCashOrders };
  throw new AppError('CASH_ORDER_LIMIT', { message, details });
}
