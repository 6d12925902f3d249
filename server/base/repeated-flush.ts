import type { FastifyBaseLogger } from 'fastify';

interface RepeatedFlush {
  intervalMs: number;
  /** Stores what has been collected; `isEnd` for the last time. What it could not store stays for the next time. */
  flush: (isEnd: boolean) => Promise<void>;
  /** Logged when `flush` fails. */
  failure: string;
  log: FastifyBaseLogger;
}

/** Stores what a process collects in memory, at an interval, never twice at the same time, and the rest on `stop`. */
export function startRepeatedFlush({ intervalMs, flush, failure, log }: RepeatedFlush): {
  stop(): Promise<void>;
} {
  let running: Promise<void> | null = null;
  const attempt = (isEnd: boolean) => flush(isEnd).catch((err: unknown) => log.warn({ err }, failure));
  const timer = setInterval(() => {
    running ??= attempt(false).finally(() => {
      running = null;
    });
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await attempt(true);
    },
  };
}
