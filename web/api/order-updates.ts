import { useEffect, useRef, useState } from 'react';
import { orderBeatSeconds, orderChangeEvent, orderUpdatesPath } from '#contract/orders/order-updates.ts';
import { connectionError, toApiError } from './api-error.ts';
import { type Outcome, withSession } from './client.ts';

interface WatchOptions {
  /** The order has changed; null if any may have. Called first when the connection opens. */
  onChange: (orderId: string | null) => void;
  /** False while there is no connection: poll every `orderPollMs`. */
  onLive: (isLive: boolean) => void;
  /** Stays connected while the page is hidden, for sound notifications. */
  isOpenWhenHidden?: boolean;
}

const silenceMs = 3 * orderBeatSeconds * 1000;
/** Until the server has sent `retry`. */
const firstRetryMs = 3000;
const refusedMs = 60_000;
const finalStatuses = new Set([400, 401, 403, 404]);

/**
 * Subscribes to the changes of one order, or of all if `orderId` is null. Returns the function that stops it.
 * Reconnects after lost connections, restarts of the server and expired tokens.
 */
export function subscribeToOrderUpdates(orderId: string | null, options: WatchOptions): () => void {
  const { onChange, onLive, isOpenWhenHidden = false } = options;
  const path = `${orderUpdatesPath}?${orderId === null ? 'board=1' : `_id=${orderId}`}`;
  const watching = new AbortController();
  let connection: AbortController | null = null;
  let retryMs = firstRetryMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    close();
    // Browsers open at most six connections per host (HTTP/1.1): background tabs would use them up.
    if (document.visibilityState === 'hidden' && !isOpenWhenHidden) return;
    connection = new AbortController();
    hear();
    void connect(connection.signal);
  }

  async function connect(signal: AbortSignal): Promise<void> {
    const outcome = await openStream(path, signal);
    // An error is the end of a stream.
    if (outcome.isOk) await readEvents(outcome.response, receive).catch(() => {});
    if (signal.aborted) return;
    onLive(false);
    const status = outcome.isOk ? 0 : outcome.error.status;
    if (status === 0 || status >= 500) openAfter(retryMs);
    else openAfter(finalStatuses.has(status) ? null : refusedMs);
  }

  function receive({ event, data, retry }: EventFields): void {
    hear();
    if (retry !== undefined) retryMs = Number(retry);
    if (event !== orderChangeEvent || data === undefined) return;
    onLive(true);
    onChange(changedIn(data));
  }

  // A dead connection may cause no error: reconnect after three missed heartbeats.
  function hear(): void {
    openAfter(silenceMs);
  }

  function openAfter(milliseconds: number | null): void {
    clearTimeout(timer);
    if (milliseconds !== null) timer = setTimeout(open, milliseconds);
  }

  function close(): void {
    clearTimeout(timer);
    connection?.abort();
    connection = null;
    onLive(false);
  }

  const { signal } = watching;
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible' ? connection === null : !isOpenWhenHidden) open();
    },
    { signal },
  );
  window.addEventListener('online', open, { signal });
  open();
  return () => {
    watching.abort();
    close();
  };
}

/** Fetches the stream with the access token, refreshed if necessary, which the browser's EventSource cannot send. */
function openStream(path: string, signal: AbortSignal): Promise<Outcome<ReadableStream<Uint8Array>>> {
  return withSession(async (accessToken) => {
    const headers = new Headers({ Accept: 'text/event-stream' });
    if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`);
    try {
      const response = await fetch(path, { headers, signal, cache: 'no-store' });
      const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
      if (isStream && response.body !== null) return { isOk: true, response: response.body };
      const body: unknown = await response.json().catch(() => null);
      const retryAfter = response.headers.get('Retry-After');
      return { isOk: false, error: toApiError({ status: response.status, retryAfter, body }) };
    } catch {
      return { isOk: false, error: connectionError('OFFLINE') };
    }
  });
}

type EventFields = Partial<Record<string, string>>;

/** Calls back with the fields of each event of our server, which sends a field as one line that ends with `\n`. */
async function readEvents(
  stream: ReadableStream<Uint8Array>,
  receive: (fields: EventFields) => void,
): Promise<void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (text + decoder.decode(value, { stream: true })).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) receive(toFields(event));
  }
}

function toFields(event: string): EventFields {
  return Object.fromEntries(
    event.split('\n').map((line) => {
      const [name = ''] = line.split(':', 1);
      return [name, line.slice(name.length + 1).trim()];
    }),
  );
}

function changedIn(data: string): string | null {
  const change: unknown = JSON.parse(data);
  if (typeof change !== 'object' || change === null || !('_id' in change)) return null;
  return typeof change._id === 'string' ? change._id : null;
}

/**
 * Calls back when an order has changed, with null if any may have; first when the connection opens. Returns whether
 * it is connected: if not, poll every `orderPollMs`.
 */
export function useOrderUpdates(
  orderId: string | null,
  onChange: (orderId: string | null) => void,
  { isOpenWhenHidden = false }: Pick<WatchOptions, 'isOpenWhenHidden'> = {},
): boolean {
  const [isLive, setIsLive] = useState(false);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    return subscribeToOrderUpdates(orderId, {
      onChange: (changed) => change.current(changed),
      onLive: setIsLive,
      isOpenWhenHidden,
    });
  }, [orderId, isOpenWhenHidden]);
  return isLive;
}
