import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Audience, Endpoint } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';
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

/** The context of one request: who calls, by a valid access token and nothing else, and from where. */
export async function createRequestContext(
  context: Context,
  request: FastifyRequest,
): Promise<RequestContext> {
  const bearer = bearerOf(request.headers.authorization);
  return {
    ...context,
    log: request.log,
    bearer,
    caller: bearer === null ? null : await context.tokens.verify(bearer),
    idempotencyKey: singleHeader(request.headers['idempotency-key']),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    remoteAddress: request.ip,
  };
}

/** A context for what the shop itself asks, such as a public page: there is no caller. */
export function anonymousContext(context: Context): RequestContext {
  return { ...context, bearer: null, caller: null, idempotencyKey: null, userAgent: '', remoteAddress: '' };
}

function bearerOf(header: string | undefined): string | null {
  const match = /^Bearer +(\S+)$/i.exec(header ?? '');
  return match?.[1] ?? null;
}

function singleHeader(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}

/** A JSON-safe answer without the envelope: `message`, `data` and any paging fields. */
export interface ResponseBody {
  message: string;
  data: unknown;
}

/** What a handler gives back; `created` turns the status 200 into 201. */
type Given<Output extends z.ZodType> = z.input<Output> & { created?: boolean };

type Handler<HandlerContext, Input extends z.ZodType, Output extends z.ZodType> = (
  context: HandlerContext,
  input: z.output<Input>,
) => Promise<Given<Output>>;

/**
 * What is to be known of a call's answer each time somebody gets it, also where it was kept: `visitor` is from where
 * they ask.
 */
export type OnServed = (visitor: string) => void;

interface ServeOptions<HandlerContext, Input extends z.ZodType, Output extends z.ZodType> {
  /** Called at each visit; must be quick, and cannot fail the call. */
  noteVisit?: (
    context: HandlerContext,
    visit: { input: z.output<Input>; answer: z.output<Output>; visitor: string },
  ) => void;
}

/** A call together with the feature that answers it. */
export interface ApiRoute {
  name: EndpointName;
  description: Endpoint;
  /** Throws `AppError` for a caller who may not make the call; `run` asks the same before anything else. */
  admit(context: RequestContext): Promise<void>;
  /** Admits the caller, parses the input, lets the service work and checks its answer; throws `AppError`. */
  run(
    context: RequestContext,
    rawInput: unknown,
  ): Promise<{ status: 200 | 201; answer: ResponseBody; noteVisit?: OnServed }>;
}

/** Serves a call that anyone may make. */
export function publicRoute<Input extends z.ZodType, Output extends z.ZodType<ResponseBody>>(
  description: Endpoint<EndpointName, Input, Output>,
  handler: Handler<RequestContext, Input, Output>,
  options: ServeOptions<RequestContext, Input, Output> = {},
): ApiRoute {
  const admit = async (context: RequestContext) =>
    findRevocation(context) === null ? context : { ...context, caller: null };
  return serve('anyone', description, handler, admit, options);
}

/** Serves a call of signed-in shoppers: without a valid session it ends with 401 before anything is read. */
export function shopperRoute<Input extends z.ZodType, Output extends z.ZodType<ResponseBody>>(
  description: Endpoint<EndpointName, Input, Output>,
  handler: Handler<ShopperContext, Input, Output>,
): ApiRoute {
  return serve('user', description, handler, requireShopper);
}

/** Serves a call of the shop's admins. Role and status are read at every call: a demotion counts at once. */
export function adminRoute<Input extends z.ZodType, Output extends z.ZodType<ResponseBody>>(
  description: Endpoint<EndpointName, Input, Output>,
  handler: Handler<ShopperContext, Input, Output>,
): ApiRoute {
  return serve('admin', description, handler, requireAdmin);
}

/** Admits whoever has a valid session. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED. */
export async function requireShopper(context: RequestContext): Promise<ShopperContext> {
  const { caller } = context;
  const ending = findRevocation(context);
  if (ending === 'suspended') throw new AppError('ACCOUNT_SUSPENDED');
  if (caller === null || ending !== null) throw new AppError('UNAUTHENTICATED');
  return { ...context, caller };
}

/** Admits admins of the shop, by what the database says now. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED, FORBIDDEN. */
export async function requireAdmin(context: RequestContext): Promise<ShopperContext> {
  const shopper = await requireShopper(context);
  if ((await getRole(shopper)) !== 'ADMIN') throw new AppError('FORBIDDEN');
  return shopper;
}

