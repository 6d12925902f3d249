import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failure, openTab, success } from '#tests/fixtures/browser-fakes.ts';

const stops: (() => void)[] = [];
beforeEach(() => {
  openTab();
  localStorage.setItem('accesstoken', 'old');
  localStorage.setItem('refreshToken', 'refresh-1');
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

interface Listener {
  address: string;
  bearer: string | null;
  tell(text: string, end?: string): void;
  end(): void;
  isGone(): boolean;
}

/** Responds to streams with what `refuse` returns, or opens them. Returns the open streams. */
function openShop(
  refuse: (bearer: string | null, count: number) => Response | null = () => null,
): Listener[] {
  const listeners: Listener[] = [];
  let count = 0;
  vi.stubGlobal('fetch', async (url: URL | string, init: RequestInit) => {
    const address = String(url);
    if (address.includes('refresh-token'))
      return Response.json(success({ accessToken: 'new', refreshToken: 'refresh-2' }).body);
    const bearer = new Headers(init.headers).get('Authorization');
    count += 1;
    const refusal = refuse(bearer, count);
    if (refusal !== null) return refusal;
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
        init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
      },
    });
    const tell = (text: string, end = '\n\n') => stream?.enqueue(new TextEncoder().encode(text + end));
    tell('retry: 1');
    listeners.push({
      ...{ address, bearer, tell },
      end: () => stream?.close(),
      isGone: () => init.signal?.aborted ?? false,
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return listeners;
}

async function watch(orderId: string | null, isOpenWhenHidden = false) {
  const { subscribeToOrderUpdates } = await import('./order-updates.ts');
  const changes: (string | null)[] = [];
  const lives: boolean[] = [];
  const onLive = (isLive: boolean) => void (lives.at(-1) !== isLive && lives.push(isLive));
  const stop = subscribeToOrderUpdates(orderId, {
    onChange: (id) => changes.push(id),
    onLive,
    isOpenWhenHidden,
  });
  stops.push(stop);
  return { changes, lives, stop };
}

const change = (id: string | null) => `event: change\ndata: ${JSON.stringify({ _id: id })}`;

async function nth(listeners: Listener[], index: number): Promise<Listener> {
  return vi.waitFor(() => {
    const listener = listeners[index];
    if (listener === undefined) throw new Error('There is no listener.');
    return listener;
  });
}

function showTab(visibilityState: 'visible' | 'hidden'): void {
  Object.assign(document, { visibilityState });
  document.dispatchEvent(new Event('visibilitychange'));
}

it('connects with the access token and reports changes', async () => {
  const listeners = openShop();
  const { changes, lives } = await watch('order1');
  const listener = await nth(listeners, 0);
  expect([listener.address, listener.bearer]).toEqual(['/api/order/events?_id=order1', 'Bearer old']);
  listener.tell(change('order1'));
  listener.tell('event: beat\ndata: {}');
  listener.tell(change(null));
  await vi.waitFor(() => expect(changes).toEqual(['order1', null]));
  expect(lives).toEqual([false, true]);
});

it('reads an event that arrives in parts, and two that arrive at once', async () => {
  const listeners = openShop();
  const { changes } = await watch(null);
  const listener = await nth(listeners, 0);
  const [start, end] = [change('order1').slice(0, 20), change('order1').slice(20)];
  listener.tell(start, '');
  listener.tell(`${end}\n\n${change('order2')}`);
  await vi.waitFor(() => expect(changes).toEqual(['order1', 'order2']));
});

it('tries again after a minute when something else than a stream answers', async () => {
  let asked = 0;
  openShop((_bearer, count) => {
    asked = count;
    return new Response('<h1>Log in to the network</h1>', { headers: { 'content-type': 'text/html' } });
  });
  vi.useFakeTimers();
  const { lives } = await watch('order1');
  await vi.advanceTimersByTimeAsync(59_000);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  expect([asked, lives]).toEqual([2, [false]]);
});

it('refreshes an expired token', async () => {
  const { body } = failure(401, 'UNAUTHENTICATED');
  const listeners = openShop((bearer) =>
    bearer === 'Bearer old' ? Response.json(body, { status: 401 }) : null,
  );
  await watch(null);
  expect(await nth(listeners, 0)).toMatchObject({
    address: '/api/order/events?board=1',
    bearer: 'Bearer new',
  });
});

it('reconnects after the stream has ended, and reports that any order may have changed', async () => {
  const { body } = failure(503, 'UNAVAILABLE');
  const listeners = openShop((_bearer, count) => (count === 2 ? Response.json(body, { status: 503 }) : null));
  const { changes, lives } = await watch('order1');
  const first = await nth(listeners, 0);
  first.tell(change('order1'));
  await vi.waitFor(() => expect(lives).toEqual([false, true]));
  first.end();
  const second = await nth(listeners, 1);
  expect(lives).toEqual([false, true, false]);
  second.tell(change('order1'));
  await vi.waitFor(() => expect(lives).toEqual([false, true, false, true]));
  expect(changes).toEqual(['order1', 'order1']);
});

it('does not reconnect after 404', async () => {
  let asked = 0;
  const { body } = failure(404, 'NOT_FOUND');
  openShop((_bearer, count) => {
    asked = count;
    return Response.json(body, { status: 404 });
  });
  vi.useFakeTimers();
  const { lives } = await watch('foreign');
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  vi.useRealTimers();
  expect([asked, lives]).toEqual([1, [false]]);
});

it('reconnects after three missed heartbeats', async () => {
  vi.useFakeTimers();
  const listeners = openShop();
  await watch('order1');
  await vi.advanceTimersByTimeAsync(44_000);
  listeners[0]?.tell('event: beat\ndata: {}');
  await vi.advanceTimersByTimeAsync(44_000);
  expect(listeners).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  expect([listeners.length, listeners[0]?.isGone()]).toEqual([2, true]);
});

it('disconnects while the page is hidden, unless isOpenWhenHidden', async () => {
  const listeners = openShop();
  await watch('order1');
  await watch(null, true);
  const [seen, heard] = [await nth(listeners, 0), await nth(listeners, 1)];
  showTab('hidden');
  expect([seen.isGone(), heard.isGone()]).toEqual([true, false]);
  showTab('visible');
  expect((await nth(listeners, 2)).address).toContain('order1');
  expect(heard.isGone()).toBe(false);
});

it('disconnects when it is stopped', async () => {
  const listeners = openShop();
  const { stop } = await watch('order1');
  const listener = await nth(listeners, 0);
  stop();
  expect(listener.isGone()).toBe(true);
});
