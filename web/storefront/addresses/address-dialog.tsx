import { LocateFixed, MapPinOff } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Address } from '#contract/addresses/address.ts';
import { isIndia } from '#contract/addresses/country.ts';
import { findPincodePlace } from '#contract/addresses/pincode-places.ts';
import {
  addressLabels,
  type Coordinates,
  detailMaxLengths,
  type PostalField,
  postalMaxLengths,
  toMapUrl,
} from '#contract/addresses/postal-address.ts';
import { findOtherStates } from '#contract/addresses/state-names.ts';
import { typedNumberMaxLength } from '#contract/base/digits.ts';
import { ApiError } from '#web/api/api-error.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useSession } from '#web/session/session.ts';
import { serverText, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { listCountries, listStates, type PlaceName, toAddressValues } from './address-form.ts';
import { addressLabelNames } from './address-lines.tsx';
import { StateQuestion, toStateHint } from './state-question.tsx';
import { useAddressMutations } from './use-address-mutations.ts';
import { useLocation } from './use-location.ts';

interface AddressDialogProps {
  /** The address to change; without it a new one is added. */
  address?: Address | undefined;
  /** Of a new address, if it is known. */
  pincode?: string;
  onClose: () => void;
  onSaved?: (address: Address) => void;
}

/** Adds or changes an address. */
export function AddressDialog({ address, pincode = '', onClose, onSaved }: AddressDialogProps) {
  const id = useId();
  const mobile = useSession().user?.mobile ?? '';
  const { save } = useAddressMutations();
  // The state and PIN code that the shopper has confirmed, and how often the form has asked about them.
  const keptState = useRef('');
  const [question, setQuestion] = useState(0);
  const form = useApiForm({
    defaultValues: toAddressValues(address, { mobile, pincode }),
    loadSchema: () =>
      import('#contract/addresses/address.ts').then(({ createAddress }) => createAddress.input),
    async send(values) {
      const isStateConfirmed = keptState.current === toPlaceKey(values);
      // Also without a connection, because the answer could not be asked for later.
      if (findOtherStates(values) !== undefined && !isStateConfirmed)
        return { isOk: false, error: stateMismatch() };
      return save({ ...values, gstin: values.gstin.trim().toUpperCase(), isStateConfirmed }, address);
    },
    onSuccess({ data, message }) {
      showToast('success', serverText(message, t('addresses.saved')));
      onSaved?.(data);
      onClose();
    },
    onError(error) {
      if (error.issues.length > 0) return false;
      if (error.code === 'STATE_MISMATCH') {
        setQuestion((count) => count + 1);
        return true;
      }
      showToast('error', error.message);
      return true;
    },
  });

  // What the pincode has filled in: a later pincode replaces it, but not what the shopper has typed.
  const filled = useRef({ city: '', state: '' });
  const [filledText, setFilledText] = useState('');
  function fillPlace(pincode: string) {
    const place = isIndia(form.getValues('country')) ? findPincodePlace(pincode) : null;
    if (place === null) return;
    const [state, ...others] = place.states;
    const suggested = { city: place.city ?? '', state: others.length > 0 ? '' : (state ?? '') };
    const changed: string[] = [];
    for (const name of ['city', 'state'] as const) {
      const present = form.getValues(name);
      if (present !== '' && present !== filled.current[name]) continue;
      if (present === suggested[name]) continue;
      filled.current[name] = suggested[name];
      form.setValue(name, suggested[name], { shouldDirty: true });
      form.clearErrors(name);
      if (suggested[name] !== '') changed.push(suggested[name]);
    }
    if (changed.length > 0) setFilledText(t('addresses.filledIn', { values: changed.join(', ') }));
  }

  const fillKnownPlace = useEffectEvent(() => {
    if (address === undefined) fillPlace(pincode);
  });
  useEffect(() => fillKnownPlace(), []);

  /** Validates a field on blur, unless it is empty. The country decides the formats of other fields. */
  function validate(name: PostalField) {
    const names = name === 'country' ? (['country', 'pincode', 'mobile'] as const) : [name];
    const filled = names.filter((each) => form.getValues(each).trim() !== '');
    if (filled.length > 0) void form.trigger(filled);
  }

  function fieldProps(name: PostalField) {
    const { onBlur, onChange, ...props } = form.fieldProps(name);
    return {
      ...props,
      required: true,
      maxLength: Math.max(postalMaxLengths[name], typedNumberMaxLength),
      onChange: (event: Parameters<typeof onChange>[0]) => {
        // The error of the last blur does not apply to the new text.
        form.clearErrors(name);
        void onChange(event);
        if (name === 'pincode') fillPlace(event.target.value);
      },
      onBlur: (event: Parameters<typeof onBlur>[0]) => {
        void onBlur(event);
        validate(name);
      },
    };
  }

  function detailProps(name: keyof typeof detailMaxLengths) {
    return { ...form.fieldProps(name), maxLength: detailMaxLengths[name] };
  }

  // Space for an error below each field, so that nothing moves away under a tap when one appears.
  const fieldClass = 'min-h-23';
  const isInIndia = isIndia(form.watch('country'));
  const place = {
    state: form.watch('state'),
    pincode: form.watch('pincode'),
    country: form.watch('country'),
  };
  const otherStates = findOtherStates(place);
  const hint = otherStates && toStateHint(place.pincode, otherStates);
  return (
    <FormDialog
      title={address ? t('addresses.editAddress') : t('addresses.addAddress')}
      submitLabel={t('addresses.submit')}
      form={form}
      onClose={onClose}
      className="grid gap-x-4 gap-y-2 sm:grid-cols-2"
    >
      <Field
        label={t('addresses.line')}
        autoComplete="street-address"
        className={`${fieldClass} sm:col-span-2`}
        {...fieldProps('address_line')}
      />
      <Field
        label={t('addresses.landmark')}
        autoComplete="off"
        placeholder={t('addresses.landmarkExample')}
        className={fieldClass}
        {...detailProps('landmark')}
      />
      <Field
        label={t('addresses.pincode')}
        autoComplete="postal-code"
        inputMode={isInIndia ? 'numeric' : 'text'}
        hint={hint}
        className={fieldClass}
        {...fieldProps('pincode')}
      />
      <Field
        label={t('addresses.city')}
        autoComplete="address-level2"
        className={fieldClass}
        {...fieldProps('city')}
      />
      <Field
        label={t('addresses.state')}
        autoComplete="address-level1"
        list={isInIndia ? `${id}-states` : undefined}
        className={fieldClass}
        {...fieldProps('state')}
      />
      {question > 0 && otherStates !== undefined && (
        <StateQuestion
          key={question}
          state={place.state}
          pincode={place.pincode}
          states={otherStates}
          onChoose={(state) => form.setValue('state', state, { shouldDirty: true })}
          onKeep={() => {
            keptState.current = toPlaceKey(place);
          }}
        />
      )}
      <Field
        label={t('addresses.country')}
        autoComplete="country-name"
        list={`${id}-countries`}
        className={fieldClass}
        {...fieldProps('country')}
      />
      <Field
        label={t('addresses.mobile')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        className={fieldClass}
        {...fieldProps('mobile')}
      />
      <Field
        label={t('addresses.recipient')}
        autoComplete="off"
        hint={t('addresses.recipientHint')}
        className={fieldClass}
        {...detailProps('recipient_name')}
      />
      <Field
        label={t('addresses.note')}
        autoComplete="off"
        placeholder={t('addresses.noteExample')}
        className={fieldClass}
        {...detailProps('delivery_note')}
      />
      <fieldset className="mb-2 sm:col-span-2">
        <legend className="mb-1 text-sm font-semibold">{t('addresses.saveAs')}</legend>
        <div className="flex flex-wrap gap-2">
          {addressLabels.map((label) => (
            <label
              key={label}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-line px-4 text-sm font-semibold has-checked:border-leaf has-checked:bg-leaf-soft"
            >
              <input
                type="radio"
                value={label}
                className="size-4.5 accent-leaf"
                {...form.register('label')}
              />
              {addressLabelNames[label]}
            </label>
          ))}
        </div>
      </fieldset>
      <LocationField
        value={form.watch('location')}
        onChange={(location) => form.setValue('location', location, { shouldDirty: true })}
      />
      <details
        open={Boolean(address?.gstin || address?.business_name)}
        className="mb-2 rounded-md border border-line px-4 sm:col-span-2"
      >
        <summary className="cursor-pointer py-3 text-sm font-semibold">{t('addresses.business')}</summary>
        <div className="grid gap-x-4 gap-y-2 pb-3 sm:grid-cols-2">
          <Field
            label={t('addresses.businessName')}
            autoComplete="organization"
            className={fieldClass}
            {...detailProps('business_name')}
          />
          <Field
            label={t('addresses.gstin')}
            hint={t('addresses.gstinHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            className={fieldClass}
            {...form.fieldProps('gstin')}
          />
        </div>
      </details>
      <p role="status" className="sr-only">
        {filledText}
      </p>
      <DataList id={`${id}-states`} values={states} />
      <DataList id={`${id}-countries`} values={countries} />
    </FormDialog>
  );
}

/** Asks to check a PIN code in another state than the one given. */
function toPlaceKey({ state, pincode }: { state: string; pincode: string }): string {
  return `${state.trim()}\n${pincode.trim()}`;
}

function stateMismatch(): ApiError {
  return new ApiError({ code: 'STATE_MISMATCH', status: 409, message: t('errors.STATE_MISMATCH') });
}

const states = listStates();
const countries = listCountries();

/** The values are those of an address; browsers show a label beside them. */
function DataList({ id, values }: { id: string; values: readonly PlaceName[] }) {
  return (
    <datalist id={id}>
      {values.map(({ value, label }) => (
        <option key={value} value={value} {...(label !== value && { label })} />
      ))}
    </datalist>
  );
}

interface LocationFieldProps {
  value: Coordinates | null;
  onChange: (value: Coordinates | null) => void;
}

/** The position of the device, read only after a tap, and shown before it is saved. */
function LocationField({ value, onChange }: LocationFieldProps) {
  const { isLocating, message, locate, cancel } = useLocation(onChange, t('addresses.withoutLocation'));
  const locateButton = useRef<HTMLDivElement>(null);
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1 text-sm font-semibold">{t('addresses.exactLocation')}</legend>
      <p className="mb-2 text-sm text-ink-soft">
        {value === null ? (
          t('addresses.locationHint')
        ) : (
          <>
            {t('addresses.savedWithAddress')}{' '}
            <a
              href={toMapUrl(value)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 items-center font-semibold text-leaf tabular-nums underline"
            >
              {value.latitude}, {value.longitude}
              <span className="sr-only"> {t('addresses.onMap')}</span>
            </a>
          </>
        )}
      </p>
      <div ref={locateButton} className="flex flex-wrap gap-2">
        <Button variant="secondary" isBusy={isLocating} onClick={locate}>
          <LocateFixed aria-hidden="true" className="size-4.5" />
          {value === null ? t('addresses.useLocation') : t('addresses.updateLocation')}
        </Button>
        {value !== null && (
          <Button
            variant="secondary"
            onClick={() => {
              // An answer that is still under way must not bring it back, and the focus stays in the group.
              cancel(t('addresses.locationRemoved'));
              onChange(null);
              locateButton.current?.querySelector('button')?.focus();
            }}
          >
            <MapPinOff aria-hidden="true" className="size-4.5" />
            {t('addresses.removeLocation')}
          </Button>
        )}
      </div>
      <p role="status" className="mt-1 min-h-5 text-sm text-ink-soft">
        {message}
      </p>
    </fieldset>
  );
}
