import { dayMs, hourMs, minuteMs } from '#contract/base/durations.ts';
import { maximumUnpaidOrders, maximumUnverifiedCashOrders } from '#contract/base/limits.ts';
import type { Database } from '#server/database/connect.ts';
import { toClientNetwork, toSiteNetwork } from './client-network.ts';
import {
  databaseRateLimiter,
  growingDelayLimiter,
  type ImmediateRateLimiter,
  memoryRateLimiter,
  type RateLimiter,
  tokenBucketLimiter,
  unlimited,
} from './rate-limiter.ts';

interface LimitRule {
  /** The key: the network of the client, the email or id of an account, or both (`atNetwork`). */
  by: 'network' | 'account' | 'account at network';
  attempts: number;
  perMs: number;
  /**
   * After `attempts` each one waits twice as long as the one before. `perMs` is how long after the last one they are
   * forgotten.
   */
  growingDelay?: { firstMs: number; maximumMs: number };
  /** Counted by each process alone, because a database query would cost too much. */
  isInMemory?: boolean;
  /** Counted in memory too; attempts become available again at an even rate, all of them within `perMs`. */
  isTokenBucket?: boolean;
}

// Many mobile users share one address, so the limits by network are generous. The strict ones are by account and
// network: a limit by account alone lets anyone lock its owner out, so its delay grows slowly, and the owner's
// devices are exempt.
const limits = {
  /** Accounts that were created. */
  register: { by: 'network', attempts: 20, perMs: 10 * minuteMs },
  /** Each says whether an address has an account and costs 20 ms and 19 MiB, also a refused one. */
  anyRegistration: { by: 'network', attempts: 200, perMs: 10 * minuteMs },
  /** A successful login is not counted. */
  login: { by: 'network', attempts: 60, perMs: 5 * minuteMs },
  /** Each login costs 20 ms and 19 MiB, also a successful one. */
  anyLogin: { by: 'network', attempts: 200, perMs: 5 * minuteMs },
  /** By email; a successful login is not counted. */
  loginOfAccountAtNetwork: { by: 'account at network', attempts: 10, perMs: 5 * minuteMs },
  loginOfAccount: {
    by: 'account',
    attempts: 50,
    perMs: dayMs,
    growingDelay: { firstMs: 1000, maximumMs: 15 * minuteMs },
  },
  /** Codes and passkeys that complete a login or confirm a session; a right one is not counted. */
  secondFactor: { by: 'network', attempts: 60, perMs: 5 * minuteMs },
  secondFactorOfAccountAtNetwork: { by: 'account at network', attempts: 10, perMs: 5 * minuteMs },
  /** At most 116 a day: a guess of a code succeeds with 1 in 2,900 a day, for someone who knows the password. */
  secondFactorOfAccount: {
    by: 'account',
    attempts: 20,
    perMs: dayMs,
    growingDelay: { firstMs: 1000, maximumMs: 15 * minuteMs },
  },
  /** New secrets and challenges of logged-in users. */
  secondFactorSetup: { by: 'account', attempts: 60, perMs: 10 * minuteMs },
  /** Links of invitations, which have 256 bits, and codes that approve devices, which have 49 and work for minutes. */
  invitation: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
  approveDevice: { by: 'network', attempts: 30, perMs: 10 * minuteMs },
  /** Each may send an email. */
  inviteStaff: { by: 'account', attempts: 60, perMs: hourMs },
  /** A successful login by PIN is not counted, here and below. */
  pinLogin: { by: 'network', attempts: 60, perMs: 5 * minuteMs },
  pinOfDevice: {
    by: 'account',
    attempts: 30,
    perMs: dayMs,
    growingDelay: { firstMs: 1000, maximumMs: 15 * minuteMs },
  },
  /** By employee code: at most 116 a day from all devices, so a guess succeeds with 1 in 8,600 a day. */
  pinOfEmployee: {
    by: 'account',
    attempts: 10,
    perMs: dayMs,
    growingDelay: { firstMs: 1000, maximumMs: 15 * minuteMs },
  },
  /** Wrong PINs of shoppers, by order: a guess succeeds with 1 in 100 an order, for its own rider only. */
  deliveryPin: {
    by: 'account',
    attempts: 5,
    perMs: dayMs,
    growingDelay: { firstMs: 30_000, maximumMs: 15 * minuteMs },
  },
  refresh: { by: 'network', attempts: 300, perMs: minuteMs },
  forgotPassword: { by: 'network', attempts: 30, perMs: 10 * minuteMs },
  /** By email. A code allows five attempts, so this bounds the codes that can be guessed. */
  forgotPasswordOfAccountAtNetwork: { by: 'account at network', attempts: 6, perMs: hourMs },
  /** Also bounds the emails to an address. */
  forgotPasswordOfAccount: {
    by: 'account',
    attempts: 12,
    perMs: dayMs,
    growingDelay: { firstMs: minuteMs, maximumMs: hourMs },
  },
  verifyOtp: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
  verifyOtpOfAccountAtNetwork: { by: 'account at network', attempts: 20, perMs: hourMs },
  /** Wrong codes of all networks: a guess succeeds with 1 in 10,000 a day. */
  wrongOtpsOfAccount: { by: 'account', attempts: 100, perMs: dayMs },
  resetPassword: { by: 'network', attempts: 30, perMs: 10 * minuteMs },
  resetPasswordOfAccountAtNetwork: { by: 'account at network', attempts: 10, perMs: 10 * minuteMs },
  verifyEmail: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
  sendVerification: { by: 'account', attempts: 5, perMs: 60 * minuteMs },
  /** By recipient: many accounts could request links to the same stranger. */
  linksToAddress: { by: 'account', attempts: 6, perMs: 60 * minuteMs },
  /** Password checks of logged-in users; a correct password is not counted. */
  passwordOfShopper: { by: 'account', attempts: 10, perMs: 5 * minuteMs },
  /** Emails about logins from new devices; further ones are not sent. */
  newDeviceEmails: { by: 'account', attempts: 5, perMs: dayMs },
  /** Reads all orders of the account. */
  exportOwnData: { by: 'account', attempts: 10, perMs: 60 * minuteMs },
  /** Each may have a photo. */
  reportProblem: { by: 'account', attempts: 20, perMs: 60 * minuteMs },
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
  /** Of accounts with unverified email addresses. */
  cashOrderOfNetwork: { by: 'network', attempts: 300, perMs: 10 * minuteMs, isInMemory: true },
  /** Each writes up to 200 rows. */
  saveList: { by: 'account', attempts: 60, perMs: 10 * minuteMs, isInMemory: true },
  /** Codes of coupons could be guessed, alone or with an order; one that can be used is not counted. */
  checkCoupon: { by: 'account', attempts: 30, perMs: 10 * minuteMs },
  /** Each opens a session at the payment provider. */
  checkout: { by: 'account', attempts: 30, perMs: 10 * minuteMs },
  /** Card orders that accounts with unverified email addresses placed. */
  checkoutOfNetwork: { by: 'network', attempts: 120, perMs: 10 * minuteMs },
  /**
   * Units that accounts with unverified email addresses order: anyone can open such accounts and take stock off sale.
   */
  unverifiedUnits: { by: 'network', attempts: 500, perMs: 60 * minuteMs },
  /** By recipient. The address may be someone else's. */
  orderEmailsToUnverified: { by: 'account', attempts: 10, perMs: dayMs },
  orderEmails: { by: 'account', attempts: 100, perMs: dayMs },
  /** Each resolves a host that the client names. */
  subscribePush: { by: 'account', attempts: 30, perMs: 10 * minuteMs },
  replacePush: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
  /** A long invoice takes 0.2 seconds of the only thread that draws them. */
  invoice: { by: 'account', attempts: 30, perMs: minuteMs },
  /**
   * All requests but health checks and metrics: 500 a second, which a shop counter or thousands of shoppers behind
   * the address of a mobile network do not reach.
   */
  request: { by: 'network', attempts: 20_000, perMs: 40_000, isTokenBucket: true },
  /** 50 a second. */
  requestOfAccount: { by: 'account', attempts: 2000, perMs: 40_000, isTokenBucket: true },
  /**
   * Pages that are not in the cache: a page counts as 4, its data as 1. A network gets 600 pages at once and 20 a
   * second, which is 8 % of a core, more than crawlers request, and enough for thousands of shoppers behind the
   * address of a mobile network.
   */
  renderPage: { by: 'network', attempts: 2400, perMs: 30_000, isTokenBucket: true },
  /**
   * Milliseconds of catalogue reads that are not in the cache: 10 seconds at once, and a quarter of a second in each
   * second, which is about 150 reads.
   */
  readCatalogue: { by: 'network', attempts: 10_000, perMs: 40_000, isTokenBucket: true },
  /** Each may lead to an email to an address of someone else. */
  requestDelivery: { by: 'network', attempts: 20, perMs: 10 * minuteMs },
  policyReport: { by: 'network', attempts: 30, perMs: minuteMs, isInMemory: true },
  sandboxPage: { by: 'network', attempts: 300, perMs: minuteMs },
  paySandbox: { by: 'network', attempts: 60, perMs: 10 * minuteMs },
} as const satisfies Record<string, LimitRule>;

