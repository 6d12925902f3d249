/**
 * Local storage that never throws: where the browser forbids it or it is full, values live in memory for as
 * long as the page does, so that logging in and shopping still work.
 */
const memory = new Map<string, string>();

export function readStored(key: string): string | null {
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
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
    // Nothing was stored there, so nothing is left behind.
  }
}

/** Parses JSON that anyone may have written; null when it is not JSON. */
export function readStoredJson(key: string): unknown {
  const text = readStored(key);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Calls back when another tab changes one of the keys or clears the storage. Gives the way to stop. */
export function onStorageChange(keys: readonly string[], changed: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) changed();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
