import { useEffect, useState } from 'react';
import type { Product } from '#contract/product.ts';
import { useAdminForm } from '#web/admin/admin-form.ts';
import { type FieldImages, useImages } from '#web/admin/image-field/use-images.ts';
import { callApi } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import {
  fieldNames,
  maximumImages,
  type ProductDraft,
  shownFields,
  toDraft,
  toProductInput,
  validateDraft,
} from './product-draft.ts';
import { draftKey, readDraft, removeDraft, type StoredDraft, storeDraft } from './stored-draft.ts';

interface ProductFormOptions {
  /** Undefined creates a new product. */
  product?: Product | undefined;
  onSaved: (message: string, product: Product) => void;
}

/** State and submission of the product form. */
export function useProductForm({ product, onSaved }: ProductFormOptions) {
  const key = draftKey(useSession().user?._id ?? '', product?._id);
  const [kept] = useState(() => readDraft(key));
  const [isRestored, setIsRestored] = useState(kept !== null);
  const opened = kept?.opened ?? product;
  const [typed, setTyped] = useState(kept?.draft ?? toDraft(opened));
  const images = useImages({ initial: typed.image, maximum: maximumImages });
  const draft: ProductDraft = { ...typed, image: images.urls };
  const adminForm = useAdminForm({
    thing: opened,
    fields: fieldNames(draft),
    shown: { ...shownFields(draft), image: images.slots.map(({ id, state }) => [id, state]) },
    draft,
    toDraft,
    show,
    send: (wanted, version) => {
      const fields = toProductInput(wanted);
      if (version === undefined) return callApi('createProduct', fields);
      const { _id, updatedAt, stock: stockBefore } = version;
      return callApi('updateProduct', { ...fields, _id, updatedAt, stockBefore });
    },
    onSaved(message, saved) {
      removeDraft(key);
      setIsRestored(false);
      onSaved(message, saved);
    },
  });
  useStoredDraft(key, { opened: opened ?? null, draft }, adminForm.isChanged);

  function show(next: ProductDraft): void {
    setTyped(next);
    images.reset(next.image);
  }

  return {
    ...adminForm,
    draft,
    images,
    /** Includes images that are still uploading or have failed. */
    isUnsaved: adminForm.isChanged || images.isUploading || images.hasFailed,
    /** The values come from a stored draft. */
    isRestored,
    change(changed: Partial<ProductDraft>) {
      setTyped((current) => ({ ...current, ...changed }));
    },
    submit() {
      const missing = imageError(images);
      const found = { ...validateDraft(draft), ...(missing !== undefined && { image: missing }) };
      if (!adminForm.refuse(found)) void adminForm.save();
    },
    /** Discards unsaved changes. */
    discard() {
      removeDraft(key);
      setIsRestored(false);
      adminForm.refuse({});
      show(toDraft(opened));
    },
    forget: () => removeDraft(key),
    /** Clears the form for another product. */
    empty: () => show(toDraft(undefined)),
  };
}
export type ProductForm = ReturnType<typeof useProductForm>;

function useStoredDraft(key: string, kept: StoredDraft, isChanged: boolean): void {
  const text = JSON.stringify(kept);
  useEffect(() => {
    if (isChanged) storeDraft(key, text);
    else removeDraft(key);
  }, [key, text, isChanged]);
}

function imageError({ isUploading, hasFailed }: FieldImages): string | undefined {
  if (isUploading) return 'Some images are still uploading.';
  return hasFailed ? 'An upload failed. Try again or delete the image.' : undefined;
}
