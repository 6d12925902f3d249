import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { id } from '#contract/base/fields.ts';
import { type OrderChange, orderChangeEvent, orderEventsPath } from '#contract/orders/order-events.ts';
import type { Context } from '#server/http/context.ts';
import { createRequestContext, parseInput } from '#server/http/route.ts';
import { requireAdmin, requireUser } from '#server/sessions/access-control.ts';
import { EventStreams } from './event-streams.ts';
import { requireOrderAccess } from './order.service.ts';

const query = z.union([
  z.object({ _id: id, board: z.undefined().optional() }),
  z.object({ board: z.literal('1'), _id: z.undefined().optional() }),
]);

/**
 * Serves order changes as server-sent events. An event only names the changed order; the client reads it with an
 * ordinary call, which checks access.
 */
export function registerOrderEvents(
  app: FastifyInstance,
  context: Context,
  streams = new EventStreams(context.revokedSessions),
): void {
  app.addHook('preClose', async () => streams.close());
  // A HEAD response would never end.
  app.get(orderEventsPath, { exposeHeadRoute: false }, async (request, reply) => {
    const requestContext = await createRequestContext(context, request);
    const shopper = await requireUser(requestContext);
    const { _id: orderId = null } = parseInput(query, request.query);
    const isOwn = orderId !== null && (await requireOrderAccess(shopper, orderId));
    if (orderId === null) await requireAdmin(requestContext);
    const client = { caller: shopper.caller, remoteAddress: shopper.remoteAddress, isStaff: !isOwn };
    streams.requireMayOpen(client);
    // The client left during the queries above: 'close' has already fired and would not be seen.
    if (request.raw.socket.destroyed) return reply;
    reply.hijack();
    const stream = streams.open(client, reply.raw, reply.getHeaders(), () => stop());
    const send = (_id: string | null) => stream.send(orderChangeEvent, { _id } satisfies OrderChange);
    const listener = isOwn
      ? send
      : sendIfAdmin(() => requireAdmin(requestContext), { send, end: stream.end });
    const stop = context.orderEvents.subscribe(orderId, listener);
    send(orderId);
    return reply;
  });
}

type Send = (orderId: string | null) => void;

/**
 * Sends events to an admin and checks the role before each batch, because it may be withdrawn while the stream is
 * open. Ends the stream when the check fails, also because of an outage: the client reconnects and is checked again.
 */
function sendIfAdmin(
  checkRole: () => Promise<unknown>,
  { send, end }: { send: Send; end: () => void },
): Send {
  const waiting = new Set<string | null>();
  let isFlushing = false;
  async function flush(): Promise<void> {
    isFlushing = true;
    while (waiting.size > 0) {
      const orderIds = [...waiting];
      waiting.clear();
      await checkRole();
      orderIds.forEach(send);
    }
    isFlushing = false;
  }
  return (orderId) => {
    waiting.add(orderId);
    if (!isFlushing) flush().catch(end);
  };
}