/** How the caller's session ended while its access token was still valid; null when it goes on. */
function findRevocation({ caller, revokedSessions }: RequestContext): RevocationReason | null {
  return caller === null ? null : revokedSessions.findRevocation(caller.sessionId);
}

function serve<HandlerContext, Input extends z.ZodType, Output extends z.ZodType<ResponseBody>>(
  audience: Audience,
  description: Endpoint<EndpointName, Input, Output>,
  handler: Handler<HandlerContext, Input, Output>,
  admit: (context: RequestContext) => Promise<HandlerContext>,
  { noteVisit }: ServeOptions<HandlerContext, Input, Output> = {},
): ApiRoute {
  const { name } = description;
  if (description.audience !== audience)
    throw new Error(`The call ${name} is for ${description.audience}, and is served to ${audience}.`);
  return {
    name,
    description,
    async admit(context) {
      await admit(context);
    },
    async run(context, rawInput) {
      const admitted = await admit(context);
      const input = parseInput(description.input, rawInput);
      const { created, ...given } = await handler(admitted, input);
      const answer = description.output.parse(given);
      return {
        status: created === true ? 201 : 200,
        answer,
        ...(noteVisit !== undefined && {
          noteVisit: (visitor: string) => noteVisit(admitted, { input, answer, visitor }),
        }),
      };
    },
  };
}

/** The input of a call as its service takes it. Throws INVALID_INPUT with what is wrong in each field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, rawInput: unknown): z.output<Schema> {
  const parsed = schema.safeParse(rawInput);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const [first] = issues;
  throw new AppError('INVALID_INPUT', {
    issues,
    // One wrong field is best said in the message itself, because a toast shows nothing else.
    ...(issues.length === 1 && first !== undefined && first.path !== '' ? { message: first.message } : {}),
  });
}

/** A kept answer: as a value for the page renderer and as the bytes that the API sends. */
export interface CachedResponse extends CacheEntry {
  answer: ResponseBody;
  body: Buffer;
  /** To be called by whoever gives the answer to somebody. */
  noteVisit?: OnServed;
}

const responseCacheBytes = 64 * 1024 * 1024;
// What an entry takes besides its text: its objects, its place on the shelf, its product ids.
const bytesPerAnswer = 1000;
const bytesPerProductId = 150;

// Half of the pool: hundreds of new questions at once may not keep carts and orders from the database.
const maximumAtOnce = 5;
// At a millisecond or two each, the last of them waits for a second at most.
const maximumWaiting = 500;
const line = concurrencyLimit({
  maximumAtOnce,
  maximumWaiting,
  refusal: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 1 }),
});

/** The shelf for the answers of catalogue reads. */
export function createResponseCache(reads: CatalogueCache): TaggedCache<CachedResponse> {
  return reads.openCache<CachedResponse>(responseCacheBytes);
}

/** What a client gets as JSON: the answer in the envelope of decisions section 1. */
export function envelope(answer: ResponseBody) {
  return { success: true, error: false, ...answer };
}

/**
 * Runs a catalogue read, from what is kept where that is possible. The API and the page renderer both come
 * through here, so they cannot give different values. Throws UNAVAILABLE when hundreds wait already.
 */
export async function runCatalogueRead(
  call: ApiRoute,
  context: RequestContext,
  rawInput: unknown,
  shelf: TaggedCache<CachedResponse>,
): Promise<CachedResponse> {
  // Parsed, not raw, input is the key: unknown fields then make no copies, and what JSON cannot write, such as
  // infinity, is refused before it could pass for something else.
  const key = `${call.name} ${JSON.stringify(parseInput(call.description.input, rawInput))}`;
  return shelf.read(key, async () => {
    const { answer, noteVisit } = await line(() => call.run(context, rawInput));
    const body = Buffer.from(JSON.stringify(envelope(answer)));
    const productIds = productIdsOf(answer.data);
    const bytes = body.length * 3 + key.length * 2 + bytesPerAnswer + productIds.size * bytesPerProductId;
    return { answer, body, productIds, bytes, ...(noteVisit !== undefined && { noteVisit }) };
  });
}

/** The ids in an answer's `data`; those of categories do no harm, for no change names them. */
function productIdsOf(data: unknown): ReadonlySet<string> {
  const things: unknown[] = Array.isArray(data) ? data : [data];
  const ids = new Set<string>();
  for (const thing of things) {
    if (typeof thing === 'object' && thing !== null && '_id' in thing && typeof thing._id === 'string') {
      ids.add(thing._id);
    }
  }
  return ids;
}
