import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { RevokedSessions } from '#server/features/accounts/sessions/revoked-sessions.ts';
import { type EventClient, openEventStream } from '#tests/fixtures/event-client.ts';
import { EventStreams } from './event-streams.ts';
import { OrderEvents } from './order-events.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that streams the changes of all orders. */
async function openServer(streams: EventStreams, events: OrderEvents): Promise<string> {
  const server = createServer((_request, response) => {
    const stream = streams.open({ userId: 'asha', sessionId: 'phone' }, response, {}, () => stop());
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
  const [streams, events] = [new EventStreams(new RevokedSessions()), new OrderEvents()];
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
  const [streams, events] = [new EventStreams(new RevokedSessions()), new OrderEvents()];
  const url = await openServer(streams, events);
  const [slow, quick] = [await openEventStream(url, null), await openEventStream(url, null)];
  slow.stall();
  await publishUntil(events, quick, () => streams.size === 1);
  events.publish('last');
  await quick.hear('change {"_id":"last"}');
  quick.leave();
});

/** Publishes changes until `isOver`; waits after each batch until a client has read it. */
async function publishUntil(events: OrderEvents, reader: EventClient, isOver: () => boolean): Promise<void> {
  for (let round = 0; !isOver(); round += 1) {
    for (let index = 0; index < 200; index += 1) events.publish('x'.repeat(200));
    events.publish(`round${round}`);
    await reader.hear(`change {"_id":"round${round}"}`);
  }
}

test('rejects a stream with UNAVAILABLE at the limit of the process', async () => {
  const streams = new EventStreams(new RevokedSessions(), { maximum: 1 });
  const url = await openServer(streams, new OrderEvents());
  const caller = { userId: 'asha', sessionId: 'phone' };
  streams.requireMayOpen(caller);
  const client = await openEventStream(url, null);
  expect(() => streams.requireMayOpen({ ...caller, userId: 'meera' })).toThrow(
    expect.objectContaining({ code: 'UNAVAILABLE' }),
  );
  client.leave();
});

test('ends all streams on close and rejects new ones', async () => {
  const streams = new EventStreams(new RevokedSessions());
  const clients = await openMany(await openServer(streams, new OrderEvents()), 3);
  streams.close();
  await Promise.all(clients.map(({ ended }) => ended));
  expect(streams.size).toBe(0);
  // A request that was authenticated during the shutdown.
  expect(() => streams.requireMayOpen({ userId: 'asha', sessionId: 'phone' })).toThrow(
    expect.objectContaining({ code: 'UNAVAILABLE' }),
  );
});

test('rejects a stream with UNAUTHENTICATED when its session was revoked during authentication', () => {
  const revokedSessions = new RevokedSessions();
  const streams = new EventStreams(revokedSessions);
  revokedSessions.add(['phone']);
  expect(() => streams.requireMayOpen({ userId: 'asha', sessionId: 'phone' })).toThrow(
    expect.objectContaining({ code: 'UNAUTHENTICATED' }),
  );
  streams.requireMayOpen({ userId: 'asha', sessionId: 'laptop' });
});

function heapMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1e6;
}
