import type { Product } from '#contract/product.ts';
import { callApi } from '#web/api.ts';
import { useCatalogueChanges } from '../catalogue.ts';
import { DeleteDialog } from '../delete-dialog.tsx';

interface DeleteProductDialogProps {
  product: Product;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a product is deleted (specification section 2). */
export function DeleteProductDialog({ product, onDeleted, onClose }: DeleteProductDialogProps) {
  const { _id, name, unit, image, category } = product;
  const { changed } = useCatalogueChanges();
  return (
    <DeleteDialog
      name={name}
      note={unit}
      image={image[0] ?? ''}
      hue={category[0]?.hue}
      question="Are you sure want to delete permanent ?"
      confirmLabel="Delete"
      send={() => callApi('deleteProduct', { _id })}
      onGone={changed}
      goneMessage="Product deleted"
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}
