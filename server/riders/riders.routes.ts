import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import { id } from '#contract/base/fields.ts';
import { deliveryPhotoPath } from '#contract/riders/delivery-pin.ts';
import type { Context } from '#server/http/context.ts';
import { createRequestContext, parseInput, route } from '#server/http/route.ts';
import { requireStaff } from '#server/sessions/access-control.ts';
import {
  assignDelivery,
  getDelivery,
  giveBackDelivery,
  leaveWithOrder,
  listDeliveries,
  listRiders,
  takeDelivery,
} from './deliveries.service.ts';
import { addDeliveryPhoto, deliverOrder, getDeliveryPhoto, recordFailedDelivery } from './door.service.ts';
import { getRiderCash, listRiderCash, moveRiderCash } from './rider-cash.service.ts';
import { sendPosition, sharePosition } from './rider-position.service.ts';

const query = z.object({ _id: id });

/** Serves the pictures of deliveries to the staff who answer shoppers; not an API call, because they are not JSON. */
export function registerDeliveryPhotos(app: FastifyInstance, context: Context): void {
  app.get(deliveryPhotoPath, async (request, reply) => {
    const staff = await requireStaff(await createRequestContext(context, request), ['contact-shopper']);
    const content = await getDeliveryPhoto(staff, parseInput(query, request.query)._id);
    return reply.header('Content-Type', 'image/webp').header('Cache-Control', 'no-store').send(content);
  });
}

export const riderRoutes = [
  route(endpoints.listDeliveries, async (context) => ({ message: '', data: await listDeliveries(context) })),
  route(endpoints.takeDelivery, async (context, input) => ({
    message: '',
    data: await takeDelivery(context, input),
  })),
  route(endpoints.assignDelivery, async (context, input) => {
    await assignDelivery(context, input);
    return { message: input.riderId === null ? 'Order taken away' : 'Order assigned', data: null };
  }),
  route(endpoints.giveBackDelivery, async (context, input) => {
    await giveBackDelivery(context, input);
    return { message: 'Order given back', data: null };
  }),
  route(endpoints.leaveWithOrder, async (context, input) => ({
    message: 'Out for delivery',
    data: await leaveWithOrder(context, input),
  })),
  route(endpoints.addDeliveryPhoto, async (context, input) => {
    await addDeliveryPhoto(context, input);
    return { message: 'Photo saved', data: null };
  }),
  route(endpoints.deliverOrder, async (context, input) => ({
    message: 'Order delivered',
    data: await deliverOrder(context, input),
  })),
  route(endpoints.recordFailedDelivery, async (context, input) => ({
    message: '',
    data: await recordFailedDelivery(context, input),
  })),
  route(endpoints.sharePosition, async (context, { isShared }) => {
    await sharePosition(context, isShared);
    return { message: isShared ? 'Shoppers see how far away you are' : 'Position not shared', data: null };
  }),
  route(endpoints.sendPosition, async (context, input) => ({
    message: '',
    data: await sendPosition(context, input),
  })),
  route(endpoints.listRiders, async (context) => ({ message: '', data: await listRiders(context) })),
  route(endpoints.getDelivery, async (context, { _id }) => ({
    message: '',
    data: await getDelivery(context, _id),
  })),
  route(endpoints.getOwnCash, async (context) => ({
    message: '',
    data: await getRiderCash(context, context.caller.userId),
  })),
  route(endpoints.listRiderCash, async (context) => ({ message: '', data: await listRiderCash(context) })),
  route(endpoints.moveRiderCash, async (context, input) => ({
    message: 'Cash recorded',
    data: await moveRiderCash(context, input),
  })),
];
