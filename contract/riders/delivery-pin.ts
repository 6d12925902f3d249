/** When a rider needs the PIN that the shopper sees. `ABOVE`: of orders above an amount. */
export const pinRules = ['NEVER', 'ABOVE', 'ALWAYS'] as const;

/** What a rider needs at the door. */
export interface DoorRules {
  pin: (typeof pinRules)[number];
  /** In rupees, for `ABOVE`. */
  pinAboveAmt: number;
  needsPhoto: boolean;
}

/** Of a store that has not set them. */
export const noDoorRules: DoorRules = { pin: 'NEVER', pinAboveAmt: 0, needsPhoto: false };

/** Whether an order with this total, in rupees, is delivered with a PIN only. */
export function needsPin({ pin, pinAboveAmt }: DoorRules, totalAmt: number): boolean {
  return pin === 'ALWAYS' || (pin === 'ABOVE' && totalAmt > pinAboveAmt);
}

/** How many orders a rider has at once. */
export const maximumDeliveries = 4;

/** The picture of a delivery as WebP, with `?_id=…` of the order: for the staff. Not a JSON endpoint. */
export const deliveryPhotoPath = '/api/order/delivery-photo';