type LimitName = keyof typeof limits;
const limitNames = Object.keys(limits).filter((name): name is LimitName => Object.hasOwn(limits, name));

/** The rate limits by name. */
export type RateLimits = Record<LimitName, RateLimiter> & { request: ImmediateRateLimiter };

// Networks of 64 bits that may use up their limits within one site of 48 bits.
const networksOfSite = 8;

/** Creates the rate limits, counted in the database. Without one they are off, which is for load tests only. */
export function createRateLimits(pool: Database | null): RateLimits {
  const open = (name: LimitName): RateLimiter => {
    if (pool === null) return unlimited;
    const { by, isInMemory, isTokenBucket, growingDelay, attempts, perMs }: LimitRule = limits[name];
    if (growingDelay !== undefined) {
      const { firstMs: firstDelayMs, maximumMs: maximumDelayMs } = growingDelay;
      return growingDelayLimiter(pool, { name, attempts, perMs, firstDelayMs, maximumDelayMs });
    }
    const create = (key: string, most: number) => {
      if (isTokenBucket) return tokenBucketLimiter({ name: key, attempts: most, perMs });
      return isInMemory
        ? memoryRateLimiter({ name: key, attempts: most, perMs })
        : databaseRateLimiter(pool, { name: key, attempts: most, perMs });
    };
    const limit = create(name, attempts);
    return by === 'network' ? byNetwork(limit, create(`${name}OfSite`, attempts * networksOfSite)) : limit;
  };
  const limiters: Partial<Record<LimitName, RateLimiter>> = Object.fromEntries(
    limitNames.map((name) => [name, open(name)]),
  );
  if (!hasEachLimit(limiters)) throw new Error('A rate limit is missing.');
  return { ...limiters, request: pool === null ? unlimited : createRequestLimit() };
}

