import type { FastifyBaseLogger } from 'fastify';
import type { Caller, TokenSigner } from '#server/features/accounts/sessions/access-token.ts';
import type { RevokedSessions } from '#server/features/accounts/sessions/revoked-sessions.ts';
import type { CatalogueCache } from '#server/features/catalogue/cache/catalogue-cache.ts';
import type { ZeroResultSearches } from '#server/features/catalogue/search/zero-result-searches.ts';
import type { ShopIdentity } from '#server/features/notifications/email-layout.ts';
import type { OrderEvents } from '#server/features/orders/events/order-events.ts';
import type { Seller } from '#server/features/orders/invoices/draw-invoice.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { ImageStorage } from '#server/providers/image-storage/image-storage.ts';
import type { Queryable } from './database/connect.ts';
import type { PaymentProvider } from './providers/payment/payment-provider.ts';
import type { Secrets } from './secrets.ts';

/** What every service works with. Built once by `main.ts`; inside a transaction `db` is the transaction. */
export interface Context {
  db: Queryable;
  log: FastifyBaseLogger;
  now: () => Date;
  /** The time zone in which the shop's days begin and end, such as `Asia/Kolkata`. */
  timeZone: string;
  /** Signs and checks access tokens. */
  tokens: TokenSigner;
  /** Whose access tokens are refused although they are still valid. */
  revokedSessions: RevokedSessions;
  /** Which orders change, for those who watch them. */
  orderEvents: OrderEvents;
  /** Digests and seals with keys of the shop's own secret. */
  secrets: Secrets;
  images: ImageStorage;
  /** Takes the money of cards, and gives it back. */
  payments: PaymentProvider;
  /** How the shop is called, and where its pages are. */
  shop: ShopIdentity;
  /** What invoices say of it beyond that. */
  seller: Seller;
  /** Draws a picture of the demo catalogue as SVG. */
  drawPicture: (drawing: unknown) => string;
  limits: RateLimits;
  /** Counts the searches that found nothing. */
  zeroResultSearches: ZeroResultSearches;
  /** Kept answers of catalogue reads; a service that changes stock or catalogue tells it after its commit. */
  catalogueCache: CatalogueCache;
}

/** A context for one call. */
export interface RequestContext extends Context {
  caller: Caller | null;
  /** The Bearer text as it came: an access token, or for `refreshToken` a refresh token. */
  bearer: string | null;
  idempotencyKey: string | null;
  userAgent: string;
  /** The address of the client, for limits and the audit trail. */
  remoteAddress: string;
  /** What the sender of an upload calls its file; only there. */
  uploadName?: string;
}

/** A call whose caller is known: what services of shoppers take. */
export interface ShopperContext extends RequestContext {
  caller: Caller;
}
