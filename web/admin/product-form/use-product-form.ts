import { useEffect, useState } from 'react';
import type { Product } from '#contract/product.ts';
import { callApi } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { type FieldPictures, usePictures } from '../picture-field/use-pictures.ts';
import { useUpkeepForm } from '../use-upkeep-form.ts';
import { draftKey, forgetDraft, type KeptDraft, keepDraft, readDraft } from './kept-draft.ts';
import { draftOf, fieldNames, fieldsOf, type ProductDraft, shownFields } from './product-draft.ts';
import { issuesOfDraft, maximumPictures } from './product-issues.ts';

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
  const [typed, setTyped] = useState(kept?.draft ?? draftOf(opened));
  const pictures = usePictures({ initial: typed.image, maximum: maximumPictures });
  const draft: ProductDraft = { ...typed, image: pictures.urls };
  const upkeep = useUpkeepForm({
    thing: opened,
    fields: fieldNames(draft),
    shown: { ...shownFields(draft), image: pictures.slots.map(({ id, state }) => [id, state]) },
    draft,
    draftOf,
    show,
    send: (wanted, version) => {
      const fields = fieldsOf(wanted);
      if (version === undefined) return callApi('createProduct', fields);
      const { _id, updatedAt, stock: stockBefore } = version;
      return callApi('updateProduct', { ...fields, _id, updatedAt, stockBefore });
    },
    onSaved(message, saved) {
      forgetDraft(key);
      setIsRestored(false);
      onSaved(message, saved);
    },
  });
  useKeptDraft(key, { opened: opened ?? null, draft }, upkeep.isChanged);

  function show(next: ProductDraft): void {
    setTyped(next);
    pictures.reset(next.image);
  }

  return {
    ...upkeep,
    draft,
    pictures,
    /** Something would be lost: typed, or a picture that has not arrived. */
    isUnsaved: upkeep.isChanged || pictures.isSending || pictures.hasFailed,
    /** What is shown was typed before, and the form was taken from the page since. */
    isRestored,
    change(changed: Partial<ProductDraft>) {
      setTyped((current) => ({ ...current, ...changed }));
    },
    submit() {
      const missing = pictureIssue(pictures);
      const found = { ...issuesOfDraft(draft), ...(missing !== undefined && { image: missing }) };
      if (!upkeep.refuse(found)) void upkeep.save();
    },
    /** Gives up what is not saved. */
    discard() {
      forgetDraft(key);
      setIsRestored(false);
      upkeep.refuse({});
      show(draftOf(opened));
    },
    forget: () => forgetDraft(key),
    /** Makes room for another new product. */
    empty: () => show(draftOf(undefined)),
  };
}
export type ProductForm = ReturnType<typeof useProductForm>;

function useKeptDraft(key: string, kept: KeptDraft, isChanged: boolean): void {
  const text = JSON.stringify(kept);
  useEffect(() => {
    if (isChanged) keepDraft(key, text);
    else forgetDraft(key);
  }, [key, text, isChanged]);
}

function pictureIssue({ isSending, hasFailed }: FieldPictures): string | undefined {
  if (isSending) return 'Some pictures are still on their way. Please wait a moment.';
  return hasFailed ? 'A picture did not arrive. Please try again, or delete it.' : undefined;
}
