import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import type { Outcome } from '#web/api/client.ts';
import { isPermanentError } from './form-errors.ts';

interface ResponseOptions<Data> {
  read: (signal: AbortSignal) => Promise<Outcome<Data>>;
  /** How often a failed read is repeated, unless the server has rejected it. */
  retries: number;
  /** Milliseconds until the next read; null for none. */
  pauseMs?: (data: Data) => number | null;
}

const firstRetryMs = 1000;

/**
 * The response of one call, for pages whose first load has no space for TanStack Query (12 kB). A null key reads nothing;
 * another key starts again. After a failure the last data stays.
 */
export function useResponse<Data>(key: string | null, { read, retries, pauseMs }: ResponseOptions<Data>) {
  const [latest, setLatest] = useState<{ key: string; data?: Data; error: ApiError | null }>();
  const [isFetching, setIsFetching] = useState(false);
  const [round, refetch] = useReducer((count: number) => count + 1, 0);
  const readNow = useEffectEvent(read);
  const pauseAfter = useEffectEvent((data: Data) => pauseMs?.(data) ?? null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again.
  useEffect(() => {
    if (key === null) return;
    const wantedKey = key;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let known: Data | undefined;
    void run(0);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };

    async function run(failures: number) {
      setIsFetching(true);
      const outcome = await readNow(leaving.signal);
      if (leaving.signal.aborted) return;
      if (!outcome.isOk && failures < retries && !isPermanentError(outcome.error)) {
        timer = setTimeout(() => void run(failures + 1), firstRetryMs * 2 ** failures);
        return;
      }
      setIsFetching(false);
      if (outcome.isOk) known = outcome.response;
      setLatest((previous) => {
        const data = outcome.isOk
          ? outcome.response
          : previous?.key === wantedKey
            ? previous.data
            : undefined;
        return {
          key: wantedKey,
          ...(data !== undefined && { data }),
          error: outcome.isOk ? null : outcome.error,
        };
      });
      const pause = known === undefined ? null : pauseAfter(known);
      if (pause !== null) timer = setTimeout(() => void run(0), pause);
    }
  }, [key, round]);

  const current = latest?.key === key ? latest : undefined;
  return { data: current?.data, error: current?.error ?? null, isFetching, refetch };
}
