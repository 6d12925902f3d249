import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Audience, Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { concurrencyLimit } from '#server/concurrency-limit.ts';
import type { AuthenticatedContext, Context, RequestContext } from '#server/context.ts';
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

/** Called each time a response is sent, also from the cache. */
export type ResponseHook = (remoteAddress: string) => void;

type HandlerContext<Definition extends Endpoint> = Definition['audience'] extends 'anyone'
  ? RequestContext
  : AuthenticatedContext;

/** Returns the response; `created` turns the status 200 into 201. */
type Handler<Definition extends Endpoint> = (
  context: HandlerContext<Definition>,
  input: z.output<Definition['input']>,
) => Promise<z.input<Definition['output']> & { created?: boolean }>;

interface RouteOptions<Definition extends Endpoint> {
  /** Called each time a response is sent, also from the cache. Must be fast and must not throw. */
  onResponse?: (
    context: HandlerContext<Definition>,
    details: {
      input: z.output<Definition['input']>;
      response: z.output<Definition['output']>;
      remoteAddress: string;
    },
  ) => void;
  /** Rate limits of an upload by account and by client network, counted before the file is read. */
  uploadLimits?: { account: keyof RateLimits; network?: keyof RateLimits };
}

/** An endpoint with its handler. */
export interface ApiRoute {
  endpoint: Endpoint;
  /** Authorises the caller and counts the request against the upload limits, before the file is read. Throws `AppError`. */
  authorizeUpload(context: RequestContext): Promise<void>;
  /** Authorises the caller, validates the input, calls the handler and validates its response. Throws `AppError`. */
  handle(
    context: RequestContext,
    rawInput: unknown,
  ): Promise<{ status: 200 | 201; response: ResponseBody; onResponse?: ResponseHook }>;
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
  { onResponse, uploadLimits }: RouteOptions<Endpoint & { audience: 'anyone' }> = {},
): ApiRoute {
  const authorise = authorisers[endpoint.audience];
  return {
    endpoint,
    async authorizeUpload(context) {
      const { limits, remoteAddress } = context;
      const { caller } = await authorise(context);
      if (uploadLimits === undefined) return;
      await limits[uploadLimits.account].take(caller?.userId ?? remoteAddress);
      if (uploadLimits.network !== undefined) await limits[uploadLimits.network].take(remoteAddress);
    },
    async handle(context, rawInput) {
      const authorised = await authorise(context);
      const input = parseInput(endpoint.input, rawInput);
      const { created, ...result } = await handler(authorised, input);
      const response = endpoint.output.parse(result);
      return {
        status: created === true ? 201 : 200,
        response,
        ...(onResponse !== undefined && {
          onResponse: (remoteAddress: string) => onResponse(authorised, { input, response, remoteAddress }),
        }),
      };
    },
  };
}

/** By audience. Each returns the context that the handler gets. */
const authorisers: Record<Audience, (context: RequestContext) => Promise<RequestContext>> = {
  anyone: async (context) => (findRevocation(context) === null ? context : { ...context, caller: null }),
  user: requireUser,
  admin: requireAdmin,
};

/** The context of a caller with a valid session. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED. */
export async function requireUser(context: RequestContext): Promise<AuthenticatedContext> {
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
export async function requireAdmin(context: RequestContext): Promise<AuthenticatedContext> {
  const authenticated = await requireUser(context);
  if ((await getRole(authenticated)) !== 'ADMIN') throw new AppError('FORBIDDEN');
  return authenticated;
}

/** The reason why the caller's session was revoked before its access token expired; null if it was not. */
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

/** The context of an HTTP request. `caller` is null unless the request has a valid access token. */
export async function createRequestContext(
  context: Context,
  request: FastifyRequest,
): Promise<RequestContext> {
  const [, bearerToken = null] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const idempotencyKey = request.headers['idempotency-key'];
  return {
    ...context,
    log: request.log,
    bearerToken,
    caller: bearerToken === null ? null : await context.tokens.verify(bearerToken),
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    remoteAddress: request.ip,
  };
}

/** A context without a caller, for rendering public pages. */
export function anonymousContext(context: Context): RequestContext {
  return {
    ...context,
    bearerToken: null,
    caller: null,
    idempotencyKey: null,
    userAgent: '',
    remoteAddress: '',
  };
}

/** A cached response: as a value for the page renderer and as the bytes that the API sends. */
export interface CachedResponse extends CacheEntry {
  response: ResponseBody;
  body: Buffer;
  onResponse?: ResponseHook;
}

const responseCacheBytes = 64 * 1024 * 1024;
// Memory of a cache entry in addition to its text.
const entryOverheadBytes = 1000;
const bytesPerProductId = 150;

const limitCatalogueReads = concurrencyLimit({
  // Half of the pool: hundreds of cache misses at once must not keep carts and orders from the database.
  concurrency: 5,
  // A read takes one or two milliseconds, so the last one waits for at most a second.
  maximumQueued: 500,
  createError: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 1 }),
});

/** The cache for responses of catalogue reads. */
export function createResponseCache(catalogueCache: CatalogueCache): TaggedCache<CachedResponse> {
  return catalogueCache.createCache<CachedResponse>(responseCacheBytes);
}

/** The JSON that a client receives on success. */
export function toSuccessBody(response: ResponseBody) {
  return { success: true, error: false, ...response };
}

/**
 * Returns the cached response of a catalogue read, or handles it. Used by the API and the page renderer, so that both return
 * the same values. Throws UNAVAILABLE when 500 reads are queued.
 */
export async function handleCatalogueRead(
  route: ApiRoute,
  context: RequestContext,
  rawInput: unknown,
  cache: TaggedCache<CachedResponse>,
): Promise<CachedResponse> {
  // The key is the validated input: unknown fields make no second entry, and values that JSON cannot express, such as
  // Infinity, are rejected before they could share a key with another input.
  const key = `${route.endpoint.path} ${JSON.stringify(parseInput(route.endpoint.input, rawInput))}`;
  return cache.getOrCompute(key, async () => {
    const { response, onResponse } = await limitCatalogueReads(() => route.handle(context, rawInput));
    const body = Buffer.from(JSON.stringify(toSuccessBody(response)));
    const productIds = collectIds(response.data);
    const bytes = body.length * 3 + key.length * 2 + entryOverheadBytes + productIds.size * bytesPerProductId;
    return { response, body, productIds, bytes, ...(onResponse !== undefined && { onResponse }) };
  });
}

/** The `_id` of each item in `data`. May contain category ids, which no stock change refers to. */
function collectIds(data: unknown): ReadonlySet<string> {
  const items: unknown[] = Array.isArray(data) ? data : [data];
  const ids = new Set<string>();
  for (const item of items) {
    if (typeof item === 'object' && item !== null && '_id' in item && typeof item._id === 'string')
      ids.add(item._id);
  }
  return ids;
}
