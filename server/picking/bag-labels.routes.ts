import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '#contract/base/errors.ts';
import { id } from '#contract/base/fields.ts';
import { bagLabelsPath, labelPapers, toLabelUrl } from '#contract/picking/bag-label.ts';
import type { Context, StaffContext } from '#server/http/context.ts';
import { createRequestContext, parseInput } from '#server/http/route.ts';
import { orderNotFound } from '#server/orders/change-order-status.ts';
import { requireStaff } from '#server/sessions/access-control.ts';
import { readShopIdentity } from '#server/store/store-identity.service.ts';
import type { BagLabel } from '#server/tax/draw-bag-labels.ts';
import { drawPdf } from '#server/tax/tax-document.service.ts';
import * as queries from './picking.queries.ts';

const query = z.object({ _id: id, paper: z.enum(labelPapers) });

/** Serves the labels of the bags of an order as PDF; not an API call because the response is not JSON. */
export function registerBagLabels(app: FastifyInstance, context: Context, publicUrl: string): void {
  app.get(bagLabelsPath, async (request, reply) => {
    const staff = await requireStaff(await createRequestContext(context, request), ['pick']);
    const { _id, paper } = parseInput(query, request.query);
    await context.rateLimits.invoice.take(staff.caller.userId);
    const label = await getBagLabel(staff, { _id, publicUrl });
    const pdf = await drawPdf(['labels', label, paper]);
    return reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', `attachment; filename="${label.orderNumber}-label.pdf"`)
      .header('Cache-Control', 'no-store')
      .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  });
}

/**
 * The address of a packed order is for who has packed it, until it is delivered, and for those who may contact
 * shoppers. Throws NOT_FOUND, and ORDER_STATUS before it is packed.
 */
async function getBagLabel(
  { db, caller, permissions, ...context }: StaffContext,
  { _id, publicUrl }: { _id: string; publicUrl: string },
): Promise<BagLabel> {
  const row = await queries.findPackedOrder(db, _id);
  const isNeeded = row?.picker_id === caller.userId && ['PACKING', 'OUT_FOR_DELIVERY'].includes(row.status);
  if (row === null || !(isNeeded || permissions.has('contact-shopper'))) throw orderNotFound();
  if (row.packed_at === null)
    throw new AppError('ORDER_STATUS', { message: 'This order is not packed yet.' });
  const { address_line, landmark = '', city, pincode, recipient_name } = row.delivery_address;
  const { name: storeName } = await readShopIdentity({ db, ...context });
  return {
    storeName,
    orderNumber: row.order_number,
    bags: Math.max(1, row.bags ?? 1),
    recipient: recipient_name || row.shopper_name,
    address: [address_line, landmark, `${city} ${pincode}`].filter((line) => line.trim() !== ''),
    duePaise: Math.max(0, row.amount_due_paise - row.paid_paise),
    url: toLabelUrl(publicUrl, _id),
  };
}
