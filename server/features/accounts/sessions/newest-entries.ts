/** A map that holds at most `maximum` entries: the one that was set first makes room. */
export interface NewestEntries<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
}

/** Opens an empty map of at most `maximum` entries, so that a flood of keys cannot fill the memory. */
export function newestEntries<Key, Value>(maximum: number): NewestEntries<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      // Deleted first, because a Map keeps a key at the place where it was set at first.
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= maximum) return;
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    },
    delete(key) {
      entries.delete(key);
    },
  };
}
