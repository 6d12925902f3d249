import { useRef } from 'react';
import type { EndpointResponse } from '#contract/api.ts';
import { type StockAction, stockActions, toStockAfter } from '#contract/inventory/stock.ts';
import type { ProductSummary } from '#contract/inventory/stock-changes.ts';
import { useCatalogueInvalidation } from '#web/admin/catalogue-queries.ts';
import { Thumbnail } from '#web/admin/page-parts.tsx';
import { callApi, newRequestId } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { actionLabels } from './stock-changes.tsx';

interface Values {
  action: StockAction;
  quantity: string;
  note: string;
}

/** What was recorded; the product has the stock after it. */
export interface StockEntry {
  requestId: string;
  product: ProductSummary;
  action: StockAction;
  quantity: number;
  difference: number;
}

interface RecordStockFormProps {
  product: ProductSummary;
  /** The action that is chosen at first. */
  firstAction: StockAction;
  onRecorded: (entry: StockEntry) => void;
}

/** Records a count, receipt or waste of a product. */
export function RecordStockForm({ product, firstAction, onRecorded }: RecordStockFormProps) {
  const { changed } = useCatalogueInvalidation();
  const requestId = useRef(newRequestId());
  const toInput = ({ action, quantity, note }: Values) => ({
    productId: product._id,
    action,
    requestId: requestId.current,
    quantity: toNumber(quantity),
    ...(note.trim() !== '' && { note }),
  });
  const form = useApiForm<Values, EndpointResponse<'recordStock'>>({
    defaultValues: { action: firstAction, quantity: '', note: '' },
    loadSchema: () =>
      import('#contract/inventory/stock-changes.ts').then(({ recordStock }) => recordStock.input),
    toInput,
    send: (values) => callApi('recordStock', toInput(values)),
    fieldOfCode: { STOCK_SHORT: 'quantity' },
    onSuccess({ data }, values) {
      const { action, quantity } = toInput(values);
      const { difference, ...product } = data;
      const entry = { requestId: requestId.current, product, action, quantity, difference };
      requestId.current = newRequestId();
      form.reset({ action, quantity: '', note: '' });
      changed();
      onRecorded(entry);
    },
  });
  const [action, typed] = form.watch(['action', 'quantity']);
  const { name, unit, stock, waiting } = product;
  return (
    <form {...form.formProps} className="space-y-4 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        <Thumbnail src={product.image} sizes="4rem" className="w-16 flex-none rounded-md" />
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">
            {name} <span className="font-normal text-ink-soft">{unit}</span>
          </h2>
          <p className="text-sm tabular-nums">
            {stock} available
            {waiting > 0 && ` + ${waiting} sold, not picked yet = ${stock + waiting} on the shelf`}
          </p>
        </div>
      </div>
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">What do you record?</legend>
        <div className="flex flex-wrap gap-2">
          {stockActions.map((value) => (
            <label
              key={value}
              className="inline-flex min-h-11 items-center gap-2 rounded-md border border-line px-3 text-base has-checked:border-leaf has-checked:bg-leaf-soft"
            >
              <input type="radio" value={value} className="size-4 accent-leaf" {...form.register('action')} />
              {actionLabels[value]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <Field
          label={action === 'COUNT' ? 'Number on the shelf' : 'Number'}
          inputMode="numeric"
          autoComplete="off"
          hint={toHint(action, toNumber(typed), product)}
          {...form.fieldProps('quantity')}
          autoFocus
        />
        <Field label="Note (optional)" autoComplete="off" maxLength={200} {...form.fieldProps('note')} />
      </div>
      <FormAlert>{form.error}</FormAlert>
      <Button type="submit" isBusy={form.isBusy}>
        Save
      </Button>
    </form>
  );
}

/** How the entry differs from what was expected; undefined without a number. */
function toHint(action: StockAction, quantity: number, product: ProductSummary): string | undefined {
  if (Number.isNaN(quantity)) return undefined;
  const after = toStockAfter(action, quantity, product);
  if (after < 0) return undefined;
  const expected = product.stock + product.waiting;
  if (action !== 'COUNT') return `${after} available then`;
  if (quantity < product.waiting) return `${product.waiting - quantity} fewer than sold: none available then`;
  if (quantity === expected) return 'As expected';
  const difference = Math.abs(quantity - expected);
  return `${difference} ${quantity < expected ? 'fewer' : 'more'} than expected: ${after} available then`;
}

function toNumber(typed: string): number {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
}
