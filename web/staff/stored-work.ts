import { isRecord, ownDataKey, readStoredJson, removeStored, writeStored } from '#web/base/storage.ts';

/** What a phone stores of the work of a person, so that a page without a connection goes on. */
export type StoredWork<Known, Action> = Known & {
  userId: string;
  /** What the server has not confirmed, in the order in which it was done. It is sent also after another login. */
  actions: Action[];
};

interface WorkStorageOptions<Known, Action> {
  name: string;
  /** What counts before anything is stored. */
  nothing: Known;
  // What is stored is not trusted: an older version, or other scripts of this origin, may have written it.
  isKnown: (value: unknown) => value is Known;
  isAction: (value: unknown) => value is Action;
}

/**
 * Storage for the work of each person of the staff. A logout removes what is known from the server, because it names
 * shoppers, and keeps the actions.
 */
export function createWorkStorage<Known extends object, Action>({
  name,
  nothing,
  isKnown,
  isAction,
}: WorkStorageOptions<Known, Action>) {
  const knownKey = ownDataKey(name);
  const actionStorage = createActionStorage(name, isAction);
  return {
    read(userId: string): StoredWork<Known, Action> {
      const stored = readStoredJson(knownKey);
      const known = isRecord(stored) && stored.userId === userId && isKnown(stored) ? stored : nothing;
      return { ...known, userId, actions: actionStorage.read(userId) };
    },
    write(userId: string, known: Known, actions: readonly Action[]): void {
      writeStored(knownKey, JSON.stringify({ ...known, userId }));
      actionStorage.write(userId, actions);
    },
  };
}

/** Storage for what each person of the staff has done and the server has not confirmed. */
export function createActionStorage<Action>(name: string, isAction: (value: unknown) => value is Action) {
  const toKey = (userId: string) => `tokri.${name}.${userId}`;
  return {
    read(userId: string): Action[] {
      const stored = readStoredJson(toKey(userId));
      return Array.isArray(stored) ? stored.filter(isAction) : [];
    },
    write(userId: string, actions: readonly Action[]): void {
      if (actions.length === 0) removeStored(toKey(userId));
      else writeStored(toKey(userId), JSON.stringify(actions));
    },
  };
}
