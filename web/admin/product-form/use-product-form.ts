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
  /** The product to change; without it a new one is added. */
  product?: Product | undefined;
  onSaved: (message: string, product: Product) => void;
}

/** The state of the form of a product: what is typed, what is wrong with it, and its way to the shop. */
export function useProductForm({ product, onSaved }: ProductFormOptions) {
  const key = draftKey(useSession().user?._id ?? '', product?._id);
  const [kept] = useState(() => readDraft(key));
  const [isRestored, setIsRestored] = useState(kept !== null);
  const opened = kept?.opened ?? product;
  const [typed, setTyped] = useState(kept?.draft ?? toDraft(opened));
  const pictures = useImages({ initial: typed.image, maximum: maximumImages });
  const draft: ProductDraft = { ...typed, image: pictures.urls };
  const adminForm = useAdminForm({
    thing: opened,
    fields: fieldNames(draft),
    shown: { ...shownFields(draft), image: pictures.slots.map(({ id, state }) => [id, state]) },
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
    pictures.reset(next.image);
  }

  return {
    ...adminForm,
    draft,
    pictures,
    /** Something would be lost: typed, or a picture that has not arrived. */
    isUnsaved: adminForm.isChanged || pictures.isSending || pictures.hasFailed,
    /** What is shown was typed before, and the form was taken from the page since. */
    isRestored,
    change(changed: Partial<ProductDraft>) {
      setTyped((current) => ({ ...current, ...changed }));
    },
    submit() {
      const missing = imageError(pictures);
      const found = { ...validateDraft(draft), ...(missing !== undefined && { image: missing }) };
      if (!adminForm.refuse(found)) void adminForm.save();
    },
    /** Gives up what is not saved. */
    discard() {
      removeDraft(key);
      setIsRestored(false);
      adminForm.refuse({});
      show(toDraft(opened));
    },
    forget: () => removeDraft(key),
    /** Makes room for another new product. */
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

function imageError({ isSending, hasFailed }: FieldImages): string | undefined {
  if (isSending) return 'Some pictures are still on their way. Please wait a moment.';
  return hasFailed ? 'A picture did not arrive. Please try again, or delete it.' : undefined;
}
