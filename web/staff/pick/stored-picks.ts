import type { PickingOrder } from '#contract/picking/picking.ts';
import { ownDataKey, readStoredJson, removeStored, writeStored } from '#web/base/storage.ts';
import type { LineMarks, PickAction } from './picks.ts';

/** What the phone stores, so that a page without a connection goes on. */
export interface StoredPicks extends LineMarks {
  userId: string;
  /** As the server had them last. A logout removes them, because they name shoppers. */
  orders: PickingOrder[];
  /** What the server has not confirmed, in the order in which it was done. It is sent also after another login. */
  actions: PickAction[];
}

const ordersKey = ownDataKey('picking');
const toActionsKey = (userId: string) => `tokri.picks.${userId}`;

/** What is stored for a picker. */
export function readPicks(userId: string): StoredPicks {
  const stored = readStoredJson(ordersKey);
  const known = isStored(stored) && stored.userId === userId ? stored : null;
  const actions = readStoredJson(toActionsKey(userId));
  return {
    userId,
    orders: known?.orders ?? [],
    reopened: known?.reopened ?? [],
    fetched: known?.fetched ?? [],
    actions: Array.isArray(actions) ? actions.filter(isAction) : [],
  };
}

/** Stores what has changed. */
export function writePicks({ userId, actions, ...known }: StoredPicks): void {
  writeStored(ordersKey, JSON.stringify({ userId, ...known }));
  if (actions.length === 0) removeStored(toActionsKey(userId));
  else writeStored(toActionsKey(userId), JSON.stringify(actions));
}

/** Not trusted: an older version, or other scripts of this origin, may have written it. */
function isStored(value: unknown): value is Omit<StoredPicks, 'actions'> {
  return (
    isRecord(value) &&
    typeof value.userId === 'string' &&
    Array.isArray(value.orders) &&
    value.orders.every(isOrder) &&
    [value.reopened, value.fetched].every(isTexts)
  );
}

function isOrder(value: unknown): value is PickingOrder {
  return (
    isRecord(value) &&
    typeof value._id === 'string' &&
    typeof value.orderId === 'string' &&
    typeof value.version === 'number' &&
    Array.isArray(value.lines) &&
    value.lines.every(
      (line) =>
        isRecord(line) &&
        typeof line.position === 'number' &&
        Array.isArray(line.handling) &&
        ['name', 'nameHindi', 'unit', 'barcode', 'sku', 'location', 'category', 'proposalLocation'].every(
          (field) => typeof line[field] === 'string',
        ),
    )
  );
}

function isAction(value: unknown): value is PickAction {
  return (
    isRecord(value) &&
    (value.kind === 'found' || (value.kind === 'ask' && Array.isArray(value.proposals))) &&
    typeof value._id === 'string' &&
    typeof value.at === 'string' &&
    [value.version, value.position, value.found].every((number) => typeof number === 'number')
  );
}

const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string');

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
