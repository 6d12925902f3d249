import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { AppError } from '#contract/base/errors.ts';
import { addressRoutes } from '#server/addresses/addresses.routes.ts';
import { cartRoutes } from '#server/cart/cart.routes.ts';
import { checkoutRoutes } from '#server/checkout/checkout.routes.ts';
import { customerRoutes } from '#server/customers/customers.routes.ts';
import { deliveryRoutes } from '#server/delivery/delivery.routes.ts';
import { couponRoutes } from '#server/discounts/coupon.routes.ts';
import { homeRoutes } from '#server/home/home.routes.ts';
import { registerSitemap } from '#server/home/sitemap.routes.ts';
import type { Context } from '#server/http/context.ts';
import { registerErrorHandler, rejectMalformedRequest, sendError, toAppError } from '#server/http/errors.ts';
import type { ApiRoute } from '#server/http/route.ts';
import { accountRoutes, secondFactorRoutes } from '#server/identity/accounts.routes.ts';
import { fileRoutes, registerImageRoutes } from '#server/images/image.routes.ts';
import { stockRoutes } from '#server/inventory/stock.routes.ts';
import { shoppingListRoutes } from '#server/lists/list.routes.ts';
import { pushRoutes } from '#server/notifications/push.routes.ts';
import { registerOrderUpdates } from '#server/orders/event-streams.routes.ts';
import { orderRoutes, registerInvoice } from '#server/orders/order.routes.ts';
import {
  paymentRoutes,
  registerPaymentWebhook,
  registerReceiptExport,
} from '#server/payments/payment.routes.ts';
import { registerBagLabels } from '#server/picking/bag-labels.routes.ts';
import { pickingRoutes } from '#server/picking/picking.routes.ts';
import { problemRoutes, registerProblemPhotos } from '#server/problems/problem.routes.ts';
import { productImportRoutes, registerProductExport } from '#server/product-import/product-import.routes.ts';
import { categoryRoutes, productAdminRoutes, productRoutes } from '#server/products/product.routes.ts';
import { refuseRemovalOfUsedTaxRates } from '#server/products/tax-rates.service.ts';
import { registerReportExport, reportRoutes } from '#server/reports/report.routes.ts';
import { registerDeliveryPhotos, riderRoutes } from '#server/riders/riders.routes.ts';
import { sessionRoutes } from '#server/sessions/sessions.routes.ts';
import { staffRoutes } from '#server/staff/staff.routes.ts';
import { registerStoreIcons, storeRoutes } from '#server/store/store.routes.ts';
import { accountingRoutes, registerAccountingExport } from '#server/tax/accounting.routes.ts';
import { registerApiRoutes } from './api.ts';
import { CatalogueResponseCache } from './catalogue-response-cache.ts';
import { registerCspReports } from './content-security-policy.ts';
import { registerHealth } from './health.ts';
import { registerOpenApi } from './openapi.ts';
import { registerSecurityHeaders, registerSecurityTxt, securityHeaders } from './security-headers.ts';
import { registerUnknownRoutes } from './unknown-routes.ts';

export const apiRoutes: readonly ApiRoute[] = [
  ...accountRoutes,
  ...sessionRoutes,
  ...addressRoutes,
  ...customerRoutes,
  ...staffRoutes,
  ...secondFactorRoutes,
  ...categoryRoutes,
  ...fileRoutes,
  ...productRoutes,
  ...productAdminRoutes,
  ...stockRoutes,
  ...productImportRoutes,
  ...storeRoutes({ refuseRemovalOfUsedTaxRates }),
  ...homeRoutes,
  ...pushRoutes,
  ...deliveryRoutes,
  ...cartRoutes,
  ...shoppingListRoutes,
  ...couponRoutes,
  ...problemRoutes,
  ...orderRoutes,
  ...pickingRoutes,
  ...riderRoutes,
  ...checkoutRoutes,
  ...paymentRoutes,
  ...accountingRoutes,
  ...reportRoutes,
];

export interface App {
  fastify: FastifyInstance;
  catalogueResponseCache: CatalogueResponseCache;
  metrics: Registry;
  /**
   * First answers for `delayMs` that it is not ready, so that a proxy sends new requests to other processes, and
   * answers all others. Then rejects new requests with 503, and closes when running ones have finished, after 10
   * seconds at most.
   */
  close(delayMs?: number): Promise<void>;
}

interface AppOptions {
  /** Addresses and networks, separated by commas. */
  trustedProxies?: string;
  /** Allows reading `/metrics`; without it the caller serves the metrics elsewhere. */
  metricsToken?: string | null;
  timeouts?: Timeouts;
}

const jsonBodyLimit = 100 * 1024;
const closeTimeoutMs = 10_000;

/** When slow clients are disconnected, in milliseconds. */
export interface Timeouts {
  /** From the opening of a connection, or the first byte of a request, to the end of its headers. */
  headers: number;
  /** From the headers to the end of a body that is not an upload. */
  body: number;
  /** From the first byte to the end of a request; the upload of a 5 MB image takes a while. */
  request: number;
  /** Without a byte in either direction, such as a client that does not read. Streams send a byte every 15 seconds. */
  idleSocket: number;
  /** Between two requests. */
  keepAlive: number;
  /** How often `headers` and `request` are checked. */
  check: number;
}

