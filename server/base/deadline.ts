import { setTimeout } from 'node:timers/promises';

/** Whether the promise is fulfilled by then, a value of `performance.now()`. Throws if it is rejected before. */
export async function isFulfilledBefore(promise: Promise<void>, time: number): Promise<boolean> {
  const left = time - performance.now();
  if (left <= 0) return false;
  const timer = new AbortController();
  const timeout = setTimeout(left, false, { signal: timer.signal, ref: false });
  timeout.catch(() => {});
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    timer.abort();
  }
}
