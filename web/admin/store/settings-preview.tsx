import { type ReactNode, useState } from 'react';
import { parsePincode, typedNumberMaxLength } from '#contract/base/digits.ts';
import { toLegalLines } from '#contract/base/gstin.ts';
import { formatPaise, formatSignedPaise, toPaise } from '#contract/base/money.ts';
import { toShownBill } from '#contract/cart/bill.ts';
import { type PricedCart, priceCart } from '#contract/cart/price-cart.ts';
import type { Charges } from '#contract/delivery/charges.ts';
import { findDelivery } from '#contract/delivery/delivery-area.ts';
import { listSlotTimes } from '#contract/delivery/delivery-slots.ts';
import {
  describeDay,
  describeOpening,
  type Interval,
  toOpeningStatus,
} from '#contract/delivery/opening-hours.ts';
import { toPageMinutes, toPromisedMinutes } from '#contract/delivery/promised-minutes.ts';
import { toSlotText } from '#contract/delivery/slot-text.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { documentTitleTexts } from '#contract/tax/document-number.ts';
import { listUnprintable } from '#contract/tax/print-fonts.ts';
import { RupeesField } from '#web/admin/form-parts.tsx';
import { formatDay } from '#web/admin/formats.ts';
import { Field } from '#web/ui/field.tsx';
import { BrandingPreview } from './branding-editor.tsx';
import { type SettingsSectionId, settingsTexts } from './settings-texts.ts';

interface PreviewProps {
  settings: StoreSettings;
}

/** What the settings of a section lead to as they are edited; null for a section whose effect is not visible. */
export function previewSection(id: SettingsSectionId, edited: StoreSettings): ReactNode {
  const settings = withoutUnfinishedHours(edited);
  if (id === 'identity' || id === 'legal') return <HeadPreview settings={settings} />;
  if (id === 'branding') return <BrandingPreview settings={settings} />;
  if (id === 'hours' || id === 'holidays' || id === 'pause') return <HoursPreview settings={settings} />;
  if (id === 'area' || id === 'promise') return <DeliveryPreview settings={settings} />;
  if (id === 'slots') return <SlotsPreview settings={settings} />;
  if (id === 'charges') return <BillPreview settings={settings} />;
  if (id === 'payments') return <p>Payment: {listMethods(settings).join(', ') || 'none'}.</p>;
  return null;
}

const isFinished = ({ from, to }: Interval) => from !== '' && from < to;

/** A time input that is being edited has no value. */
function withoutUnfinishedHours(settings: StoreSettings): StoreSettings {
  return {
    ...settings,
    week: settings.week.map((day) => day.filter(isFinished)),
    exceptions: settings.exceptions
      .filter(({ date }) => date !== '')
      .map((day) => ({ ...day, intervals: day.intervals.filter(isFinished) })),
  };
}

/** The lines at the top of invoices, which end each page and email too. */
function HeadPreview({ settings: { identity, legal } }: PreviewProps) {
  const { name, email, phone, address } = identity;
  const lines = [address, phone, email, ...toLegalLines(legal)].filter((line) => line.trim() !== '');
  const unprintable = listUnprintable([name, ...lines].join(' '));
  return (
    <>
      <div className="rounded-md bg-surface p-3 text-sm">
        <p className="text-right text-ink-soft">
          {documentTitleTexts[legal.gstin === '' ? 'BILL_OF_SUPPLY' : 'TAX_INVOICE']}
        </p>
        <p className="text-lg font-bold wrap-anywhere text-leaf">{name}</p>
        <p className="wrap-anywhere whitespace-pre-line">{lines.join('\n')}</p>
      </div>
      {unprintable.length > 0 && (
        <p className="rounded-md bg-marigold-soft px-3 py-2 text-sm font-medium">
          These characters cannot be printed: {unprintable.join(' ')}
        </p>
      )}
      <p className="text-sm text-ink-soft">At the top of invoices, and at the end of pages and emails.</p>
    </>
  );
}

const weekdays = Object.values(settingsTexts.hours.fields).map(({ label }) => label);

/** Days of the week in a row with the same hours, such as `Monday – Friday`. */
function groupDays(week: StoreSettings['week']): { days: string; hours: string }[] {
  const groups: { first: string; last: string; hours: string }[] = [];
  for (const [index, day] of weekdays.entries()) {
    const hours = describeDay(week[index] ?? []);
    const group = groups.at(-1);
    if (group?.hours === hours) group.last = day;
    else groups.push({ first: day, last: day, hours });
  }
  return groups.map(({ first, last, hours }) => ({
    days: first === last ? first : `${first} – ${last}`,
    hours,
  }));
}

function HoursPreview({ settings }: PreviewProps) {
  const now = new Date();
  const { week, exceptions } = settings;
  return (
    <>
      <p className="font-semibold">{describeOpening(toOpeningStatus(settings, now), now)}</p>
      <dl className="space-y-1 text-sm">
        {groupDays(week).map(({ days, hours }) => (
          <Row key={days} name={days} value={hours} />
        ))}
        {exceptions.map(({ date, reason, intervals }, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a date can be there twice while it is edited
            key={index}
            name={`${formatDay(date)}${reason === '' ? '' : ` (${reason})`}`}
            value={describeDay(intervals)}
          />
        ))}
      </dl>
    </>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="min-w-0 wrap-anywhere">{name}</dt>
      <dd className="ml-auto tabular-nums">{value}</dd>
    </div>
  );
}

