import { whenIdle } from './load-when-used.ts';

const waiting = new Set<() => void>();
let isScheduled = false;

/**
 * Calls functions in the order in which they were given, one at a time when the browser is idle: together they would block it for
 * long. Returns a function that takes this one back.
 */
export function oneByOneWhenIdle(task: () => void): () => void {
  waiting.add(task);
  scheduleNext();
  return () => void waiting.delete(task);
}

function scheduleNext(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  whenIdle(() => {
    isScheduled = false;
    const [task] = waiting;
    if (task === undefined) return;
    waiting.delete(task);
    scheduleNext();
    task();
  });
}
