import type { Delivery } from '#contract/riders/delivery.ts';
import { isRecord } from '#web/base/storage.ts';
import { createWorkStorage } from '#web/staff/stored-work.ts';
import type { DeliveryAction } from './deliveries.ts';

/** What the phone knows from the server. */
export interface KnownDeliveries {
  /** As the server had them last. */
  orders: Delivery[];
  /** Rupees in cash that the rider has, as the server had it last; null before that. */
  heldAmt: number | null;
}

export const storedDeliveries = createWorkStorage<KnownDeliveries, DeliveryAction>({
  name: 'deliveries',
  nothing: { orders: [], heldAmt: null },
  isKnown,
  isAction,
});

function isKnown(value: unknown): value is KnownDeliveries {
  return (
    isRecord(value) &&
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
