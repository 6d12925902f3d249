import type { AutomaticOffer, Coupon } from '#contract/discounts/offer.ts';
import { type OfferValue, offerLabels, valueNames } from '#web/admin/discounts/offer-draft.ts';
import {
  choice,
  type FieldsOf,
  named,
  ofInput,
  percent,
  rupees,
  rupeesOrNone,
} from '#web/admin/record-fields.ts';

type AllKeys<Union> = Union extends unknown ? keyof Union : never;
const valueFields: FieldsOf<Record<AllKeys<OfferValue>, unknown>> = {
  kind: ofInput(offerLabels.kind, choice(valueNames)),
  amountAmt: ofInput(offerLabels.amountAmt, rupees),
  percent: ofInput(offerLabels.percent, percent),
  capAmt: ofInput(offerLabels.capAmt, rupees),
  buy: ofInput(offerLabels.buy),
  get: ofInput(offerLabels.get),
};

const conditions: FieldsOf<Omit<AutomaticOffer, 'name'>> = {
  value: { label: '', fields: valueFields },
  minimumAmt: ofInput(offerLabels.minimumAmt, rupeesOrNone),
  categoryIds: ofInput(offerLabels.categoryIds, named('category')),
  productIds: ofInput(offerLabels.productIds, named('product')),
  startsAt: ofInput(offerLabels.startsAt),
  endsAt: ofInput(offerLabels.endsAt),
  isActive: ofInput(offerLabels.isActive),
};

export const offerRecord: FieldsOf<AutomaticOffer> = { name: ofInput(offerLabels.name), ...conditions };

export const couponRecord: FieldsOf<Omit<Coupon, '_id' | 'version' | 'used' | 'discountAmt' | 'createdAt'>> =
  {
    code: ofInput(offerLabels.code),
    ...conditions,
    customerLimit: ofInput(offerLabels.customerLimit),
    totalLimit: ofInput(offerLabels.totalLimit),
    isFirstOrderOnly: ofInput(offerLabels.isFirstOrderOnly),
    isListed: ofInput(offerLabels.isListed),
  };
