import { gstStates } from '#contract/base/gstin.ts';
import { describeDay, type Interval } from '#contract/delivery/opening-hours.ts';
import type { AutomaticOffer } from '#contract/discounts/offer.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { formatDay } from '#web/admin/formats.ts';
import {
  choice,
  type FieldsOf,
  minutes,
  ofInput,
  percent,
  type RecordField,
  rupees,
  rupeesOrNone,
} from '#web/admin/record-fields.ts';
import { areaKindLabels, pinRuleLabels, settingsTexts } from '#web/admin/store/settings-texts.ts';
import { offerRecord } from './offer-record.ts';

type Section<Name extends keyof StoreSettings> = FieldsOf<NonNullable<StoreSettings[Name]>>;

const {
  identity,
  branding,
  legal,
  seller,
  tax,
  hours,
  holidays,
  area,
  promise,
  slots,
  door,
  charges,
  payments,
  notifications,
} = settingsTexts;

const identityFields: Section<'identity'> = {
  name: ofInput(identity.fields.name.label),
  tagline: ofInput(identity.fields.tagline.label),
  phone: ofInput(identity.fields.phone.label),
  email: ofInput(identity.fields.email.label),
  address: ofInput(identity.fields.address.label),
  facebook: ofInput(identity.fields.facebook.label),
  instagram: ofInput(identity.fields.instagram.label),
  linkedin: ofInput(identity.fields.linkedin.label),
};

const brandingFields: Section<'branding'> = {
  logo: { label: branding.fields.logo.label, look: 'image' },
  colour: { label: branding.fields.colour.label },
};

const legalFields: Section<'legal'> = {
  gstin: ofInput(legal.fields.gstin.label),
  stateCode: ofInput(legal.fields.stateCode.label, choice(gstStates)),
  fssai: ofInput(legal.fields.fssai.label),
};

const sellerFields: Section<'seller'> = {
  legalName: ofInput(seller.fields.legalName.label),
  officerName: ofInput(seller.fields.officerName.label),
  officerDesignation: ofInput(seller.fields.officerDesignation.label),
  officerEmail: ofInput(seller.fields.officerEmail.label),
  officerPhone: ofInput(seller.fields.officerPhone.label),
};

const taxFields: Section<'tax'> = {
  gstRates: { label: 'GST rates', ...percent },
  cessRates: { label: 'Cess rates', ...percent },
  hsnDigits: ofInput(tax.fields.hsnDigits.label),
};

const hoursText: Pick<RecordField, 'look' | 'toText'> = {
  look: 'whole',
  toText: (value) => describeDay(Array.isArray(value) ? value.filter(isInterval) : []),
};

const isInterval = (value: unknown): value is Interval =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

const exceptionFields: FieldsOf<StoreSettings['exceptions'][number]> = {
  // The key of the row.
  date: { label: '', toText: () => '' },
  reason: ofInput(holidays.fields.reason.label),
  intervals: { label: 'Hours', ...hoursText },
};

const pauseFields: Section<'pause'> = {
  reason: { label: 'Reason, shown to shoppers' },
  until: { label: 'Until' },
};

const smallOrderFields: FieldsOf<NonNullable<StoreSettings['charges']['smallOrder']>> = {
  belowAmt: ofInput(charges.fields.smallOrderBelowAmt.label, rupees),
  feeAmt: { label: 'Fee', ...rupees },
};

const feeFields: FieldsOf<StoreSettings['charges']['deliveryFees'][number]> = {
  fromAmt: { label: 'From', ...rupees },
  feeAmt: { label: 'Fee', ...rupees },
};

const chargesFields: Section<'charges'> = {
  deliveryFees: ofInput(charges.fields.deliveryFees.label, {
    rows: { keyOf: ({ fromAmt }) => `from ${rupees.toText(fromAmt)}`, fields: feeFields },
  }),
  freeDeliveryFromAmt: ofInput(charges.fields.freeDeliveryFromAmt.label, rupees),
  smallOrder: ofInput(charges.fields.smallOrderFeeAmt.label, { fields: smallOrderFields }),
  handlingAmt: ofInput(charges.fields.handlingAmt.label, rupees),
  isTotalRounded: ofInput(charges.fields.isTotalRounded.label),
};

const groupFields: FieldsOf<StoreSettings['deliveryArea']['groups'][number]> = {
  name: { label: 'Name' },
  pincodes: ofInput(area.fields.pincodes.label),
  deliveryFeeAmt: ofInput(area.fields.deliveryFeeAmt.label, rupees),
  minimumOrderAmt: ofInput(area.fields.minimumOrderAmt.label, rupees),
  extraMinutes: ofInput(area.fields.extraMinutes.label, minutes),
};

