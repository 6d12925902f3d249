import { z } from 'zod';
import { roundDegrees } from '#contract/addresses/postal-address.ts';
import { compactNumber } from '#contract/base/digits.ts';
import { amount, optionalName } from '#contract/base/fields.ts';
import { deliveryAreaKinds } from '#contract/delivery/delivery-area.ts';
import { longestPromiseMinutes, promiseKinds } from '#contract/delivery/promised-minutes.ts';
import { pinRules } from '#contract/riders/delivery-pin.ts';

const maximumPincodes = 500;

const pincodes = z
  .array(
    z
      .string()
      .overwrite(compactNumber)
      .regex(/^[1-9]\d{0,5}$/, 'Enter PIN codes of 6 digits, or their first digits.'),
  )
  .max(maximumPincodes, `At most ${maximumPincodes} PIN codes.`)
  .refine((all) => new Set(all).size === all.length, 'Enter each PIN code only once.');

const minutes = (minimum: number, maximum: number) =>
  z
    .int('Enter a whole number of minutes.')
    .min(minimum, `At least ${minimum}.`)
    .max(maximum, `At most ${maximum}.`);

const degrees = (maximum: number) =>
  z
    .number('Enter degrees, such as 12.9716.')
    .min(-maximum, `From −${maximum} to ${maximum}.`)
    .max(maximum, `From −${maximum} to ${maximum}.`)
    .overwrite(roundDegrees);

const group = z.strictObject({
  name: optionalName(60),
  pincodes: pincodes.min(1, 'Enter at least one PIN code.'),
  deliveryFeeAmt: amount.nullable(),
  minimumOrderAmt: amount.nullable(),
  extraMinutes: minutes(0, 240),
});

/** Where the store delivers; see `contract/delivery/delivery-area.ts`. */
export const deliveryArea = z
  .strictObject({
    kind: z.enum(deliveryAreaKinds),
    groups: z
      .array(group)
      .max(20, 'At most 20 groups.')
      .refine(
        (groups) => groups.flatMap((each) => each.pincodes).length <= maximumPincodes,
        `At most ${maximumPincodes} PIN codes in all groups.`,
      )
      .refine((groups) => {
        const all = groups.flatMap((each) => each.pincodes);
        const perGroup = groups.reduce((sum, each) => sum + new Set(each.pincodes).size, 0);
        return new Set(all).size === perGroup;
      }, 'Each PIN code in one group only.'),
    radius: z
      .strictObject({
        latitude: degrees(90),
        longitude: degrees(180),
        km: z.number('Enter a distance in km.').min(0.1, 'At least 0.1 km.').max(500, 'At most 500 km.'),
        pincodes,
      })
      .nullable(),
  })
  .refine(({ kind, groups }) => kind !== 'PINCODES' || groups.length > 0, {
    path: ['groups'],
    message: 'Add a group of PIN codes.',
  })
  .refine(({ kind, radius }) => kind !== 'RADIUS' || radius !== null, {
    path: ['radius'],
    message: 'Enter the position of the store.',
  })
  .meta({ id: 'DeliveryArea' });

/** Windows of later deliveries; see `contract/delivery/delivery-slots.ts`. */
export const deliverySlots = z
  .strictObject({
    isOn: z.boolean(),
    minutes: minutes(30, 480),
    capacity: z.int('Enter a whole number.').min(1, 'At least 1.').max(1000, 'At most 1000.'),
    daysAhead: z.int('Enter a whole number of days.').min(0, 'At least 0.').max(7, 'At most 7.'),
    leadMinutes: minutes(0, 2880),
  })
  .meta({ id: 'DeliverySlots' });

/** How the promised minutes are computed; see `contract/delivery/promised-minutes.ts`. */
export const deliveryPromise = z
  .strictObject({
    baseMinutes: minutes(1, 240),
    minutesPerOrder: z.number('Enter minutes.').min(0, 'At least 0.').max(60, 'At most 60.'),
    pickers: z.int('Enter a whole number.').min(1, 'At least 1.').max(200, 'At most 200.'),
    maximumMinutes: minutes(1, longestPromiseMinutes),
    /** For how long a shopper can choose what replaces a missing product; `answerSeconds` without it. */
    answerSeconds: z
      .int('Enter a whole number of seconds.')
      .min(30, 'At least 30.')
      .max(600, 'At most 600.')
      .optional(),
    /** FIXED without it. */
    kind: z.enum(promiseKinds).optional(),
    /** Tells shoppers of late orders a new time, with this store credit. Without it none is told. */
    late: z.strictObject({ creditAmt: amount.max(500, 'At most ₹500.') }).optional(),
  })
  .meta({ id: 'DeliveryPromise' });

const phaseTime = z.object({ medianSeconds: z.number(), p90Seconds: z.number() });

/** See `contract/delivery/learned-promise.ts`. */
export const learnedTimes = z
  .object({
    /** By size of the order. */
    picks: z.array(phaseTime),
    wait: phaseTime,
    rides: z.array(phaseTime.extend({ pincode: z.string() })),
    otherRide: phaseTime,
    queueSeconds: z.number(),
  })
  .meta({ id: 'LearnedTimes' });

/** What riders need at the door; see `contract/riders/delivery-pin.ts`. */
export const doorRules = z
  .strictObject({ pin: z.enum(pinRules), pinAboveAmt: amount, needsPhoto: z.boolean() })
  .meta({ id: 'DoorRules' });
