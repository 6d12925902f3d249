import { useEffect, useState } from 'react';
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
export async function importUntilLoaded<Module>(
  load: () => Promise<Module>,
  setHasFailed: (hasFailed: boolean) => void,
): Promise<Module> {
  for (;;) {
    try {
      return await importWithRetry(load);
    } catch {
      // Not at `pointerdown`: the error disappears, and the tap would miss the button that moves.
      const nextUse = firstEvent(actions);
      setHasFailed(true);
      await nextUse;
      setHasFailed(false);
    }
  }
}

/**
 * Code that a page needs only when it is used: null until it is loaded, at the first sign of use. `hasFailed`: it could not be
 * loaded, and the next action tries again.
 */
export function useWhenUsed<Module>(load: () => Promise<Module>) {
  const [loading, setLoading] = useState<{ module: Module | null; hasFailed: boolean }>({
    module: null,
    hasFailed: false,
  });
  useEffect(() => {
    let isMounted = true;
    // After a navigation inside the shop the page is in use already.
    const isInUse = document.activeElement !== document.body;
    void (isInUse ? Promise.resolve() : firstEvent([...gestures, ...signsOfPresence]))
      .then(() =>
        importUntilLoaded(load, (hasFailed) => isMounted && setLoading({ module: null, hasFailed })),
      )
      .then((module) => isMounted && setLoading({ module, hasFailed: false }));
    return () => {
      isMounted = false;
    };
  }, [load]);
  return loading;
}