const radiusFields: FieldsOf<NonNullable<StoreSettings['deliveryArea']['radius']>> = {
  latitude: ofInput(area.fields.latitude.label),
  longitude: ofInput(area.fields.longitude.label),
  km: ofInput(area.fields.km.label),
  pincodes: ofInput(area.fields.pincodes.label),
};

const areaFields: Section<'deliveryArea'> = {
  kind: ofInput(area.fields.kind.label, choice(areaKindLabels)),
  groups: {
    label: 'Groups',
    rows: {
      keyOf: ({ name, pincodes }) => String(name || pincodes).replaceAll(',', ', '),
      fields: groupFields,
    },
  },
  radius: { label: '', fields: radiusFields },
};

const lateFields: FieldsOf<NonNullable<StoreSettings['promise']['late']>> = {
  creditAmt: ofInput(promise.fields.lateCreditAmt.label, rupees),
};

const promiseFields: Section<'promise'> = {
  baseMinutes: ofInput(promise.fields.baseMinutes.label, minutes),
  minutesPerOrder: ofInput(promise.fields.minutesPerOrder.label),
  pickers: ofInput(promise.fields.pickers.label),
  maximumMinutes: ofInput(promise.fields.maximumMinutes.label, minutes),
  answerSeconds: ofInput(promise.fields.answerSeconds.label),
  kind: ofInput(promise.fields.kind.label, choice({ FIXED: 'Fixed', LEARNED: 'Learned' })),
  late: { label: promise.fields.isTold.label, fields: lateFields },
};

const slotsFields: Section<'slots'> = {
  isOn: ofInput(slots.fields.isOn.label),
  minutes: ofInput(slots.fields.minutes.label, minutes),
  capacity: ofInput(slots.fields.capacity.label),
  daysAhead: ofInput(slots.fields.daysAhead.label),
  leadMinutes: ofInput(slots.fields.leadMinutes.label),
};

const doorFields: Section<'door'> = {
  pin: ofInput(door.fields.pin.label, choice(pinRuleLabels)),
  pinAboveAmt: ofInput(door.fields.pinAboveAmt.label, rupees),
  needsPhoto: ofInput(door.fields.needsPhoto.label),
};

const offerKey = ({ name }: Readonly<Record<string, unknown>>) => String(name);
const offerFields: FieldsOf<AutomaticOffer> = offerRecord;

const upiFields: Section<'upi'> = {
  vpa: ofInput(payments.fields.vpa.label),
  payeeName: ofInput(payments.fields.payeeName.label),
};

const methodFields: Section<'paymentMethods'> = {
  card: ofInput(payments.fields.card.label),
  upi: ofInput(payments.fields.upi.label),
  cash: ofInput(payments.fields.cash.label),
};

const notificationFields: Section<'notifications'> = {
  orderPlacedEmail: ofInput(notifications.fields.orderPlacedEmail.label),
  orderStepsEmail: ofInput(notifications.fields.orderStepsEmail.label),
  orderStepsPush: ofInput(notifications.fields.orderStepsPush.label),
  newOrderPush: ofInput(notifications.fields.newOrderPush.label),
  lowStockEmail: ofInput(notifications.fields.lowStockEmail.label),
  senderAddress: ofInput(notifications.fields.senderAddress.label),
  senderName: ofInput(notifications.fields.senderName.label),
};

/** How the history shows the settings. `isLive` is recorded when the store opens for the first time. */
export const settingsRecord: FieldsOf<StoreSettings & { isLive: boolean }> = {
  identity: { label: identity.title, fields: identityFields },
  branding: { label: branding.title, fields: brandingFields },
  legal: { label: legal.title, fields: legalFields },
  seller: { label: seller.title, fields: sellerFields },
  tax: { label: tax.title, fields: taxFields },
  week: {
    label: hours.title,
    fields: Object.fromEntries(
      Object.entries(hours.fields).map(([day, { label }]) => [day, { label, ...hoursText }]),
    ),
  },
  exceptions: {
    label: holidays.title,
    rows: {
      keyOf: ({ date }) => `${formatDay(String(date), 'long')} ${String(date).slice(0, 4)}`,
      fields: exceptionFields,
    },
  },
  pause: { label: 'Pause', fields: pauseFields },
  deliveryArea: { label: area.title, fields: areaFields },
  promise: { label: promise.title, fields: promiseFields },
  slots: { label: slots.title, fields: slotsFields },
  door: { label: door.title, fields: doorFields },
  minimumOrderAmt: ofInput(charges.fields.minimumOrderAmt.label, rupeesOrNone),
  charges: { label: charges.title, fields: chargesFields },
  offers: { label: 'Offers', rows: { keyOf: offerKey, fields: offerFields } },
  paymentMethods: { label: payments.title, fields: methodFields },
  upi: { label: payments.title, fields: upiFields },
  notifications: { label: notifications.title, fields: notificationFields },
  isLive: { label: 'Open to customers' },
};
