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
  /** Read again: this order has changed, or when it is null any may have. Called at once when the shop listens. */
  onChange: (orderId: string | null) => void;
  /** Whether changes are told as they happen; otherwise whoever watches has to ask now and then. */
  onLive: (isLive: boolean) => void;
  /** Listens on when nobody sees the page, for those who hear it. */
  isOpenWhenHidden?: boolean;
}

const silenceMs = 3 * orderBeatSeconds * 1000;
const refusedMs = 60_000;
const finalStatuses = new Set<number | undefined>([400, 401, 403, 404]);

/**
 * Listens to the changes of one order, or of all when `orderId` is null, until the given function is called. Comes
 * back by itself after everything that passes: lost connections, a shop that restarts, a token that ran out.
 */
export function subscribeToOrderEvents(orderId: string | null, options: WatchOptions): () => void {
  const { onChange, onLive, isOpenWhenHidden = false } = options;
  const path = `${orderEventsPath}?${orderId === null ? 'board=1' : `_id=${orderId}`}`;
  const watching = new AbortController();
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    close();
    // A browser opens six connections to a shop at most; tabs in the background would use them up.
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
      // Otherwise it tries again by itself.
      if (opened.readyState === opened.CLOSED) stopFor(finalStatuses.has(code) ? null : refusedMs);
    });
    hear();
  }

  // A connection can be dead without anybody being told.
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

/** Carries the access token, and renews the session. Throws where it is worth while to try again soon. */
const fetchWithSession: FetchLike = async (url, init) => {
  const outcome = await withSession(async (accessToken): Promise<Outcome<Response>> => {
    const headers = new Headers(init.headers);
    if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`);
    const response = await fetch(url, { ...init, headers });
    if (response.ok) return { isOk: true, answer: response };
    const body: unknown = await response.json().catch(() => null);
    const retryAfter = response.headers.get('Retry-After');
    return { isOk: false, error: toApiError({ status: response.status, retryAfter, body }) };
  });
  if (outcome.isOk) return outcome.answer;
  const { status } = outcome.error;
  if (status < 400 || status >= 500) throw outcome.error;
  return new Response(null, { status });
};

function changedIn(data: string): string | null {
  const change: unknown = JSON.parse(data);
  if (typeof change !== 'object' || change === null || !('_id' in change)) return null;
  return typeof change._id === 'string' ? change._id : null;
}

interface Options {
  /** Listens on when nobody sees the page, for those who hear it. */
  isOpenWhenHidden?: boolean;
}

/**
 * Calls back when an order has changed, or with null as `orderId` when any has; first when listening begins. Says
 * whether changes come by themselves at the moment: while they do not, ask every `orderPollMs`.
 */
export function useOrderEvents(
  orderId: string | null,
  onChange: (orderId: string | null) => void,
  { isOpenWhenHidden = false }: Options = {},
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

/** How often a page asks that is told nothing. */
export const orderPollMs = 15_000;
