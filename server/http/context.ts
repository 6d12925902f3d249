import type { FastifyBaseLogger } from 'fastify';
import type { Access, Endpoint } from '#contract/base/endpoint.ts';
import type { AnyPermission, Permission } from '#contract/base/permissions.ts';
import type { StoreLogo } from '#contract/store/branding.ts';
import type { BrandColours } from '#contract/store/colour.ts';
import type { Cryptography } from '#server/base/secrets.ts';
import type { CatalogueCache } from '#server/cache/catalogue-cache.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { OpenOrderLimits, RateLimits } from '#server/http/rate-limits.ts';
import type { Mailbox } from '#server/providers/email/email-provider.ts';
import type { ImageStorage } from '#server/providers/image-storage/image-storage.ts';
import type { PaymentProvider } from '#server/providers/payment/payment-provider.ts';
import type { PushSender } from '#server/providers/push/push-service.ts';
import type { SearchEngine } from '#server/providers/search-engine/search-engine.ts';

/** The store in emails and on invoices. An empty text is not shown. */
export interface ShopIdentity {
  name: string;
  /** Without a trailing slash. */
  url: string;
  contactEmail: string;
  phone: string;
  /** May have several lines. */
  address: string;
  /** Lines that the law asks for, such as the GSTIN. */
  legal: readonly string[];
  /** From whom emails come. */
  sender: Mailbox;
  /** Missing for the original look. */
  logo?: StoreLogo;
  /** Missing for the original green. */
  colours?: BrandColours;
}

export interface Shop {
  /** Without a trailing slash. */
  url: string;
  /** The store by the settings of now. Modules above the settings call `readShopIdentity` instead. */
  readIdentity(db: Queryable): Promise<ShopIdentity>;
}

/** Who makes a call, as a valid access token says. Roles are not here: they are read from the database. */
export interface Caller {
  userId: string;
  sessionId: string;
  /** The password was generated when the token was issued; it may have been replaced since. */
  mustChangePassword?: true;
  /** The session was started by PIN. */
  isByPin?: true;
}

/** Decides who may make a call (`sessions/access-control.ts`). */
export interface AccessControl {
  /** Null for anything but a valid access token. */
  findCaller(context: Context, accessToken: string): Promise<Caller | null>;
  /** The context that the handler of an endpoint gets. Throws if the caller may not use the endpoint. */
  authorise(context: RequestContext, endpoint: AccessRule): Promise<RequestContext>;
  /** As `authorise`, for what is no endpoint of the staff. */
  requireStaff(context: RequestContext, anyOf: AnyPermission): Promise<StaffContext>;
  requireStepUp(context: RequestContext): Promise<void>;
}

export type AccessRule = Access & Pick<Endpoint, 'allowedWithTemporaryPassword' | 'allowedWithPin'>;

/**
 * The dependencies of services. Created by `main.ts`; inside a transaction `db` is the transaction. A module adds its
 * own with `declare module '#server/http/context.ts'`, as Fastify plugins do.
 */
export interface Context {
  db: Queryable;
  log: FastifyBaseLogger;
  now: () => Date;
  /** The shop's time zone, such as `Asia/Kolkata`. */
  timeZone: string;
  access: AccessControl;
  cryptography: Cryptography;
  images: ImageStorage;
  payments: PaymentProvider;
  /** Null while the keys cannot be decrypted: nothing is sent. */
  push: PushSender | null;
  shop: Shop;
  rateLimits: RateLimits;
  /** Whether administrators need a second factor to use the dashboard. */
  isSecondFactorRequired: boolean;
  openOrderLimits: OpenOrderLimits;
  /** For reads of catalogue and search that change nothing: `db`, or a replica that has all changes. */
  catalogueDb: Queryable;
  /** Each commit that changes stock or catalogue invalidates it (`catalogue-cache.ts`). */
  catalogueCache: CatalogueCache;
  /** Null if `productSearch` runs all searches. */
  searchEngine: SearchEngine | null;
}

/** The context of a request. */
export interface RequestContext extends Context {
  caller: Caller | null;
  /** From the `Authorization` header: an access token, or for `refreshToken` a refresh token. */
  bearerToken: string | null;
  idempotencyKey: string | null;
  userAgent: string;
  /** Null outside of a request over HTTP. */
  requestId: string | null;
  /** The IP address of the client. */
  remoteAddress: string;
  /** The file name of an upload. */
  uploadName?: string;
}

/** The context of a request by a user who is logged in: a shopper or a person of the staff. */
export interface AuthenticatedContext extends RequestContext {
  caller: Caller;
}

/** The context of a request by a person of the staff. */
export interface StaffContext extends AuthenticatedContext {
  /** As the database has them at the start of the request. */
  permissions: ReadonlySet<Permission>;
}
