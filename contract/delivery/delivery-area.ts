import { isIndia } from '#contract/addresses/country.ts';
import type { Coordinates } from '#contract/addresses/postal-address.ts';
import { parsePincode } from '#contract/base/digits.ts';
import type { Charges } from './charges.ts';

export const deliveryAreaKinds = ['EVERYWHERE', 'PINCODES', 'RADIUS'] as const;

/** PIN codes, or their first digits, with their own terms. Null stands for the general term of the store. */
export interface PincodeGroup {
  /** For the staff; may be empty. */
  name: string;
  pincodes: readonly string[];
  /** Replaces the fees by order value; the value from which delivery is free still counts. */
  deliveryFeeAmt: number | null;
  minimumOrderAmt: number | null;
  /** Added to the promised minutes. */
  extraMinutes: number;
}

/** Where the store delivers. What the present kind does not use is stored for a later change of the kind. */
export interface DeliveryArea {
  kind: (typeof deliveryAreaKinds)[number];
  groups: readonly PincodeGroup[];
  /** `pincodes` stand for the circle at addresses without coordinates. */
  radius: (Coordinates & { km: number; pincodes: readonly string[] }) | null;
}

export const everywhere = { kind: 'EVERYWHERE', groups: [], radius: null } satisfies DeliveryArea;

/** What is known of a place of delivery: of a saved address, or of a PIN code. */
export interface Place {
  pincode: string;
  country: string;
  location: Coordinates | null;
}

/** What counts for orders to a place. */
export interface DeliveryTerms {
  charges: Charges;
  minimumOrderAmt: number;
  extraMinutes: number;
}

export type Delivery =
  | { isInside: true; terms: DeliveryTerms }
  /** `needsLocation`: coordinates could show that the place is inside. */
  | { isInside: false; needsLocation: boolean };

/** The settings that this rule reads. */
export interface DeliverySettings {
  deliveryArea: DeliveryArea;
  charges: Charges;
  minimumOrderAmt: number;
}

/** Whether the store delivers to a place, and on which terms. Without a place, the general terms. */
export function findDelivery(settings: DeliverySettings, place: Place | null): Delivery {
  const { deliveryArea, charges, minimumOrderAmt } = settings;
  const general: Delivery = { isInside: true, terms: { charges, minimumOrderAmt, extraMinutes: 0 } };
  const { kind, groups, radius } = deliveryArea;
  if (place === null || kind === 'EVERYWHERE') return general;
  if (kind === 'RADIUS') {
    if (radius === null) return general;
    if (place.location !== null) {
      const isNear = distanceKm(place.location, radius) <= radius.km;
      return isNear ? general : { isInside: false, needsLocation: false };
    }
    const isListed = longestMatch(radius.pincodes, place) > 0;
    return isListed ? general : { isInside: false, needsLocation: true };
  }
  const group = findGroup(groups, place);
  return group === null
    ? { isInside: false, needsLocation: false }
    : { isInside: true, terms: toTerms(group, general.terms) };
}

/** The group with the longest matching digits, so that a PIN code counts before a range that contains it. */
function findGroup(groups: readonly PincodeGroup[], place: Place): PincodeGroup | null {
  let [found, length]: [PincodeGroup | null, number] = [null, 0];
  for (const group of groups) {
    const match = longestMatch(group.pincodes, place);
    if (match > length) [found, length] = [group, match];
  }
  return found;
}

/**
 * How many digits of the best of the prefixes match; 0 for none, and for an address abroad, whose codes mean
 * something else.
 */
function longestMatch(prefixes: readonly string[], { pincode, country }: Place): number {
  const digits = isIndia(country) ? parsePincode(pincode) : null;
  if (digits === null) return 0;
  return Math.max(0, ...prefixes.filter((prefix) => digits.startsWith(prefix)).map(({ length }) => length));
}

function toTerms(
  { deliveryFeeAmt, minimumOrderAmt, extraMinutes }: PincodeGroup,
  general: DeliveryTerms,
): DeliveryTerms {
  const charges =
    deliveryFeeAmt === null
      ? general.charges
      : { ...general.charges, deliveryFees: [{ fromAmt: 0, feeAmt: deliveryFeeAmt }] };
  return { charges, minimumOrderAmt: minimumOrderAmt ?? general.minimumOrderAmt, extraMinutes };
}

const earthRadiusKm = 6371;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** The distance of two points along the surface of the earth. */
export function distanceKm(one: Coordinates, other: Coordinates): number {
  const [latitude, otherLatitude] = [toRadians(one.latitude), toRadians(other.latitude)];
  const longitude = toRadians(other.longitude - one.longitude);
  const haversine =
    Math.sin((otherLatitude - latitude) / 2) ** 2 +
    Math.cos(latitude) * Math.cos(otherLatitude) * Math.sin(longitude / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(haversine)));
}
