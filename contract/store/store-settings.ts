import { z } from 'zod';
import { deliveryPromiseMinutes } from '#contract/base/durations.ts';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import { amount, moment, name, optionalName, required, response, text } from '#contract/base/fields.ts';
import { hasTwoDecimals } from '#contract/base/money.ts';
import { businessPhoneHint, isBusinessPhone } from '#contract/base/phone-number.ts';
import { noCharges } from '#contract/delivery/charges.ts';
import { everywhere } from '#contract/delivery/delivery-area.ts';
import { initialSlots } from '#contract/delivery/delivery-slots.ts';
import { alwaysOpen } from '#contract/delivery/opening-hours.ts';
import type { DeliveryPromise } from '#contract/delivery/promised-minutes.ts';
import { automaticOffer } from '#contract/discounts/offer.ts';
import { paymentMethod } from '#contract/orders/order.ts';
import { vpaPattern } from '#contract/payments/upi.ts';
import { branding, publicBranding } from './branding.ts';
import {
  deliveryArea,
  deliveryPromise,
  deliverySlots,
  doorRules,
  learnedTimes,
} from './delivery-settings.ts';
import {
  initialIdentity,
  legalData,
  notificationSettings,
  paymentMethodSwitches,
  sellerDetails,
  storeIdentity,
} from './store-identity.ts';
import { storePageName } from './store-pages.ts';

const timeOfDay = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Enter a time such as 07:30.');

const interval = z.strictObject({ from: timeOfDay, to: timeOfDay }).refine(({ from, to }) => from < to, {
  path: ['to'],
  message: 'Closing must be later than opening. Use 24:00 for midnight.',
});

const dayHours = z
  .array(interval)
  .max(4, 'At most 4 intervals a day.')
  .refine(areSeparate, 'The times of a day must not overlap.');

function areSeparate(intervals: readonly { from: string; to: string }[]): boolean {
  const sorted = intervals.toSorted((one, other) => one.from.localeCompare(other.from));
  return sorted.every(({ from }, index) => index === 0 || (sorted[index - 1]?.to ?? '') <= from);
}

const exception = z.strictObject({
  date: z.iso.date('Enter a date.'),
  /** Shown to shoppers; may be empty. */
  reason: optionalName(80),
  /** Empty for a day on which the store is closed. */
  intervals: dayHours,
});

const rate = z
  .number('Enter rates in percent, such as 5 or 0.25.')
  .min(0, 'A rate is at least 0 %.')
  .max(100, 'A rate is at most 100 %.')
  .refine(hasTwoDecimals, 'At most two decimals.');

const rates = z
  .array(rate)
  .max(20, 'At most 20 rates.')
  .refine((list) => new Set(list).size === list.length, 'Enter each rate only once.');

/** The rates in percent that products can have. */
const taxSettings = z
  .strictObject({
    gstRates: rates,
    cessRates: rates,
    /**
     * The digits of HSN codes on invoices: 4 up to a turnover of ₹5 crore in the year before, as without this field, 6
     * above (Notification 78/2020, Central Tax).
     */
    hsnDigits: z.literal([4, 6]).optional(),
  })
  .meta({ id: 'TaxSettings' });

/** The usual rates of groceries since 22 September 2025. */
export const initialTax = { gstRates: [0, 5, 18, 40], cessRates: [0] };

const charges = z
  .strictObject({
    deliveryFees: z
      .array(z.strictObject({ fromAmt: amount, feeAmt: amount }))
      .max(10, 'At most 10 rows.')
      .refine(
        (rows) =>
          rows.every(({ fromAmt }, index) =>
            index === 0 ? fromAmt === 0 : fromAmt > (rows[index - 1]?.fromAmt ?? 0),
          ),
        'The first row starts at 0, each next one at a higher value.',
      ),
    freeDeliveryFromAmt: amount.nullable(),
    smallOrder: z.strictObject({ belowAmt: amount, feeAmt: amount }).nullable(),
    handlingAmt: amount,
    isTotalRounded: z.boolean().default(noCharges.isTotalRounded),
  })
  .meta({ id: 'Charges' });

/** No orders now. `until` null: until it is ended by hand. */
const pause = z.strictObject({ reason: name(120), until: moment.nullable() }).nullable();

/** The account that shoppers pay by UPI; null if the store takes no UPI payments. */
const upi = z
  .strictObject({
    vpa: text(320).toLowerCase().regex(vpaPattern, 'Enter a UPI ID such as store@okbank.'),
    payeeName: name(50),
  })
  .nullable();

