import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Audience, Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { concurrencyLimit } from '#server/concurrency-limit.ts';
import type { Context, RequestContext, ShopperContext } from '#server/context.ts';
import type { RevocationReason } from '#server/features/accounts/sessions/revoked-sessions.ts';
import { getRole } from '#server/features/accounts/sessions/sessions.service.ts';
import type {
  CacheEntry,
  CatalogueCache,
  TaggedCache,
} from '#server/features/catalogue/cache/catalogue-cache.ts';
import type { RateLimits } from './rate-limits.ts';

/** The response without the envelope: `message`, `data` and any paging fields. */
export type ResponseBody = z.output<Endpoint['output']>;

/** Called each time a response is sent, also from the cache; `visitor` is the client's address. */
export type OnServed = (visitor: string) => void;

type ContextOf<Definition extends Endpoint> = Definition['audience'] extends 'anyone'
  ? RequestContext
  : ShopperContext;

/** Returns the response; `created` turns the status 200 into 201. */
type Handler<Definition extends Endpoint> = (
  context: ContextOf<Definition>,
  input: z.output<Definition['input']>,
) => Promise<z.input<Definition['output']> & { created?: boolean }>;

interface RouteOptions<Definition extends Endpoint> {
  /** Called each time the response is sent, also from the cache; has to be quick and must not throw. */
  onServed?: (
    context: ContextOf<Definition>,
    served: {
      input: z.output<Definition['input']>;
      response: z.output<Definition['output']>;
      visitor: string;
    },
  ) => void;
  /** Limits of an upload by account and by client network, counted before any of the file is read. */
  uploadLimits?: { account: keyof RateLimits; network?: keyof RateLimits };
}

/** An endpoint with its handler. */
export interface ApiRoute {
  endpoint: Endpoint;
  /** Authorises an upload and counts it, before its file is read. Throws `AppError`. */
  admit(context: RequestContext): Promise<void>;
  /** Authorises the caller, validates the input, calls the handler and validates its response. Throws `AppError`. */
  run(
    context: RequestContext,
    rawInput: unknown,
  ): Promise<{ status: 200 | 201; response: ResponseBody; onServed?: OnServed }>;
}

/** Connects an endpoint with its handler. The endpoint's audience decides who may call and what the context holds. */
export function route<Definition extends Endpoint>(
  endpoint: Definition,
  handler: Handler<Definition>,
  options?: RouteOptions<Definition>,
): ApiRoute;
export function route(
  endpoint: Endpoint,
  handler: (context: RequestContext, input: unknown) => Promise<ResponseBody & { created?: boolean }>,
  { onServed, uploadLimits }: RouteOptions<Endpoint & { audience: 'anyone' }> = {},
): ApiRoute {
  const authorise = authorisations[endpoint.audience];
  return {
    endpoint,
    async admit(context) {
      const { limits, remoteAddress } = context;
      const { caller } = await authorise(context);
      if (uploadLimits === undefined) return;
      await limits[uploadLimits.account].take(caller?.userId ?? remoteAddress);
      if (uploadLimits.network !== undefined) await limits[uploadLimits.network].take(remoteAddress);
    },
    async run(context, rawInput) {
      const authorised = await authorise(context);
      const input = parseInput(endpoint.input, rawInput);
      const { created, ...result } = await handler(authorised, input);
      const response = endpoint.output.parse(result);
      return {
        status: created === true ? 201 : 200,
        response,
        ...(onServed !== undefined && {
          onServed: (visitor: string) => onServed(authorised, { input, response, visitor }),
        }),
      };
    },
  };
}

const authorisations: Record<Audience, (context: RequestContext) => Promise<RequestContext>> = {
  anyone: async (context) => (findRevocation(context) === null ? context : { ...context, caller: null }),
  user: requireShopper,
  admin: requireAdmin,
};

/** The context of a caller with a valid session. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED. */
export async function requireShopper(context: RequestContext): Promise<ShopperContext> {
  const { caller } = context;
  const revocation = findRevocation(context);
  if (revocation === 'suspended') throw new AppError('ACCOUNT_SUSPENDED');
  if (caller === null || revocation !== null) throw new AppError('UNAUTHENTICATED');
  return { ...context, caller };
}

