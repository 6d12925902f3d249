import { Link } from 'react-router';
import { typedNumberMaxLength } from '#contract/base/digits.ts';
import { gstStates, isGstin, toGstStateCode } from '#contract/base/gstin.ts';
import { listSlotTimes } from '#contract/delivery/delivery-slots.ts';
import { toPromisedMinutes, toQueueMinutes } from '#contract/delivery/promised-minutes.ts';
import { toSlotText } from '#contract/delivery/slot-text.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import {
  bindFields,
  CheckField,
  type Edited,
  NumberField,
  ParsedField,
  TextField,
} from '#web/admin/form-parts.tsx';
import { SelectField, TextArea } from '#web/ui/field.tsx';

type EditedSection<Key extends keyof StoreSettings> = Edited<StoreSettings[Key]>;

const gridClass = 'grid max-w-lg grid-cols-1 gap-3 sm:grid-cols-2';

/** Name and contact of the store. `isRegistered`: it has a GSTIN, so invoices need its address. */
export function IdentityEditor({
  isRegistered,
  ...edited
}: EditedSection<'identity'> & { isRegistered: boolean }) {
  const field = bindFields(edited);
  const address = field('address');
  return (
    <div className={gridClass}>
      <TextField label="Name of the store" maxLength={40} autoComplete="organization" {...field('name')} />
      <TextField label="Email for shoppers" type="email" autoComplete="email" {...field('email')} />
      <div className="sm:col-span-2">
        <TextField
          label="Tagline"
          hint="In the title of the home page and for search engines. Unchanged, it shows the minutes that every page promises."
          maxLength={120}
          {...field('tagline')}
        />
      </div>
      <TextField label="Telephone (optional)" type="tel" autoComplete="tel" {...field('phone')} />
      <div className="sm:col-span-2">
        <TextArea
          label={isRegistered ? 'Address' : 'Address (optional)'}
          maxLength={200}
          {...address}
          onChange={({ target }) => address.onChange(target.value)}
        />
      </div>
      <TextField label="Facebook page" type="url" hint="Leave empty to hide it." {...field('facebook')} />
      <TextField label="Instagram page" type="url" hint="Leave empty to hide it." {...field('instagram')} />
      <TextField label="LinkedIn page" type="url" hint="Leave empty to hide it." {...field('linkedin')} />
    </div>
  );
}

const states = Object.entries(gstStates)
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(([code, state]) => [code, `${code} ${state}`] as const);

/** What the law asks for on invoices and in the footer. */
export function LegalEditor(edited: EditedSection<'legal'>) {
  const { value, onChange } = edited;
  const field = bindFields(edited);
  const stateCode = field('stateCode');
  return (
    <div className={gridClass}>
      <TextField
        label="GSTIN"
        hint="15 characters. Without it, invoices are not tax invoices."
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('gstin')}
        onChange={(typed) => {
          const gstin = typed.trim().toUpperCase();
          const isComplete = isGstin(gstin);
          onChange({ ...value, gstin, ...(isComplete && { stateCode: toGstStateCode(gstin) }) });
        }}
      />
      <SelectField
        label="State"
        choices={[['', 'Not set'], ...states]}
        {...stateCode}
        onChange={({ target }) => stateCode.onChange(target.value)}
      />
      <TextField
        label="FSSAI number"
        hint="14 digits. Leave empty to hide it."
        inputMode="numeric"
        maxLength={typedNumberMaxLength}
        autoComplete="off"
        {...field('fssai')}
        onChange={(typed) => onChange({ ...value, fssai: typed.trim() })}
      />
    </div>
  );
}

/** The seller and the grievance officer, whom the law asks each online store to name. */
export function SellerEditor(edited: EditedSection<'seller'>) {
  const field = bindFields(edited);
  return (
    <>
      <p className="text-sm text-ink-soft">
        Shown on the page ‘Contact and grievances’, with the periods of the law: 48 hours to acknowledge a
        complaint, one month to resolve it.
      </p>
      <div className={gridClass}>
        <TextField label="Legal name of the business" maxLength={120} {...field('legalName')} />
        <TextField label="Grievance officer" maxLength={80} {...field('officerName')} />
        <TextField label="Designation" maxLength={80} {...field('officerDesignation')} />
        <TextField label="Email of the officer" type="email" {...field('officerEmail')} />
        <TextField label="Telephone of the officer" type="tel" maxLength={20} {...field('officerPhone')} />
      </div>
    </>
  );
}

const hsnDigitChoices = [
  ['4', '4: up to ₹5 crore'],
  ['6', '6: above ₹5 crore'],
] as const;

/** The rates that products can have, and the digits of their HSN codes. */
export function TaxRatesEditor(edited: EditedSection<'tax'>) {
  const field = bindFields(edited);
  return (
    <>
      <p className="text-sm text-ink-soft">
        Prices include tax. Each product has one of these rates; a product without a rate is not taxable. To
        change a rate of all products that have it, filter{' '}
        <Link to="/dashboard/product" className="text-leaf underline underline-offset-4">
          the products
        </Link>{' '}
        by it, select all in the table and choose ‘Bulk edit’.
      </p>
      <div className={gridClass}>
        <ParsedField
          label="GST rates in percent"
          hint="With commas, such as 0, 5, 18, 40."
          {...field('gstRates')}
          {...ratesFormat}
        />
        <ParsedField
          label="Cess rates in percent"
          hint="Of compensation cess, beside GST."
          {...field('cessRates')}
          {...ratesFormat}
        />
        <SelectField
          label="Digits of HSN codes"
          hint="By the turnover of the year before."
          choices={hsnDigitChoices}
          value={String(edited.value.hsnDigits ?? 4)}
          onChange={({ target }) =>
            edited.onChange({ ...edited.value, hsnDigits: target.value === '6' ? 6 : 4 })
          }
        />
      </div>
    </>
  );
}

