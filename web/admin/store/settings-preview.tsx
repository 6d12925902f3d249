import { useState } from 'react';
import { parsePincode, typedNumberMaxLength } from '#contract/base/digits.ts';
import { toLegalLines } from '#contract/base/gstin.ts';
import { formatPaise, toPaise } from '#contract/base/money.ts';
import { priceBill, toTotalPaise } from '#contract/cart/bill.ts';
import { findDelivery } from '#contract/delivery/delivery-area.ts';
import { describeOpening, toOpeningStatus } from '#contract/delivery/opening-hours.ts';
import { toPageMinutes, toPromisedMinutes } from '#contract/delivery/promised-minutes.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { RupeesField } from '#web/admin/form-parts.tsx';
import { Field } from '#web/ui/field.tsx';
import { ChargesPreview, listCharges } from './charges-editor.tsx';
import { SlotsPreview } from './settings-sections.tsx';

/** What shoppers would see now with these settings, for a basket and a PIN code. */
export function SettingsPreview({ settings }: { settings: StoreSettings }) {
  const [pincode, setPincode] = useState('');
  const [basketAmt, setBasketAmt] = useState<number | null>(250);
  const now = new Date();
  const status = toOpeningStatus(settings, now);
  const place = parsePincode(pincode);
  const pageMinutes = toPageMinutes(settings);
  const delivery = findDelivery(
    settings,
    place === null ? null : { pincode: place, country: 'India', location: null },
  );
  return (
    <section className="rounded-lg bg-leaf-soft p-4">
      <h2 className="mb-1 text-sm font-semibold">Shoppers will see</h2>
      <p>
        {describeOpening(status, now)}
        {delivery.isInside &&
          delivery.terms.minimumOrderAmt > 0 &&
          ` Orders start at ${formatPaise(toPaise(delivery.terms.minimumOrderAmt))}.`}
      </p>
      {Number.isFinite(pageMinutes) && <p>Every page promises {pageMinutes} min.</p>}
      <SlotsPreview settings={settings} />
      <div className="mt-3 grid max-w-lg grid-cols-1 gap-3 sm:grid-cols-2">
        <Field
          label="Example PIN code"
          inputMode="numeric"
          maxLength={typedNumberMaxLength}
          value={pincode}
          hint="Leave empty for a visitor without one."
          onChange={({ target }) => setPincode(target.value)}
        />
        <RupeesField label="Example cart (₹)" value={basketAmt} onChange={setBasketAmt} />
      </div>
      <p className="mt-2 text-sm font-semibold" role="status">
        {delivery.isInside
          ? toBasketText(settings, toPaise(Math.max(0, basketAmt ?? 0)), delivery.terms)
          : delivery.needsLocation
            ? `An address in ${place} needs an exact location.`
            : `No delivery to ${place}.`}
      </p>
      {delivery.isInside && <ChargesPreview charges={delivery.terms.charges} />}
      <p className="mt-2 text-sm">Payment: {listMethods(settings).join(', ') || 'none'}.</p>
      <p className="mt-2 text-sm whitespace-pre-line text-ink-soft">{toFooter(settings)}</p>
    </section>
  );
}

function listMethods({ paymentMethods: { card, upi, cash }, upi: upiAccount }: StoreSettings): string[] {
  const methods = [card && 'card', upi && upiAccount !== null && 'UPI', cash && 'cash on delivery'];
  return methods.filter((method) => method !== false);
}

/** The lines at the end of each page, of emails and at the top of invoices. */
function toFooter({ identity, legal }: StoreSettings): string {
  const { name, email, phone, address } = identity;
  const contact = [name, email, phone].filter((text) => text !== '').join(' · ');
  return [contact, address, ...toLegalLines(legal)].filter((line) => line.trim() !== '').join('\n');
}

type Terms = Extract<ReturnType<typeof findDelivery>, { isInside: true }>['terms'];

function toBasketText({ promise }: StoreSettings, itemsPaise: number, terms: Terms): string {
  const minutes = toPromisedMinutes({ ...promise, queueMinutes: 0 }, terms.extraMinutes);
  const bill = priceBill(itemsPaise, terms.charges);
  const charges = listCharges(bill);
  const delivery = Number.isFinite(minutes) ? `Delivery in ${minutes} min when no order waits. ` : '';
  if (itemsPaise < toPaise(terms.minimumOrderAmt)) return `${delivery}Below the minimum.`;
  const added = charges.length === 0 ? '' : ` with ${charges.join(', ')}`;
  return `${delivery}To pay: ${formatPaise(toTotalPaise(bill))}${added}.`;
}
