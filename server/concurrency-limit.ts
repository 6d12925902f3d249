import PQueue from 'p-queue';

interface Options {
  concurrency: number;
  maximumQueued: number;
  /** Creates the error for work that arrives when the queue is full. */
  createError: () => Error;
}

/** Limits concurrent work, first in, first out. p-queue has no limit on its length, so a full queue is rejected here. */
export function concurrencyLimit({ concurrency, maximumQueued, createError }: Options) {
  const queue = new PQueue({ concurrency });
  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (queue.size >= maximumQueued) throw createError();
    return queue.add(work);
  };
}

interface FairOptions extends Options {
  maximumQueuedOfNetwork: number;
}

/**
 * Limits concurrent work, in turns of the networks that wait: work is the later in the queue the more of its network waits before
 * it. Rejects work when the queue, or the share of its network, is full.
 */
export function fairConcurrencyLimit({
  concurrency,
  maximumQueued,
  maximumQueuedOfNetwork,
  createError,
}: FairOptions) {
  const queue = new PQueue({ concurrency });
  const unfinished = new Map<string, number>();
  return async function run<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    const before = unfinished.get(network) ?? 0;
    if (queue.size >= maximumQueued || before >= maximumQueuedOfNetwork) throw createError();
    unfinished.set(network, before + 1);
    try {
      return await queue.add(work, { priority: -before });
    } finally {
      const left = (unfinished.get(network) ?? 1) - 1;
      if (left > 0) unfinished.set(network, left);
      else unfinished.delete(network);
    }
  };
}
