import { z } from 'zod';
import { defineEndpoint } from '#contract/base/endpoint.ts';
import {
  anyText,
  id,
  limit,
  moment,
  name,
  page,
  pagedResponse,
  required,
  response,
  rupees,
  searchText,
} from '#contract/base/fields.ts';
import { hasTwoDecimals } from '#contract/base/money.ts';

const amount = rupees.max(100_000, 'At most 100,000 rupees.');
const positiveAmount = amount.min(1, 'At least 1 rupee.');
const pieces = z.int('Enter a whole number.').min(1, 'At least 1.').max(20, 'At most 20.');

const amountOff = z.strictObject({ kind: z.literal('FLAT'), amountAmt: positiveAmount });
const percentOff = z.strictObject({
  kind: z.literal('PERCENT'),
  percent: z
    .number('Enter a percentage.')
    .min(0.01, 'More than 0.')
    .max(100, 'At most 100.')
    .refine(hasTwoDecimals, 'At most two decimals.'),
  /** The most that it takes off. */
  capAmt: positiveAmount.nullable(),
});
const freeDelivery = z.strictObject({ kind: z.literal('FREE_DELIVERY') });
const freePieces = z.strictObject({ kind: z.literal('BUY_GET'), buy: pieces, get: pieces });

const ids = z
  .array(id)
  .max(100, 'At most 100.')
  .transform((all) => [...new Set(all)]);

const scope = {
  /** The least value of all items, before offers. */
  minimumAmt: amount,
  /** Categories or sub-categories. Without these and without products the offer is for all. */
  categoryIds: ids,
  productIds: ids,
};

const period = { startsAt: moment.nullable(), endsAt: moment.nullable() };
const isPeriod = ({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }) =>
  startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt);
const periodMessage = { path: ['endsAt'], message: 'The end must be after the start.' };

/** An offer that applies to every cart that reaches it. `name` is shown in the bill. */
export const automaticOffer = z
  .strictObject({
    name: name(60),
    value: z.discriminatedUnion('kind', [amountOff, percentOff, freeDelivery, freePieces]),
    ...scope,
    ...period,
    isActive: z.boolean(),
  })
  .refine(isPeriod, periodMessage)
  .meta({ id: 'AutomaticOffer' });
export type AutomaticOffer = z.output<typeof automaticOffer>;

const couponLimit = z
  .int('Enter a whole number.')
  .min(1, 'At least 1.')
  .max(10_000_000, 'At most 1,00,00,000.');

/** The code of a coupon, in upper case. */
export const couponCode = anyText()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{3,20}$/, 'Enter 3 to 20 letters and digits.');

const couponFields = {
  code: couponCode,
  value: z.discriminatedUnion('kind', [amountOff, percentOff, freeDelivery]),
  ...scope,
  ...period,
  /** Most orders of one customer, and of all. Cancelled orders do not count. */
  customerLimit: couponLimit.nullable(),
  totalLimit: couponLimit.nullable(),
  /** Only for customers without an order. */
  isFirstOrderOnly: z.boolean(),
  /** Shown to all shoppers whose cart can use it; otherwise only those who know the code use it. */
  isListed: z.boolean(),
  isActive: z.boolean(),
};

const coupon = z
  .object({
    _id: id,
    ...couponFields,
    /** Counts changes. */
    version: z.int(),
    /** Orders with the coupon, without cancelled ones, and what it took off them. */
    used: z.int(),
    discountAmt: z.number(),
    createdAt: moment,
  })
  .meta({ id: 'Coupon' });
export type Coupon = z.output<typeof coupon>;

export const listCoupons = defineEndpoint({
  method: 'GET',
  path: '/api/coupon/get',
  summary: 'Lists coupons, newest first, with their uses. `search` is a part of a code.',
  audience: 'staff',
  permissions: ['discounts'],
  input: z.object({ search: searchText, page, limit: limit(20) }),
  output: pagedResponse(coupon),
});

export const createCoupon = defineEndpoint({
  method: 'POST',
  path: '/api/coupon/create',
  summary: 'Adds a coupon.',
  audience: 'staff',
  permissions: ['discounts'],
  needsStepUp: true,
  errors: ['NAME_TAKEN'],
  input: z.strictObject(couponFields).refine(isPeriod, periodMessage),
  output: response(coupon),
});

export const updateCoupon = defineEndpoint({
  method: 'PUT',
  path: '/api/coupon/update',
  summary:
    'Replaces the terms of a coupon, from the next order on. `version` is the one that was read: CHANGED_MEANWHILE if there is a newer one.',
  audience: 'staff',
  permissions: ['discounts'],
  needsStepUp: true,
  errors: ['NOT_FOUND', 'NAME_TAKEN', 'CHANGED_MEANWHILE'],
  input: z
    .strictObject({ _id: id, version: z.int(required).min(1).max(2_000_000_000), ...couponFields })
    .refine(isPeriod, periodMessage),
  output: response(coupon),
});

/** What a shopper may know of a coupon: enough to compute the bill. `name` is its code. */
const usableCoupon = z.object({
  name: z.string(),
  value: couponFields.value,
  minimumAmt: z.number(),
  categoryIds: z.array(id),
  productIds: z.array(id),
});

export const checkCoupon = defineEndpoint({
  method: 'POST',
  path: '/api/coupon/check',
  summary:
    'Returns the terms of a coupon that the caller can use now. COUPON_UNUSABLE says why not. A coupon with a limit for each customer, or for first orders, asks for a verified email address (COUPON_NEEDS_VERIFICATION). Nothing is reserved: the order decides.',
  audience: 'user',
  errors: ['COUPON_UNUSABLE', 'COUPON_NEEDS_VERIFICATION'],
  input: z.strictObject({ code: couponCode }),
  output: response(usableCoupon),
});

const listedCoupon = usableCoupon.extend({
  /** Can be used only with a verified email address, which the caller does not have. */
  needsVerification: z.boolean(),
});
export type ListedCoupon = z.output<typeof listedCoupon>;

export const listListedCoupons = defineEndpoint({
  method: 'GET',
  path: '/api/coupon/listed',
  summary:
    'Lists the coupons that the store shows to all shoppers and that the caller, or a guest, could use now with a suitable cart, newest first, at most 20.',
  audience: 'anyone',
  input: z.object({}),
  output: response(z.array(listedCoupon)),
});
