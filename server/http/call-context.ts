import type { FastifyRequest } from 'fastify';
import type { CallContext, Context } from '../context.ts';

/** The context of one request: who calls, by a valid access token and nothing else, and from where. */
export async function callContextOf(context: Context, request: FastifyRequest): Promise<CallContext> {
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
export function anonymousContextOf(context: Context): CallContext {
  return { ...context, bearer: null, caller: null, idempotencyKey: null, userAgent: '', remoteAddress: '' };
}

function bearerOf(header: string | undefined): string | null {
  const match = /^Bearer +(\S+)$/i.exec(header ?? '');
  return match?.[1] ?? null;
}

function singleHeader(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}
