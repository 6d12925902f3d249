import { z } from 'zod';
import { compactNumber } from '#contract/base/digits.ts';
import { deliveryPromiseMinutes } from '#contract/base/durations.ts';
import { email, name, optionalGstin, optionalName, prose } from '#contract/base/fields.ts';
import { gstStates, isGstin, toGstStateCode } from '#contract/base/gstin.ts';
import { businessPhoneHint, isBusinessPhone, normalizePhoneNumber } from '#contract/base/phone-number.ts';

const empty = z.literal('');

const webAddress = z.union([
  empty,
  z.url({ protocol: /^https$/, error: 'Enter an https:// address.' }).max(200),
]);

/** Name of the store, wherever it is shown. */
export const storeName = name(40);
export const storeTagline = name(120);
export const storeAddress = prose(200);

/** Who the store is and how shoppers reach it. An empty text is not shown. */
export const storeIdentity = z.strictObject({
  name: storeName,
  tagline: storeTagline,
  /** A stored one may break today's rules, which `updateStoreSettings` applies. */
  phone: z
    .string()
    .overwrite((typed) => (isBusinessPhone(typed) ? normalizePhoneNumber(typed) : typed.trim()))
    .max(20, 'At most 20 characters.'),
  email,
  address: storeAddress,
  facebook: webAddress,
  instagram: webAddress,
  linkedin: webAddress,
});

/**
 * What the law of India asks of a store that sells food, empty if it does not have it. Shown in the footer and on
 * invoices.
 */
export const legalData = z
  .strictObject({
    gstin: optionalGstin,
    /** Code of the state in GST; empty only without a GSTIN. */
    stateCode: z.string().refine((code) => code === '' || code in gstStates, 'Choose a state.'),
    /** Number of the licence or registration for food. */
    fssai: z
      .string()
      .overwrite(compactNumber)
      .regex(/^(?:\d{14})?$/, 'Enter the 14 digits of the FSSAI number.'),
  })
  .refine(({ gstin, stateCode }) => !isGstin(gstin) || toGstStateCode(gstin) === stateCode, {
    path: ['stateCode'],
    message: 'Choose the state whose code starts the GSTIN.',
  });

/**
 * The seller and the grievance officer, whom rules 4(2) and 4(5) of the Consumer Protection (E-Commerce) Rules, 2020,
 * ask each online store to name. Empty if not given.
 */
export const sellerDetails = z
  .strictObject({
    legalName: optionalName(120),
    officerName: optionalName(80),
    officerDesignation: optionalName(80),
    officerEmail: z.union([empty, email]),
    officerPhone: z.string().trim().max(20, 'At most 20 characters.'),
  })
  .superRefine(({ officerName, officerDesignation, officerEmail, officerPhone }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (officerName === '') {
      if (officerDesignation + officerEmail + officerPhone !== '')
        refuse('officerName', 'Enter the name of the officer.');
      return;
    }
    if (officerDesignation === '') refuse('officerDesignation', 'Enter the designation of the officer.');
    if (officerEmail + officerPhone === '')
      refuse('officerEmail', 'Enter an email address or a telephone number.');
    if (officerPhone !== '' && !isBusinessPhone(officerPhone)) refuse('officerPhone', businessPhoneHint);
  });

/** The payment methods that the owner allows. Cards need a payment provider too, and UPI the UPI ID of the store. */
export const paymentMethodSwitches = z
  .strictObject({ cash: z.boolean(), card: z.boolean(), upi: z.boolean() })
  .refine(({ cash, card, upi }) => cash || card || upi, 'Leave at least one payment method on.');

/** Which messages are sent. Emails about accounts, cancellations and refunds always are. */
export const notificationSettings = z.strictObject({
  /** From whom emails come; an empty name is that of the store. */
  senderName: optionalName(60),
  senderAddress: email,
  orderPlacedEmail: z.boolean(),
  /** An order is on its way, or delivered. */
  orderStepsEmail: z.boolean(),
  orderStepsPush: z.boolean(),
  /** To the browsers of staff that asked for it. */
  newOrderPush: z.boolean(),
  /** Once a day, the products of which little is left; null for none. */
  lowStockEmail: email.nullable(),
});

const initialTagline = taglineOf(deliveryPromiseMinutes);

function taglineOf(minutes: number): string {
  return `Groceries at your door in ${minutes} minutes`;
}

/** The tagline that pages show: the first one names the minutes that the store promises now. */
export function toTagline(tagline: string, minutes: number): string {
  return tagline === initialTagline ? taglineOf(minutes) : tagline;
}

/** The links in the footer of a store with the demo catalogue, which the owner replaces. */
export const exampleLinks = {
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  linkedin: 'https://www.linkedin.com/',
};

/** The first values of a store that was never configured. */
export const initialIdentity = {
  identity: {
    name: 'Tokri',
    tagline: initialTagline,
    phone: '',
    email: 'hello@tokri.local',
    address: '',
    facebook: '',
    instagram: '',
    linkedin: '',
  },
  legal: { gstin: '', stateCode: '', fssai: '' },
  seller: { legalName: '', officerName: '', officerDesignation: '', officerEmail: '', officerPhone: '' },
  paymentMethods: { cash: true, card: true, upi: true },
  notifications: {
    senderName: '',
    senderAddress: 'hello@tokri.local',
    orderPlacedEmail: true,
    orderStepsEmail: true,
    orderStepsPush: true,
    newOrderPush: true,
    lowStockEmail: null,
  },
};
