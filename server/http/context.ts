import type { FastifyBaseLogger } from 'fastify';
import type { Cryptography } from '#server/base/secrets.ts';
import type { CatalogueCache } from '#server/cache/catalogue-cache.ts';
import type { Queryable } from '#server/database/connect.ts';
import type { OrderLimits, RateLimits } from '#server/http/rate-limits.ts';
import type { OrderEvents } from '#server/orders/order-events.ts';
import type { ProductCache } from '#server/products/product-cache.ts';
import type { ImageStorage } from '#server/providers/image-storage/image-storage.ts';
import type { PaymentProvider } from '#server/providers/payment/payment-provider.ts';
import type { PushSender } from '#server/providers/push/push-service.ts';
import type { SearchEngine } from '#server/providers/search-engine/search-engine.ts';
import type { ProductSearch } from '#server/search/product-search.ts';
import type { SearchCounts } from '#server/search/search-counts.ts';
import type { Caller, TokenSigner } from '#server/sessions/access-token.ts';
import type { RevokedSessions } from '#server/sessions/revoked-sessions.ts';
import type { SecurityLog } from '#server/sessions/security-log.ts';

/** What only the configuration knows of the store; the rest is in its settings (`store-identity.service.ts`). */
export interface ShopAddress {
  /** Without a trailing slash. */
  url: string;
}

/** The dependencies of services. Created by `main.ts`; inside a transaction `db` is the transaction. */
export interface Context {
  db: Queryable;
  log: FastifyBaseLogger;
  now: () => Date;
  /** The shop's time zone, such as `Asia/Kolkata`. */
  timeZone: string;
  tokens: TokenSigner;
  /** Sessions whose access tokens are rejected although they have not expired. */
  revokedSessions: RevokedSessions;
  securityLog: SecurityLog;
  /** Publishes changes of orders. */
  orderEvents: OrderEvents;
  cryptography: Cryptography;
  images: ImageStorage;
  payments: PaymentProvider;
  /** Null while the keys cannot be decrypted: nothing is sent. */
  push: PushSender | null;
  shop: ShopAddress;
  /** Draws an image of the demo catalogue as SVG; with `isBackground` at the lowest priority. */
  drawDemoImage: (drawing: unknown, options?: { isBackground: boolean }) => string | Promise<string>;
  limits: RateLimits;
  /** Whether administrators need a second factor to use the dashboard. */
  isSecondFactorRequired: boolean;
  orderLimits: OrderLimits;
  searchCounts: SearchCounts;
  /** For reads of catalogue and search that change nothing: `db`, or a replica that has all changes. */
  catalogueDb: Queryable;
  /** Each commit that changes stock or catalogue invalidates it (`catalogue-changes.ts`). */
  catalogueCache: CatalogueCache;
  productCache: ProductCache;
  productSearch: ProductSearch;
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

/** The context of a request by a user who is logged in: a shopper or an admin. */
export interface AuthenticatedContext extends RequestContext {
  caller: Caller;
}
