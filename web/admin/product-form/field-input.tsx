import { useQuery } from '@tanstack/react-query';
import { findHsnDoubt } from '#contract/products/hsn-codes.ts';
import {
  normalizeHsn,
  type ProductField,
  type Field as ProductFieldRules,
  productFields,
  validateHsn,
} from '#contract/products/product-fields.ts';
import { listUnprintable } from '#contract/tax/print-fonts.ts';
import { useTaxRates } from '#web/admin/catalogue-queries.ts';
import type { ApiForm } from '#web/forms/use-api-form.ts';
import { Field, SelectField, TextArea } from '#web/ui/field.tsx';

type Choice = readonly [value: string, text: string];

const statusChoices: readonly Choice[] = [
  ['active', 'Active: shown in the store'],
  ['draft', 'Draft: not shown yet'],
  ['archived', 'Archived: no longer sold'],
];

const markChoices: readonly Choice[] = [
  ['veg', 'Veg'],
  ['non-veg', 'Non-veg'],
];

interface FieldInputProps {
  field: ProductField;
  /** Of the form. */
  inputProps: Omit<ReturnType<ApiForm['fieldProps']>, 'name'> & { name: string };
  /** The present value, which is a choice also while the rates of the settings are loaded. */
  value: string;
  /** Id of a datalist. */
  list?: string | undefined;
  /** Changes many products: an empty input leaves the field unchanged, and a dash removes an optional value. */
  isBulkEdit?: boolean;
}

/** The input of a field of the list of product fields. */
export function FieldInput({ field: name, inputProps, value, list, isBulkEdit = false }: FieldInputProps) {
  const field: ProductFieldRules = productFields[name];
  const choices = useChoices(field, value, isBulkEdit);
  const hsnHint = useHsnHint(name === 'hsn' ? value : '');
  const doubt = hsnHint ?? toPrintHint(name, value);
  const label = toLabel(field, isBulkEdit);
  if (choices !== null) return <SelectField label={label} choices={choices} {...inputProps} />;
  const isText = field.type === 'text';
  const input = {
    label,
    autoComplete: 'off',
    placeholder: isBulkEdit ? 'Unchanged' : field.placeholder,
    required: !isBulkEdit && field.isRequired === true,
    lang: name === 'nameHindi' || name === 'descriptionHindi' ? 'hi' : undefined,
    ...inputProps,
  };
  if (isText && field.textKind === 'prose') return <TextArea rows={4} maxLength={field.maximum} {...input} />;
  return (
    <Field
      hint={doubt ?? (isBulkEdit ? toBulkEditHint(field) : field.hint)}
      inputMode={isBulkEdit && !field.isRequired ? 'text' : toInputMode(field)}
      maxLength={isText ? field.maximum : 20}
      list={list}
      {...input}
    />
  );
}

/** Names what invoices would show as a box. */
function toPrintHint(name: ProductField, value: string): string | undefined {
  const characters = ['name', 'nameHindi', 'unit'].includes(name) ? listUnprintable(value) : [];
  return characters.length === 0 ? undefined : `These characters cannot be printed: ${characters.join(' ')}`;
}

/** A doubt about a typed code, which can be saved, or what groceries sell under it and at which rate. */
function useHsnHint(typed: string): string | undefined {
  const hsnDigits = useTaxRates()?.hsnDigits;
  const code = normalizeHsn(typed);
  const isCode = code !== '' && validateHsn(code) === undefined;
  const { data: findGroceryHeading } = useQuery({
    queryKey: ['hsn-usual-rates'],
    queryFn: async () => (await import('#contract/products/hsn-usual-rates.ts')).findGroceryHeading,
    enabled: isCode,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isCode ? (findHsnDoubt(code, hsnDigits) ?? findGroceryHeading?.(code)) : undefined;
}

function toLabel(field: ProductFieldRules, isBulkEdit: boolean): string {
  const { type, label, formLabel } = field;
  if (!isBulkEdit && formLabel !== undefined) return formLabel;
  if (type === 'rupees') return `${label} (₹)`;
  return type === 'percent' && field.tax === undefined ? `${label} (%)` : label;
}

function toBulkEditHint({ isRequired, hint }: ProductFieldRules): string | undefined {
  if (isRequired) return hint;
  return `${hint === undefined ? '' : `${hint} `}A dash (-) removes it.`;
}

function toInputMode(field: ProductFieldRules) {
  if (field.type === 'text') return field.hasDigitsOnly ? 'numeric' : undefined;
  return field.type === 'count' ? 'numeric' : 'decimal';
}

/** Returns null for a field without choices. */
function useChoices(field: ProductFieldRules, value: string, isBulkEdit: boolean): readonly Choice[] | null {
  const rates = useTaxRates();
  const unchanged: Choice[] = isBulkEdit ? [['', 'Unchanged']] : [];
  const none: Choice = [isBulkEdit ? '-' : '', 'None'];
  if (field.type === 'status') return [...unchanged, ...statusChoices];
  if (field.type === 'mark') return [...unchanged, none, ...markChoices];
  if (field.type === 'text' || field.tax === undefined) return null;
  const known = (field.tax === 'gst' ? rates?.gstRates : rates?.cessRates) ?? [];
  const chosen = value === '' || value === '-' ? [] : [Number(value)];
  const sorted = [...new Set([...known, ...chosen])].sort((one, other) => one - other);
  return [...unchanged, none, ...sorted.map((rate): Choice => [String(rate), `${rate} %`])];
}
