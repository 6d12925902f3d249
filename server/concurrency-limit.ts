interface Options {
  maximumAtOnce: number;
  /** Any number when left out. */
  maximumWaiting?: number;
  /** What somebody is told who comes when the line is full. */
  refusal?: () => Error;
}

/** Runs work a few at a time, first come, first served; throws the refusal when too many wait already. */
export function concurrencyLimit(options: Options) {
  const { maximumAtOnce, maximumWaiting = Number.POSITIVE_INFINITY } = options;
  const { refusal = () => new Error('Too many wait already.') } = options;
  let underway = 0;
  const waiting: (() => void)[] = [];
  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (underway < maximumAtOnce) underway += 1;
    else if (waiting.length >= maximumWaiting) throw refusal();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A place is handed on, not freed, so that a newcomer cannot slip in between.
      const next = waiting.shift();
      if (next === undefined) underway -= 1;
      else next();
    }
  };
}
