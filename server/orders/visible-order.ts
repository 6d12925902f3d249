import { dayMs } from '#contract/base/durations.ts';
import type { StaffOrder } from '#contract/orders/staff-order.ts';
import type { StaffContext } from '#server/http/context.ts';
import type { TaxDocument } from '#server/tax/tax-document.ts';

/** A person of the staff, with the time of the request. */
type Viewer = Pick<StaffContext, 'permissions' | 'now' | 'caller'>;

/** How long after its end a delivery is shown to who delivered it. */
const shownAfterEndMs = dayMs;

/**
 * An order with the personal data that a person of the staff needs: all for those who may contact shoppers; name,
 * address and phone for a delivery that no other rider has, until a day after its end; name, address and GSTIN for
 * accounting; otherwise the first name.
 */
export function toVisibleOrder(order: StaffOrder, viewer: Viewer): StaffOrder {
  const { permissions } = viewer;
  if (permissions.has('contact-shopper')) return order;
  const rider = order.delivery?.rider ?? null;
  const isOfOther = rider !== null && rider._id !== viewer.caller.userId;
  const isDelivering = permissions.has('deliver') && !isOfOther && isDeliveryShown(order, viewer.now());
  const isAccounting = permissions.has('accounting');
  const isNamed = isDelivering || isAccounting;
  const { shopper, delivery_address: address, steps, collection, delivery } = order;
  return {
    ...order,
    shopper: {
      name: isNamed ? shopper.name : toFirstName(shopper.name),
      email: '',
      mobile: isDelivering ? shopper.mobile : '',
    },
    delivery_address: isDelivering
      ? omit(address, ['gstin'])
      : { ...(isAccounting ? omit(address, doorFields) : noAddress), mobile: '' },
    ...(delivery?.returning && {
      delivery: {
        ...delivery,
        returning: { ...delivery.returning, note: isDelivering ? delivery.returning.note : null },
      },
    }),
    collection: isNamed ? collection : null,
    steps: isNamed ? steps : steps.map((step) => ({ ...step, reason: null, internalReason: null })),
  };
}

/** What only a rider needs. */
const doorFields = ['landmark', 'delivery_note', 'location'] as const;

const noAddress = { address_line: '', city: '', state: '', country: '', pincode: '' };

function omit<Value extends object, Key extends keyof Value>(
  value: Value,
  keys: readonly Key[],
): Omit<Value, Key> {
  const rest = { ...value };
  for (const key of keys) Reflect.deleteProperty(rest, key);
  return rest;
}

/** A document as a person of the staff may see it: the phone number only for those who may contact shoppers. */
export function toVisibleDocument(
  document: TaxDocument,
  { permissions }: Pick<Viewer, 'permissions'>,
): TaxDocument {
  if (permissions.has('contact-shopper')) return document;
  return { ...document, recipient: { ...document.recipient, landmark: '', mobile: '' } };
}

function toFirstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}

function isDeliveryShown({ status, steps }: StaffOrder, now: Date): boolean {
  if (status === 'PENDING_PAYMENT') return false;
  const end = steps.find((step) => step.status === 'DELIVERED' || step.status === 'CANCELLED');
  return end === undefined || now.getTime() - Date.parse(end.at) <= shownAfterEndMs;
}

/** By which personal data a person of the staff may search orders: what is not shown is not found either. */
export function searchedData({ permissions }: Pick<Viewer, 'permissions'>) {
  const isContacting = permissions.has('contact-shopper');
  return {
    // Also finds email addresses.
    names: isContacting,
    phones: isContacting,
    references: isContacting || permissions.has('accounting') || permissions.has('confirm-upi'),
  };
}
