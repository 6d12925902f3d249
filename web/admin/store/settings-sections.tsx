import { Link } from 'react-router';
import { typedNumberMaxLength } from '#contract/base/digits.ts';
import { answerSeconds } from '#contract/base/durations.ts';
import { gstStates, isGstin, toGstStateCode } from '#contract/base/gstin.ts';
import { toPromisedMinutes, toQueueMinutes } from '#contract/delivery/promised-minutes.ts';
import { noDoorRules, pinRules } from '#contract/riders/delivery-pin.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import {
  bindFields,
  CheckField,
  type Edited,
  NumberField,
  ParsedField,
  RupeesField,
  TextField,
} from '#web/admin/form-parts.tsx';
import { SelectField, TextArea } from '#web/ui/field.tsx';
import { type FieldText, pinRuleLabels, settingsTexts } from './settings-texts.ts';

type EditedSection<Key extends keyof StoreSettings> = Edited<StoreSettings[Key]>;

/** As `bindFields`, with the labels and help texts of the fields. */
export function bindTexts<Fields extends object, Texts extends Readonly<Record<keyof Texts, FieldText>>>(
  edited: Edited<Fields>,
  texts: Texts,
) {
  const bind = bindFields(edited);
  return <Name extends keyof Fields & keyof Texts & string>(name: Name) => {
    const { label, hint }: FieldText = texts[name];
    return { ...bind(name), label, ...(hint !== undefined && { hint }) };
  };
}

export const gridClass = 'grid max-w-lg grid-cols-1 gap-3 sm:grid-cols-2';

/** Name and contact of the store. `isRegistered`: it has a GSTIN, so invoices need its address. */
export function IdentityEditor({
  isRegistered,
  ...edited
}: EditedSection<'identity'> & { isRegistered: boolean }) {
  const field = bindTexts(edited, settingsTexts.identity.fields);
  const address = field('address');
  return (
    <div className={gridClass}>
      <TextField maxLength={40} autoComplete="organization" {...field('name')} />
      <TextField type="email" autoComplete="email" {...field('email')} />
      <div className="sm:col-span-2">
        <TextField maxLength={120} {...field('tagline')} />
      </div>
      <TextField type="tel" autoComplete="tel" {...field('phone')} />
      <div className="sm:col-span-2">
        <TextArea
          maxLength={200}
          {...address}
          label={isRegistered ? address.label : `${address.label} (optional)`}
          onChange={({ target }) => address.onChange(target.value)}
        />
      </div>
      {(['facebook', 'instagram', 'linkedin'] as const).map((name) => (
        <div key={name} className="sm:col-span-2">
          <TextField type="url" {...field(name)} />
        </div>
      ))}
    </div>
  );
}

const states = Object.entries(gstStates)
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(([code, state]) => [code, `${code} ${state}`] as const);

