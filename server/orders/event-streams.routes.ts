import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '#contract/base/errors.ts';
import { id } from '#contract/base/fields.ts';
import {
  type OrderChange,
  orderBeatEvent,
  orderBeatSeconds,
  orderChangeEvent,
  orderUpdatesPath,
} from '#contract/orders/order-updates.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import type { Caller, Context } from '#server/http/context.ts';
import { createRequestContext, parseInput } from '#server/http/route.ts';
import { requireStaff, requireUser } from '#server/sessions/access-control.ts';
import type { RevokedSessions } from '#server/sessions/revoked-sessions.ts';
import { requireOrderAccess } from './order.service.ts';

/** The response to one client. */
interface EventStream {
  send(event: string, data: unknown): void;
  end(): void;
}

/** Who opens a stream. */
interface Client {
  caller: Caller;
  remoteAddress: string;
  /** Follows orders of others. */
  isStaff: boolean;
}

interface Open extends Client {
  network: string;
  response: ServerResponse;
  endsAt: number;
}

interface Settings {
  maximumPerAccount: number;
  /** Of shoppers. */
  maximumPerNetwork: number;
  maximum: number;
  /** Part of `maximum`. */
  reservedForStaff: number;
  /** Unsent bytes after which a slow client is disconnected; an event takes about 60 bytes. */
  maximumBufferedBytes: number;
}

const defaultSettings: Settings = {
  // Tabs and devices of one account.
  maximumPerAccount: 20,
  // Many shoppers of a mobile network share an address.
  maximumPerNetwork: 1000,
  maximum: 5000,
  reservedForStaff: 500,
  maximumBufferedBytes: 64 * 1024,
};

// Clients have to reconnect, and thereby authenticate again, at random times so that they do not all come at once.
const lifetimeMs = { min: 10 * 60_000, max: 15 * 60_000 };
const retryMs = { min: 1000, max: 3000 };

/** The open event streams of this process with their limits, heartbeat and lifetime. */
export class EventStreams {
  readonly #open = new Set<Open>();
  readonly #settings: Settings;
  readonly #revokedSessions: RevokedSessions;
  readonly #unsubscribe: () => void;
  #heartbeat: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(revokedSessions: RevokedSessions, settings: Partial<Settings> = {}) {
    this.#settings = { ...defaultSettings, ...settings };
    this.#revokedSessions = revokedSessions;
    this.#unsubscribe = revokedSessions.onEnd((sessionId) => {
      for (const open of this.#open) if (open.caller.sessionId === sessionId) open.response.end();
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Call directly before `open`, after the last await: the session may be revoked while the caller is authenticated.
   * Throws UNAUTHENTICATED for a revoked session, TOO_MANY_REQUESTS for an account or network with too many streams,
   * UNAVAILABLE when the process has too many.
   */
  requireMayOpen({ caller, remoteAddress, isStaff }: Client): void {
    const { maximum, reservedForStaff, maximumPerAccount, maximumPerNetwork } = this.#settings;
    if (this.#revokedSessions.findRevocation(caller.sessionId) !== null)
      throw new AppError('UNAUTHENTICATED');
    if (this.#isClosed || this.#open.size >= maximum)
      throw new AppError('UNAVAILABLE', { retryAfterSeconds: 10 });
    const network = toClientNetwork(remoteAddress);
    const count = { ofAccount: 0, ofShoppers: 0, ofNetwork: 0 };
    for (const open of this.#open) {
      if (open.caller.userId === caller.userId) count.ofAccount += 1;
      if (open.isStaff) continue;
      count.ofShoppers += 1;
      if (open.network === network) count.ofNetwork += 1;
    }
    if (!isStaff && count.ofShoppers >= maximum - reservedForStaff)
      throw new AppError('UNAVAILABLE', { retryAfterSeconds: 10 });
    if (count.ofAccount >= maximumPerAccount || (!isStaff && count.ofNetwork >= maximumPerNetwork))
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 30 });
  }

  /** Starts a stream that ends when the client leaves, its session is revoked or the process stops. */
  open(
    client: Client,
    response: ServerResponse,
    headers: Record<string, number | string | string[] | undefined>,
    onClose: () => void,
  ): EventStream {
    const network = toClientNetwork(client.remoteAddress);
    const open: Open = { ...client, network, response, endsAt: Date.now() + randomBetween(lifetimeMs) };
    this.#open.add(open);
    this.#heartbeat ??= setInterval(() => this.#beat(), orderBeatSeconds * 1000).unref();
    response.once('close', () => {
      onClose();
      this.#open.delete(open);
      if (this.#open.size === 0) this.#stopHeartbeat();
    });
    // A lost client is handled by 'close'; without a listener the error would end the process.
    response.on('error', () => {});
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Disables buffering in nginx.
      'x-accel-buffering': 'no',
      // Closes the connection with the stream, so that a shutdown does not wait for it.
      connection: 'close',
    });
    response.write(`retry: ${randomBetween(retryMs)}\n\n`);
    return { send: (event, data) => this.#send(open, event, data), end: () => void response.end() };
  }

  /** Ends all streams and accepts no more. */
  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#stopHeartbeat();
    for (const { response } of this.#open) response.end();
  }

  #send({ response }: Open, event: string, data: unknown): void {
    if (response.writableEnded || response.destroyed) return;
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    // Nothing is lost: after a reconnection the client reads everything again.
    if (response.writableLength > this.#settings.maximumBufferedBytes) response.destroy();
  }

  #beat(): void {
    const now = Date.now();
    for (const open of this.#open) {
      if (open.response.writableNeedDrain) open.response.destroy();
      else if (now >= open.endsAt) open.response.end();
      else this.#send(open, orderBeatEvent, {});
    }
  }

