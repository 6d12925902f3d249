import type { PathValue } from 'react-hook-form';
import { productLimits } from '#contract/products/product-fields.ts';
import { useCategories, useSubCategories, useTaxRates } from '#web/admin/catalogue-queries.ts';
import { subCategoryOptions, toOptions } from '#web/admin/product-form/category-options.ts';
import type { useApiForm } from '#web/forms/use-api-form.ts';
import { Field, SelectField } from '#web/ui/field.tsx';
import { MultiSelect } from '#web/ui/multi-select.tsx';
import type { BulkEditDraft, BulkEditErrors } from './bulk-edit.ts';

interface BulkEditFieldsProps {
  form: Pick<ReturnType<typeof useApiForm<BulkEditDraft, unknown>>, 'fieldProps' | 'setValue' | 'watch'>;
  /** Errors while typing. */
  issues: BulkEditErrors;
}

export function BulkEditFields({ form, issues }: BulkEditFieldsProps) {
  const draft = form.watch();
  function choose<Name extends 'stockMode' | 'status' | 'categoryMode' | 'category' | 'subCategory'>(
    name: Name,
  ) {
    return (value: PathValue<BulkEditDraft, Name>) => form.setValue(name, value, { shouldDirty: true });
  }
  const tax = useTaxRates();
  const { data: categories } = useCategories();
  const { data: subCategories } = useSubCategories();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Discount (%)"
        inputMode="decimal"
        autoComplete="off"
        placeholder="Unchanged"
        {...form.fieldProps('discount')}
        error={issues.discount}
      />
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
          hint="Units sold before you save stay sold."
          inputMode="numeric"
          autoComplete="off"
          placeholder="Unchanged"
          {...form.fieldProps('pieces')}
          error={issues.pieces}
        />
      </div>
      <Kind
        label="Status"
        value={draft.status}
        choices={[
          ['', 'Unchanged'],
          ['active', 'Active: shown in the shop'],
          ['draft', 'Draft: not shown yet'],
          ['archived', 'Archived: no longer sold'],
        ]}
        onChoose={choose('status')}
      />
      <div className="grid grid-cols-2 gap-4">
        <SelectField label="GST" choices={toRateChoices(tax?.gstRates)} {...form.fieldProps('gstRate')} />
        <SelectField label="Cess" choices={toRateChoices(tax?.cessRates)} {...form.fieldProps('cessRate')} />
      </div>
      <Field
        label="HSN code"
        hint={removeHint}
        inputMode="text"
        autoComplete="off"
        placeholder="Unchanged"
        maxLength={20}
        {...form.fieldProps('hsn')}
        error={issues.hsn}
      />
      <Field
        label="Maximum per order"
        hint={removeHint}
        inputMode="text"
        autoComplete="off"
        placeholder="Unchanged"
        maxLength={20}
        {...form.fieldProps('maximumPerOrder')}
        error={issues.maximumPerOrder}
      />
      <Field
        label="Location"
        hint={removeHint}
        autoComplete="off"
        placeholder="Unchanged"
        maxLength={productLimits.location}
        {...form.fieldProps('location')}
      />
      <Field
        label="Family"
        hint={`The same text makes them the sizes of one article. ${removeHint}`}
        autoComplete="off"
        placeholder="Unchanged"
        maxLength={productLimits.family}
        {...form.fieldProps('family')}
      />
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
          label="Sub category"
          placeholder="Unchanged"
          choices={subCategoryOptions(subCategories, [], draft.category)}
          chosen={draft.subCategory}
          onChange={choose('subCategory')}
        />
      </div>
    </div>
  );
}

const removeHint = 'A dash (-) removes it.';

function toRateChoices(rates: readonly number[] = []): (readonly [string, string])[] {
  return [
    ['', 'Unchanged'],
    ...rates
      .toSorted((one, other) => one - other)
      .map((rate): [string, string] => [String(rate), `${rate} %`]),
    ['none', 'None'],
  ];
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