/**
 * The context of an admin. Reads role and status from the database, so a demotion applies to the next request. Throws
 * UNAUTHENTICATED, ACCOUNT_SUSPENDED, FORBIDDEN.
 */
export async function requireAdmin(context: RequestContext): Promise<ShopperContext> {
  const shopper = await requireShopper(context);
  if ((await getRole(shopper)) !== 'ADMIN') throw new AppError('FORBIDDEN');
  return shopper;
}

/** Why the caller's session was revoked although its access token is still valid; null for a session in use. */
function findRevocation({ caller, revokedSessions }: RequestContext): RevocationReason | null {
  return caller === null ? null : revokedSessions.findRevocation(caller.sessionId);
}

/** Validates the input of an endpoint. Throws INVALID_INPUT with an issue for each invalid field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, rawInput: unknown): z.output<Schema> {
  const parsed = schema.safeParse(rawInput);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const [first] = issues;
  throw new AppError('INVALID_INPUT', {
    issues,
    // The only issue becomes the message, because a toast shows nothing else.
    ...(issues.length === 1 && first !== undefined && first.path !== '' ? { message: first.message } : {}),
  });
}

/** The context of an HTTP request. The caller is known by a valid access token only. */
export async function createRequestContext(
  context: Context,
  request: FastifyRequest,
): Promise<RequestContext> {
  const [, bearer = null] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const idempotencyKey = request.headers['idempotency-key'];
  return {
    ...context,
    log: request.log,
    bearer,
    caller: bearer === null ? null : await context.tokens.verify(bearer),
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    remoteAddress: request.ip,
  };
}

/** A context without a caller, for rendering public pages. */
export function anonymousContext(context: Context): RequestContext {
  return { ...context, bearer: null, caller: null, idempotencyKey: null, userAgent: '', remoteAddress: '' };
}

/** A cached response: as a value for the page renderer and as the bytes that the API sends. */
export interface CachedResponse extends CacheEntry {
  response: ResponseBody;
  body: Buffer;
  onServed?: OnServed;
}

const responseCacheBytes = 64 * 1024 * 1024;
// Memory of an entry besides its text: its objects, its place in the cache, its product ids.
const bytesPerResponse = 1000;
const bytesPerProductId = 150;

const limitCatalogueReads = concurrencyLimit({
  // Half of the pool: hundreds of cache misses at once must not keep carts and orders from the database.
  concurrency: 5,
  // At one or two milliseconds each, the last one waits for a second at most.
  maximumQueued: 500,
  createError: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 1 }),
});

/** The cache for responses of catalogue reads. */
export function createResponseCache(catalogueCache: CatalogueCache): TaggedCache<CachedResponse> {
  return catalogueCache.openCache<CachedResponse>(responseCacheBytes);
}

/** The JSON that a client receives on success. */
export function toSuccessBody(response: ResponseBody) {
  return { success: true, error: false, ...response };
}

/**
 * Runs a catalogue read through the cache. API and page renderer share it, so they return identical values. Throws
 * UNAVAILABLE when 500 reads are waiting.
 */
export async function runCatalogueRead(
  { endpoint, run }: ApiRoute,
  context: RequestContext,
  rawInput: unknown,
  cache: TaggedCache<CachedResponse>,
): Promise<CachedResponse> {
  // The key is the validated input: unknown fields make no second entry, and values that JSON cannot express, such as
  // Infinity, are rejected before they could share a key with another input.
  const key = `${endpoint.path} ${JSON.stringify(parseInput(endpoint.input, rawInput))}`;
  return cache.read(key, async () => {
    const { response, onServed } = await limitCatalogueReads(() => run(context, rawInput));
    const body = Buffer.from(JSON.stringify(toSuccessBody(response)));
    const productIds = collectIds(response.data);
    const bytes = body.length * 3 + key.length * 2 + bytesPerResponse + productIds.size * bytesPerProductId;
    return { response, body, productIds, bytes, ...(onServed !== undefined && { onServed }) };
  });
}

/** The ids in `data`. Ids of categories are harmless: no stock change names them. */
function collectIds(data: unknown): ReadonlySet<string> {
  const items: unknown[] = Array.isArray(data) ? data : [data];
  const ids = new Set<string>();
  for (const item of items) {
    if (typeof item === 'object' && item !== null && '_id' in item && typeof item._id === 'string')
      ids.add(item._id);
  }
  return ids;
}
