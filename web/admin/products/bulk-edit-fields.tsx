import type { PathValue } from 'react-hook-form';
import type { BulkEditedField } from '#contract/products/product-fields.ts';
import { bulkEditedFields, productFields } from '#contract/products/product-fields.ts';
import { useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { MultiSelect } from '#web/admin/multi-select.tsx';
import { subCategoryOptions, toOptions } from '#web/admin/product-form/category-options.ts';
import { FieldInput } from '#web/admin/product-form/field-input.tsx';
import type { useApiForm } from '#web/forms/use-api-form.ts';
import { Field, SelectField } from '#web/ui/field.tsx';
import { type BulkEditDraft, type BulkEditErrors, type EditedPrice, editedPrices } from './bulk-edit.ts';

const plainFields = bulkEditedFields.filter((name) => name !== 'price' && name !== 'salePrice');
const modeOf = { price: 'priceMode', salePrice: 'salePriceMode' } as const;

const priceModes = [
  ['set', 'Set to'],
  ['raise by percent', 'Raise by %'],
  ['lower by percent', 'Lower by %'],
  ['raise by rupees', 'Raise by ₹'],
  ['lower by rupees', 'Lower by ₹'],
] as const;

const roundings = [
  ['none', 'Not rounded'],
  ['rupee', 'To whole rupees'],
  ['half', 'To ₹0.50'],
  ['nine', 'To rupees that end in 9'],
] as const;

/** The label of the input of a price, which says its unit. */
function toPriceLabel(name: EditedPrice, mode: BulkEditDraft['priceMode']): string {
  const { label } = productFields[name];
  return `${label}${mode === 'set' ? '' : ' by'} (${mode.endsWith('percent') ? '%' : '₹'})`;
}

function toSalePriceHint(mode: BulkEditDraft['salePriceMode']): string {
  return mode === 'set'
    ? 'Ends a discount. A dash (-) removes it.'
    : 'Of the sale price, or without one of what it sells at. Ends a discount.';
}

interface BulkEditFieldsProps {
  form: Pick<ReturnType<typeof useApiForm<BulkEditDraft, unknown>>, 'fieldProps' | 'setValue' | 'watch'>;
  /** Errors while typing. */
  issues: BulkEditErrors;
}

export function BulkEditFields({ form, issues }: BulkEditFieldsProps) {
  const draft = form.watch();
  function choose<
    Name extends
      | 'stockMode'
      | 'categoryMode'
      | 'category'
      | 'subCategory'
      | 'priceMode'
      | 'salePriceMode'
      | 'rounding',
  >(name: Name) {
    return (value: PathValue<BulkEditDraft, Name>) => form.setValue(name, value, { shouldDirty: true });
  }
  function toInputProps(name: BulkEditedField) {
    const props = form.fieldProps(name);
    return { ...props, error: issues[name] ?? props.error };
  }
  const { data: categories } = useCategories();
  const { data: subCategories } = useSubCategories();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {editedPrices.map((name) => (
        <div key={name} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
          <Kind
            label={productFields[name].label}
            value={draft[modeOf[name]]}
            choices={priceModes}
            onChoose={choose(modeOf[name])}
          />
          <Field
            label={toPriceLabel(name, draft[modeOf[name]])}
            hint={name === 'price' ? undefined : toSalePriceHint(draft.salePriceMode)}
            inputMode={name === 'price' ? 'decimal' : 'text'}
            autoComplete="off"
            placeholder="Unchanged"
            maxLength={20}
            {...toInputProps(name)}
          />
        </div>
      ))}
      {(draft.priceMode !== 'set' || draft.salePriceMode !== 'set') && (
        <Kind
          label="Rounding of raised and lowered prices"
          value={draft.rounding}
          choices={roundings}
          onChoose={choose('rounding')}
        />
      )}
      {plainFields.map((name) => (
        <FieldInput key={name} isBulkEdit field={name} inputProps={toInputProps(name)} value={draft[name]} />
      ))}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
        <Kind
          label="Stock"
          value={draft.stockMode}
          choices={[
            ['set', 'Set to'],
            ['add', 'Add'],
            ['take', 'Subtract'],
          ]}
          onChoose={choose('stockMode')}
        />
        <Field
          label="Pieces"
          hint="Pieces sold before you save stay sold."
          inputMode="numeric"
          autoComplete="off"
          placeholder="Unchanged"
          {...form.fieldProps('pieces')}
          error={issues.pieces}
        />
      </div>
      <div className="grid gap-4 sm:col-span-2 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
        <Kind
          label="Categories"
          value={draft.categoryMode}
          choices={[
            ['add', 'Add to'],
            ['move', 'Move to'],
          ]}
          onChoose={choose('categoryMode')}
        />
        <MultiSelect
          label="Category"
          placeholder="Unchanged"
          choices={toOptions(categories, [])}
          chosen={draft.category}
          onChange={choose('category')}
        />
        <MultiSelect
          label="Sub-category"
          placeholder="Unchanged"
          choices={subCategoryOptions(subCategories, [], draft.category)}
          chosen={draft.subCategory}
          onChange={choose('subCategory')}
        />
      </div>
    </div>
  );
}

interface KindProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly (readonly [Value, string])[];
  onChoose: (value: Value) => void;
}

function Kind<Value extends string>({ label, value, choices, onChoose }: KindProps<Value>) {
  return (
    <SelectField
      label={label}
      value={value}
      choices={choices}
      onChange={(event) => {
        const chosen = choices.find(([each]) => each === event.target.value);
        if (chosen !== undefined) onChoose(chosen[0]);
      }}
    />
  );
}
