import type { ReactNode } from 'react';
import type { AutomaticOffer } from '#contract/discounts/offer.ts';
import { useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { FormDialog, useDialogForm } from '#web/admin/dialog-form.tsx';
import { bindFields, CheckField, type Edited, RupeesField, TextField } from '#web/admin/form-parts.tsx';
import { fromLocalInput, toLocalInput } from '#web/admin/formats.ts';
import { MultiSelect } from '#web/admin/multi-select.tsx';
import type { Outcome } from '#web/api/client.ts';
import { Field, SelectField } from '#web/ui/field.tsx';
import { type OfferDraft, type OfferValue, offerLabels, startValues, valueNames } from './offer-draft.ts';
import { ProductPicker } from './product-picker.tsx';

interface OfferDialogProps {
  draft: OfferDraft;
  send: (draft: OfferDraft) => Promise<Outcome<{ message: string }>>;
  onSaved: (message: string) => void;
  onClose: () => void;
}

/** What offers and coupons have in common, without the value. */
type Conditions = Pick<
  AutomaticOffer,
  'minimumAmt' | 'categoryIds' | 'productIds' | 'startsAt' | 'endsAt' | 'isActive'
>;

/** Creates or changes an offer or a coupon. */
export default function OfferDialog({ draft: initial, send, onSaved, onClose }: OfferDialogProps) {
  const form = useDialogForm(initial);
  const { value: draft, onChange: setDraft } = form;
  const { data: categories = [] } = useCategories();
  const { data: subCategories = [] } = useSubCategories();
  const { fields } = draft;
  const errorOf = (name: string) =>
    form.errorOf(draft.type === 'coupon' ? name : `settings.offers.${draft.index ?? 'new'}.${name}`);
  const field = bindFields<Conditions>({
    value: fields,
    errorOf,
    onChange: (changed) =>
      setDraft(
        draft.type === 'coupon'
          ? { ...draft, fields: { ...draft.fields, ...changed } }
          : { ...draft, fields: { ...draft.fields, ...changed } },
      ),
  });
  function changeValue(value: OfferValue) {
    if (draft.type === 'offer') setDraft({ ...draft, fields: { ...draft.fields, value } });
    // A coupon gives no free pieces.
    else if (value.kind !== 'BUY_GET') setDraft({ ...draft, fields: { ...draft.fields, value } });
  }
  const kinds: OfferValue['kind'][] =
    draft.type === 'coupon'
      ? ['FLAT', 'PERCENT', 'FREE_DELIVERY']
      : ['PERCENT', 'FLAT', 'FREE_DELIVERY', 'BUY_GET'];
  const { value: categoryIds, ...categoryProps } = field('categoryIds');
  const { value: productIds, ...productProps } = field('productIds');
  const minimum = field('minimumAmt');
  const dateProps = (name: 'startsAt' | 'endsAt') => {
    const { value, error, onChange } = field(name);
    return {
      type: 'datetime-local',
      value: toLocalInput(value),
      error,
      onChange: (typed: string) => onChange(fromLocalInput(typed)),
    };
  };

  const isNew = draft.type === 'coupon' ? draft.coupon === null : draft.index === null;
  const noun = draft.type === 'coupon' ? 'coupon' : 'offer';
  return (
    <FormDialog
      title={isNew ? `New ${noun}` : `Edit ${noun}`}
      form={form}
      isNew={isNew}
      onSave={() => form.save({ send: () => send(draft), onSaved })}
      onClose={onClose}
    >
      {draft.type === 'coupon' ? (
        <TextField
          label={offerLabels.code}
          hint="3 to 20 letters and digits"
          autoComplete="off"
          autoCapitalize="characters"
          value={draft.fields.code}
          error={errorOf('code')}
          onChange={(code) => setDraft({ ...draft, fields: { ...draft.fields, code: code.toUpperCase() } })}
        />
      ) : (
        <TextField
          label={offerLabels.name}
          hint="Shown in the bill"
          autoComplete="off"
          maxLength={60}
          value={draft.fields.name}
          error={errorOf('name')}
          onChange={(name) => setDraft({ ...draft, fields: { ...draft.fields, name } })}
        />
      )}
      <ValueEditor kinds={kinds} value={fields.value} errorOf={errorOf} onChange={changeValue} />
      <RupeesField
        label={offerLabels.minimumAmt}
        hint="Products before offers. Leave empty for none."
        {...minimum}
        value={minimum.value === 0 ? null : minimum.value}
        onChange={(amount) => minimum.onChange(amount ?? 0)}
      />
      <MultiSelect
        label={offerLabels.categoryIds}
        choices={[...categories, ...subCategories].map(({ _id, name }) => ({ id: _id, name }))}
        chosen={categoryIds}
        {...categoryProps}
      />
      <ProductPicker label={offerLabels.productIds} chosen={productIds} {...productProps} />
      <Pair>
        <TextField label={offerLabels.startsAt} {...dateProps('startsAt')} />
        <TextField label={offerLabels.endsAt} {...dateProps('endsAt')} />
      </Pair>
      {draft.type === 'coupon' && (
        <CouponLimits
          value={draft.fields}
          errorOf={errorOf}
          onChange={(changed) => setDraft({ ...draft, fields: { ...draft.fields, ...changed } })}
        />
      )}
      <CheckField label={offerLabels.isActive} {...field('isActive')} />
    </FormDialog>
  );
}

type Limits = Pick<
  Extract<OfferDraft, { type: 'coupon' }>['fields'],
  'customerLimit' | 'totalLimit' | 'isFirstOrderOnly' | 'isListed'
>;

function CouponLimits(edited: Edited<Limits>) {
  const field = bindFields(edited);
  return (
    <>
      <Pair>
        <CountField label={offerLabels.customerLimit} {...field('customerLimit')} />
        <CountField label={offerLabels.totalLimit} {...field('totalLimit')} />
      </Pair>
      <CheckField label={offerLabels.isFirstOrderOnly} {...field('isFirstOrderOnly')} />
      <CheckField
        label={offerLabels.isListed}
        hint="To all shoppers. Otherwise a shopper needs the code."
        {...field('isListed')}
      />
    </>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">{children}</div>;
}

interface ValueEditorProps extends Edited<OfferValue> {
  kinds: readonly OfferValue['kind'][];
}

function ValueEditor({ kinds, value, errorOf, onChange }: ValueEditorProps) {
  return (
    <>
      <SelectField
        label={offerLabels.kind}
        choices={kinds.map((kind) => [kind, valueNames[kind]] as const)}
        value={value.kind}
        onChange={({ target }) => {
          const kind = kinds.find((each) => each === target.value);
          if (kind !== undefined) onChange(startValues[kind]);
        }}
      />
      {value.kind === 'FLAT' && (
        <RupeesField
          label={offerLabels.amountAmt}
          value={value.amountAmt}
          error={errorOf('value.amountAmt')}
          onChange={(amountAmt) => onChange({ ...value, amountAmt: amountAmt ?? 0 })}
        />
      )}
      {value.kind === 'PERCENT' && (
        <Pair>
          <RupeesField
            label={offerLabels.percent}
            value={value.percent}
            error={errorOf('value.percent')}
            onChange={(percent) => onChange({ ...value, percent: percent ?? 0 })}
          />
          <RupeesField
            label={offerLabels.capAmt}
            hint="Leave empty for no limit."
            value={value.capAmt}
            error={errorOf('value.capAmt')}
            onChange={(capAmt) => onChange({ ...value, capAmt })}
          />
        </Pair>
      )}
      {value.kind === 'BUY_GET' && (
        <Pair>
          <CountField
            label={offerLabels.buy}
            value={value.buy}
            error={errorOf('value.buy')}
            onChange={(buy) => onChange({ ...value, buy: buy ?? 0 })}
          />
          <CountField
            label={offerLabels.get}
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
