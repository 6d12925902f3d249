import { EventSource, type FetchLike } from 'eventsource';
import { useEffect, useRef, useState } from 'react';
import {
  orderBeatEvent,
  orderBeatSeconds,
  orderChangeEvent,
  orderEventsPath,
} from '#contract/rules/order-events.ts';
import { toApiError } from './api-error.ts';
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
const refusedMs = 60_000;
const finalStatuses = new Set<number | undefined>([400, 401, 403, 404]);

/**
 * Subscribes to the changes of one order, or of all if `orderId` is null. Returns the function that stops it. Reconnects after
 * lost connections, restarts of the server and expired tokens.
 */
export function subscribeToOrderEvents(orderId: string | null, options: WatchOptions): () => void {
  const { onChange, onLive, isOpenWhenHidden = false } = options;
  const path = `${orderEventsPath}?${orderId === null ? 'board=1' : `_id=${orderId}`}`;
  const watching = new AbortController();
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    close();
    // Browsers open at most six connections per host (HTTP/1.1): background tabs would use them up.
    if (document.visibilityState === 'hidden' && !isOpenWhenHidden) return;
    const opened = new EventSource(path, { fetch: fetchWithSession });
    source = opened;
    opened.addEventListener(orderChangeEvent, ({ data }) => {
      hear();
      onLive(true);
      onChange(changedIn(data));
    });
    opened.addEventListener(orderBeatEvent, hear);
    opened.addEventListener('error', ({ code }) => {
      onLive(false);
      // Otherwise EventSource reconnects itself.
      if (opened.readyState === opened.CLOSED) stopFor(finalStatuses.has(code) ? null : refusedMs);
    });
    hear();
  }

  // A dead connection may cause no error event: reconnect after three missed heartbeats.
  function hear(): void {
    stopFor(silenceMs);
  }

  function stopFor(milliseconds: number | null): void {
    clearTimeout(timer);
    if (milliseconds !== null) timer = setTimeout(open, milliseconds);
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
    onLive(false);
  }

  const { signal } = watching;
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible' ? source === null : !isOpenWhenHidden) open();
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

/** fetch with the access token, refreshed if necessary. Throws if a retry makes sense. */
const fetchWithSession: FetchLike = async (url, init) => {
  const outcome = await withSession(async (accessToken): Promise<Outcome<Response>> => {
    const headers = new Headers(init.headers);
    if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`);
    const response = await fetch(url, { ...init, headers });
    if (response.ok) return { isOk: true, response: response };
    const body: unknown = await response.json().catch(() => null);
    const retryAfter = response.headers.get('Retry-After');
    return { isOk: false, error: toApiError({ status: response.status, retryAfter, body }) };
  });
  if (outcome.isOk) return outcome.response;
  const { status } = outcome.error;
  if (status < 400 || status >= 500) throw outcome.error;
  return new Response(null, { status });
};

function changedIn(data: string): string | null {
  const change: unknown = JSON.parse(data);
  if (typeof change !== 'object' || change === null || !('_id' in change)) return null;
  return typeof change._id === 'string' ? change._id : null;
}

/**
 * Calls back when an order has changed, with null if any may have; first when the connection opens. Returns whether it is
 * connected: if not, poll every `orderPollMs`.
 */
export function useOrderEvents(
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
    return subscribeToOrderEvents(orderId, {
      onChange: (changed) => change.current(changed),
      onLive: setIsLive,
      isOpenWhenHidden,
    });
  }, [orderId, isOpenWhenHidden]);
  return isLive;
}

/** Poll interval without a connection. */
export const orderPollMs = 15_000;
