const pausesMs = [1000, 3000];

/**
 * Loads the code of a part of a page, and tries again when that fails, so that a connection lost for a moment does
 * not take the whole page away. While there is no connection at all it waits for one.
 */
export async function lazyWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pauseMs of pausesMs) {
    try {
      return await load();
    } catch {
      await retryWhenOnline(pauseMs);
    }
  }
  return load();
}

function retryWhenOnline(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine === false) window.addEventListener('online', () => resolve(), { once: true });
    else setTimeout(resolve, pauseMs);
  });
}