const defaultTimeouts: Timeouts = {
  headers: 30_000,
  body: 30_000,
  request: 120_000,
  idleSocket: 180_000,
  keepAlive: 72_000,
  check: 5000,
};

/**
 * Creates the Fastify app with API, images, health checks and documentation; the caller adds the pages. Only trusted
 * proxies may set X-Forwarded-For; otherwise clients could evade the rate limits.
 */
export function buildApp(
  context: Context,
  publicUrl: string,
  { trustedProxies = 'loopback', metricsToken = null, timeouts = defaultTimeouts }: AppOptions = {},
): App {
  const fastify = Fastify({
    loggerInstance: context.log,
    // Requests are not logged: there are too many. Failures are logged with their request.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBodyLimit,
    trustProxy: trustedProxies,
    forceCloseConnections: 'idle',
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: timeouts.check },
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.idleSocket,
    keepAliveTimeout: timeouts.keepAlive,
    // Replaced by the hook below, which sends the error envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, _request, reply) =>
      sendError(reply.headers(securityHeaders(publicUrl)), toAppError(error)),
    clientErrorHandler: (error, socket) => rejectMalformedRequest(error, socket, securityHeaders(publicUrl)),
  });
  let isDraining = false;
  let isClosing = false;
  fastify.removeContentTypeParser('text/plain');
  registerErrorHandler(fastify, (request, error) =>
    context.securityLog.recordRefusal({ remoteAddress: request.ip, requestId: request.id }, error, {
      accountId: request.accountId,
      route: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
    }),
  );
  registerSecurityHeaders(fastify, publicUrl);
  fastify.addHook('onRequest', (request, reply, done) => {
    const { url, ip } = request;
    if (isDraining) {
      // Otherwise a proxy sends the next request on a connection that is being closed, and may not repeat it.
      reply.header('connection', 'close');
      if (isClosing || request.routeOptions.url === '/health/ready')
        throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
    }
    if (!url.startsWith('/health/') && !url.startsWith('/metrics')) context.rateLimits.request.takeSync(ip);
    // Later: Node may still find that the headers of a body contradict each other, and answers 400.
    if (hasBody(request.headers)) process.nextTick(done);
    else done();
  });
  // A client or proxy that still sends a body when the connection is closed gets a reset instead of the answer, which
  // nginx turns into 502. On an open connection Node drops the rest of the body, until the request timeout.
  fastify.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (!raw.complete && !isDraining && reply.statusCode !== 408) reply.removeHeader('connection');
    done(null, payload);
  });
  limitBodyTime(fastify, timeouts.body);
  const metrics = registerHealth(fastify, context, metricsToken);
  registerCspReports(fastify, context);
  registerSecurityTxt(fastify, { ...context, publicUrl });
  registerOpenApi(fastify);
  const catalogueResponseCache = new CatalogueResponseCache(context.catalogueCache);
  registerApiRoutes(fastify, context, apiRoutes, catalogueResponseCache);
  registerImageRoutes(fastify, context);
  registerStoreIcons(fastify, context);
  registerSitemap(fastify, context, { publicUrl });
  registerProductExport(fastify, context);
  registerAccountingExport(fastify, context);
  registerReceiptExport(fastify, context);
  registerReportExport(fastify, context);
  registerPaymentWebhook(fastify, context);
  registerOrderUpdates(fastify, context);
  registerInvoice(fastify, context);
  registerBagLabels(fastify, context, publicUrl);
  registerProblemPhotos(fastify, context);
  registerDeliveryPhotos(fastify, context);
  registerUnknownRoutes(fastify);
  return {
    fastify,
    catalogueResponseCache,
    metrics,
    async close(delayMs = 0) {
      isDraining = true;
      if (delayMs > 0) await wait(delayMs);
      isClosing = true;
      const limit = setTimeout(() => fastify.server.closeAllConnections(), closeTimeoutMs);
      await fastify.close();
      clearTimeout(limit);
    },
  };
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

/** Answers 408 and closes the connection when a body is too slow. Uploads have the time of the whole request. */
function limitBodyTime(fastify: FastifyInstance, bodyMs: number): void {
  fastify.addHook('preParsing', ({ raw, headers }, reply, payload, done) => {
    const isUpload = headers['content-type']?.startsWith('multipart/') === true;
    // Most bodies come with their headers.
    if (!raw.complete && !isUpload && hasBody(headers)) {
      const timer = setTimeout(() => {
        // Nothing reads the body of a request that has been answered.
        if (reply.sent || payload.listenerCount('error') === 0) raw.destroy();
        else {
          void reply.header('connection', 'close');
          payload.emit('error', new AppError('REQUEST_TIMEOUT'));
        }
      }, bodyMs);
      raw.once('close', () => clearTimeout(timer));
      payload.once('end', () => clearTimeout(timer));
    }
    done(null, payload);
  });
}
