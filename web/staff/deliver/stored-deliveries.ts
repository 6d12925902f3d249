import type { Delivery } from '#contract/riders/delivery.ts';
import { ownDataKey, readStoredJson, removeStored, writeStored } from '#web/base/storage.ts';
import type { DeliveryAction } from './deliveries.ts';

/** What the phone stores, so that a page without a connection goes on. */
export interface StoredDeliveries {
  userId: string;
  /** As the server had them last. A logout removes them, because they name shoppers. */
  orders: Delivery[];
  /** Rupees in cash that the rider has, as the server had it last; null before that. */
  heldAmt: number | null;
  /** What the server has not confirmed, in the order in which it was done. It is sent also after another login. */
  actions: DeliveryAction[];
}

const ordersKey = ownDataKey('deliveries');
const toActionsKey = (userId: string) => `tokri.deliveries.${userId}`;

/** What is stored for a rider. */
export function readDeliveries(userId: string): StoredDeliveries {
  const stored = readStoredJson(ordersKey);
  const known = isStored(stored) && stored.userId === userId ? stored : null;
  const actions = readStoredJson(toActionsKey(userId));
  return {
    userId,
    orders: known?.orders ?? [],
    heldAmt: known?.heldAmt ?? null,
    actions: Array.isArray(actions) ? actions.filter(isAction) : [],
  };
}

/** Stores what has changed. */
export function writeDeliveries({ userId, actions, ...known }: StoredDeliveries): void {
  writeStored(ordersKey, JSON.stringify({ userId, ...known }));
  if (actions.length === 0) removeStored(toActionsKey(userId));
  else writeStored(toActionsKey(userId), JSON.stringify(actions));
}

/** Not trusted: an older version, or other scripts of this origin, may have written it. */
function isStored(value: unknown): value is Omit<StoredDeliveries, 'actions'> {
  return (
    isRecord(value) &&
    typeof value.userId === 'string' &&
    (value.heldAmt === null || typeof value.heldAmt === 'number') &&
    Array.isArray(value.orders) &&
    value.orders.every(isDelivery)
  );
}

function isDelivery(value: unknown): value is Delivery {
  return (
    isRecord(value) &&
    ['_id', 'orderId', 'status', 'name', 'mobile'].every((field) => typeof value[field] === 'string') &&
    ['version', 'pieceCount', 'totalAmt', 'dueAmt', 'attempts'].every(
      (field) => typeof value[field] === 'number',
    ) &&
    isRecord(value.address) &&
    typeof value.address.address_line === 'string'
  );
}

const kinds = ['leave', 'photo', 'delivered', 'failed'];

function isAction(value: unknown): value is DeliveryAction {
  return (
    isRecord(value) &&
    kinds.some((kind) => kind === value.kind) &&
    [value._id, value.at].every((text) => typeof text === 'string') &&
    typeof value.version === 'number' &&
    (value.kind !== 'delivered' || isRecord(value.payment))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