function hasEachLimit(
  limiters: Partial<Record<LimitName, RateLimiter>>,
): limiters is Record<LimitName, RateLimiter> {
  return limitNames.every((name) => Object.hasOwn(limiters, name));
}

function createRequestLimit(): ImmediateRateLimiter {
  const { attempts, perMs } = limits.request;
  const ofNetwork = tokenBucketLimiter({ name: 'request', attempts, perMs });
  const ofSite = tokenBucketLimiter({ name: 'requestOfSite', attempts: attempts * networksOfSite, perMs });
  return {
    ...byNetwork(ofNetwork, ofSite),
    takeSync(address, points) {
      const site = toSiteNetwork(address);
      if (site !== null) ofSite.takeSync(site, points);
      ofNetwork.takeSync(toClientNetwork(address), points);
    },
  };
}

/** The key of a limit by account and network. */
export function atNetwork(account: string, remoteAddress: string): string {
  return `${toClientNetwork(remoteAddress)} ${account}`;
}

/**
 * Counts by network instead of address, because an IPv6 client has 2^64 addresses, and also by site, which has many
 * networks.
 */
function byNetwork(ofNetwork: RateLimiter, ofSite: RateLimiter): RateLimiter {
  return {
    async take(address, points) {
      const site = toSiteNetwork(address);
      if (site !== null) await ofSite.take(site, points);
      await ofNetwork.take(toClientNetwork(address), points);
    },
    async returnAttempt(address, points) {
      const site = toSiteNetwork(address);
      if (site !== null) await ofSite.returnAttempt(site, points);
      await ofNetwork.returnAttempt(toClientNetwork(address), points);
    },
  };
}

/** Limits against accounts that take stock off sale without paying. */
export interface OpenOrderLimits {
  unpaidOrders: number;
  /** Most cash orders that are not delivered yet, of an account whose email address is unverified. */
  unverifiedCashOrders: number;
  /** Most units of an order that is paid by card, or of any order of an account whose email address is unverified. */
  unitsPerUnpaidOrder: number;
}

// The largest integer of PostgreSQL.
const noLimit = 2 ** 31 - 1;

/** `isOn` is false for load tests only. */
export function createOpenOrderLimits(isOn: boolean, unitsPerUnpaidOrder: number): OpenOrderLimits {
  if (!isOn) return { unpaidOrders: noLimit, unverifiedCashOrders: noLimit, unitsPerUnpaidOrder: noLimit };
  return {
    unpaidOrders: maximumUnpaidOrders,
    unverifiedCashOrders: maximumUnverifiedCashOrders,
    unitsPerUnpaidOrder,
  };
}
