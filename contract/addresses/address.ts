import { z } from 'zod';
import { parsePincode } from '#contract/base/digits.ts';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { id, moment, optionalGstin, optionalName, response, text } from '#contract/base/fields.ts';
import { cleanPhoneNumber } from '#contract/base/phone-number.ts';
import {
  addressLabels,
  businessNameMissing,
  detailMaxLengths,
  normalizePostalAddress,
  type PostalAddress,
  postalMaxLengths,
  roundDegrees,
  validatePostalField,
} from './postal-address.ts';

const postalFields = {
  address_line: text(postalMaxLengths.address_line),
  city: text(postalMaxLengths.city),
  state: text(postalMaxLengths.state),
  country: text(postalMaxLengths.country),
  pincode: text(postalMaxLengths.pincode, (typed) => parsePincode(typed) ?? typed),
  mobile: text(postalMaxLengths.mobile, cleanPhoneNumber),
};
/**
 * True after the shopper has said that state and PIN code are right although they are in different places, which is
 * otherwise asked by STATE_MISMATCH.
 */
const isStateConfirmed = z.boolean().optional();

const postalFieldNames = z.object(postalFields).keyof().options;

function degrees(maximum: number) {
  return z.number().min(-maximum).max(maximum).overwrite(roundDegrees);
}

/** The position that a device has reported, in degrees. */
export const coordinates = z.strictObject({ latitude: degrees(90), longitude: degrees(180) });

// Optional, because clients that know nothing of them leave them out: a new address is without, an old one keeps its
// own.
const detailFields = {
  label: z.enum(['', ...addressLabels]).optional(),
  recipient_name: optionalName(detailMaxLengths.recipient_name).optional(),
  landmark: optionalName(detailMaxLengths.landmark).optional(),
  delivery_note: optionalName(detailMaxLengths.delivery_note).optional(),
  location: coordinates.nullable().optional(),
  business_name: optionalName(detailMaxLengths.business_name).optional(),
  gstin: optionalGstin.optional(),
};

/**
 * Applies the rules of the country to fields that have no issue yet. A recipient with a GSTIN is a business, which an
 * invoice names (rule 46 of the CGST Rules).
 */
function keepPostalRules({
  value,
  issues,
}: z.core.ParsePayload<
  PostalAddress & { gstin?: string | undefined; business_name?: string | undefined }
>): void {
  if (value.gstin && value.business_name === '')
    issues.push({ code: 'custom', path: ['business_name'], input: '', message: businessNameMissing });
  for (const field of postalFieldNames) {
    const message = validatePostalField(field, value);
    if (message === undefined || issues.some(({ path }) => path?.[0] === field)) continue;
    issues.push({ code: 'custom', path: [field], input: value[field], message });
  }
}

/** A stored address; an old one may break today's rules. */
export const address = z
  .object({
    _id: id,
    userId: id,
    address_line: z.string(),
    city: z.string(),
    state: z.string(),
    country: z.string(),
    pincode: z.string(),
    mobile: z.string(),
    /** Empty without a label. */
    label: z.enum(['', ...addressLabels]),
    /** Whom the rider asks for; empty for the shopper. */
    recipient_name: z.string(),
    landmark: z.string(),
    delivery_note: z.string(),
    location: coordinates.nullable(),
    /** Of a business that buys; both may be empty. */
    business_name: z.string(),
    gstin: z.string(),
    status: z.boolean(),
    /** True for at most one address of a shopper. */
    isDefault: z.boolean(),
    /** When the latest order to it was placed. */
    lastUsedAt: moment.nullable(),
    createdAt: moment,
  })
  .meta({ id: 'Address' });
export type Address = z.output<typeof address>;

/** `isPreselected` is true for exactly one: the default, else the last used, else the newest. */
const listedAddress = address.extend({ isPreselected: z.boolean() }).meta({ id: 'ListedAddress' });
export type ListedAddress = z.output<typeof listedAddress>;

export const createAddress = defineEndpoint({
  method: 'POST',
  path: '/api/address/create',
  summary: 'Saves an address.',
  audience: 'user',
  errors: ['CONFLICT', 'STATE_MISMATCH'],
  input: z
    .strictObject({ ...postalFields, ...detailFields, isStateConfirmed })
    .check(keepPostalRules)
    .transform(normalizePostalAddress),
  output: response(address),
});

export const listAddresses = defineEndpoint({
  method: 'GET',
  path: '/api/address/get',
  summary:
    'Lists the active addresses of the caller, newest first. The checkout preselects the one with `isPreselected`: the default, else the one of the latest order, else the newest.',
  audience: 'user',
  input: z.object({}),
  output: response(z.array(listedAddress)),
});

export const updateAddress = defineEndpoint({
  method: 'PUT',
  path: '/api/address/update',
  summary:
    'Updates an address. Details for the rider and the business that are left out stay. `userId` is accepted for compatibility and ignored.',
  audience: 'user',
  errors: ['NOT_FOUND', 'STATE_MISMATCH'],
  input: z
    .strictObject({ _id: id, userId: id.optional(), ...postalFields, ...detailFields, isStateConfirmed })
    .check(keepPostalRules)
    .transform(normalizePostalAddress),
  output: response(address),
});

export const disableAddress = defineEndpoint({
  method: 'DELETE',
  path: '/api/address/disable',
  summary: 'Removes an address. Past orders keep it.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(z.null()),
});

export const setDefaultAddress = defineEndpoint({
  method: 'PUT',
  path: '/api/address/set-default',
  summary: 'Makes an address the default at checkout.',
  audience: 'user',
  errors: ['NOT_FOUND'],
  input: z.strictObject({ _id: id }),
  output: response(address),
});
