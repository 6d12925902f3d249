/** Runs work with a limit on how much goes on at once; the rest waits in the order in which it came. */
export function workQueue(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let underway = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (underway >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else underway += 1;
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
