import { importWithRetry } from './lazy-with-retry.ts';

export const actions = ['keydown', 'input', 'click', 'submit'];
export const gestures = ['pointerdown', ...actions];
export const signsOfPresence = ['pointermove', 'focusin'];

/** Resolves at the first of these events, or when the time is over. */
export function firstEvent(names: readonly string[], timeoutMs?: number): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    function end() {
      listening.abort();
      resolve();
    }
    const options = { signal: listening.signal, capture: true, passive: true };
    for (const name of names) window.addEventListener(name, end, options);
    if (timeoutMs !== undefined) setTimeout(end, timeoutMs);
  });
}

/** Calls a function when the browser has nothing to do; in browsers that cannot tell, soon. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task);
  else setTimeout(task);
}

/** Imports code, after a failure again at the next action of the visitor, as often as it takes. */
export async function importUntilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await importWithRetry(load);
    } catch {
      await firstEvent(actions);
    }
  }
}
