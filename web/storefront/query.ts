import { useEffect, useEffectEvent } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { onLogOut } from '#web/session/session.ts';
import { isPermanentError } from './form-errors.ts';

/** Identifies a response: ids, such as those of the shopper and of an order. */
type Key = readonly string[];

interface QueryOptions<K extends Key, Data> {
  /** Throws the error. `shown` is the data that the pages show now. */
  read: (key: K, signal: AbortSignal, shown: Data | undefined) => Promise<Data>;
  /** How often a failed read is repeated, unless the server has rejected it. */
  retries?: number;
  /** Milliseconds during which a page that opens shows the response without reading it again. */
  freshMs?: number;
}

interface Entry<Data> {
  data?: Data;
  error: Error | null;
  isFetching: boolean;
  /** The time of `data`; 0 if it may be outdated. */
  readAt: number;
}

export interface Query<K extends Key, Data> {
  useEntries: UseBoundStore<StoreApi<Record<string, Entry<Data>>>>;
  get(key: K): Data | undefined;
  /** Changes what is shown. A read under way is dropped, because it would undo the change. */
  set(key: K, change: (data: Data | undefined) => Data): void;
  /** Marks the data as outdated. Resolves when the pages that show it have read it again. */
  invalidate(key: K): Promise<void>;
  /** Reads now, or joins the read under way. */
  load(key: K): Promise<void>;
  /**
   * Reads outdated data now, when the page becomes visible and when the browser is online again. Returns the function
   * that stops it.
   */
  observe(key: K): () => void;
}

const firstRetryMs = 1000;
const emptyEntry = { error: null, isFetching: false, readAt: 0 };

/**
 * A call whose responses are shared by the pages of the storefront. Instead of TanStack Query (12 kB), which the
 * first load of these pages has no space for. After a failure the last data stays.
 */
export function createQuery<K extends Key, Data>(options: QueryOptions<K, Data>): Query<K, Data> {
  const { read, retries = 1, freshMs = 0 } = options;
  const useEntries = create<Record<string, Entry<Data>>>()(() => ({}));
  const reads = new Map<string, { stopping: AbortController; done: Promise<void> }>();
  const observers = new Map<string, number>();

  const entryOf = (key: K): Entry<Data> => useEntries.getState()[toId(key)] ?? emptyEntry;
  function isOutdated(key: K): boolean {
    const { readAt } = entryOf(key);
    return readAt === 0 || Date.now() - readAt >= freshMs;
  }

  function patch(key: K, change: Partial<Entry<Data>>): void {
    useEntries.setState({ [toId(key)]: { ...entryOf(key), ...change } });
  }

  function load(key: K): Promise<void> {
    const running = reads.get(toId(key));
    if (running !== undefined) return running.done;
    const stopping = new AbortController();
    patch(key, { isFetching: true });
    const done = readWithRetries(key, stopping.signal).then((result) => {
      if (stopping.signal.aborted) return;
      reads.delete(toId(key));
      patch(key, { ...result, isFetching: false });
    });
    reads.set(toId(key), { stopping, done });
    return done;
  }

  async function readWithRetries(key: K, signal: AbortSignal): Promise<Partial<Entry<Data>>> {
    for (let failures = 0; ; failures++) {
      try {
        const data = await read(key, signal, entryOf(key).data);
        return { data, error: null, readAt: Date.now() };
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (signal.aborted || failures >= retries || isPermanentError(error)) return { error };
        await new Promise((resolve) => setTimeout(resolve, firstRetryMs * 2 ** failures));
        if (signal.aborted) return { error };
      }
    }
  }

  /** Drops the response of the read under way. */
  function stop(key: K): void {
    const running = reads.get(toId(key));
    if (running === undefined) return;
    running.stopping.abort();
    reads.delete(toId(key));
    patch(key, { isFetching: false });
  }

  onLogOut(() => {
    for (const { stopping } of reads.values()) stopping.abort();
    reads.clear();
    useEntries.setState({}, true);
  });

  return {
    useEntries,
    get: (key) => entryOf(key).data,
    set(key, change) {
      stop(key);
      patch(key, { data: change(entryOf(key).data), error: null, readAt: Date.now() });
    },
    async invalidate(key) {
      stop(key);
      patch(key, { readAt: 0 });
      if (observers.has(toId(key))) await load(key);
    },
    load,
    observe(key) {
      const id = toId(key);
      const leaving = new AbortController();
      const loadOutdated = () => {
        if (document.visibilityState === 'visible' && isOutdated(key)) void load(key);
      };
      document.addEventListener('visibilitychange', loadOutdated, { signal: leaving.signal });
      window.addEventListener('online', loadOutdated, { signal: leaving.signal });
      observers.set(id, (observers.get(id) ?? 0) + 1);
      if (isOutdated(key)) void load(key);
      return () => {
        leaving.abort();
        const left = (observers.get(id) ?? 0) - 1;
        if (left > 0) return void observers.set(id, left);
        observers.delete(id);
        stop(key);
      };
    },
  };
}

/**
 * The response of a query, read while the component is mounted. A null key reads nothing. After `pollMs` milliseconds
 * it is read again, unless the page is hidden.
 */
export function useQuery<K extends Key, Data>(
  query: Query<K, Data>,
  key: K | null,
  pollMs: (data: Data | undefined, error: Error | null) => number | null = () => null,
) {
  const id = key === null ? null : toId(key);
  const entry = query.useEntries((entries) => (id === null ? undefined : entries[id]));
  const observe = useEffectEvent(() => (key === null ? undefined : query.observe(key)));
  const poll = useEffectEvent(() => {
    if (key !== null && document.visibilityState === 'visible') void query.load(key);
  });
  useEffect(() => (id === null ? undefined : observe()), [id]);
  const pauseMs = entry === undefined || entry.isFetching ? null : pollMs(entry.data, entry.error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause starts again with each response.
  useEffect(() => {
    if (pauseMs === null) return;
    const timer = setTimeout(poll, pauseMs);
    return () => clearTimeout(timer);
  }, [entry, pauseMs]);
  const { data, error, isFetching } = entry ?? emptyEntryOf<Data>();
  return {
    data,
    error,
    /** No response has arrived and none has failed. */
    isPending: data === undefined && error === null,
    isFetching,
    refetch: () => void (key !== null && query.load(key)),
  };
}

const emptyEntryOf = <Data>(): Entry<Data> => emptyEntry;

function toId(key: Key): string {
  return key.join(' ');
}