/**
 * Everything that an administrator decides about the store. A stored version without a section gets that of
 * `initialStoreSettings`.
 */
export const storeSettings = z
  .strictObject({
    /** Monday first, in the time of India. */
    week: z.array(dayHours).length(7),
    exceptions: z
      .array(exception)
      .max(60, 'At most 60 days.')
      .refine(
        (days) => new Set(days.map(({ date }) => date)).size === days.length,
        'Enter each date only once.',
      ),
    pause,
    /** The least value of the items of an order in rupees; 0 for none. */
    minimumOrderAmt: amount,
    /** What is added to the items of an order; `contract/cart/bill.ts` computes the bill. */
    charges,
    deliveryArea,
    promise: deliveryPromise,
    slots: deliverySlots.default(initialSlots),
    /** What riders need at the door; `noDoorRules` without it. */
    door: doorRules.optional(),
    /** Offers without a code; `contract/discounts/apply-offers.ts` computes them. */
    offers: z.array(automaticOffer).max(20, 'At most 20 offers.'),
    upi: upi.default(null),
    identity: storeIdentity,
    /** Missing for the original look. */
    branding: branding.optional(),
    legal: legalData,
    seller: sellerDetails.default(initialIdentity.seller),
    tax: taxSettings.default(initialTax),
    paymentMethods: paymentMethodSwitches,
    notifications: notificationSettings,
  })
  .refine(({ paymentMethods: { cash, card }, upi }) => cash || card || upi !== null, {
    path: ['paymentMethods'],
    message: 'Payments by UPI alone need a UPI ID.',
  })
  .refine(
    ({ deliveryArea: { kind, groups }, promise: { baseMinutes, maximumMinutes } }) =>
      maximumMinutes >=
      baseMinutes + (kind === 'PINCODES' ? Math.max(0, ...groups.map((group) => group.extraMinutes)) : 0),
    {
      path: ['promise', 'maximumMinutes'],
      message: 'Enter at least the usual minutes plus the extra minutes of the slowest group.',
    },
  )
  .meta({ id: 'StoreSettings' });
export type StoreSettings = z.output<typeof storeSettings>;

export const usualPromise = {
  baseMinutes: deliveryPromiseMinutes,
  minutesPerOrder: 0,
  pickers: 1,
  maximumMinutes: 60,
} satisfies DeliveryPromise;

/** Of a store whose settings were never changed: it takes every order. */
export const initialStoreSettings: StoreSettings = storeSettings.parse({
  ...alwaysOpen,
  minimumOrderAmt: 0,
  charges: noCharges,
  deliveryArea: everywhere,
  promise: usualPromise,
  offers: [],
  ...initialIdentity,
});

const versionedSettings = z
  .object({
    settings: storeSettings,
    /** Counts changes; 0 before the first. */
    version: z.number().int(),
    changedAt: moment.nullable(),
  })
  .meta({ id: 'VersionedStoreSettings' });

export const getStoreSettings = defineEndpoint({
  method: 'GET',
  path: '/api/settings/get',
  summary: 'Returns the settings of the store.',
  audience: 'staff',
  permissions: ['settings', 'discounts', 'edit-products'],
  input: z.object({}),
  output: response(versionedSettings),
});

export const updateStoreSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/settings/update',
  summary:
    'Replaces the settings of the store, from the next request on in all processes. `version` is the one that was read: CHANGED_MEANWHILE if there is a newer one, unless only the pause differs, which then stays as it is. Other offers and another UPI account need a step-up, and all administrators get an email about the latter.',
  audience: 'staff',
  permissions: ['settings', 'discounts'],
  needsStepUp: 'sometimes',
  errors: ['CHANGED_MEANWHILE'],
  input: z
    .strictObject({ version: z.int(required).min(0).max(2_000_000_000), settings: storeSettings })
    .refine(({ settings: { identity } }) => identity.phone === '' || isBusinessPhone(identity.phone), {
      path: ['settings', 'identity', 'phone'],
      message: businessPhoneHint,
    }),
  output: response(versionedSettings),
});

const presentPause = z
  .object({
    /** Null also when the last one has ended. */
    pause,
    /** The status for shoppers, such as 'Open until 10:30 pm.' */
    text: z.string(),
  })
  .meta({ id: 'PresentPause' });

