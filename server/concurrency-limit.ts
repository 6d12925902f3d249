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