  #stopHeartbeat(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}

function randomBetween({ min, max }: { min: number; max: number }): number {
  return Math.round(min + Math.random() * (max - min));
}

const query = z.union([
  z.object({ _id: id, board: z.undefined().optional() }),
  z.object({ board: z.literal('1'), _id: z.undefined().optional() }),
]);

/**
 * Serves order changes as server-sent events. An event only names the changed order; the client reads it with an
 * ordinary call, which checks access.
 */
export function registerOrderUpdates(
  app: FastifyInstance,
  context: Context,
  streams = new EventStreams(context.revokedSessions),
): void {
  app.addHook('preClose', async () => streams.close());
  // A HEAD response would never end.
  app.get(orderUpdatesPath, { exposeHeadRoute: false }, async (request, reply) => {
    const requestContext = await createRequestContext(context, request);
    const shopper = await requireUser(requestContext, { allowedWithPin: true });
    const { _id: orderId = null } = parseInput(query, request.query);
    // One order may be the caller's own, which is not for a session by PIN.
    if (orderId !== null) await requireUser(requestContext);
    const checkStaff = () => requireStaff(requestContext, ['view-orders']);
    const staff = await (orderId === null
      ? checkStaff()
      : requireOrderAccess(shopper, orderId, 'view-orders'));
    const client = { caller: shopper.caller, remoteAddress: shopper.remoteAddress, isStaff: staff !== null };
    streams.requireMayOpen(client);
    // The client left during the queries above: 'close' has already fired and would not be seen.
    if (request.raw.socket.destroyed) return reply;
    reply.hijack();
    const stream = streams.open(client, reply.raw, reply.getHeaders(), () => stop());
    const send = (_id: string | null) => stream.send(orderChangeEvent, { _id } satisfies OrderChange);
    const listener = staff === null ? send : sendToStaff(checkStaff, { send, end: stream.end });
    const stop = context.orderUpdates.subscribe(orderId, listener);
    send(orderId);
    return reply;
  });
}

type Send = (orderId: string | null) => void;

/**
 * Sends events to the staff and checks the permission before each batch, because it may be withdrawn while the stream
 * is open. Ends the stream when the check fails, also because of an outage: the client reconnects and is checked again.
 */
function sendToStaff(
  checkStaff: () => Promise<unknown>,
  { send, end }: { send: Send; end: () => void },
): Send {
  const waiting = new Set<string | null>();
  let isFlushing = false;
  async function flush(): Promise<void> {
    isFlushing = true;
    while (waiting.size > 0) {
      const orderIds = [...waiting];
      waiting.clear();
      await checkStaff();
      orderIds.forEach(send);
    }
    isFlushing = false;
  }
  return (orderId) => {
    waiting.add(orderId);
    if (!isFlushing) flush().catch(end);
  };
}
