import { type FormEvent, useId, useState } from 'react';
import type { Address } from '#contract/address.ts';
import { callApi } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useShowAddresses } from './addresses.ts';

const fields = [
  { name: 'address_line', label: 'Address Line', autoComplete: 'street-address', isWide: true },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'pincode', label: 'Pincode', autoComplete: 'postal-code', inputMode: 'numeric' },
  { name: 'country', label: 'Country', autoComplete: 'country-name' },
  { name: 'mobile', label: 'Mobile No.', autoComplete: 'tel', inputMode: 'tel', isWide: true },
] as const;

type FieldName = (typeof fields)[number]['name'];
type Form = Record<FieldName, string>;

interface AddressDialogProps {
  /** The address to change; without it a new one is added. */
  address?: Address | undefined;
  onClose: () => void;
  onSaved?: (address: Address) => void;
}

/** Adds or changes an address (specification section 5: every field is required). */
export function AddressDialog({ address, onClose, onSaved }: AddressDialogProps) {
  const formId = useId();
  const mobile = useSession().user?.mobile ?? '';
  const { showSaved, readAgain } = useShowAddresses();
  const [form, setForm] = useState<Form>(() => formOf(address, mobile));
  const [issues, setIssues] = useState<Partial<Form>>({});
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A form in a dialog lies in the tree of the page; the page's own form must not be sent with it.
    event.stopPropagation();
    const formElement = event.currentTarget;
    if (isBusy) return;
    const missing = missingOf(form);
    setIssues(missing);
    if (Object.keys(missing).length > 0) return focusFirst(formElement, missing);
    setIsBusy(true);
    const outcome = address
      ? await callApi('updateAddress', { _id: address._id, userId: address.userId, ...form })
      : await callApi('createAddress', form);
    setIsBusy(false);
    if (!outcome.isOk) {
      const found: Partial<Form> = {};
      for (const { name } of fields) {
        const message = outcome.error.issueAt(name);
        if (message !== '') found[name] = message;
      }
      setIssues(found);
      if (Object.keys(found).length > 0) focusFirst(formElement, found);
      else showToast('error', outcome.error.message);
      return;
    }
    const { data: saved, message } = outcome.answer;
    await showSaved(saved);
    void readAgain();
    showToast('success', message || 'Address saved');
    onSaved?.(saved);
    onClose();
  }

  return (
    <Dialog
      title={address ? 'Edit Address' : 'Add Address'}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} isWide isBusy={isBusy}>
          Submit
        </Button>
      }
    >
      <form id={formId} noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={submit}>
        {fields.map(({ name, label, autoComplete, ...rest }) => (
          <Field
            key={name}
            name={name}
            label={label}
            autoComplete={autoComplete}
            inputMode={'inputMode' in rest ? rest.inputMode : undefined}
            className={'isWide' in rest ? 'sm:col-span-2' : ''}
            required
            maxLength={limits[name]}
            value={form[name]}
            error={issues[name]}
            onChange={(event) => {
              setForm({ ...form, [name]: event.target.value });
              setIssues({ ...issues, [name]: undefined });
            }}
          />
        ))}
      </form>
    </Dialog>
  );
}

// As the server's; it says so itself when something else is sent.
const limits: Record<FieldName, number> = {
  address_line: 200,
  city: 100,
  state: 100,
  country: 100,
  pincode: 12,
  mobile: 20,
};

function formOf(address: Address | undefined, mobile: string): Form {
  if (address === undefined) {
    return { address_line: '', city: '', state: '', pincode: '', country: 'India', mobile };
  }
  const { address_line, city, state, pincode, country } = address;
  return { address_line, city, state, pincode, country, mobile: address.mobile };
}

function missingOf(form: Form): Partial<Form> {
  const missing: Partial<Form> = {};
  for (const { name } of fields) if (form[name].trim() === '') missing[name] = 'Please fill this in.';
  return missing;
}

function focusFirst(form: HTMLFormElement, issues: Partial<Form>): void {
  const first = fields.find(({ name }) => issues[name] !== undefined);
  const input = first && form.elements.namedItem(first.name);
  if (input instanceof HTMLElement) input.focus();
}
