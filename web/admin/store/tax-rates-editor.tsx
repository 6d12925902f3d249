import { useState } from 'react';
import { Link } from 'react-router';
import type { StoreSettings } from '#contract/store/store-settings.ts';
import { Field } from '#web/ui/field.tsx';

type Tax = StoreSettings['tax'];

interface TaxRatesEditorProps {
  tax: Tax;
  errorOf: (path: string) => string | undefined;
  onChange: (tax: Tax) => void;
}

/** The rates that products can have. */
export function TaxRatesEditor({ tax, errorOf, onChange }: TaxRatesEditorProps) {
  return (
    <>
      <p className="text-sm text-ink-soft">
        Prices include tax. Each product has one of these rates; a product without a rate is not taxable. To
        change a rate of all products that have it, filter{' '}
        <Link to="/dashboard/product" className="text-leaf underline underline-offset-4">
          the products
        </Link>{' '}
        by it, select all in the table and choose ‘Bulk edit’.
      </p>
      <div className="grid max-w-lg grid-cols-1 gap-3 sm:grid-cols-2">
        <RatesField
          label="GST rates in percent"
          hint="With commas, such as 0, 5, 18, 40."
          rates={tax.gstRates}
          error={errorOf('tax.gstRates')}
          onChange={(gstRates) => onChange({ ...tax, gstRates })}
        />
        <RatesField
          label="Cess rates in percent"
          hint="Of compensation cess, beside GST."
          rates={tax.cessRates}
          error={errorOf('tax.cessRates')}
          onChange={(cessRates) => onChange({ ...tax, cessRates })}
        />
      </div>
    </>
  );
}

interface RatesFieldProps {
  label: string;
  hint: string;
  rates: readonly number[];
  error: string | undefined;
  onChange: (rates: number[]) => void;
}

const format = (rates: readonly number[]) => rates.map((rate) => (Number.isNaN(rate) ? '' : rate)).join(', ');

/** NaN, which the server refuses, for what is no number. */
const parse = (typed: string) =>
  typed
    .split(/[,;\s%]+/)
    .filter((part) => part !== '')
    .map(Number);

function RatesField({ rates, onChange, ...field }: RatesFieldProps) {
  const [text, setText] = useState(format(rates));
  // The stored rates after others were loaded, else as typed, such as '5,'.
  const isTyped = JSON.stringify(parse(text)) === JSON.stringify(rates);
  return (
    <Field
      {...field}
      autoComplete="off"
      value={isTyped ? text : format(rates)}
      onChange={({ target }) => {
        setText(target.value);
        onChange(parse(target.value));
      }}
    />
  );
}
