import { useId, useState } from 'react';
import type { AdminProduct } from '#contract/products/product.ts';
import { ConflictDialog } from '#web/admin/conflict-dialog.tsx';
import { useUnsavedChanges } from '#web/admin/unsaved-changes.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, SuccessDialog } from '#web/ui/dialog.tsx';
import { ProductFields } from './product-fields.tsx';
import { useProductForm } from './use-product-form.ts';

interface EditProductDialogProps {
  product: AdminProduct;
  /** Called when saved, while the success dialog is shown. */
  onSaved?: (product: AdminProduct) => void;
  /** Called when the dialog or the success dialog is closed. */
  onClose: () => void;
}

export function EditProductDialog({ product, onSaved, onClose }: EditProductDialogProps) {
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
