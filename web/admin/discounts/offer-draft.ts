import type { EndpointInput } from '#contract/api.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import type { AutomaticOffer, Coupon } from '#contract/discounts/offer.ts';

/** What the dialog edits: an automatic offer, or a coupon with its code and limits. */
export type OfferDraft =
  | { type: 'offer'; index: number | null; fields: AutomaticOffer }
  | { type: 'coupon'; coupon: Coupon | null; fields: EndpointInput<'createCoupon'> };

const everything = {
  minimumAmt: 0,
  categoryIds: [],
  productIds: [],
  startsAt: null,
  endsAt: null,
  isActive: true,
};

export const newOffer: AutomaticOffer = {
  ...everything,
  name: '',
  value: { kind: 'PERCENT', percent: 10, capAmt: null },
};

export const newCouponFields: EndpointInput<'createCoupon'> = {
  ...everything,
  code: '',
  value: { kind: 'FLAT', amountAmt: 50 },
  customerLimit: 1,
  totalLimit: null,
  isFirstOrderOnly: false,
  isListed: false,
};

/** The fields of a coupon that the staff edit. */
export function toCouponFields(coupon: Coupon): EndpointInput<'createCoupon'> {
  const {
    _id,
    version: _version,
    used: _used,
    discountAmt: _discountAmt,
    createdAt: _createdAt,
    ...fields
  } = coupon;
  return fields;
}

export type OfferValue = AutomaticOffer['value'];

export const valueNames: Record<OfferValue['kind'], string> = {
  FLAT: 'An amount off',
  PERCENT: 'A percentage off',
  FREE_DELIVERY: 'Free delivery',
  BUY_GET: 'Free pieces',
};

/** The labels of the inputs, which the history shows too. */
export const offerLabels = {
  code: 'Code',
  name: 'Name',
  kind: 'Discount type',
  amountAmt: 'Amount (₹)',
  percent: 'Percent (%)',
  capAmt: 'Maximum discount (₹)',
  buy: 'Pieces to buy',
  get: 'Free pieces',
  minimumAmt: 'Minimum order (₹)',
  categoryIds: 'Categories',
  productIds: 'Products',
  startsAt: 'Starts',
  endsAt: 'Ends',
  customerLimit: 'Uses per customer',
  totalLimit: 'Uses in total',
  isFirstOrderOnly: 'First order only',
  isListed: 'Show in cart and checkout',
  isActive: 'Active',
} as const;

/** A value of a kind to start from. */
export const startValues: { [Kind in OfferValue['kind']]: Extract<OfferValue, { kind: Kind }> } = {
  FLAT: { kind: 'FLAT', amountAmt: 50 },
  PERCENT: { kind: 'PERCENT', percent: 10, capAmt: null },
  FREE_DELIVERY: { kind: 'FREE_DELIVERY' },
  BUY_GET: { kind: 'BUY_GET', buy: 2, get: 1 },
};

const rupees = (amount: number) => formatPaise(toPaise(amount));

/** What an offer gives, such as '10% off, at most ₹100, from ₹299'. */
export function describeValue({
  value,
  minimumAmt,
  categoryIds = [],
  productIds = [],
}: Pick<EndpointInput<'createCoupon'>, 'minimumAmt' | 'categoryIds' | 'productIds'> & {
  value: OfferValue;
}): string {
  const given = {
    FLAT: () => (value.kind === 'FLAT' ? `${rupees(value.amountAmt)} off` : ''),
    PERCENT: () =>
      value.kind === 'PERCENT'
        ? `${value.percent}% off${value.capAmt === null ? '' : `, at most ${rupees(value.capAmt)}`}`
        : '',
    FREE_DELIVERY: () => 'Free delivery',
    BUY_GET: () => (value.kind === 'BUY_GET' ? `Buy ${value.buy}, get ${value.get} free` : ''),
  }[value.kind]();
  const [categories, products] = [categoryIds.length, productIds.length];
  const scope = [
    ...(categories === 0 ? [] : [categories === 1 ? '1 category' : `${categories} categories`]),
    ...(products === 0 ? [] : [products === 1 ? '1 product' : `${products} products`]),
  ];
  return [
    given,
    ...(minimumAmt === 0 ? [] : [`from ${rupees(minimumAmt)}`]),
    ...(scope.length === 0 ? [] : [`for ${scope.join(' and ')}`]),
  ].join(', ');
}

export type OfferState = 'Off' | 'Planned' | 'Ended' | 'Used up' | 'Active';

export function toState(
  offer: Pick<AutomaticOffer, 'isActive' | 'startsAt' | 'endsAt'> &
    Partial<Pick<Coupon, 'used' | 'totalLimit'>>,
  now: number,
): OfferState {
  const { isActive, startsAt, endsAt, used = 0, totalLimit = null } = offer;
  if (!isActive) return 'Off';
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'Ended';
  if (totalLimit !== null && used >= totalLimit) return 'Used up';
  return startsAt !== null && Date.parse(startsAt) > now ? 'Planned' : 'Active';
}
