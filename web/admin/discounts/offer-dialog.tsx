import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { AutomaticOffer } from '#contract/discounts/offer.ts';
import { useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { FormAlert, RupeesField } from '#web/admin/form-parts.tsx';
import { fromLocalInput, toLocalInput } from '#web/admin/formats.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { MultiSelect } from '#web/ui/multi-select.tsx';
import { type OfferDraft, type OfferValue, startValues, valueNames } from './offer-draft.ts';
import { ProductPicker } from './product-picker.tsx';

interface OfferDialogProps {
  draft: OfferDraft;
  /** Resolves to the error of the server, null if it is saved. */
  onSave: (draft: OfferDraft) => Promise<ApiError | null>;
  onClose: () => void;
}

/** What offers and coupons have in common, without the value. */
type Conditions = Pick<
  AutomaticOffer,
  'minimumAmt' | 'categoryIds' | 'productIds' | 'startsAt' | 'endsAt' | 'isActive'
>;

const checkLabelClass = 'flex min-h-11 items-center gap-3 text-sm font-semibold';

/** Creates or changes an offer or a coupon. */
export default function OfferDialog({ draft: initial, onSave, onClose }: OfferDialogProps) {
  const [draft, setDraft] = useState(initial);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const categories = useCategories().data;
  const subCategories = useSubCategories().data;
  // After the errors have been rendered.
  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failure]);

  const { fields } = draft;
  const change = (changed: Partial<Conditions>) =>
    setDraft(
      draft.type === 'coupon'
        ? { ...draft, fields: { ...draft.fields, ...changed } }
        : { ...draft, fields: { ...draft.fields, ...changed } },
    );
  function changeValue(value: OfferValue) {
    if (draft.type === 'offer') setDraft({ ...draft, fields: { ...draft.fields, value } });
    // A coupon gives no free pieces.
    else if (value.kind !== 'BUY_GET') setDraft({ ...draft, fields: { ...draft.fields, value } });
  }
  const errorOf = (name: string) => {
    const prefix = draft.type === 'coupon' ? '' : `settings.offers.${draft.index ?? 'new'}.`;
    return failure?.issues.find(({ path }) => `${path}.`.startsWith(`${prefix}${name}.`))?.message;
  };
  const kinds: OfferValue['kind'][] =
    draft.type === 'coupon'
      ? ['FLAT', 'PERCENT', 'FREE_DELIVERY']
      : ['PERCENT', 'FLAT', 'FREE_DELIVERY', 'BUY_GET'];

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const error = await onSave(draft);
    setIsBusy(false);
    setFailure(error);
  }

  const isNew = draft.type === 'coupon' ? draft.coupon === null : draft.index === null;
  const noun = draft.type === 'coupon' ? 'coupon' : 'offer';
  return (
    <Dialog title={isNew ? `New ${noun}` : `Change ${noun}`} onClose={onClose}>
      <form ref={form} noValidate onSubmit={save} className="space-y-4">
        {draft.type === 'coupon' ? (
          <Field
            label="Code"
            hint="3 to 20 letters and digits"
            autoComplete="off"
            autoCapitalize="characters"
            value={draft.fields.code}
            error={errorOf('code')}
            onChange={({ target }) =>
              setDraft({ ...draft, fields: { ...draft.fields, code: target.value.toUpperCase() } })
            }
          />
        ) : (
          <Field
            label="Name"
            hint="Shown in the bill"
            autoComplete="off"
            maxLength={60}
            value={draft.fields.name}
            error={errorOf('name')}
            onChange={({ target }) => setDraft({ ...draft, fields: { ...draft.fields, name: target.value } })}
          />
        )}
        <ValueEditor kinds={kinds} value={fields.value} errorOf={errorOf} onChange={changeValue} />
        <RupeesField
          label="Minimum in ₹"
          hint="Of all items before offers. Empty for none."
          value={fields.minimumAmt === 0 ? null : fields.minimumAmt}
          error={errorOf('minimumAmt')}
          onChange={(amount) => change({ minimumAmt: amount ?? 0 })}
        />
        <MultiSelect
          label="Categories"
          choices={[...(categories ?? []), ...(subCategories ?? [])].map(({ _id, name }) => ({
            id: _id,
            name,
          }))}
          chosen={fields.categoryIds}
          error={errorOf('categoryIds')}
          onChange={(categoryIds) => change({ categoryIds })}
        />
        <ProductPicker
          chosen={fields.productIds}
          error={errorOf('productIds')}
          onChange={(productIds) => change({ productIds })}
        />
        <Pair>
          <Field
            label="Starts"
            type="datetime-local"
            value={toLocalInput(fields.startsAt)}
            error={errorOf('startsAt')}
            onChange={({ target }) => change({ startsAt: fromLocalInput(target.value) })}
          />
          <Field
            label="Ends"
            type="datetime-local"
            value={toLocalInput(fields.endsAt)}
            error={errorOf('endsAt')}
            onChange={({ target }) => change({ endsAt: fromLocalInput(target.value) })}
          />
        </Pair>
        {draft.type === 'coupon' && (
          <>
            <Pair>
              <CountField
                label="Orders of each customer"
                value={draft.fields.customerLimit}
                error={errorOf('customerLimit')}
                onChange={(customerLimit) =>
                  setDraft({ ...draft, fields: { ...draft.fields, customerLimit } })
                }
              />
              <CountField
                label="Orders of all customers"
                value={draft.fields.totalLimit}
                error={errorOf('totalLimit')}
                onChange={(totalLimit) => setDraft({ ...draft, fields: { ...draft.fields, totalLimit } })}
              />
            </Pair>
            <label className={checkLabelClass}>
              <input
                type="checkbox"
                className="size-5 accent-leaf"
                checked={draft.fields.isFirstOrderOnly}
                onChange={({ target }) =>
                  setDraft({ ...draft, fields: { ...draft.fields, isFirstOrderOnly: target.checked } })
                }
              />
              Only for the first order of a customer
            </label>
          </>
        )}
        <label className={checkLabelClass}>
          <input
            type="checkbox"
            className="size-5 accent-leaf"
            checked={fields.isActive}
            onChange={({ target }) => change({ isActive: target.checked })}
          />
          Active
        </label>
        <FormAlert text={failure?.message ?? ''} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {isNew ? 'Create' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">{children}</div>;
}

interface ValueEditorProps {
  kinds: readonly OfferValue['kind'][];
  value: OfferValue;
  errorOf: (name: string) => string | undefined;
  onChange: (value: OfferValue) => void;
}

function ValueEditor({ kinds, value, errorOf, onChange }: ValueEditorProps) {
  const id = useId();
  return (
    <>
      <div>
        <label htmlFor={id} className="mb-1 block text-sm font-semibold">
          Gives
        </label>
        <select
          id={id}
          className="min-h-11 w-full rounded-md border border-line bg-surface px-3"
          value={value.kind}
          onChange={({ target }) => {
            const kind = kinds.find((each) => each === target.value);
            if (kind !== undefined) onChange(startValues[kind]);
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {valueNames[kind]}
            </option>
          ))}
        </select>
      </div>
      {value.kind === 'FLAT' && (
        <RupeesField
          label="Amount in ₹"
          value={value.amountAmt}
          error={errorOf('value.amountAmt')}
          onChange={(amountAmt) => onChange({ ...value, amountAmt: amountAmt ?? 0 })}
        />
      )}
      {value.kind === 'PERCENT' && (
        <Pair>
          <RupeesField
            label="Percent"
            value={value.percent}
            error={errorOf('value.percent')}
            onChange={(percent) => onChange({ ...value, percent: percent ?? 0 })}
          />
          <RupeesField
            label="At most in ₹"
            hint="Empty for no limit."
            value={value.capAmt}
            error={errorOf('value.capAmt')}
            onChange={(capAmt) => onChange({ ...value, capAmt })}
          />
        </Pair>
      )}
      {value.kind === 'BUY_GET' && (
        <Pair>
          <CountField
            label="Pieces to buy"
            value={value.buy}
            error={errorOf('value.buy')}
            onChange={(buy) => onChange({ ...value, buy: buy ?? 0 })}
          />
          <CountField
            label="Pieces that are free"
            value={value.get}
            error={errorOf('value.get')}
            onChange={(get) => onChange({ ...value, get: get ?? 0 })}
          />
        </Pair>
      )}
    </>
  );
}

interface CountFieldProps {
  label: string;
  value: number | null;
  error: string | undefined;
  onChange: (value: number | null) => void;
}

/** A whole number; empty for no limit. */
function CountField({ label, value, error, onChange }: CountFieldProps) {
  return (
    <Field
      label={label}
      hint={value === null ? 'No limit' : undefined}
      inputMode="numeric"
      autoComplete="off"
      value={value === null ? '' : String(value)}
      error={error}
      onChange={({ target }) => {
        const digits = target.value.replaceAll(/\D/g, '').slice(0, 9);
        onChange(digits === '' ? null : Number(digits));
      }}
    />
  );
}
