import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { RevokedSessions } from '#server/sessions/revoked-sessions.ts';
import { type EventClient, openEventStream } from '#tests/fixtures/event-client.ts';
import { EventStreams } from './event-streams.routes.ts';
import { OrderUpdates } from './order-updates.ts';

const asha = { caller: { userId: 'asha', sessionId: 'phone' }, remoteAddress: '203.0.113.1', isStaff: false };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that streams the changes of all orders. */
async function openServer(streams: EventStreams, events: OrderUpdates): Promise<string> {
  const server = createServer((_request, response) => {
    const stream = streams.open(asha, response, {}, () => stop());
    const stop = events.subscribe(null, (_id) => stream.send('change', { _id }));
    stream.send('change', { _id: null });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const openMany = (url: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => openEventStream(url, null)));

test('delivers a change to 500 streams and frees their memory', async () => {
  const [streams, events] = [new EventStreams(new RevokedSessions()), new OrderUpdates()];
  const url = await openServer(streams, events);
  const round = async () => {
    const clients = await openMany(url, 500);
    const begin = performance.now();
    events.publish('order');
    await Promise.all(clients.map((client) => client.hear('change {"_id":"order"}')));
    const milliseconds = Math.round(performance.now() - begin);
    const open = heapMegabytes();
    for (const client of clients) client.leave();
    await vi.waitFor(() => expect(streams.size).toBe(0), { timeout: 10_000 });
    return { milliseconds, open };
  };
  // The first round allocates permanent memory such as compiled code.
  await round();
  const before = heapMegabytes();
  const { milliseconds, open } = await round();
  const after = heapMegabytes();
  console.log(
    `500 streams received a change within ${milliseconds} ms; heap ${before.toFixed(1)} MB before, ` +
      `${open.toFixed(1)} MB with both ends of them open, ${after.toFixed(1)} MB after`,
  );
  expect(after - before).toBeLessThan(2);
}, 60_000);

test('disconnects a client that does not read and keeps the others', async () => {
  const [streams, events] = [new EventStreams(new RevokedSessions()), new OrderUpdates()];
  const url = await openServer(streams, events);
  const [slow, quick] = [await openEventStream(url, null), await openEventStream(url, null)];
  slow.stall();
  await publishUntil(events, quick, () => streams.size === 1);
  events.publish('last');
  await quick.hear('change {"_id":"last"}');
  quick.leave();
});

/** Publishes changes until `isOver`; waits after each batch until a client has read it. */
async function publishUntil(events: OrderUpdates, reader: EventClient, isOver: () => boolean): Promise<void> {
  for (let round = 0; !isOver(); round += 1) {
    for (let index = 0; index < 200; index += 1) events.publish('x'.repeat(200));
    events.publish(`round${round}`);
    await reader.hear(`change {"_id":"round${round}"}`);
  }
}

test('rejects a stream with UNAVAILABLE at the limit of the process', async () => {
  const streams = new EventStreams(new RevokedSessions(), { maximum: 1 });
  const url = await openServer(streams, new OrderUpdates());
  const meera = { ...asha, caller: { userId: 'meera', sessionId: 'tablet' }, isStaff: true };
  streams.requireMayOpen(meera);
  const client = await openEventStream(url, null);
  expect(() => streams.requireMayOpen(meera)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
  client.leave();
});

test('keeps slots for staff, and limits the shoppers of a network but not its staff', async () => {
  const settings = { maximum: 5, reservedForStaff: 2, maximumPerNetwork: 2 };
  const streams = new EventStreams(new RevokedSessions(), settings);
  const codeOf = (client: typeof asha) => {
    try {
      streams.requireMayOpen(client);
      return 'open';
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  };
  const open = (client: typeof asha) => {
    streams.requireMayOpen(client);
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    streams.open(client, response, {}, () => {});
    return response;
  };
  const of = (userId: string, remoteAddress: string) => ({
    ...{ caller: { userId, sessionId: userId }, remoteAddress, isStaff: false },
  });
  const staff = (client: typeof asha) => ({ ...client, isStaff: true });
  const first = open(of('asha', '203.0.113.1'));
  open(of('ravi', '203.0.113.2'));
  expect([codeOf(of('devi', '203.0.113.3')), codeOf(staff(of('meera', '203.0.113.3')))]).toEqual([
    ...['TOO_MANY_REQUESTS', 'open'],
  ]);
  open(of('devi', '198.51.100.1'));
  expect(codeOf(of('kiran', '192.0.2.1'))).toBe('UNAVAILABLE');
  open(staff(of('meera', '203.0.113.3')));
  open(staff(of('meera', '203.0.113.3')));
  expect(codeOf(staff(of('meera', '203.0.113.3')))).toBe('UNAVAILABLE');
  first.emit('close');
  expect(codeOf(of('kiran', '203.0.113.9'))).toBe('open');
  streams.close();
});

test('ends all streams on close and rejects new ones', async () => {
  const streams = new EventStreams(new RevokedSessions());
  const clients = await openMany(await openServer(streams, new OrderUpdates()), 3);
  streams.close();
  await Promise.all(clients.map(({ ended }) => ended));
  expect(streams.size).toBe(0);
  // A request that was authenticated during the shutdown.
  expect(() => streams.requireMayOpen(asha)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
});

test('rejects a stream with UNAUTHENTICATED when its session was revoked during authentication', () => {
  const revokedSessions = new RevokedSessions();
  const streams = new EventStreams(revokedSessions);
  revokedSessions.add(['phone']);
  expect(() => streams.requireMayOpen(asha)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
  streams.requireMayOpen({ ...asha, caller: { userId: 'asha', sessionId: 'laptop' } });
});

function heapMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1e6;
}
