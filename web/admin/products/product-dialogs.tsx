import { useInfiniteQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { productPath } from '#contract/base/slug.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { catalogueKey, useCatalogueInvalidation } from '#web/admin/catalogue-queries.ts';
import { catalogueRecords } from '#web/admin/catalogue-record.ts';
import { ChangeEntry } from '#web/admin/change-list.tsx';
import { DeleteDialog } from '#web/admin/confirm-call-dialog.tsx';
import { ConflictDialog } from '#web/admin/conflict-dialog.tsx';
import { useUnsavedChanges } from '#web/admin/dialog-form.tsx';
import { Loaded } from '#web/admin/page-parts.tsx';
import { ProductFields } from '#web/admin/product-form/product-fields.tsx';
import { useProductForm } from '#web/admin/product-form/use-product-form.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { FormAlert } from '#web/forms/form-alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, Drawer, SuccessDialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';
import type { ProductAction } from './product-row.tsx';

interface DeleteProductDialogProps {
  product: AdminProduct;
  onArchived: () => void;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteProductDialog({ product, onArchived, onDeleted, onClose }: DeleteProductDialogProps) {
  const { _id, name, unit, image, category } = product;
  const { changed } = useCatalogueInvalidation();
  return (
    <DeleteDialog
      name={name}
      note={unit}
      image={image[0] ?? ''}
      hue={category[0]?.hue}
      question="Are you sure want to delete permanent ?"
      confirmLabel="Delete"
      instead={product.status !== 'archived' && <ArchiveInstead product={product} onArchived={onArchived} />}
      send={() => callApi('deleteProduct', { _id })}
      onRemoved={changed}
      alreadyRemovedMessage="Product deleted"
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}

/** Takes a product out of the shop that can come back, with its history, pictures and stock. */
function ArchiveInstead({
  product: { _id, updatedAt },
  onArchived,
}: Omit<DeleteProductDialogProps, 'onDeleted' | 'onClose'>) {
  const { changed } = useCatalogueInvalidation();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function archive() {
    setIsBusy(true);
    const outcome = await callApi('changeProducts', { changes: [{ _id, updatedAt, status: 'archived' }] });
    setIsBusy(false);
    if (!outcome.isOk) return setProblem(outcome.error.message);
    changed();
    showToast('success', 'Product archived');
    onArchived();
  }
  return (
    <div className="mt-4 rounded-md bg-sunken p-4 text-sm">
      <p className="mb-2">
        To stop selling it only, archive it: shoppers do not see it any more, and you can bring it back.
      </p>
      <Button variant="secondary" isBusy={isBusy} onClick={() => void archive()}>
        Archive instead
      </Button>
      <FormAlert>{problem}</FormAlert>
    </div>
  );
}

const pageSize = 20;

/** Audit log of a product, newest first. */
function HistoryDrawer({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const { _id, name } = product;
  const history = useInfiniteQuery({
    queryKey: [catalogueKey, 'history', _id],
    queryFn: ({ pageParam, signal }) =>
      callApiOrThrow(
        'listAudit',
        { kind: 'product', thingId: _id, page: pageParam, limit: pageSize },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPage }) => (page < totalPage ? page + 1 : undefined),
    staleTime: 0,
  });
  return (
    <Drawer title="History" onClose={onClose}>
      <p className="font-semibold wrap-anywhere">{name}</p>
      <Link
        to={productPath(product)}
        className="inline-flex min-h-11 items-center gap-2 font-semibold text-leaf underline underline-offset-4"
      >
        View in store
        <ExternalLink aria-hidden="true" className="size-4" />
      </Link>{' '}
      <Link
        to={`/dashboard/stock?product=${_id}`}
        className="ml-4 inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4"
      >
        Stock
      </Link>
      <Loaded query={history} subject="the history" skeleton={<EntriesSkeleton />}>
        {({ pages }) =>
          pages[0]?.totalCount === 0 ? (
            <p className="mt-4 text-ink-soft">No changes yet.</p>
          ) : (
            <ol className="mt-3 space-y-3">
              {pages
                .flatMap(({ data }) => data)
                .map((entry) => (
                  <ChangeEntry
                    key={entry._id}
                    entry={entry}
                    fields={catalogueRecords.product}
                    noun="the product"
                  />
                ))}
            </ol>
          )
        }
      </Loaded>
      {history.hasNextPage && (
        <Button
          variant="secondary"
          isWide
          className="mt-4"
          isBusy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
      <p className="mt-4 text-sm text-ink-soft">Sales are not listed here.</p>
    </Drawer>
  );
}

function EntriesSkeleton() {
  return (
    <div aria-busy="true" className="mt-3 space-y-3">
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="space-y-3 rounded-md border border-line p-3">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </div>
  );
}

export interface OpenAction {
  action: ProductAction;
  product: AdminProduct;
}

interface ProductDialogsProps {
  doing: OpenAction | null;
  onSaved: () => void;
  onDeleted: (product: AdminProduct) => void;
  onClose: () => void;
}

export function ProductDialogs({ doing, onSaved, onDeleted, onClose }: ProductDialogsProps) {
  if (doing === null) return null;
  const { action, product } = doing;
  if (action === 'edit') return <EditProductDialog product={product} onSaved={onSaved} onClose={onClose} />;
  if (action === 'history') return <HistoryDrawer product={product} onClose={onClose} />;
  return (
    <DeleteProductDialog
      product={product}
      onClose={onClose}
      onArchived={() => {
        onClose();
        onSaved();
      }}
      onDeleted={() => {
        onClose();
        onDeleted(product);
      }}
    />
  );
}

interface EditProductDialogProps {
  product: AdminProduct;
  /** Called when saved, while the success dialog is shown. */
  onSaved?: (product: AdminProduct) => void;
  /** Called when the dialog or the success dialog is closed. */
  onClose: () => void;
}

function EditProductDialog({ product, onSaved, onClose }: EditProductDialogProps) {
  const id = useId();
  const [saved, setSaved] = useState<AdminProduct | null>(null);
  const form = useProductForm({
    product,
    onSaved: (next) => {
      setSaved(next);
      onSaved?.(next);
    },
  });
  const { leave, question } = useUnsavedChanges(saved === null && form.isUnsaved);
  if (saved !== null) {
    return (
      <SuccessDialog title="Product updated" onClose={onClose}>
        {saved.name}
      </SuccessDialog>
    );
  }

  function close() {
    form.forget();
    onClose();
  }

  return (
    <>
      <Dialog
        isWide
        title="Update Product"
        onClose={() => leave(close)}
        footer={
          <Button type="submit" form={id} isWide isBusy={form.isBusy}>
            Update Product
          </Button>
        }
      >
        <ProductFields id={id} form={form} product={product} />
      </Dialog>
      {form.conflict !== null && (
        <ConflictDialog
          kind="product"
          name={product.name}
          conflict={form.conflict}
          onTakeTheirs={form.takeTheirs}
          onKeepMine={form.keepMine}
          onClose={form.decideLater}
        />
      )}
      {question}
    </>
  );
}
