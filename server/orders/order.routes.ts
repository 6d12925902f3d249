import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import { AppError } from '#contract/base/errors.ts';
import { id } from '#contract/base/fields.ts';
import { invoicePapers, invoicePath } from '#contract/orders/invoice-file.ts';
import { addedToCartMessage } from '#server/cart/cart.service.ts';
import type { AuthenticatedContext, Context, ShopIdentity } from '#server/http/context.ts';
import { createRequestContext, parseInput, route } from '#server/http/route.ts';
import { getLogo } from '#server/images/image.service.ts';
import { requireUser } from '#server/sessions/access-control.ts';
import { readShopIdentity } from '#server/store/store-identity.service.ts';
import { type DocumentLook, drawPdf, listDocuments } from '#server/tax/tax-document.service.ts';
import {
  cancelOwnOrder,
  getOrder,
  listBoughtProducts,
  listOrders,
  reorder,
  requireOrderAccess,
} from './order.service.ts';
import {
  changeOrders,
  getStaffOrder,
  getWholeOrder,
  listStaffOrders,
  markLineUnavailable,
  pickLine,
} from './staff-orders.service.ts';
import { recordUndelivered } from './undelivered.service.ts';
import { toVisibleDocument } from './visible-order.ts';

export const orderRoutes = [
  route(endpoints.listOrders, async (context, { page, limit }) => ({
    message: '',
    ...(await listOrders(context, page, limit)),
  })),
  route(endpoints.listBoughtProducts, async (context, { limit }) => ({
    message: '',
    data: await listBoughtProducts(context, limit),
  })),
  route(endpoints.getOrder, async (context, { _id }) => ({
    message: '',
    data: await getOrder(context, _id),
  })),
  route(endpoints.cancelOrder, async (context, { _id, reason = null }) => {
    await cancelOwnOrder(context, _id, reason);
    return { message: 'Order cancelled', data: await getOrder(context, _id) };
  }),
  route(endpoints.reorder, async (context, { _id }) => {
    const data = await reorder(context, _id);
    return { message: addedToCartMessage(data), data };
  }),
  route(endpoints.listBoard, async (context, query) => ({
    message: '',
    ...(await listStaffOrders(context, query)),
  })),
  route(endpoints.getBoardOrder, async (context, { _id }) => ({
    message: '',
    data: await getStaffOrder(context, _id),
  })),
  route(
    endpoints.changeOrders,
    async (context, input) => {
      const data = await changeOrders(context, input);
      const { length } = data.changed;
      return { message: length === 1 ? 'Order updated' : `${length} orders updated`, data };
    },
    { needsStepUp: ({ to }) => to === 'CANCELLED' },
  ),
  route(
    endpoints.recordUndelivered,
    async (context, input) => ({
      message: 'Order updated',
      data: await recordUndelivered(context, input),
    }),
    { needsStepUp: 'in service' },
  ),
  route(endpoints.pickLine, async (context, input) => ({
    message: '',
    data: await pickLine(context, input),
  })),
  route(
    endpoints.markLineUnavailable,
    async (context, input) => ({
      message: 'Line marked unavailable',
      data: await markLineUnavailable(context, input),
    }),
    { needsStepUp: 'in service' },
  ),
];

const invoiceQuery = z.object({
  _id: id,
  document: id.optional(),
  paper: z.enum(invoicePapers).default('A4'),
});

/** Serves invoices as PDF; not an API call because the response is not JSON. */
export function registerInvoice(app: FastifyInstance, context: Context): void {
  app.get(invoicePath, async (request, reply) => {
    const shopper = await requireUser(await createRequestContext(context, request));
    const { number, pdf } = await getInvoice(shopper, parseInput(invoiceQuery, request.query));
    return reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', `attachment; filename="${number}.pdf"`)
      .header('Cache-Control', 'no-store')
      .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  });
}

/**
 * Draws the invoice of an order, or another of its documents, for its shopper or the staff; without one what was
 * ordered. Throws NOT_FOUND, TOO_MANY_REQUESTS, UNAVAILABLE when too many wait, and ORDER_STATUS for an unpaid order
 * and one that was cancelled before its invoice, because neither is a sale.
 */
async function getInvoice(
  context: AuthenticatedContext,
  { _id, document: documentId, paper }: z.output<typeof invoiceQuery>,
): Promise<{ number: string; pdf: Uint8Array }> {
  await context.rateLimits.invoice.take(context.caller.userId);
  const staff = await requireOrderAccess(context, _id, 'view-invoices');
  const order = await (staff === null ? getWholeOrder(context, _id) : getStaffOrder(staff, _id));
  const { status } = order;
  const documents = await listDocuments(context, _id);
  if (status === 'PENDING_PAYMENT' || (status === 'CANCELLED' && documents.length === 0)) {
    const message = 'Invoices are available only for placed orders.';
    throw new AppError('ORDER_STATUS', { message, details: { status } });
  }
  const document =
    documentId === undefined ? documents[0] : documents.find(({ id: each }) => each === documentId);
  const shop = await readShopIdentity(context);
  const look = await readLook(context, shop);
  if (document !== undefined) {
    const visible = staff === null ? document : toVisibleDocument(document, staff);
    const pdf = await drawPdf(['document', visible, { paper, order, look }]);
    return { number: document.number, pdf };
  }
  if (documentId !== undefined)
    throw new AppError('NOT_FOUND', { message: 'This order does not have this document.' });
  const sender = { shop, timeZone: context.timeZone, look };
  return { number: order.orderId, pdf: await drawPdf(['order', order, sender]) };
}

/** An invoice is more important than its logo: without the storage of images it has none. */
async function readLook(context: Context, { logo, colours }: ShopIdentity): Promise<DocumentLook> {
  const withoutLogo = (err: unknown) => {
    context.log.warn({ err }, 'An invoice was drawn without the logo');
    return null;
  };
  const image = logo === undefined ? null : await getLogo(context, logo.url).catch(withoutLogo);
  return {
    ...(image !== null && { logo: image }),
    ...(colours !== undefined && { colour: colours.text.light }),
  };
}
