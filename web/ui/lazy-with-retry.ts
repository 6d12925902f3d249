import { type FunctionComponent, lazy } from 'react';
import { OutdatedError } from './import-files.ts';

const pausesMs = [1000, 3000];

/** `React.lazy` that retries the import, so that a short loss of the connection does not break the page. */
export function lazyWithRetry<Props>(load: () => Promise<{ default: FunctionComponent<Props> }>) {
  return lazy(() => importWithRetry(load));
}

/** Retries an import after 1 and 3 seconds; while the browser is offline, waits until it is online. */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const pauseMs of pausesMs) {
    try {
      return await load();
    } catch (error) {
      if (error instanceof OutdatedError) throw error;
      await waitUntilOnline(pauseMs);
    }
  }
  return load();
}

function waitUntilOnline(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine === false) window.addEventListener('online', () => resolve(), { once: true });
    else setTimeout(resolve, pauseMs);
  });
}
