import type { Database } from '#server/database/connect.ts';
import { toClientNetwork } from './client-network.ts';
import { databaseRateLimiter, memoryRateLimiter, type RateLimiter, unlimited } from './rate-limiter.ts';

const minuteMs = 60_000;

interface LimitRule {
  /** What it counts by: the network of a client's address, or the e-mail address or id of an account. */
  by: 'network' | 'account';
  attempts: number;
  perMs: number;
  /** Counted in each process for itself, where a question to the database would be too dear. */
  isInMemory?: boolean;
}

// Whole neighbourhoods share the address of their mobile network, so only the limits of an account are tight.
const limits = {
  register: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
  /** A successful login is given back. */
  login: { by: 'network', attempts: 60, perMs: 5 * minuteMs },
  /** By the e-mail address that is tried; a successful login is given back. */
  loginOfAccount: { by: 'account', attempts: 10, perMs: 5 * minuteMs },
  refresh: { by: 'network', attempts: 300, perMs: minuteMs },
  forgotPassword: { by: 'network', attempts: 30, perMs: 10 * minuteMs },
  /** By the e-mail address: each code may be tried five times, so this bounds how many codes there are to guess. */
  forgotPasswordOfAccount: { by: 'account', attempts: 6, perMs: 60 * minuteMs },
  verifyOtp: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
  /** By the e-mail address. */
  verifyOtpOfAccount: { by: 'account', attempts: 20, perMs: 60 * minuteMs },
  resetPassword: { by: 'network', attempts: 30, perMs: 10 * minuteMs },
  /** By the e-mail address. */
  resetPasswordOfAccount: { by: 'account', attempts: 10, perMs: 10 * minuteMs },
  verifyEmail: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
  /** Mails that a shopper asks for. */
  sendVerification: { by: 'account', attempts: 5, perMs: 60 * minuteMs },
  /** By the e-mail address that they go to: many accounts may want to move to the one of a stranger. */
  linksToAddress: { by: 'account', attempts: 6, perMs: 60 * minuteMs },
  /** Passwords that are typed by somebody who is logged in already; the right one is given back. */
  passwordOfShopper: { by: 'account', attempts: 10, perMs: 5 * minuteMs },
  /** Pictures cost the server seconds. */
  uploadAvatar: { by: 'account', attempts: 20, perMs: 10 * minuteMs },
  /** They are kept for ever, and whoever may open accounts without end would fill the disk. */
  uploadAvatarOfNetwork: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
  /** Whoever fills the shop sends twelve pictures a product. */
  uploadFile: { by: 'account', attempts: 400, perMs: 10 * minuteMs },
  /** Files that take seconds to read. */
  checkImport: { by: 'account', attempts: 30, perMs: 10 * minuteMs },
  /** Orders in cash, of which each rings where they are packed and is written about; a refused one is given back. */
  cashOrder: { by: 'account', attempts: 30, perMs: 10 * minuteMs, isInMemory: true },
  /** Each opens a page of the payment provider. */
  checkout: { by: 'account', attempts: 30, perMs: 10 * minuteMs },
  /** Drawn while nothing else is done; a long one takes a fifth of a second. */
  invoice: { by: 'account', attempts: 30, perMs: minuteMs },
  sandboxPage: { by: 'network', attempts: 300, perMs: minuteMs },
  paySandbox: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
} as const satisfies Record<string, LimitRule>;

/** The limits that keep guessers and floods away, each with what it counts by. */
export type RateLimits = Record<keyof typeof limits, RateLimiter>;

/**
 * The limits of the shop, counted in its database, or without one in the memory of this process. `isOn` is false
 * only for load tests.
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
    checkout: open('checkout'),
    invoice: open('invoice'),
    sandboxPage: open('sandboxPage'),
    paySandbox: open('paySandbox'),
  };
}

/** Counts by network what is given as addresses, for whoever has one address of IPv6 has 2^64 of them. */
function byNetwork({ take, giveBack }: RateLimiter): RateLimiter {
  return {
    take: (address) => take(toClientNetwork(address)),
    giveBack: (address) => giveBack(toClientNetwork(address)),
  };
}
