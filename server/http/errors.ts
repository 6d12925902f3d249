import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '#contract/base/errors.ts';
import type { SecurityEvent, SecurityEventKind } from '#contract/sessions/security-log.ts';
import { isCheckViolation, isUnavailable } from '#server/database/database-errors.ts';

/** The JSON of an error response. */
export function errorEnvelope(error: AppError) {
  const { code, message, issues, details } = error;
  return {
    success: false,
    error: true,
    code,
    message,
    ...(issues && { issues }),
    ...(details && { details }),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request with a valid access token; null for others and before it is verified. */
    accountId: string | null;
  }
}

/** An event for the security log. `details` contain no secrets and nothing that was typed. */
export interface NewSecurityEvent {
  kind: SecurityEventKind;
  accountId?: string | null;
  /** Instead of `accountId`: the account is looked up when the event is stored. The address itself is not stored. */
  email?: string;
  details?: SecurityEvent['details'];
}

const descriptions = new WeakMap<AppError, NewSecurityEvent>();

/** Says which event an error is for the security log, if it becomes the answer of a request. Returns the error. */
export function asSecurityEvent(error: AppError, event: NewSecurityEvent): AppError {
  const earlier = descriptions.get(error);
  // Wrong passwords and codes beyond a limit are not checked.
  const kind = error.code === 'TOO_MANY_REQUESTS' && earlier !== undefined ? 'lock-out' : event.kind;
  descriptions.set(error, { ...earlier, ...event, kind, details: { ...earlier?.details, ...event.details } });
  return error;
}

/** `asSecurityEvent` for a `catch`: rethrows. A limit that was exceeded becomes a lock-out. */
export function describeRefusal(event: NewSecurityEvent): (error: unknown) => never {
  return (error) => {
    throw error instanceof AppError ? asSecurityEvent(error, event) : error;
  };
}

/** The event that `asSecurityEvent` has given to an error. */
export function findSecurityEvent(error: AppError): NewSecurityEvent | undefined {
  return descriptions.get(error);
}

/**
 * Turns every error into a response, and calls `onRefusal` with it before. Unexpected errors are logged, and their
 * details are not sent.
 */
export function registerErrorHandler(
  app: FastifyInstance,
  onRefusal: (request: FastifyRequest, error: AppError) => void = () => {},
): void {
  app.decorateRequest('accountId', null);
  app.setErrorHandler<FastifyError>((thrown, request, reply) => {
    const error = toAppError(thrown);
    onRefusal(request, error);
    // The route without the query, which may contain what a shopper typed.
    const facts = { err: thrown, method: request.method, route: request.routeOptions.url };
    if (error.code === 'INTERNAL') {
      request.log.error(facts, 'A request failed');
      // Identifies the log entry.
      void reply.header('X-Request-Id', request.id);
    } else if (error.code === 'UNAVAILABLE' && !(thrown instanceof AppError)) {
      request.log.warn(facts, 'The database or the disk is unavailable');
    }
    return sendError(reply, error);
  });
}

/** Sends an error with its status and `Retry-After`; to a browser that opens a page, as a page that reloads then. */
export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const { request } = reply;
  if (error.retryAfterSeconds !== undefined) {
    const seconds = Math.ceil(error.retryAfterSeconds);
    void reply.header('Retry-After', seconds);
    const isPage =
      request.routeOptions.url === '/*' && request.headers.accept?.includes('text/html') === true;
    if (isPage) {
      return reply
        .code(error.status)
        .headers({ 'cache-control': 'no-store', 'content-security-policy': busyPagePolicy })
        .type('text/html; charset=utf-8')
        .send(busyPage(seconds));
    }
  }
  return reply.code(error.status).header('Cache-Control', 'no-store').send(errorEnvelope(error));
}

const busyPageStyle =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem;color-scheme:light dark}';
const busyPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(busyPageStyle).digest('base64')}'; frame-ancestors 'none'`;

/** A page without scripts and other files, which the shop would have to send. */
function busyPage(seconds: number): string {
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${seconds}"><title>We’ll be right back</title><style>${busyPageStyle}</style></head><body><h1>We’ll be right back</h1><p>The store is very busy right now. This page opens again in ${wait}.</p></body></html>`;
}

const fastifyErrorCodes = new Map<string, ErrorCode>([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'UNSUPPORTED_MEDIA'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'BODY_TOO_LARGE'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'MALFORMED_BODY'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'MALFORMED_BODY'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'MALFORMED_BODY'],
  ['FST_ERR_BAD_URL', 'MALFORMED_BODY'],
]);

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
// A row of a deleted account was to be written: `require_account`.
const deletedAccount = 'AC401';
// An order of a blocked account: `require_ordering_account`.
const blockedAccount = 'AC403';
// A NUL byte that a schema let through.
const unstorableCharacter = '22021';
/** `Retry-After` while the database is unavailable: a restart takes seconds. */
export const databaseRetryAfterSeconds = 2;

/** Converts anything thrown to an error of the contract. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const { code, statusCode } = factsOf(thrown);
  const codeOfFastify = fastifyErrorCodes.get(code);
  if (codeOfFastify !== undefined) return new AppError(codeOfFastify);
  if (code === uniqueViolation || code === foreignKeyViolation) return new AppError('CONFLICT');
  if (isCheckViolation(thrown, 'store_has_owner')) return new AppError('LAST_OWNER');
  if (code === deletedAccount) return new AppError('UNAUTHENTICATED');
  if (code === blockedAccount) return new AppError('ACCOUNT_BLOCKED');
  if (code === unstorableCharacter) return new AppError('INVALID_INPUT');
  if (isUnavailable(thrown)) {
    return new AppError('UNAVAILABLE', { retryAfterSeconds: databaseRetryAfterSeconds });
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('MALFORMED_BODY');
  return new AppError('INTERNAL');
}

function factsOf(thrown: unknown): { code: string; statusCode: number | undefined } {
  if (typeof thrown !== 'object' || thrown === null) return { code: '', statusCode: undefined };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  const statusCode =
    'statusCode' in thrown && typeof thrown.statusCode === 'number' ? thrown.statusCode : undefined;
  return { code, statusCode };
}

const statusByCode = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/** Responds to invalid, too slow or too long HTTP and closes the connection. */
export function rejectMalformedRequest(
  error: Error & { code?: string },
  socket: Socket,
  headers: Record<string, string> = {},
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusByCode.get(error.code ?? '') ?? 400;
  const body = JSON.stringify(errorEnvelope(new AppError('MALFORMED_BODY')));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy(error);
}
