import type { Product } from '#contract/product.ts';
import { ProductEditor } from '../product-form/product-editor.tsx';
import { DeleteProductDialog } from './delete-product-dialog.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import type { Action } from './row-actions.tsx';

/** What is done with one product just now. */
export interface Doing {
  action: Action;
  product: Product;
}

interface ProductDialogsProps {
  doing: Doing | null;
  onSaved: () => void;
  onDeleted: (product: Product) => void;
  onClose: () => void;
}

/** The dialog that is open about one product. */
export function ProductDialogs({ doing, onSaved, onDeleted, onClose }: ProductDialogsProps) {
  if (doing === null) return null;
  const { action, product } = doing;
  if (action === 'edit') return <ProductEditor product={product} onSaved={onSaved} onClose={onClose} />;
  if (action === 'history') return <HistoryDrawer product={product} onClose={onClose} />;
  return (
    <DeleteProductDialog
      product={product}
      onClose={onClose}
      onDeleted={() => {
        onClose();
        onDeleted(product);
      }}
    />
  );
}
