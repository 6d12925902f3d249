import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useId, useState } from 'react';
import {
  formatPaise,
  formatSignedPaise,
  type PricingInRupees,
  productPricePaise,
  toPaise,
} from '#contract/base/money.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import {
  type BulkEditedField,
  bulkEditedFields,
  type ProductValues,
  productFields,
  toFieldText,
} from '#contract/products/product-fields.ts';
import { catalogueKey, useCategories, useSubCategories } from '#web/admin/catalogue-queries.ts';
import { statusNames } from '#web/admin/catalogue-record.ts';
import { useUnsavedChanges } from '#web/admin/dialog-form.tsx';
import type { ApiError } from '#web/api/api-error.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { useApiForm } from '#web/forms/use-api-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import {
  type BulkEditDraft,
  type BulkEditedProduct,
  type BulkEditPlan,
  emptyDraft,
  planBulkEdit,
  toBulkEdit,
} from './bulk-edit.ts';
import { BulkEditFields } from './bulk-edit-fields.tsx';
import { formatCell } from './cell-values.ts';
import { fetchProducts } from './product-queries.ts';
import type { ProductChange, WriteOutcome } from './product-writes.tsx';
import type { Selection } from './use-selection.ts';

interface BulkEditPreviewProps {
  plan: BulkEditPlan;
  /** Category and sub-category names by id. */
  names: ReadonlyMap<string, string>;
}

const shownFirst = 5;

