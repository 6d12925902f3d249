import { maximumUnpaidOrders, maximumUnverifiedCashOrders } from '#contract/rules/limits.ts';
import type { Database } from '#server/database/connect.ts';
import { toClientNetwork } from './client-network.ts';
import { databaseRateLimiter, memoryRateLimiter, type RateLimiter, unlimited } from './rate-limiter.ts';

const minuteMs = 60_000;

interface LimitRule {
  /** The key: the network of the client, or the email or id of an account. */
  by: 'network' | 'account';
  attempts: number;
  perMs: number;
  /** Counted by each process alone, because a database query would cost too much. */
  isInMemory?: boolean;
}

// Many mobile users share one address, so only the limits by account are strict.
const limits = {
  register: { by: 'network', attempts: 20, perMs: 10 * minuteMs },
  /** A successful login is not counted. */
  login: { by: 'network', attempts: 60, perMs: 5 * minuteMs },
  /** By email; a successful login is not counted. */
  loginOfAccount: { by: 'account', attempts: 10, perMs: 5 * minuteMs },
  refresh: { by: 'network', attempts: 300, perMs: minuteMs },
  forgotPassword: { by: 'network', attempts: 30, perMs: 10 * minuteMs },
  /** By email. A code allows five attempts, so this bounds the codes that can be guessed. */
  forgotPasswordOfAccount: { by: 'account', attempts: 6, perMs: 60 * minuteMs },
  verifyOtp: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
  verifyOtpOfAccount: { by: 'account', attempts: 20, perMs: 60 * minuteMs },
  resetPassword: { by: 'network', attempts: 30, perMs: 10 * minuteMs },
  resetPasswordOfAccount: { by: 'account', attempts: 10, perMs: 10 * minuteMs },
  verifyEmail: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
  sendVerification: { by: 'account', attempts: 5, perMs: 60 * minuteMs },
  /** By recipient: many accounts could request links to the same stranger. */
  linksToAddress: { by: 'account', attempts: 6, perMs: 60 * minuteMs },
  /** Password checks of logged-in users; a correct password is not counted. */
  passwordOfShopper: { by: 'account', attempts: 10, perMs: 5 * minuteMs },
  /** Encoding an image takes seconds. */
  uploadAvatar: { by: 'account', attempts: 20, perMs: 10 * minuteMs },
  /** Images are never deleted; new accounts would otherwise evade the limit and fill the disk. */
  uploadAvatarOfNetwork: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
  /** A product has up to twelve images. */
  uploadFile: { by: 'account', attempts: 400, perMs: 10 * minuteMs },
  /** Parsing a file takes seconds. */
  checkImport: { by: 'account', attempts: 30, perMs: 10 * minuteMs },
  /** Each cash order alerts the staff and sends emails; a rejected one is not counted. */
  cashOrder: { by: 'account', attempts: 30, perMs: 10 * minuteMs, isInMemory: true },
  cashOrderOfNetwork: { by: 'network', attempts: 300, perMs: 10 * minuteMs, isInMemory: true },
  /** Each opens a session at the payment provider. */
  checkout: { by: 'account', attempts: 30, perMs: 10 * minuteMs },
  checkoutOfNetwork: { by: 'network', attempts: 120, perMs: 10 * minuteMs },
  /** Units that accounts with unverified email addresses order: anyone can open such accounts and take stock off sale. */
  unverifiedUnits: { by: 'network', attempts: 500, perMs: 60 * minuteMs },
  /** Drawing blocks the process; a long invoice takes 0.2 seconds. */
  invoice: { by: 'account', attempts: 30, perMs: minuteMs },
  sandboxPage: { by: 'network', attempts: 300, perMs: minuteMs },
  paySandbox: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
} as const satisfies Record<string, LimitRule>;

/** The rate limits by name. */
export type RateLimits = Record<keyof typeof limits, RateLimiter>;

/**
 * Creates the rate limits, counted in the database, or without one in memory. `isOn` is false for load tests only.
 */
export function createRateLimits(isOn: boolean, pool?: Database): RateLimits {
  const open = (name: keyof typeof limits) => {
    if (!isOn) return unlimited;
    const { by, isInMemory = false, ...rule }: LimitRule = limits[name];
    const limit =
      pool === undefined || isInMemory
        ? memoryRateLimiter(rule)
        : databaseRateLimiter(pool, { name, ...rule });
    return by === 'network' ? byNetwork(limit) : limit;
  };
  return {
    register: open('register'),
    login: open('login'),
    loginOfAccount: open('loginOfAccount'),
    refresh: open('refresh'),
    forgotPassword: open('forgotPassword'),
    forgotPasswordOfAccount: open('forgotPasswordOfAccount'),
    verifyOtp: open('verifyOtp'),
    verifyOtpOfAccount: open('verifyOtpOfAccount'),
    resetPassword: open('resetPassword'),
    resetPasswordOfAccount: open('resetPasswordOfAccount'),
    verifyEmail: open('verifyEmail'),
    sendVerification: open('sendVerification'),
    linksToAddress: open('linksToAddress'),
    passwordOfShopper: open('passwordOfShopper'),
    uploadAvatar: open('uploadAvatar'),
    uploadAvatarOfNetwork: open('uploadAvatarOfNetwork'),
    checkImport: open('checkImport'),
    uploadFile: open('uploadFile'),
    cashOrder: open('cashOrder'),
    cashOrderOfNetwork: open('cashOrderOfNetwork'),
    checkout: open('checkout'),
    checkoutOfNetwork: open('checkoutOfNetwork'),
    unverifiedUnits: open('unverifiedUnits'),
    invoice: open('invoice'),
    sandboxPage: open('sandboxPage'),
    paySandbox: open('paySandbox'),
  };
}

/** Counts by network instead of address, because an IPv6 client has 2^64 addresses. */
function byNetwork({ take, giveBack }: RateLimiter): RateLimiter {
  return {
    take: (address, points) => take(toClientNetwork(address), points),
    giveBack: (address, points) => giveBack(toClientNetwork(address), points),
  };
}

/** Limits against accounts that take stock off sale without paying. */
export interface OrderLimits {
  unpaidOrders: number;
  /** Most cash orders that are not delivered yet, of an account whose email address is unverified. */
  unverifiedCashOrders: number;
  /** Most units of an order that is paid by card, or of any order of an account whose email address is unverified. */
  unpaidUnits: number;
}

// The largest integer of PostgreSQL.
const noLimit = 2 ** 31 - 1;

/** `isOn` is false for load tests only. */
export function createOrderLimits(isOn: boolean, unpaidUnits: number): OrderLimits {
  if (!isOn) return { unpaidOrders: noLimit, unverifiedCashOrders: noLimit, unpaidUnits: noLimit };
  return {
    unpaidOrders: maximumUnpaidOrders,
    unverifiedCashOrders: maximumUnverifiedCashOrders,
    unpaidUnits,
  };
}
