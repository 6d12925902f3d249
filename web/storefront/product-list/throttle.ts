export interface Throttled {
  (): void;
  /** Forgets a run that is still to come. */
  cancel(): void;
}

/**
 * Runs `work` at once and then at most every `intervalMs`. A call in between runs at the end of the interval,
 * so the last position of a scroll is never missed.
 */
export function throttle(work: () => void, intervalMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAskedAgain = false;
  const run = () => {
    isAskedAgain = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isAskedAgain) run();
    }, intervalMs);
    work();
  };
  const throttled = () => {
    if (timer === undefined) run();
    else isAskedAgain = true;
  };
  throttled.cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    isAskedAgain = false;
  };
  return throttled;
}
