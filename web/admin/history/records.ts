import type { AuditEntry } from '#contract/reports/dashboard.ts';
import type { RecordedAccount, RecordedOrder } from '#contract/reports/recorded.ts';
import { findStorePage, storePageTitles } from '#contract/store/store-page-names.ts';
import type { StorePageVersion } from '#contract/store/store-pages.ts';
import { catalogueRecords } from '#web/admin/catalogue-record.ts';
import { formatDay } from '#web/admin/formats.ts';
import { paymentLabels, statusLabels } from '#web/admin/orders/order-status.ts';
import { choice, type FieldsOf, type RecordFields, rupees } from '#web/admin/record-fields.ts';
import { bannerRecord, collectionRecord, homeRecord } from './home-record.ts';
import { couponRecord } from './offer-record.ts';
import { settingsRecord } from './settings-record.ts';

const orderRecord: FieldsOf<RecordedOrder> = {
  status: { label: 'Status', ...choice(statusLabels) },
  payment_status: { label: 'Payment', ...choice(paymentLabels) },
  totalAmt: { label: 'Total', ...rupees },
  owedAmt: { label: 'Refund due', ...rupees },
  cashReceived: { label: 'Received in cash', look: 'note', ...rupees },
  upiReceived: { label: 'Received by UPI', look: 'note', ...rupees },
  reference: { label: 'UPI reference', look: 'note' },
  paymentOf: { label: 'Payment of order', look: 'note' },
  takenOff: { label: 'Taken off', look: 'note' },
  refunded: { label: 'Refunded', look: 'note' },
  to: {
    label: 'Refunded to',
    look: 'note',
    ...choice({ SOURCE: 'How the order was paid', CREDIT: 'Store credit' }),
  },
  problem: { label: 'Problem', look: 'note', ...choice({ declined: 'Declined' }) },
  undelivered: { label: 'Could not be delivered', look: 'note' },
  thrownAway: { label: 'Thrown away', look: 'note' },
  reason: { label: 'Reason', look: 'note' },
  message: { label: 'Message to the customer', look: 'note' },
};

const accountRecord: FieldsOf<RecordedAccount> = {
  role: { label: 'Role', ...choice({ ADMIN: 'Administrator', USER: 'Customer' }) },
  roles: { label: 'Roles' },
  status: { label: 'Status' },
  isBlocked: { label: 'Blocked' },
  creditAmt: { label: 'Store credit', ...rupees },
  reason: { label: 'Reason', look: 'note' },
};

const methods = {
  cash: { label: 'Cash', ...rupees },
  upi: { label: 'UPI', ...rupees },
  card: { label: 'Card', ...rupees },
};

const daySheetRecord = {
  expected: { label: 'Expected', fields: methods },
  counted: { label: 'Counted', fields: methods },
  openingAmt: { label: 'Opening cash', ...rupees },
  floatAmt: { label: 'Cash left for tomorrow', ...rupees },
  note: { label: 'Note' },
  reason: { label: 'Reason', look: 'note' },
} satisfies RecordFields;

const pageRecord: FieldsOf<Pick<StorePageVersion, 'english' | 'hindi' | 'isPublished'>> = {
  english: { label: 'English', look: 'lines' },
  hindi: { label: 'Hindi', look: 'lines' },
  isPublished: { label: 'Published' },
};

const demoRecord = {
  products: { label: 'Products' },
  categories: { label: 'Categories' },
  subCategories: { label: 'Sub-categories' },
} satisfies RecordFields;

interface RecordWords {
  fields: RecordFields;
  /** Stands before the name, or alone. */
  noun: string;
  name?: string;
}

type Kind = AuditEntry['kind'];
type Named = Pick<AuditEntry, 'action' | 'thingId' | 'thingName'>;

const words: Record<Kind, (entry: Named) => RecordWords> = {
  product: ({ action, thingName: name }) =>
    action === 'removed'
      ? { fields: demoRecord, noun: 'the demo catalogue' }
      : { fields: catalogueRecords.product, noun: 'the product', name },
  category: ({ thingName: name }) => ({ fields: catalogueRecords.category, noun: 'the category', name }),
  'sub-category': ({ thingName: name }) => ({
    ...{ fields: catalogueRecords['sub-category'], noun: 'the sub-category', name },
  }),
  account: ({ action, thingId, thingName: name }) => {
    if (thingId === '') return { fields: accountRecord, noun: 'everybody' };
    if (action.startsWith('invit')) return { fields: accountRecord, noun: 'the person', name };
    return { fields: accountRecord, noun: 'the account', name };
  },
  order: ({ thingName: name }) => ({ fields: orderRecord, noun: 'the order', name }),
  settings: ({ action, thingId, thingName }) => {
    if (action.startsWith('device ')) return { fields: {}, noun: 'the phone', name: thingName };
    const page = findStorePage(thingId);
    if (page !== null) return { fields: pageRecord, noun: 'the page', name: storePageTitles[page] };
    if (action === 'opened') return { fields: settingsRecord, noun: 'the store' };
    return { fields: settingsRecord, noun: action === 'updated' ? 'the settings' : 'orders' };
  },
  coupon: ({ thingName: name }) => ({ fields: couponRecord, noun: 'the coupon', name }),
  // The name is the day.
  'day-sheet': ({ thingName: day }) => ({
    ...{ fields: daySheetRecord, noun: 'the day', name: `${formatDay(day, 'long')} ${day.slice(0, 4)}` },
  }),
  banner: ({ thingName: name }) => ({ fields: bannerRecord, noun: 'the banner', name }),
  collection: ({ thingName: name }) => ({ fields: collectionRecord, noun: 'the collection', name }),
  home: () => ({ fields: homeRecord, noun: 'the order of the home page' }),
};

/** How the history shows the record of an entry, and what it calls it, such as 'the coupon' 'MILK25'. */
export function toRecordWords(entry: Named & Pick<AuditEntry, 'kind'>): RecordWords {
  return words[entry.kind](entry);
}
