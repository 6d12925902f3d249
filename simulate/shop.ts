import pino from 'pino';
import sql from 'sql-template-tag';
import { type EndpointInput, type EndpointName, type EndpointResponse, endpoints } from '#contract/api.ts';
import type { Role } from '#contract/base/permissions.ts';
import { buildApp } from '#server/app/app.ts';
import { createCryptography } from '#server/base/secrets.ts';
import { applyOwnChanges, CatalogueCache } from '#server/cache/catalogue-cache.ts';
import type { Database } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';
import type { Context, RequestContext } from '#server/http/context.ts';
import { createOpenOrderLimits, createRateLimits } from '#server/http/rate-limits.ts';
import { OrderUpdates } from '#server/orders/order-updates.ts';
import { ProductCache } from '#server/products/product-cache.ts';
import { createSandboxProvider } from '#server/providers/payment/sandbox-payment.ts';
import { ProductSearch } from '#server/search/product-search.ts';
import { SearchCounts } from '#server/search/search-counts.ts';
import { accessControl } from '#server/sessions/access-control.ts';
import { createTokenSigner } from '#server/sessions/access-token.ts';
import { RevokedSessions } from '#server/sessions/revoked-sessions.ts';
import { SecurityLog } from '#server/sessions/security-log.ts';
import { startSession } from '#server/sessions/sessions.service.ts';
import { readShopIdentity } from '#server/store/store-identity.service.ts';

const secret = 'a secret of simulated shops alone';

/** A person who is logged in, with the calls of their browser or phone. */
export interface Client {
  id: string;
  call<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
    headers?: Record<string, string>,
  ): Promise<EndpointResponse<Name>['data']>;
}

/** A call that the shop refused. */
export class Refusal extends Error {
  readonly code: string;

  constructor(name: string, code: string, message: string) {
    super(`${name}: ${code}: ${message}`);
    this.code = code;
  }
}

/** A running shop without pages, which is called over HTTP. */
export interface RunningShop {
  db: Database;
  context: Context;
  /** Returns the id of a new account, of the staff if it has a role. */
  addAccount(name: string, role?: Role): Promise<string>;
  logIn(accountId: string): Promise<Client>;
  close(): Promise<void>;
}

/** Starts a shop on a migrated database, whose clock is `now`. No setting of a shop that sells changes its clock. */
export async function startShop(db: Database, now: () => Date): Promise<RunningShop> {
  const context = createContext(db, now);
  const { fastify } = buildApp(context, context.shop.url);
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  return {
    db,
    context,
    async addAccount(name, role) {
      const id = newId();
      await db.query(sql`
        insert into account (id, name, email, password_hash)
        values (${id}, ${name}, ${`${id.toLowerCase()}@example.com`}, '-')`);
      if (role !== undefined)
        await db.query(
          sql`insert into staff_role (account_id, store_id, role) values (${id}, 'main', ${role})`,
        );
      return id;
    },
    async logIn(id) {
      const { accessToken } = await startSession(toRequestContext(context), id);
      return { id, call: createCaller(url, accessToken) };
    },
    close: () => fastify.close(),
  };
}

function createContext(db: Database, now: () => Date): Context {
  const cryptography = createCryptography(secret);
  const log = pino({ level: 'error' });
  const catalogueCache = new CatalogueCache(now);
  applyOwnChanges(db, catalogueCache);
  const shop = {
    url: 'http://localhost',
    readIdentity: (queryable: Parameters<Context['shop']['readIdentity']>[0]) =>
      readShopIdentity({ db: queryable, shop }),
  };
  // The phones of a simulated day stay logged in.
  const start = now();
  return {
    db,
    log,
    now,
    timeZone: 'Asia/Kolkata',
    tokens: createTokenSigner(secret, () => start),
    revokedSessions: new RevokedSessions(),
    securityLog: new SecurityLog({ log, cryptography }),
    orderUpdates: new OrderUpdates(),
    access: accessControl,
    cryptography,
    images: { find: async () => null, put: async () => undefined, remove: async () => undefined },
    payments: createSandboxProvider({ publicUrl: shop.url, cryptography }),
    push: null,
    shop,
    rateLimits: createRateLimits(null),
    isSecondFactorRequired: false,
    openOrderLimits: createOpenOrderLimits(false, 0),
    searchCounts: new SearchCounts(),
    catalogueDb: db,
    catalogueCache,
    productCache: new ProductCache(db, catalogueCache),
    productSearch: new ProductSearch(db, catalogueCache),
    searchEngine: null,
  };
}

function toRequestContext(context: Context): RequestContext {
  return {
    ...context,
    caller: null,
    bearerToken: null,
    idempotencyKey: null,
    userAgent: 'a simulated phone',
    requestId: null,
    remoteAddress: '127.0.0.1',
  };
}

function createCaller(url: string, token: string): Client['call'] {
  return async (name, input, headers = {}) => {
    const { method, path } = endpoints[name];
    const isRead = method === 'GET';
    const response = await fetch(`${url}${path}${isRead ? toQuery(input) : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(!isRead && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(!isRead && { body: JSON.stringify(input) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Refusal(name, answer.code, JSON.stringify(answer));
    return answer.data;
  };
}

function toQuery(input: object = {}): string {
  return `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}`;
}

/** Runs a call; a refusal with one of these codes becomes null. */
export async function unless<Result>(
  codes: readonly string[],
  call: Promise<Result>,
): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refusal && codes.includes(error.code)) return null;
    throw error;
  }
}
