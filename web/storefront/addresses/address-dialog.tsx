import { type FormEvent, useId, useState } from 'react';
import type { Address } from '#contract/address.ts';
import { isIndia, type PostalField, postalMaxLengths } from '#contract/rules/postal-address.ts';
import { useSession } from '#web/session/session.ts';
import { focusFirstIssue, toFieldIssues } from '#web/storefront/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import {
  type AddressIssues,
  indianStates,
  listCountries,
  postalFieldNames,
  toPostalAddress,
  validateAddress,
  validateOnBlur,
} from './address-form.ts';
import { useAddressMutations } from './use-addresses.ts';

interface AddressDialogProps {
  /** The address to change; without it a new one is added. */
  address?: Address | undefined;
  onClose: () => void;
  onSaved?: (address: Address) => void;
}

/** Adds or changes an address (specification section 5: every field is required). */
export default function AddressDialog({ address, onClose, onSaved }: AddressDialogProps) {
  const id = useId();
  const mobile = useSession().user?.mobile ?? '';
  const { save } = useAddressMutations();
  const [form, setForm] = useState(() => toPostalAddress(address, mobile));
  const [issues, setIssues] = useState<AddressIssues>({});
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A form in a dialog lies in the tree of the page; the page's own form must not be sent with it.
    event.stopPropagation();
    if (isBusy) return;
    const formElement = event.currentTarget;
    const found = validateAddress(form);
    setIssues(found);
    if (focusFirstIssue(formElement, postalFieldNames, found)) return;
    setIsBusy(true);
    const outcome = await save(form, address);
    setIsBusy(false);
    if (!outcome.isOk) {
      const refused = toFieldIssues(outcome.error, postalFieldNames);
      setIssues(refused);
      if (!focusFirstIssue(formElement, postalFieldNames, refused)) showToast('error', outcome.error.message);
      return;
    }
    showToast('success', outcome.answer.message || 'Address saved');
    onSaved?.(outcome.answer.data);
    onClose();
  }

  function fieldProps(name: PostalField) {
    return {
      name,
      required: true,
      maxLength: postalMaxLengths[name],
      value: form[name],
      error: issues[name],
      onBlur: () => setIssues((known) => validateOnBlur(form, name, known)),
      onChange: (event: { target: { value: string } }) => {
        const { value } = event.target;
        setForm((typed) => ({ ...typed, [name]: value }));
        setIssues((known) => ({ ...known, [name]: undefined }));
      },
    };
  }

  // Room for a line below each field, so that nothing moves away under a tap when an issue appears.
  const place = 'min-h-23';
  const inIndia = isIndia(form.country);
  return (
    <Dialog
      title={address ? 'Edit Address' : 'Add Address'}
      onClose={onClose}
      footer={
        <Button type="submit" form={id} isWide isBusy={isBusy}>
          Submit
        </Button>
      }
    >
      <form
        id={id}
        method="post"
        noValidate
        className="grid gap-x-4 gap-y-2 sm:grid-cols-2"
        onSubmit={submit}
      >
        <Field
          label="Address Line"
          autoComplete="street-address"
          className={`${place} sm:col-span-2`}
          {...fieldProps('address_line')}
        />
        <Field label="City" autoComplete="address-level2" className={place} {...fieldProps('city')} />
        <Field
          label="State"
          autoComplete="address-level1"
          list={inIndia ? `${id}-states` : undefined}
          className={place}
          {...fieldProps('state')}
        />
        <Field
          label="Pincode"
          autoComplete="postal-code"
          inputMode={inIndia ? 'numeric' : 'text'}
          className={place}
          {...fieldProps('pincode')}
        />
        <Field
          label="Country"
          autoComplete="country-name"
          list={`${id}-countries`}
          className={place}
          {...fieldProps('country')}
        />
        <Field
          label="Mobile No."
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          className={`${place} sm:col-span-2`}
          {...fieldProps('mobile')}
        />
        <Choices id={`${id}-states`} values={indianStates} />
        <Choices id={`${id}-countries`} values={countries} />
      </form>
    </Dialog>
  );
}

const countries = listCountries();

function Choices({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}
