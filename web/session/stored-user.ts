import type { User } from '#contract/user.ts';
import { readStoredJson, removeStored, writeStored } from '#web/storage.ts';

/** Where the last known account lies, so that a page can greet its shopper before the shop has answered. */
export const storedUserKey = 'tokri.user';

/** The last known account; null when there is none or when somebody else wrote there. */
export function readStoredUser(): User | null {
  const value = readStoredJson(storedUserKey);
  return isUser(value) ? value : null;
}

export function storeUser(user: User): void {
  writeStored(storedUserKey, JSON.stringify(user));
}

export function removeStoredUser(): void {
  removeStored(storedUserKey);
}

function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const text = (name: string) => name in value && typeof Reflect.get(value, name) === 'string';
  return ['_id', 'name', 'email', 'avatar', 'mobile', 'status', 'role'].every(text);
}
