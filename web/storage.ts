/**
 * Local storage that never throws: if the browser forbids it or it is full, values are kept in memory while the page is
 * open, so that login and cart still work.
 */
const memory = new Map<string, string>();

export function readStored(key: string): string | null {
  const inMemory = memory.get(key);
  if (inMemory !== undefined) return inMemory;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** Null if the value is missing or not JSON. */
export function readStoredJson(key: string): unknown {
  const text = readStored(key);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Calls back when another tab changes one of the keys or clears the storage. Returns the function that stops it. */
export function onStorageChange(keys: readonly string[], changed: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
