import PQueue from 'p-queue';

interface Options {
  concurrency: number;
  maximumQueued: number;
  /** Creates the error for work that arrives when the queue is full. */
  createError: () => Error;
}

/**
 * Limits concurrent work, first in, first out. p-queue has no limit on its length, so a full queue is rejected here.
 */
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
 * Limits concurrent work, in turns of the networks that wait (start-time fair queueing): each work of a network comes
 * a turn after the one before it, and the first of a network that did not wait comes in the present turn. In a plain
 * queue the waiting work of one network delays all others by 0.5 s for pages and 1 to 2 s for password hashes.
 * Rejects work when the queue, or the share of its network, is full.
 */
export function fairConcurrencyLimit({
  concurrency,
  maximumQueued,
  maximumQueuedOfNetwork,
  createError,
}: FairOptions) {
  const queue = new PQueue({ concurrency });
  const unfinished = new Map<string, { count: number; lastTurn: number }>();
  let presentTurn = 0;
  return async function run<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    const own = unfinished.get(network) ?? { count: 0, lastTurn: presentTurn - 1 };
    if (queue.size >= maximumQueued || own.count >= maximumQueuedOfNetwork) throw createError();
    const turn = Math.max(own.lastTurn + 1, presentTurn);
    own.count += 1;
    own.lastTurn = turn;
    unfinished.set(network, own);
    try {
      return await queue.add(
        () => {
          presentTurn = Math.max(presentTurn, turn);
          return work();
        },
        { priority: -turn },
      );
    } finally {
      own.count -= 1;
      if (own.count === 0) unfinished.delete(network);
    }
  };
}