/** Where and when the store delivers, for an example. */
function DeliveryPreview({ settings }: PreviewProps) {
  const [pincode, setPincode] = useState('');
  const [itemsAmt, setItemsAmt] = useState<number | null>(250);
  const place = parsePincode(pincode);
  const pageMinutes = toPageMinutes(settings);
  const delivery = findDelivery(
    settings,
    place === null ? null : { pincode: place, country: 'India', location: null },
  );
  return (
    <>
      {Number.isFinite(pageMinutes) && <p>Every page promises {pageMinutes} min.</p>}
      <Field
        label="Example PIN code"
        inputMode="numeric"
        maxLength={typedNumberMaxLength}
        value={pincode}
        hint="Leave empty for a visitor without one."
        onChange={({ target }) => setPincode(target.value)}
      />
      <RupeesField label="Example cart (₹)" value={itemsAmt} onChange={setItemsAmt} />
      <p className="text-sm font-semibold" role="status">
        {delivery.isInside
          ? toDeliveryText(settings, itemsAmt, delivery.terms)
          : delivery.needsLocation
            ? `An address in ${place} needs an exact location.`
            : `No delivery to ${place}.`}
      </p>
    </>
  );
}

type Terms = Extract<ReturnType<typeof findDelivery>, { isInside: true }>['terms'];

function toDeliveryText({ promise }: StoreSettings, itemsAmt: number | null, terms: Terms): string {
  const minutes = toPromisedMinutes({ ...promise, queueMinutes: 0 }, terms.extraMinutes);
  const { bill, itemsPaise, totalPaise } = priceExample(itemsAmt, terms.charges);
  const when = promise.kind === 'LEARNED' ? 'or more' : 'when no order waits';
  const delivery = Number.isFinite(minutes) ? `Delivery in ${minutes} min ${when}. ` : '';
  if (itemsPaise < toPaise(terms.minimumOrderAmt)) return `${delivery}Below the minimum.`;
  const { charges, rounding } = toShownBill(bill);
  const added = [...charges, ...rounding].map(
    (line) => `${line.name} ${formatSignedPaise(line.amountPaise)}`,
  );
  return `${delivery}To pay: ${formatPaise(totalPaise)}${added.length === 0 ? '' : ` with ${added.join(', ')}`}.`;
}

/** A cart with one product of this price. */
function priceExample(itemsAmt: number | null, charges: Charges): PricedCart {
  const pricePaise = toPaise(Math.max(0, itemsAmt ?? 0));
  const price = { pricePaise, discountBasisPoints: 0, salePricePaise: null };
  const line = { ...price, quantity: 1, productId: 'example', categoryIds: [] };
  return priceCart({ lines: [line], charges, offers: [], coupon: null });
}

/** The bill of an example cart in the shop. */
function BillPreview({ settings: { charges, minimumOrderAmt } }: PreviewProps) {
  const [itemsAmt, setItemsAmt] = useState<number | null>(250);
  const { bill, itemsPaise, totalPaise } = priceExample(itemsAmt, charges);
  const shown = toShownBill(bill);
  const missingPaise = toPaise(minimumOrderAmt) - itemsPaise;
  return (
    <>
      <RupeesField label="Example cart (₹)" value={itemsAmt} onChange={setItemsAmt} />
      <dl aria-label="Example bill" className="space-y-1 text-sm">
        <Row name="Products" value={formatPaise(shown.itemsPaise)} />
        {shown.charges.every(({ kind }) => kind !== 'DELIVERY') && (
          <Row name="Delivery Charge" value="Free" />
        )}
        {[...shown.charges, ...shown.rounding].map(({ name, amountPaise }) => (
          <Row key={name} name={name} value={formatSignedPaise(amountPaise)} />
        ))}
        <Row name="Grand total" value={formatPaise(totalPaise)} />
      </dl>
      {missingPaise > 0 && (
        <p className="text-sm">Below the minimum: add {formatPaise(missingPaise)} more.</p>
      )}
    </>
  );
}

/** The delivery times that shoppers could choose now; nothing while the numbers are not valid. */
function SlotsPreview({ settings }: PreviewProps) {
  const { isOn, minutes, daysAhead, leadMinutes } = settings.slots;
  if (!isOn) return <p>Orders are delivered as soon as possible.</p>;
  if (!(minutes >= 30) || !(daysAhead <= 7) || !(leadMinutes >= 0)) return null;
  const now = new Date();
  const times = listSlotTimes(settings, settings.slots, now);
  const [first] = times;
  if (first === undefined) return <p>No delivery time can be chosen.</p>;
  const next = { startsAt: first.startsAt.toISOString(), endsAt: first.endsAt.toISOString() };
  return (
    <p>
      {times.length === 1 ? '1 delivery time' : `${times.length} delivery times`} to choose from, the first{' '}
      {toSlotText(next, 'en-IN', now.getTime())}.
    </p>
  );
}

function listMethods({ paymentMethods: { card, upi, cash }, upi: upiAccount }: StoreSettings): string[] {
  const methods = [card && 'card', upi && upiAccount !== null && 'UPI', cash && 'cash on delivery'];
  return methods.filter((method) => method !== false);
}
