import { useId } from 'react';
import type { Address } from '#contract/accounts/address.ts';
import { isIndia, type PostalField, postalMaxLengths } from '#contract/rules/postal-address.ts';
import { FormDialog } from '#web/forms/form-dialog.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { useSession } from '#web/session/session.ts';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { indianStates, listCountries, toPostalAddress } from './address-form.ts';
import { useAddressMutations } from './use-addresses.ts';

interface AddressDialogProps {
  /** The address to change; without it a new one is added. */
  address?: Address | undefined;
  onClose: () => void;
  onSaved?: (address: Address) => void;
}

/** Adds or changes an address. */
export function AddressDialog({ address, onClose, onSaved }: AddressDialogProps) {
  const id = useId();
  const mobile = useSession().user?.mobile ?? '';
  const { save } = useAddressMutations();
  const form = useApiForm({
    defaultValues: toPostalAddress(address, mobile),
    loadSchema: () =>
      import('#contract/accounts/address.ts').then(({ createAddress }) => createAddress.input),
    send: (values) => save(values, address),
    onSuccess({ data, message }) {
      showToast('success', message || 'Address saved');
      onSaved?.(data);
      onClose();
    },
    onError(error) {
      if (error.issues.length > 0) return false;
      showToast('error', error.message);
      return true;
    },
  });

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
      maxLength: postalMaxLengths[name],
      onChange: (event: Parameters<typeof onChange>[0]) => {
        // The error of the last blur does not apply to the new text.
        form.clearErrors(name);
        void onChange(event);
      },
      onBlur: (event: Parameters<typeof onBlur>[0]) => {
        void onBlur(event);
        validate(name);
      },
    };
  }

  // Space for an error below each field, so that nothing moves away under a tap when one appears.
  const fieldClass = 'min-h-23';
  const isInIndia = isIndia(form.watch('country'));
  return (
    <FormDialog
      title={address ? 'Edit Address' : 'Add Address'}
      submitLabel="Submit"
      form={form}
      onClose={onClose}
      className="grid gap-x-4 gap-y-2 sm:grid-cols-2"
    >
      <Field
        label="Address Line"
        autoComplete="street-address"
        className={`${fieldClass} sm:col-span-2`}
        {...fieldProps('address_line')}
      />
      <Field label="City" autoComplete="address-level2" className={fieldClass} {...fieldProps('city')} />
      <Field
        label="State"
        autoComplete="address-level1"
        list={isInIndia ? `${id}-states` : undefined}
        className={fieldClass}
        {...fieldProps('state')}
      />
      <Field
        label="Pincode"
        autoComplete="postal-code"
        inputMode={isInIndia ? 'numeric' : 'text'}
        className={fieldClass}
        {...fieldProps('pincode')}
      />
      <Field
        label="Country"
        autoComplete="country-name"
        list={`${id}-countries`}
        className={fieldClass}
        {...fieldProps('country')}
      />
      <Field
        label="Mobile No."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        className={`${fieldClass} sm:col-span-2`}
        {...fieldProps('mobile')}
      />
      <DataList id={`${id}-states`} values={indianStates} />
      <DataList id={`${id}-countries`} values={countries} />
    </FormDialog>
  );
}

const countries = listCountries();

function DataList({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}
