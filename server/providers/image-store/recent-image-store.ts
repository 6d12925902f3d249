import type { ImageStore } from './image-store.ts';

/**
 * Keeps the pictures that were asked for last in memory, up to so many bytes together, before any other store.
 * A picture never changes, so what is kept is never stale. Those who ask for the same picture at once wait for one
 * answer.
 */
export function recentImageStore(store: ImageStore, maximumBytes: number): ImageStore {
  // A Map remembers the order of insertion: the first key is the one that was not asked for the longest.
  const recent = new Map<string, Buffer>();
  let bytesKept = 0;
  const underway = new Map<string, Promise<Buffer | null>>();

  const keep = (key: string, bytes: Buffer) => {
    // One picture must not push out hundreds.
    if (bytes.length > maximumBytes / 16) return;
    forget(key);
    recent.set(key, bytes);
    bytesKept += bytes.length;
    for (const oldest of recent.keys()) {
      if (bytesKept <= maximumBytes) break;
      forget(oldest);
    }
  };
  const forget = (key: string) => {
    bytesKept -= recent.get(key)?.length ?? 0;
    recent.delete(key);
  };

  const ask = (key: string) => {
    const asking = underway.get(key) ?? store.find(key).finally(() => underway.delete(key));
    underway.set(key, asking);
    return asking;
  };

  return {
    async find(key) {
      const bytes = recent.get(key) ?? (await ask(key));
      if (bytes !== null) keep(key, bytes);
      return bytes;
    },
    async put(key, bytes) {
      await store.put(key, bytes);
      keep(key, bytes);
    },
  };
}
