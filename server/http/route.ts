import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { AppError } from '#contract/base/errors.ts';
import type { AuthenticatedContext, Context, RequestContext, StaffContext } from './context.ts';
import type { RateLimits } from './rate-limits.ts';

/** The response without the envelope: `message`, `data` and any paging fields. */
export type ResponseBody = z.output<Endpoint['output']>;

/** Called each time a response is sent, also from the cache. */
export type ResponseHook = (remoteAddress: string) => void;

type HandlerContext<Definition extends Endpoint> = Definition['audience'] extends 'anyone'
  ? RequestContext
  : Definition['audience'] extends 'user'
    ? AuthenticatedContext
    : StaffContext;

/** Returns the response; `created` turns the status 200 into 201. */
type Handler<Definition extends Endpoint> = (
  context: HandlerContext<Definition>,
  input: z.output<Definition['input']>,
) => Promise<z.input<Definition['output']> & { created?: boolean }>;

interface RouteOptions<Definition extends Endpoint> {
  /**
   * Makes what is called each time a response is sent, also from the cache. That must be fast, must not throw, and
   * must not hold the response: it is kept as long as the cached answer. Undefined for an input that needs none.
   */
  onResponse?: (
    context: HandlerContext<Definition>,
    input: z.output<Definition['input']>,
    response: z.output<Definition['output']>,
  ) => ResponseHook | undefined;
  /**
   * Required for a catalogue read: the tags of changes that change its response (`catalogue-cache.ts`), also those that
   * would add something to it.
   */
  tags?: (
    input: z.output<Definition['input']>,
    response: z.output<Definition['output']>,
  ) => readonly string[];
  /**
   * Of a catalogue read that changes without a change of the catalogue: when it does so next; null for never. `at` is
   * the time before the handler was called.
   */
  expiresAt?: (
    input: z.output<Definition['input']>,
    response: z.output<Definition['output']>,
    at: Date,
  ) => Date | null;
  /**
   * Required for an endpoint that needs a step-up `sometimes`: whether the input needs it. `in service`: the handler
   * calls `requireStepUp`, because that depends on what is stored.
   */
  needsStepUp?: ((input: z.output<Definition['input']>) => boolean) | 'in service';
  /** Rate limits of an upload by account and by client network, counted before the file is read. */
  uploadLimits?: { account: keyof RateLimits; network?: keyof RateLimits };
}

/** An endpoint with its handler. */
export interface ApiRoute {
  endpoint: Endpoint;
  /**
   * Authorises the caller and counts the request against the upload limits, before the file is read. Throws
   * `AppError`.
   */
  authorizeUpload(context: RequestContext): Promise<void>;
  /** Authorises the caller, validates the input, calls the handler and validates its response. Throws `AppError`. */
  handle(
    context: RequestContext,
    rawInput: unknown,
  ): Promise<{
    status: 200 | 201;
    response: ResponseBody;
    tags: readonly string[];
    expiresAt?: Date | null;
    onResponse?: ResponseHook;
  }>;
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
  options: RouteOptions<Endpoint & { audience: 'anyone' }> = {},
): ApiRoute {
  const { onResponse, tags, expiresAt, needsStepUp, uploadLimits } = options;
  if ((endpoint.isCatalogueRead === true) !== (tags !== undefined))
    throw new Error(`${endpoint.path}: catalogue reads and no other routes have tags.`);
  if ((endpoint.needsStepUp === 'sometimes') !== (needsStepUp !== undefined))
    throw new Error(`${endpoint.path}: the route decides when a step-up is needed, if the endpoint says so.`);
  const authorise = async (context: RequestContext) => {
    const authorised = await context.access.authorise(context, endpoint);
    if (endpoint.needsStepUp === true) await context.access.requireStepUp(authorised);
    return authorised;
  };
  return {
    endpoint,
    async authorizeUpload(context) {
      const { rateLimits, remoteAddress } = context;
      const { caller } = await authorise(context);
      if (uploadLimits === undefined) return;
      await rateLimits[uploadLimits.account].take(caller?.userId ?? remoteAddress);
      if (uploadLimits.network !== undefined) await rateLimits[uploadLimits.network].take(remoteAddress);
    },
    async handle(context, rawInput) {
      const authorised = await authorise(context);
      const input = parseInput(endpoint.input, rawInput);
      if (typeof needsStepUp === 'function' && needsStepUp(input))
        await context.access.requireStepUp(authorised);
      const at = authorised.now();
      const { created, ...result } = await handler(authorised, input);
      const response = endpoint.output.parse(result);
      const hook = onResponse?.(authorised, input, response);
      return {
        status: created === true ? 201 : 200,
        response,
        tags: tags?.(input, response) ?? [],
        expiresAt: expiresAt?.(input, response, at) ?? null,
        ...(hook !== undefined && { onResponse: hook }),
      };
    },
  };
}

const maximumIssues = 20;
// Zod names each unknown field.
const maximumMessageLength = 200;

/** Validates the input of an endpoint. Throws INVALID_INPUT with an issue for each invalid field, 20 at most. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, rawInput: unknown): z.output<Schema> {
  // Zod checks the length of an array before its elements, and every array has a maximum.
  const parsed = schema.safeParse(rawInput);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, maximumIssues).map(({ path, message }) => ({
    path: path.join('.').slice(0, maximumMessageLength),
    message: message.slice(0, maximumMessageLength),
  }));
  const [first] = issues;
  throw new AppError('INVALID_INPUT', {
    issues,
    // The only issue becomes the message, because a toast shows nothing else.
    ...(issues.length === 1 && first !== undefined && first.path !== '' ? { message: first.message } : {}),
  });
}

/**
 * The context of an HTTP request. `caller` is null unless the request has a valid access token. Throws
 * TOO_MANY_REQUESTS.
 */
export async function createRequestContext(
  context: Context,
  request: FastifyRequest,
): Promise<RequestContext> {
  const [, bearerToken = null] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const idempotencyKey = request.headers['idempotency-key'];
  const caller = bearerToken === null ? null : await context.access.findCaller(context, bearerToken);
  request.accountId = caller?.userId ?? null;
  if (caller !== null) await context.rateLimits.requestOfAccount.take(caller.userId);
  return {
    ...context,
    log: request.log,
    requestId: request.id,
    bearerToken,
    caller,
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
    requestId: null,
    remoteAddress: '',
  };
}

/** The JSON that a client receives on success. */
export function toSuccessBody(response: ResponseBody) {
  return { success: true, error: false, ...response };
}