export const getStorePause = defineEndpoint({
  method: 'GET',
  path: '/api/settings/pause',
  summary: 'Returns whether orders are paused now.',
  audience: 'staff',
  permissions: ['pause-orders'],
  input: z.object({}),
  output: response(presentPause),
});

export const changeStorePause = defineEndpoint({
  method: 'PUT',
  path: '/api/settings/change-pause',
  summary:
    'Pauses orders, or ends the pause (null), from the next request on in all processes. `seen` is the pause that the caller has read: CHANGED_MEANWHILE with the present one if there is another. A repeated request changes nothing.',
  audience: 'staff',
  permissions: ['pause-orders'],
  errors: ['CHANGED_MEANWHILE'],
  input: z.strictObject({
    seen: pause,
    pause: z
      .strictObject({
        /** Shown to shoppers. */
        reason: name(120),
        end: z.discriminatedUnion('kind', [
          z.strictObject({
            kind: z.literal('AFTER'),
            minutes: z.int('Enter a whole number.').min(1, 'At least 1.').max(1440, 'At most 1,440.'),
          }),
          /** A time today or tomorrow. */
          z.strictObject({ kind: z.literal('AT'), at: moment }),
          z.strictObject({ kind: z.literal('RESUMED') }),
        ]),
      })
      .nullable(),
  }),
  output: response(presentPause),
});

export const getStoreStatus = defineEndpoint({
  method: 'GET',
  path: '/api/settings/status',
  summary:
    'Returns whether the store takes orders now, when that changes, where it delivers, in how many minutes and on which terms: a client computes those of a place.',
  audience: 'anyone',
  input: z.object({}),
  output: response(
    z.object({
      isOpen: z.boolean(),
      /** The status for shoppers, such as 'Open until 10:30 pm.' */
      text: z.string(),
      /** When it opens or closes; null if that is not planned. */
      changesAt: moment.nullable(),
      minimumOrderAmt: z.number(),
      charges,
      deliveryArea,
      /** Open, for all items and addresses, without delivery fees and offers. */
      isPlain: z.boolean(),
      /** Promised minutes: the base, the extra minutes of the place and the queue of now, at most the maximum. */
      promise: z.object({
        /** Where the place adds none. */
        minutes: z.number(),
        baseMinutes: z.number(),
        queueMinutes: z.number(),
        maximumMinutes: z.number(),
        /** Of a store that learns: `toLearnedMinutes` computes the minutes of an order with it. */
        learned: learnedTimes.optional(),
      }),
      /** The automatic offers of now. */
      offers: z.array(automaticOffer),
      /** Whether shoppers can choose a later time of delivery, see `listDeliverySlots`. */
      hasSlots: z.boolean(),
      /** More orders wait than the most minutes to promise allow for. */
      isFull: z.boolean(),
      /** The payment methods of new orders. */
      paymentMethods: z.array(paymentMethod),
    }),
  ),
});

/** What every page and the browsers of shoppers know about the store. */
export const storeProfile = z
  .object({
    name: z.string(),
    tagline: z.string(),
    /** Missing for a store with the original look. */
    branding: publicBranding.optional(),
    contact: z.object({
      email: z.string(),
      /** Empty texts are not shown. */
      phone: z.string(),
      address: z.string(),
      facebook: z.string(),
      instagram: z.string(),
      linkedin: z.string(),
    }),
    /** Lines that the law asks for, such as the GSTIN. */
    legal: z.array(z.string()),
    /** Whom rule 4 of the Consumer Protection (E-Commerce) Rules, 2020, asks to name; the contact page shows them. */
    seller: sellerDetails,
    /** The published pages. */
    pages: z.array(storePageName),
    paymentMethods: z.array(paymentMethod),
    /**
     * What the header says about the delivery. `PLACE`: it asks for a PIN code or address, because the delivery
     * depends on it. `TIME`: in how many minutes, or when the store opens. `NONE`: every order arrives within the
     * same time.
     */
    deliveryHeader: z.enum(['NONE', 'TIME', 'PLACE']),
    /** The minutes to the door that pages name, see `toPageMinutes`. */
    promisedMinutes: z.number().int(),
  })
  .meta({ id: 'StoreProfile' });

export const getStoreProfile = defineEndpoint({
  method: 'GET',
  path: '/api/settings/profile',
  summary:
    'Returns name, contact, legal data and payment methods of the store, and what its pages say about the delivery.',
  audience: 'anyone',
  isCatalogueRead: true,
  input: z.object({}),
  output: response(storeProfile),
});
