import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { tableFormats } from '#contract/base/table-file.ts';
import { registerUnits } from '#contract/payments/receipt-register.ts';
import { receiptRegisterPath } from '#contract/tax/accounting.ts';
import { accountingMonth } from '#contract/tax/accounting-month.ts';
import type { Context } from '#server/http/context.ts';
import { createRequestContext, parseInput, route } from '#server/http/route.ts';
import { isSandbox } from '#server/providers/payment/sandbox-payment.ts';
import { requireStaff, requireStepUp } from '#server/sessions/access-control.ts';
import { sendTableFile } from '#server/table-files/send-table-file.ts';
import { closeDay, getDaySheet, listDaySheets, reopenDay } from './day-sheet.service.ts';
import { handlePaymentEvent } from './payment-event.service.ts';
import { recordPayment } from './receipt.service.ts';
import { correctPayment } from './receipt-correction.service.ts';
import { getReceiptRegister, getReceiptTable } from './receipt-register.service.ts';
import { settleRefund } from './refund.service.ts';
import { getSandboxPayment, paySandboxPayment } from './sandbox-page.service.ts';

/** The payment provider posts its events here. */
export const paymentWebhookPath = '/api/order/webhook';

// Events contain a session without its line items: a few kilobytes.
const bodyLimit = 256 * 1024;

/**
 * Serves the webhook. Not an API call: the signature of the raw body authenticates the provider. Ignored events are
 * answered with 200 too, because the provider would redeliver them for days.
 */
export function registerPaymentWebhook(app: FastifyInstance, context: Context): void {
  const { payments } = context;
  if (payments.name === 'none') return;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Body: Buffer | undefined }>(paymentWebhookPath, { bodyLimit }, async (request, reply) => {
      const signature = request.headers[payments.signatureHeader];
      const rawBody = request.body ?? Buffer.alloc(0);
      const event = payments.readEvent(rawBody, typeof signature === 'string' ? signature : undefined);
      await handlePaymentEvent({ ...context, log: request.log }, event);
      return reply.header('Cache-Control', 'no-store').send({ success: true, error: false, message: '' });
    });
  });
  if (!isSandbox(payments)) return;
  payments.setDelivery(async (payload, signature) => {
    const headers = { 'content-type': 'application/json', [payments.signatureHeader]: signature };
    const { statusCode } = await app.inject({ method: 'POST', url: paymentWebhookPath, headers, payload });
    if (statusCode !== 200) throw new AppError('UNAVAILABLE');
  });
}

const registerQuery = z.object({
  month: accountingMonth,
  table: z.enum([...registerUnits, 'line']),
  format: z.enum(tableFormats),
});

/** Serves the register of receipts as files to the staff, outside the JSON API. */
export function registerReceiptExport(app: FastifyInstance, context: Context): void {
  app.get(receiptRegisterPath, async (request, reply) => {
    const staff = await requireStaff(await createRequestContext(context, request), ['accounting']);
    await requireStepUp(staff);
    const { month, table: kind, format } = parseInput(registerQuery, request.query);
    const table = await getReceiptTable(staff, month, kind);
    const details = { what: `receipts by ${kind}` };
    context.securityLog.record(staff, { kind: 'export', accountId: staff.caller.userId, details });
    return sendTableFile(reply, { table, name: `receipts-by-${kind}-${month}`, format });
  });
}

export const paymentRoutes = [
  route(endpoints.getSandboxPayment, async (context, { id }) => ({
    message: '',
    data: await getSandboxPayment(context, id),
  })),
  route(endpoints.paySandboxPayment, async (context, input) => ({
    message: 'Payment received',
    data: await paySandboxPayment(context, input),
  })),
  route(endpoints.recordPayment, async (context, input) => ({
    message: 'Payment recorded',
    data: await recordPayment(context, input),
  })),
  route(endpoints.correctPayment, async (context, input) => ({
    message: 'Payment corrected',
    data: await correctPayment(context, input),
  })),
  route(endpoints.settleRefund, async (context, input) => ({
    message: 'Refund recorded',
    data: await settleRefund(context, input),
  })),
  route(endpoints.getDaySheet, async (context, { day }) => ({
    message: '',
    data: await getDaySheet(context, day),
  })),
  route(endpoints.listDaySheets, async (context) => ({ message: '', data: await listDaySheets(context) })),
  route(endpoints.getReceiptRegister, async (context, input) => ({
    message: '',
    data: await getReceiptRegister(context, input),
  })),
  route(endpoints.closeDay, async (context, input) => ({
    message: 'Day closed',
    data: await closeDay(context, input),
  })),
  route(endpoints.reopenDay, async (context, input) => ({
    message: 'Day reopened',
    data: await reopenDay(context, input),
  })),
];