const ratesFormat = {
  autoComplete: 'off',
  /** NaN, which the server refuses, for what is no number. */
  parse: (typed: string) =>
    typed
      .split(/[,;\s%]+/)
      .filter((part) => part !== '')
      .map(Number),
  format: (rates: readonly number[]) => rates.map((rate) => (Number.isNaN(rate) ? '' : rate)).join(', '),
  isSame: (typed: readonly number[], rates: readonly number[]) =>
    JSON.stringify(typed) === JSON.stringify(rates),
};

const exampleOrders = 10;

/** In how many minutes the store promises to deliver. */
export function PromiseEditor(edited: EditedSection<'promise'>) {
  const { value: promise } = edited;
  const field = bindFields(edited);
  const minutes = toPromisedMinutes({ ...promise, queueMinutes: toQueueMinutes(promise, exampleOrders) }, 0);
  return (
    <>
      <div className={gridClass}>
        <NumberField label="Usual delivery time" {...field('baseMinutes')} />
        <NumberField
          label="Minutes per waiting order"
          hint="0: waiting orders add nothing."
          {...field('minutesPerOrder')}
        />
        <NumberField label="Pickers at work" {...field('pickers')} />
        <NumberField label="Longest promise" {...field('maximumMinutes')} />
      </div>
      {Number.isFinite(minutes) && (
        <p className="text-sm text-ink-soft">
          While {exampleOrders} orders wait, shoppers see {minutes} minutes.
        </p>
      )}
    </>
  );
}

/** Whether shoppers can choose a later time of delivery, and how many orders fit in each. */
export function SlotsEditor(edited: EditedSection<'slots'>) {
  const field = bindFields(edited);
  return (
    <>
      <CheckField
        label="Shoppers can choose a later time, also while the store is closed"
        {...field('isOn')}
      />
      {edited.value.isOn && (
        <div className={gridClass}>
          <NumberField
            label="Slot length"
            hint="In minutes, from each opening: 30 to 480."
            {...field('minutes')}
          />
          <NumberField label="Orders per slot" {...field('capacity')} />
          <NumberField label="Days ahead" hint="0: today only." {...field('daysAhead')} />
          <NumberField label="Minutes to order ahead" {...field('leadMinutes')} />
        </div>
      )}
    </>
  );
}

/** The delivery times that shoppers could choose now; nothing while the numbers are not valid. */
export function SlotsPreview({ settings }: { settings: StoreSettings }) {
  const { isOn, minutes, daysAhead, leadMinutes } = settings.slots;
  if (!isOn || !(minutes >= 30) || !(daysAhead <= 7) || !(leadMinutes >= 0)) return null;
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

/** The payment methods that shoppers may choose. */
export function PaymentMethodsEditor(edited: EditedSection<'paymentMethods'>) {
  const field = bindFields(edited);
  const error = edited.errorOf('');
  return (
    <>
      <CheckField label="Card" hint="Through your payment provider." {...field('card')} error={error} />
      <CheckField label="UPI" hint="To your UPI ID, below." {...field('upi')} error={error} />
      <CheckField
        label="Cash on delivery"
        hint="Orders that are placed already stay as they are."
        {...field('cash')}
        error={error}
      />
      {error !== undefined && <p className="text-sm text-danger">{error}</p>}
    </>
  );
}

/** The UPI account of the store. Without an id shoppers cannot pay by UPI. */
export function UpiEditor({ value, errorOf, onChange }: EditedSection<'upi'>) {
  const field = bindFields({
    value: value ?? { vpa: '', payeeName: '' },
    errorOf,
    onChange: (upi) => onChange(upi.vpa.trim() === '' && upi.payeeName.trim() === '' ? null : upi),
  });
  return (
    <div className={gridClass}>
      <TextField
        label="UPI ID"
        hint="Such as store@okbank. Leave empty to turn UPI off."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('vpa')}
      />
      <TextField
        label="Payee name"
        hint="Shown in the UPI app of the shopper"
        autoComplete="off"
        maxLength={50}
        {...field('payeeName')}
      />
    </div>
  );
}

/** Which messages the store sends, and from which address. */
export function NotificationsEditor(edited: EditedSection<'notifications'>) {
  const field = bindFields(edited);
  const lowStockEmail = field('lowStockEmail');
  return (
    <>
      <CheckField label="Email shoppers: order placed" {...field('orderPlacedEmail')} />
      <CheckField label="Email shoppers: out for delivery, delivered" {...field('orderStepsEmail')} />
      <CheckField label="Notify shoppers: order updates" {...field('orderStepsPush')} />
      <CheckField label="Notify staff: new order" {...field('newOrderPush')} />
      <p className="text-sm text-ink-soft">
        Emails about accounts, cancellations and refunds are always sent.
      </p>
      <div className={gridClass}>
        <TextField
          label="Daily low-stock email to"
          hint="Each morning, if stock is low. Leave empty for none."
          type="email"
          {...lowStockEmail}
          value={lowStockEmail.value ?? ''}
          onChange={(typed) => lowStockEmail.onChange(typed.trim() || null)}
        />
        <TextField
          label="Sender address"
          hint="An address that your mail server may send from."
          type="email"
          {...field('senderAddress')}
        />
        <TextField
          label="Sender name"
          hint="Leave empty for the store name."
          maxLength={60}
          {...field('senderName')}
        />
      </div>
    </>
  );
}
