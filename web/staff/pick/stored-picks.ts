import type { PickingOrder } from '#contract/picking/picking.ts';
import { isRecord } from '#web/base/storage.ts';
import { createWorkStorage } from '#web/staff/stored-work.ts';
import type { LineMarks, PickAction } from './picks.ts';

/** What the phone knows from the server, and of its lines. */
export interface KnownPicks extends LineMarks {
  /** As the server had them last. */
  orders: PickingOrder[];
}

export const storedPicks = createWorkStorage<KnownPicks, PickAction>({
  name: 'picks',
  nothing: { orders: [], reopened: [], fetched: [] },
  isKnown,
  isAction,
});

function isKnown(value: unknown): value is KnownPicks {
  return (
    isRecord(value) &&
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
