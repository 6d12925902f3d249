import type { PathValue } from 'react-hook-form';
import { useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { MultiSelect } from '#web/admin/multi-select.tsx';
import { subCategoryOptions, toOptions } from '#web/admin/product-form/category-options.ts';
import { FieldInput } from '#web/admin/product-form/field-input.tsx';
import type { useApiForm } from '#web/forms/use-api-form.ts';
import { Field, SelectField } from '#web/ui/field.tsx';
import { type BulkEditDraft, type BulkEditErrors, type DialogField, dialogFields } from './bulk-edit.ts';

interface BulkEditFieldsProps {
  form: Pick<ReturnType<typeof useApiForm<BulkEditDraft, unknown>>, 'fieldProps' | 'setValue' | 'watch'>;
  /** Errors while typing. */
  issues: BulkEditErrors;
}

export function BulkEditFields({ form, issues }: BulkEditFieldsProps) {
  const draft = form.watch();
  function choose<Name extends 'stockMode' | 'categoryMode' | 'category' | 'subCategory'>(name: Name) {
    return (value: PathValue<BulkEditDraft, Name>) => form.setValue(name, value, { shouldDirty: true });
  }
  function toInputProps(name: DialogField) {
    const props = form.fieldProps(name);
    return { ...props, error: issues[name] ?? props.error };
  }
  const { data: categories } = useCategories();
  const { data: subCategories } = useSubCategories();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {dialogFields.map((name) => (
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
          hint="Units sold before you save stay sold."
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
