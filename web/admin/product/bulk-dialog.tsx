import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Product } from '#contract/product.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useCategories, useSubCategories } from '../catalogue.ts';
import { catalogueKey } from '../catalogue-key.ts';
import { useUnsavedChanges } from '../unsaved-changes.tsx';
import { emptyDraft, wishOf } from './bulk-draft.ts';
import { BulkFields } from './bulk-fields.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import { readProducts } from './product-list.ts';
import type { Selection } from './selection.ts';
import type { ProductChange } from './undo.ts';
import type { WriteOutcome } from './use-product-writes.tsx';
import { planOf } from './wish.ts';

interface BulkDialogProps {
  selection: Selection;
  write: (changes: readonly ProductChange[]) => Promise<WriteOutcome>;
  onChanged: (before: Product[], after: Product[]) => void;
  onClose: () => void;
}

/** Changes what is chosen together, all or none, after showing what that would do. */
export function BulkDialog({ selection, write, onChanged, onClose }: BulkDialogProps) {
  const id = useId();
  const ids = [...selection.keys()];
  const [draft, setDraft] = useState(emptyDraft);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const fresh = useQuery({
    queryKey: [catalogueKey, 'chosen', ids],
    queryFn: ({ signal }) => readProducts(ids, signal),
    // What is shown here is what is going to be changed.
    ...{ staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  });
  const names = useShelfNames();
  const { leave, question } = useUnsavedChanges(draft !== emptyDraft && !isBusy);
  const { wish, issues } = wishOf(draft);
  const plan = planOf(fresh.data ?? [], wish);
  const isReady =
    plan.changes.length > 0 && plan.problem === null && Object.keys(issues).length === 0 && !fresh.isFetching;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setIsBusy(true);
    setRefusal(null);
    const outcome = await write(plan.changes);
    setIsBusy(false);
    if (outcome.isOk) onChanged(outcome.before, outcome.after);
    else setRefusal(outcome.error);
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
        title={ids.length === 1 ? 'Change 1 product' : `Change ${ids.length} products`}
        onClose={() => leave(onClose)}
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={() => leave(onClose)}>
              Cancel
            </Button>
            <Button type="submit" form={id} disabled={!isReady} isBusy={isBusy}>
              {plan.changes.length === 1 ? 'Change 1 product' : `Change ${plan.changes.length} products`}
            </Button>
          </div>
        }
      >
        <form id={id} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
          <BulkFields
            draft={draft}
            issues={issues}
            onChange={(parts) => setDraft((current) => ({ ...current, ...parts }))}
          />
          {gone > 0 && (
            <p className="text-sm text-ink-soft">
              {gone === 1 ? 'One of them has' : `${gone} of them have`} been deleted meanwhile.
            </p>
          )}
          {refusal !== null && (
            <Problem label="Look again" onPress={lookAgain}>
              Nothing was changed. {refusal.message}
            </Problem>
          )}
          {fresh.isFetching ? (
            <p
              role="status"
              className="flex items-center gap-3 rounded-md bg-sunken p-4 text-sm text-ink-soft"
            >
              <Spinner /> Looking at them as they are now …
            </p>
          ) : fresh.data === undefined ? (
            <Problem label="Try again" onPress={lookAgain}>
              {fresh.error?.message}
            </Problem>
          ) : (
            <BulkPreview plan={plan} names={names} />
          )}
        </form>
      </Dialog>
      {question}
    </>
  );
}

interface ProblemProps {
  children: React.ReactNode;
  label: string;
  onPress: () => void;
}

function Problem({ children, label, onPress }: ProblemProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger"
    >
      <p className="min-w-0 font-medium wrap-anywhere">{children}</p>
      <button type="button" onClick={onPress} className="min-h-11 font-semibold underline underline-offset-4">
        {label}
      </button>
    </div>
  );
}

function useShelfNames(): ReadonlyMap<string, string> {
  const { data: categories = [] } = useCategories();
  const { data: subCategories = [] } = useSubCategories();
  return new Map([...categories, ...subCategories].map(({ _id, name }) => [_id, name]));
}
