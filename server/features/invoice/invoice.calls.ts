import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { id } from '#contract/fields.ts';
import { invoicePath } from '#contract/rules/invoice.ts';
import type { Context } from '../../context.ts';
import { callContextOf } from '../../http/call-context.ts';
import { parseInput, requireShopper } from '../../http/served-call.ts';
import { getInvoice } from './invoice.service.ts';

const query = z.object({ _id: id });

/** Serves invoices to shoppers of their own orders, and to admins of any. It is no call, for its answer is no JSON. */
export function registerInvoice(app: FastifyInstance, context: Context): void {
  app.get(invoicePath, async (request, reply) => {
    const shopper = await requireShopper(await callContextOf(context, request));
    const { number, pdf } = await getInvoice(shopper, parseInput(query, request.query)._id);
    return reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', `attachment; filename="${number}.pdf"`)
      .header('Cache-Control', 'no-store')
      .send(pdf);
  });
}
