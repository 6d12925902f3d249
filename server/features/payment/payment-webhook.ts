import type { FastifyInstance } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { Context } from '../../context.ts';
import { areSandboxPayments } from '../../providers/payment/sandbox-payment.ts';
import { takePaymentEvent } from './payment-event.service.ts';

/** Where the payment provider tells the shop what happened (decisions section 5). */
export const paymentWebhookPath = '/api/order/webhook';

// An event holds a session without its lines: some kilobytes.
const bodyLimit = 256 * 1024;

/**
 * Serves the webhook. It is no call: its body is taken as the bytes that were signed, and whoever signed them is who
 * calls. What the shop has no use for is answered like all else, or the provider would send it for days.
 */
export function registerPaymentWebhook(app: FastifyInstance, context: Context): void {
  const { payments } = context;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Body: Buffer | undefined }>(paymentWebhookPath, { bodyLimit }, async (request, reply) => {
      const signature = request.headers[payments.signatureHeader];
      const rawBody = request.body ?? Buffer.alloc(0);
      const event = payments.readEvent(rawBody, typeof signature === 'string' ? signature : undefined);
      await takePaymentEvent({ ...context, log: request.log }, event);
      return reply.header('Cache-Control', 'no-store').send({ success: true, error: false, message: '' });
    });
  });
  if (!areSandboxPayments(payments)) return;
  payments.deliverBy(async (payload, signature) => {
    const headers = { 'content-type': 'application/json', [payments.signatureHeader]: signature };
    const { statusCode } = await app.inject({ method: 'POST', url: paymentWebhookPath, headers, payload });
    if (statusCode !== 200) throw new AppError('UNAVAILABLE');
  });
}