/** What the law asks for on invoices and in the footer. */
export function LegalEditor(edited: EditedSection<'legal'>) {
  const { value, onChange } = edited;
  const field = bindTexts(edited, settingsTexts.legal.fields);
  const stateCode = field('stateCode');
  return (
    <div className={gridClass}>
      <TextField
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
        choices={[['', 'Not set'], ...states]}
        {...stateCode}
        onChange={({ target }) => stateCode.onChange(target.value)}
      />
      <TextField
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
  const field = bindTexts(edited, settingsTexts.seller.fields);
  return (
    <>
      <p className="text-sm text-ink-soft">
        Shown on the page ‘Contact and grievances’, with the periods of the law: 48 hours to acknowledge a
        complaint, one month to resolve it.
      </p>
      <div className={gridClass}>
        <TextField maxLength={120} {...field('legalName')} />
        <TextField maxLength={80} {...field('officerName')} />
        <TextField maxLength={80} {...field('officerDesignation')} />
        <TextField type="email" {...field('officerEmail')} />
        <TextField type="tel" maxLength={20} {...field('officerPhone')} />
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
  const field = bindTexts(edited, settingsTexts.tax.fields);
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
        <ParsedField {...field('gstRates')} {...ratesFormat} />
        <ParsedField {...field('cessRates')} {...ratesFormat} />
        <SelectField
          label={settingsTexts.tax.fields.hsnDigits.label}
          hint={settingsTexts.tax.fields.hsnDigits.hint}
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

const promiseKindChoices = [
  ['FIXED', 'Fixed'],
  ['LEARNED', 'Learned'],
] as const;

/** In how many minutes the store promises to deliver. */
export function PromiseEditor(edited: EditedSection<'promise'>) {
  const { value: promise } = edited;
  const { kind = 'FIXED', late } = promise;
  const texts = settingsTexts.promise.fields;
  const value = { ...promise, answerSeconds: promise.answerSeconds ?? answerSeconds };
  const field = bindTexts({ ...edited, value }, texts);
  const change = (changed: Partial<typeof promise>) => edited.onChange({ ...promise, ...changed });
  const minutes = toPromisedMinutes({ ...promise, queueMinutes: toQueueMinutes(promise, exampleOrders) }, 0);
  return (
    <>
      <div className={gridClass}>
        <div className="sm:col-span-2">
          <SelectField
            label={texts.kind.label}
            hint={texts.kind.hint}
            choices={promiseKindChoices}
            value={kind}
            onChange={({ target }) => change({ kind: target.value === 'LEARNED' ? 'LEARNED' : undefined })}
          />
        </div>
        <NumberField {...field('baseMinutes')} />
        <NumberField {...field('maximumMinutes')} />
        {kind === 'FIXED' && (
          <>
            <NumberField {...field('minutesPerOrder')} />
            <NumberField {...field('pickers')} />
          </>
        )}
        <NumberField {...field('answerSeconds')} />
      </div>
      {kind === 'LEARNED' ? (
        <p className="text-sm text-ink-soft">
          Shoppers see at least the usual time and at most the longest promise.{' '}
          <Link to="/dashboard/reports?report=promise" className="text-leaf underline underline-offset-4">
            How many orders arrive on time
          </Link>
        </p>
      ) : (
        Number.isFinite(minutes) && (
          <p className="text-sm text-ink-soft">
            While {exampleOrders} orders wait, shoppers see {minutes} minutes.
          </p>
        )
      )}
      <CheckField
        {...texts.isTold}
        value={late !== undefined}
        onChange={(isTold) => change({ late: isTold ? { creditAmt: 0 } : undefined })}
      />
      {late !== undefined && (
        <div className={gridClass}>
          <RupeesField
            {...texts.lateCreditAmt}
            value={late.creditAmt === 0 ? null : late.creditAmt}
            error={edited.errorOf('late.creditAmt')}
            onChange={(amount) => change({ late: { creditAmt: amount ?? 0 } })}
          />
        </div>
      )}
    </>
  );
}

/** Whether shoppers can choose a later time of delivery, and how many orders fit in each. */
export function SlotsEditor(edited: EditedSection<'slots'>) {
  const field = bindTexts(edited, settingsTexts.slots.fields);
  return (
    <>
      <CheckField {...field('isOn')} />
      {edited.value.isOn && (
        <div className={gridClass}>
          <NumberField {...field('minutes')} />
          <NumberField {...field('capacity')} />
          <NumberField {...field('daysAhead')} />
          <NumberField {...field('leadMinutes')} />
        </div>
      )}
    </>
  );
}

/** What riders need at the door. */
export function DoorEditor({ value, ...edited }: EditedSection<'door'>) {
  const rules = value ?? noDoorRules;
  const field = bindTexts({ ...edited, value: rules }, settingsTexts.door.fields);
  const pin = field('pin');
  const above = field('pinAboveAmt');
  return (
    <>
      <div className={gridClass}>
        <SelectField
          {...pin}
          choices={pinRules.map((rule) => [rule, pinRuleLabels[rule]])}
          onChange={({ target }) => pin.onChange(pinRules.find((rule) => rule === target.value) ?? 'NEVER')}
        />
        {rules.pin === 'ABOVE' && (
          <RupeesField {...above} onChange={(amount) => above.onChange(amount ?? 0)} />
        )}
      </div>
      <CheckField {...field('needsPhoto')} />
    </>
  );
}

/** The payment methods that shoppers may choose. */
export function PaymentMethodsEditor(edited: EditedSection<'paymentMethods'>) {
  const field = bindTexts(edited, settingsTexts.payments.fields);
  const error = edited.errorOf('');
  return (
    <>
      <CheckField {...field('card')} error={error} />
      <CheckField {...field('upi')} error={error} />
      <CheckField {...field('cash')} error={error} />
      {error !== undefined && <p className="text-sm text-danger">{error}</p>}
    </>
  );
}

/** The UPI account of the store. Without an id shoppers cannot pay by UPI. The payee is the store unless changed. */
export function UpiEditor({
  value,
  errorOf,
  onChange,
  storeName,
}: EditedSection<'upi'> & { storeName: string }) {
  const shown = value ?? { vpa: '', payeeName: storeName.slice(0, 50).trim() };
  const isOff = ({ vpa, payeeName }: typeof shown) =>
    vpa.trim() === '' && ['', shown.payeeName].includes(payeeName.trim());
  const field = bindTexts(
    { value: shown, errorOf, onChange: (upi) => onChange(isOff(upi) ? null : upi) },
    settingsTexts.payments.fields,
  );
  return (
    <div className={gridClass}>
      <TextField autoComplete="off" autoCapitalize="none" spellCheck={false} {...field('vpa')} />
      <TextField autoComplete="off" maxLength={50} {...field('payeeName')} />
    </div>
  );
}

/** Which messages the store sends, and from which address. */
export function NotificationsEditor(edited: EditedSection<'notifications'>) {
  const field = bindTexts(edited, settingsTexts.notifications.fields);
  const lowStockEmail = field('lowStockEmail');
  return (
    <>
      <CheckField {...field('orderPlacedEmail')} />
      <CheckField {...field('orderStepsEmail')} />
      <CheckField {...field('orderStepsPush')} />
      <CheckField {...field('newOrderPush')} />
      <p className="text-sm text-ink-soft">
        Emails about accounts, cancellations and refunds are always sent.
      </p>
      <div className={gridClass}>
        <TextField
          type="email"
          {...lowStockEmail}
          value={lowStockEmail.value ?? ''}
          onChange={(typed) => lowStockEmail.onChange(typed.trim() || null)}
        />
        <TextField type="email" {...field('senderAddress')} />
        <TextField maxLength={60} {...field('senderName')} />
      </div>
    </>
  );
}
