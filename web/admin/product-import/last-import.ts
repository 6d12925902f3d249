import { readStored, removeStored, writeStored } from '#web/storage.ts';

const key = 'lastImport';

/** The id of the import that was last looked at in this browser and has not been seen to its end. */
export function readLastImport(): string | null {
  return readStored(key);
}

export function rememberImport(id: string): void {
  writeStored(key, id);
}

/** Its end was seen, so nobody has to be led back to it. */
export function forgetImport(id: string): void {
  if (readStored(key) === id) removeStored(key);
}
