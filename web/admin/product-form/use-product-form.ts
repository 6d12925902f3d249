import { useEffect, useState } from 'react';
import { maximumProductImages } from '#contract/images/image.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { useImages } from '#web/admin/images/use-images.ts';
import { useAdminForm } from '#web/admin/use-admin-form.tsx';
import { callApi } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import { type ProductDraft, toDetailPath, toDraft, toProductInput } from './product-draft.ts';
import { draftKey, readDraft, removeDraft, type StoredDraft, storeDraft } from './stored-draft.ts';

interface ProductFormOptions {
  /** Undefined creates a new product. */
  product?: AdminProduct | undefined;
  onSaved: (product: AdminProduct) => void;
}

/** The product form. Entered values survive every error, the end of the session and a reload. */
export function useProductForm({ product, onSaved }: ProductFormOptions) {
  const key = draftKey(useSession().user?._id ?? '', product?._id);
  const [stored] = useState(() => readDraft(key));
  const [isRestored, setIsRestored] = useState(stored !== null);
  const opened = stored?.opened ?? product;
  const images = useImages({
    initial: stored?.draft.image ?? opened?.image ?? [],
    maximum: maximumProductImages,
  });
  const form = useAdminForm<AdminProduct, ProductDraft>({
    item: opened,
    restored: stored?.draft,
    toValues: toDraft,
    loadSchema: () =>
      import('#contract/products/product.ts').then(({ createProduct }) => createProduct.input),
    toInput: toProductInput,
    toFieldPath: toDetailPath,
    send,
    onSaved(_message, saved) {
      forget();
      onSaved(saved);
    },
    images,
  });
  const draft = form.watch();
  useStoredDraft(key, { opened: form.version ?? null, draft }, form.isChanged);

  function forget() {
    removeDraft(key);
    setIsRestored(false);
  }

  return {
    ...form,
    images,
    draft,
    /** The values come from a stored draft. */
    isRestored,
    /** Discards unsaved changes. */
    discard() {
      forget();
      form.discard();
    },
    forget,
  };
}
export type ProductForm = ReturnType<typeof useProductForm>;

function send(draft: ProductDraft, version: AdminProduct | undefined) {
  const { stock = Number.NaN, ...values } = toProductInput(draft);
  const input = { ...values, stock };
  if (version === undefined) return callApi('createProduct', input);
  const { _id, updatedAt, stock: stockBefore } = version;
  return callApi('updateProduct', { ...input, _id, updatedAt, stockBefore });
}

function useStoredDraft(key: string, stored: StoredDraft, isChanged: boolean): void {
  const text = JSON.stringify(stored);
  useEffect(() => {
    if (isChanged) storeDraft(key, text);
    else removeDraft(key);
  }, [key, text, isChanged]);
}
