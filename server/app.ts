import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { CatalogueShelf } from './catalogue-reads.ts';
import type { Context } from './context.ts';
import { addressCalls } from './features/address/address.calls.ts';
import { auditCalls } from './features/audit/audit.calls.ts';
import { cartCalls } from './features/cart/cart.calls.ts';
import { categoryCalls } from './features/category/category.calls.ts';
import { dashboardCalls } from './features/dashboard/dashboard.calls.ts';
import { emailVerificationCalls } from './features/email-verification/email-verification.calls.ts';
import { fileCalls } from './features/image/file.calls.ts';
import { registerImageRoutes } from './features/image/image.calls.ts';
import { registerInvoice } from './features/invoice/invoice.calls.ts';
import { orderCalls } from './features/order/order.calls.ts';
import { orderBoardCalls } from './features/order/order-board.calls.ts';
import { registerOrderEvents } from './features/order-events/order-events.ts';
import { passwordResetCalls } from './features/password-reset/password-reset.calls.ts';
import { paymentCalls } from './features/payment/payment.calls.ts';
import { registerPaymentWebhook } from './features/payment/payment-webhook.ts';
import { productCalls } from './features/product/product.calls.ts';
import { productUpkeepCalls } from './features/product/product-upkeep.calls.ts';
import { registerProductExport } from './features/product-import/product-export.ts';
import { productImportCalls } from './features/product-import/product-import.calls.ts';
import { sessionCalls } from './features/session/session.calls.ts';
import { subCategoryCalls } from './features/sub-category/sub-category.calls.ts';
import { avatarCalls } from './features/user/avatar.calls.ts';
import { userCalls } from './features/user/user.calls.ts';
import { registerCalls } from './http/api.ts';
import { appErrorOf, registerErrorAnswers, sendError } from './http/errors.ts';
import { registerHealth } from './http/health.ts';
import { registerOpenApi } from './http/open-api.ts';
import { registerUnknownRoutes } from './http/page-host.ts';
import { type KeptAnswer, openAnswerShelf } from './http/run-call.ts';
import { registerSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import type { ServedCall } from './http/served-call.ts';
import { answerUnreadable } from './http/unreadable-request.ts';

/** Every call of the shop, feature by feature. */
export const servedCalls: readonly ServedCall[] = [
  ...userCalls,
  ...avatarCalls,
  ...sessionCalls,
  ...passwordResetCalls,
  ...emailVerificationCalls,
  ...categoryCalls,
  ...fileCalls,
  ...subCategoryCalls,
  ...productCalls,
  ...productUpkeepCalls,
  ...productImportCalls,
  ...auditCalls,
  ...dashboardCalls,
  ...cartCalls,
  ...addressCalls,
  ...orderCalls,
  ...paymentCalls,
  ...orderBoardCalls,
];

/** What the pages share with the API. */
export interface App {
  fastify: FastifyInstance;
  answers: CatalogueShelf<KeptAnswer>;
  /** Answers every new request with 503, lets those under way finish, and ends when they have, or 10 seconds later. */
  close(): Promise<void>;
}

const jsonBodyLimit = 100 * 1024;
// Whoever sends a request byte by byte may not hold a connection for ever; a picture of 5 MB takes its time.
const headersTimeoutMs = 30_000;
const requestTimeoutMs = 120_000;
const closeTimeoutMs = 10_000;

/**
 * Puts the shop together: all calls, pictures, health and documentation. Pages are mounted by the caller. Only
 * the trusted proxies are believed whom they speak for (X-Forwarded-For), or anyone could evade the limits.
 */
export function buildApp(context: Context, publicUrl: string, trustedProxies = 'loopback'): App {
  const fastify = Fastify({
    loggerInstance: context.log,
    // A line for each picture and tap would bury what matters; failures are logged with their request.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBodyLimit,
    trustProxy: trustedProxies,
    forceCloseConnections: 'idle',
    http: { headersTimeout: headersTimeoutMs },
    requestTimeout: requestTimeoutMs,
    // Ours has the envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, _request, reply) =>
      sendError(reply.headers(securityHeaders(publicUrl)), appErrorOf(error)),
    clientErrorHandler: answerUnreadable,
  });
  let isClosing = false;
  fastify.removeContentTypeParser('text/plain');
  registerErrorAnswers(fastify);
  registerSecurityHeaders(fastify, publicUrl);
  fastify.addHook('onRequest', (_request, _reply, done) => {
    done(isClosing ? new AppError('UNAVAILABLE', { retryAfterSeconds: 2 }) : undefined);
  });
  registerHealth(fastify, context);
  registerOpenApi(fastify, publicUrl);
  const answers = openAnswerShelf(context.catalogueReads);
  registerCalls(fastify, context, servedCalls, answers);
  registerImageRoutes(fastify, context);
  registerProductExport(fastify, context);
  registerPaymentWebhook(fastify, context);
  registerOrderEvents(fastify, context);
  registerInvoice(fastify, context);
  registerUnknownRoutes(fastify);
  return {
    fastify,
    answers,
    async close() {
      isClosing = true;
      const limit = setTimeout(() => fastify.server.closeAllConnections(), closeTimeoutMs);
      await fastify.close();
      clearTimeout(limit);
    },
  };
}
