import { readStoredJson, removeStored, writeStored } from '#web/base/storage.ts';
import { recentSearchesKey } from '#web/session/session.ts';

const maximumSearches = 6;
const maximumLength = 80;
const minimumLength = 2;

/** The last searches of this browser, latest first. Session handling removes them at the logout. */
export function readRecentSearches(): string[] {
  const stored = readStoredJson(recentSearchesKey);
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((text): text is string => typeof text === 'string' && isStorable(text))
    .slice(0, maximumSearches);
}

/** Stores a finished search, once regardless of case. */
export function addRecentSearch(text: string): void {
  const added = text.trim().replace(/\s+/gu, ' ');
  if (!isStorable(added)) return;
  const others = readRecentSearches().filter((other) => other.toLowerCase() !== added.toLowerCase());
  writeStored(recentSearchesKey, JSON.stringify([added, ...others].slice(0, maximumSearches)));
}

export function clearRecentSearches(): void {
  removeStored(recentSearchesKey);
}

function isStorable(text: string): boolean {
  return text.length >= minimumLength && text.length <= maximumLength;
}
