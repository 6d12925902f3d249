import type { FastifyBaseLogger } from 'fastify';
import type { CatalogueReads } from './catalogue-reads.ts';
import type { Sql } from './database/connect.ts';
import type { DrawPicture } from './features/image/image.service.ts';
import type { Seller } from './features/invoice/draw-invoice.ts';
import type { ShopIdentity } from './features/mail/wording.ts';
import type { OrderNews } from './features/order-events/order-news.ts';
import type { SearchMisses } from './features/search/search-misses.ts';
import type { TokenSigner } from './features/session/access-token.ts';
import type { EndedSessions } from './features/session/ended-sessions.ts';
import type { Limits } from './features/session/limits.ts';
import type { ImageStore } from './providers/image-store/image-store.ts';
import type { PaymentProvider } from './providers/payment/payment-provider.ts';
import type { Secrets } from './secrets.ts';

/** What every service works with. Built once by `main.ts`; inside a transaction `sql` is the transaction. */
export interface Context {
  sql: Sql;
  log: FastifyBaseLogger;
  now: () => Date;
  /** The time zone in which the shop's days begin and end, such as `Asia/Kolkata`. */
  timeZone: string;
  /** Signs and checks access tokens. */
  tokens: TokenSigner;
  /** Whose access tokens are refused although they are still valid. */
  endedSessions: EndedSessions;
  /** Which orders change, for those who watch them. */
  orderNews: OrderNews;
  /** Digests and seals with keys of the shop's own secret. */
  secrets: Secrets;
  images: ImageStore;
  /** Takes the money of cards, and gives it back. */
  payments: PaymentProvider;
  /** How the shop is called, and where its pages are. */
  shop: ShopIdentity;
  /** What invoices say of it beyond that. */
  seller: Seller;
  /** Draws a picture of the demo catalogue as SVG. */
  drawPicture: DrawPicture;
  limits: Limits;
  /** Counts the searches that found nothing. */
  searchMisses: SearchMisses;
  /** Kept answers of catalogue reads; a service that changes stock or catalogue tells it after its commit. */
  catalogueReads: CatalogueReads;
}

/** Who makes a call, as a valid access token says. The role is not here: it is read from the database. */
export interface Caller {
  userId: string;
  sessionId: string;
}

/** A context for one call. */
export interface CallContext extends Context {
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
export interface ShopperContext extends CallContext {
  caller: Caller;
}
