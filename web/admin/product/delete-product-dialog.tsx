import { useQueryClient } from '@tanstack/react-query';
import type { Product } from '#contract/product.ts';
import { callApi } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { catalogueKey } from '../catalogue-key.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { Thumbnail } from '../thumbnail.tsx';

interface DeleteProductDialogProps {
  product: Product;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a product is deleted (specification section 2). */
export function DeleteProductDialog({ product, onDeleted, onClose }: DeleteProductDialogProps) {
  const { _id, name, unit, image, category } = product;
  const queries = useQueryClient();

  async function confirm() {
    const outcome = await callApi('deleteProduct', { _id });
    // Somebody else was quicker: what was wanted is so.
    const isGone = outcome.isOk || outcome.error.code === 'NOT_FOUND';
    if (!isGone) return outcome.error;
    void queries.invalidateQueries({ queryKey: [catalogueKey] });
    showToast('success', outcome.isOk ? outcome.answer.message : 'Product deleted');
    return null;
  }

  return (
    <DeleteDialog
      question="Are you sure want to delete permanent ?"
      confirmLabel="Delete"
      onConfirm={confirm}
      onDeleted={onDeleted}
      onClose={onClose}
    >
      <Thumbnail
        src={image[0] ?? ''}
        hue={category[0]?.hue}
        sizes="3.5rem"
        className="size-14 flex-none rounded-md"
      />
      <span className="min-w-0">
        <strong className="block wrap-anywhere">{name}</strong>
        <span className="text-sm text-ink-soft">{unit}</span>
      </span>
    </DeleteDialog>
  );
}
