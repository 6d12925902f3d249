import { gstStates, isGstin, toGstStateCode } from '#contract/base/gstin.ts';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { Field, SelectField, TextArea } from '#web/ui/field.tsx';

interface EditorProps<Section extends 'identity' | 'legal'> {
  value: StoreSettings[Section];
  errorOf: (path: string) => string | undefined;
  onChange: (value: StoreSettings[Section]) => void;
}

/** Name and contact of the store. `isRegistered`: it has a GSTIN, so invoices need its address. */
export function IdentityEditor({
  value,
  isRegistered,
  errorOf,
  onChange,
}: EditorProps<'identity'> & { isRegistered: boolean }) {
  const field = (key: keyof StoreSettings['identity']) => ({
    value: value[key],
    error: errorOf(`identity.${key}`),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...value, [key]: target.value }),
  });
  return (
    <div className="grid max-w-lg grid-cols-1 gap-3 sm:grid-cols-2">
      <Field label="Name of the store" maxLength={40} autoComplete="organization" {...field('name')} />
      <Field label="Email for shoppers" type="email" autoComplete="email" {...field('email')} />
      <div className="sm:col-span-2">
        <Field
          label="Tagline"
          hint="In the title of the home page and for search engines. Unchanged, it shows the minutes that every page promises."
          maxLength={120}
          {...field('tagline')}
        />
      </div>
      <Field label="Telephone (optional)" type="tel" autoComplete="tel" {...field('phone')} />
      <div className="sm:col-span-2">
        <TextArea
          label={isRegistered ? 'Address' : 'Address (optional)'}
          maxLength={200}
          {...field('address')}
        />
      </div>
      <Field label="Facebook page" type="url" hint="Empty: no link." {...field('facebook')} />
      <Field label="Instagram page" type="url" hint="Empty: no link." {...field('instagram')} />
      <Field label="LinkedIn page" type="url" hint="Empty: no link." {...field('linkedin')} />
    </div>
  );
}

const states = Object.entries(gstStates)
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(([code, state]) => [code, `${code} ${state}`] as const);

/** What the law asks for on invoices and in the footer. */
export function LegalEditor({ value, errorOf, onChange }: EditorProps<'legal'>) {
  function enterGstin(typed: string) {
    const gstin = typed.trim().toUpperCase();
    const stateCode = isGstin(gstin) ? toGstStateCode(gstin) : value.stateCode;
    onChange({ ...value, gstin, stateCode });
  }
  return (
    <div className="grid max-w-lg grid-cols-1 gap-3 sm:grid-cols-2">
      <Field
        label="GSTIN"
        hint="15 characters. Empty: invoices are not tax invoices."
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={value.gstin}
        error={errorOf('legal.gstin')}
        onChange={({ target }) => enterGstin(target.value)}
      />
      <SelectField
        label="State"
        value={value.stateCode}
        error={errorOf('legal.stateCode')}
        choices={[['', 'Not set'], ...states]}
        onChange={({ target }) => onChange({ ...value, stateCode: target.value })}
      />
      <Field
        label="FSSAI number"
        hint="14 digits. Empty: not shown."
        inputMode="numeric"
        maxLength={20}
        autoComplete="off"
        value={value.fssai}
        error={errorOf('legal.fssai')}
        onChange={({ target }) => onChange({ ...value, fssai: target.value.trim() })}
      />
    </div>
  );
}