/** Number of products that would change, and the first of them before and after. */
function BulkEditPreview({ plan: { edited, unchanged, problem, surprises }, names }: BulkEditPreviewProps) {
  return (
    <section aria-label="Preview" className="rounded-md bg-sunken p-4 text-sm">
      <p role="status" className="font-semibold">
        {countText(edited.length, unchanged)}
      </p>
      {problem !== null && (
        <p role="alert" className="mt-2 font-medium wrap-anywhere text-danger">
          {problem}
        </p>
      )}
      {surprises.size > 0 && (
        <ul role="status" aria-label="Prices to check" className="mt-2 font-medium text-danger">
          {[...surprises].map(([surprise, count]) => (
            <li key={surprise}>{`${count === 1 ? '1 product' : `${text(count)} products`}: ${surprise}`}</li>
          ))}
        </ul>
      )}
      <ul className="mt-2 divide-y divide-line">
        {edited.slice(0, shownFirst).map((product) => (
          <li key={product.before._id} className="grid gap-x-4 py-2 sm:grid-cols-2">
            <p className="font-semibold wrap-anywhere">{product.before.name}</p>
            <div>
              {linesOf(product, names).map(({ label, before, after }) => (
                <p key={label} className="flex flex-wrap items-center gap-x-2 tabular-nums">
                  <span className="text-ink-soft">{label}</span>
                  <del className="text-ink-soft">{before === '' ? 'none' : before}</del>
                  <ArrowRight aria-hidden="true" className="size-3.5 flex-none text-ink-soft" />
                  <ins className="font-semibold no-underline">{after === '' ? 'none' : after}</ins>
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {edited.length > shownFirst && (
        <p className="text-ink-soft">and {text(edited.length - shownFirst)} more</p>
      )}
    </section>
  );
}

const text = (count: number) => count.toLocaleString('en-IN');

function countText(changing: number, unchanged: number): string {
  if (changing === 0) return unchanged === 0 ? 'No products to change.' : 'No changes yet.';
  const count = changing === 1 ? '1 product changes' : `${text(changing)} products change`;
  if (unchanged === 0) return `${count}.`;
  return `${count}, ${text(unchanged)} already ${unchanged === 1 ? 'matches' : 'match'}.`;
}

function linesOf({ before, after }: BulkEditedProduct, names: ReadonlyMap<string, string>) {
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '…').join(', ');
  const own = (categories: readonly { name: string }[]) => categories.map(({ name }) => name).join(', ');
  const lines = [
    ...bulkEditedFields.map((name) => ({
      label: productFields[name].label,
      before: formatField(name, before),
      after: formatField(name, after),
    })),
    { label: 'Sells at', before: sellsAt(before), after: sellsAt(after) },
    { label: 'Stock', before: formatCell('stock', before.stock), after: formatCell('stock', after.stock) },
    { label: 'Category', before: own(before.category), after: named(after.category) },
    { label: 'Sub-category', before: own(before.subCategory), after: named(after.subCategory) },
  ];
  // The order of categories has no meaning.
  return lines.filter((line) => sorted(line.before) !== sorted(line.after));
}

function formatField(name: BulkEditedField, values: Pick<ProductValues, BulkEditedField>): string {
  if (name === 'status') return statusNames[values.status];
  const text = toFieldText(values[name]);
  if (text === '') return '';
  if (productFields[name].type === 'rupees') return formatSignedPaise(toPaise(Number(text)));
  return productFields[name].type === 'percent' ? `${text} %` : text;
}

function sellsAt(product: PricingInRupees): string {
  return formatPaise(productPricePaise(product));
}

function sorted(list: string): string {
  return list.split(', ').sort().join();
}

type WrittenProducts = Pick<WriteOutcome, 'before' | 'after'>;

interface BulkEditDialogProps {
  selection: Selection;
  write: (changes: readonly ProductChange[]) => Promise<WriteOutcome>;
  onChanged: (before: AdminProduct[], after: AdminProduct[]) => void;
  onClose: () => void;
}

/** Edits the selected products together, all or none, with a preview. */
export function BulkEditDialog({ selection, write, onChanged, onClose }: BulkEditDialogProps) {
  const id = useId();
  // Of the parts that were changed before one was refused.
  const [written, setWritten] = useState<WrittenProducts>({ before: [], after: [] });
  const done = new Set(written.after.map(({ _id }) => _id));
  const ids = [...selection.keys()].filter((each) => !done.has(each));
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const fresh = useQuery({
    queryKey: [catalogueKey, 'chosen', ids],
    queryFn: ({ signal }) => fetchProducts(ids, signal),
    // The preview must show exactly what will be changed.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const names = useCategoryNames();
  const form = useApiForm<BulkEditDraft, WrittenProducts>({
    defaultValues: emptyDraft,
    loadSchema: () =>
      import('#contract/products/product.ts').then(({ changeProducts }) => changeProducts.input),
    // The preview has checked the prices and the stock of each product; the other values are the same.
    toInput: () => ({ changes: plan.changes.slice(0, 1) }),
    async send() {
      setRefusal(null);
      const outcome = await write(plan.changes);
      const all = {
        before: [...written.before, ...outcome.before],
        after: [...written.after, ...outcome.after],
      };
      if (outcome.isOk) return { isOk: true, response: all };
      setWritten(all);
      return outcome;
    },
    onSuccess: ({ before, after }) => onChanged(before, after),
    onError(error) {
      setRefusal(error);
      return true;
    },
  });
  const { isBusy } = form;
  const { leave, question } = useUnsavedChanges(form.formState.isDirty && !isBusy);
  const { bulkEdit, issues } = toBulkEdit(form.watch());
  const plan = planBulkEdit(fresh.data ?? [], bulkEdit);
  const isReady =
    plan.changes.length > 0 && plan.problem === null && Object.keys(issues).length === 0 && !fresh.isFetching;

  function close() {
    if (written.after.length > 0) onChanged(written.before, written.after);
    else onClose();
  }

  function lookAgain() {
    setRefusal(null);
    void fresh.refetch();
  }

  const gone = fresh.data === undefined ? 0 : ids.length - fresh.data.length;
  return (
    <>
      <Dialog
        isWide
        title={ids.length === 1 ? 'Edit 1 product' : `Edit ${text(ids.length)} products`}
        onClose={() => leave(close)}
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={() => leave(close)}>
              Cancel
            </Button>
            <Button type="submit" form={id} disabled={!isReady} isBusy={isBusy}>
              {plan.changes.length === 1
                ? 'Update 1 product'
                : `Update ${text(plan.changes.length)} products`}
            </Button>
          </div>
        }
      >
        <form {...form.formProps} id={id} className="grid gap-5">
          <BulkEditFields form={form} issues={issues} />
          {gone > 0 && (
            <p className="text-sm text-ink-soft">
              {gone === 1 ? '1 product has' : `${gone} products have`} been deleted.
            </p>
          )}
          <FormAlert>{form.error}</FormAlert>
          {refusal !== null && (
            <FormAlert action={<AlertButton label="Reload" onPress={lookAgain} />}>
              {`${done.size === 0 ? 'No products were changed.' : `${text(done.size)} products were changed.`} ${refusal.message}`}
            </FormAlert>
          )}
          {fresh.isFetching ? (
            <p
              role="status"
              className="flex items-center gap-3 rounded-md bg-sunken p-4 text-sm text-ink-soft"
            >
              <Spinner /> Loading current values…
            </p>
          ) : fresh.data === undefined ? (
            <FormAlert action={<AlertButton label="Try again" onPress={lookAgain} />}>
              {fresh.error?.message}
            </FormAlert>
          ) : (
            <BulkEditPreview plan={plan} names={names} />
          )}
        </form>
      </Dialog>
      {question}
    </>
  );
}

interface AlertButtonProps {
  label: string;
  onPress: () => void;
}

function AlertButton({ label, onPress }: AlertButtonProps) {
  return (
    <button type="button" onClick={onPress} className="min-h-11 font-semibold underline underline-offset-4">
      {label}
    </button>
  );
}

function useCategoryNames(): ReadonlyMap<string, string> {
  const { data: categories = [] } = useCategories();
  const { data: subCategories = [] } = useSubCategories();
  return new Map([...categories, ...subCategories].map(({ _id, name }) => [_id, name]));
}
