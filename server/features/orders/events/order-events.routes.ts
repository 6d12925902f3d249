import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { id } from '#contract/fields.ts';
import { type OrderChange, orderChangeEvent, orderEventsPath } from '#contract/rules/order-events.ts';
import type { Context } from '#server/context.ts';
import { requireOrderAccess } from '#server/features/orders/lifecycle/order.service.ts';
import { createRequestContext, parseInput, requireAdmin, requireShopper } from '#server/http/route.ts';
import { EventStreams } from './event-streams.ts';

const query = z.union([
  z.object({ _id: id, board: z.undefined().optional() }),
  z.object({ board: z.literal('1'), _id: z.undefined().optional() }),
]);

/**
 * Serves changes of orders as they happen. It is no call, for its answer does not end. Told is only that something
 * has changed, never what: the client reads that with an ordinary call, which asks who may see it.
 */
export function registerOrderEvents(
  app: FastifyInstance,
  context: Context,
  streams = new EventStreams(context.revokedSessions),
): void {
  app.addHook('preClose', async () => streams.close());
  // Nobody wants the head alone of what does not end.
  app.get(orderEventsPath, { exposeHeadRoute: false }, async (request, reply) => {
    const callContext = await createRequestContext(context, request);
    const shopper = await requireShopper(callContext);
    const { _id: orderId = null } = parseInput(query, request.query);
    const isOwn = orderId !== null && (await requireOrderAccess(shopper, orderId));
    if (orderId === null) await requireAdmin(callContext);
    streams.requireMayOpen(shopper.caller);
    // Left while the database was asked: nobody would hear of its end.
    if (request.raw.socket.destroyed) return reply;
    reply.hijack();
    const stream = streams.open(shopper.caller, reply.raw, reply.getHeaders(), () => stop());
    const send = (_id: string | null) => stream.send(orderChangeEvent, { _id } satisfies OrderChange);
    const admit = () => requireAdmin(callContext);
    const listener = isOwn ? send : sendIfAdmin(admit, { send, end: stream.end });
    const stop = context.orderEvents.subscribe(orderId, listener);
    send(orderId);
    return reply;
  });
}

type Send = (orderId: string | null) => void;

/**
 * Passes news on to somebody of the staff, who is asked each time whether they still are it. What comes in meanwhile is
 * passed on together. Where the question has no answer the stream ends, too: whoever comes back is asked anew.
 */
function sendIfAdmin(admit: () => Promise<unknown>, { send, end }: { send: Send; end: () => void }): Send {
  const waiting = new Set<string | null>();
  let isAsking = false;
  async function flush(): Promise<void> {
    isAsking = true;
    while (waiting.size > 0) {
      const news = [...waiting];
      waiting.clear();
      await admit();
      news.forEach(send);
    }
    isAsking = false;
  }
  return (orderId) => {
    waiting.add(orderId);
    if (!isAsking) flush().catch(end);
  };
}
