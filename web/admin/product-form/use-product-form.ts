import { useEffect, useState } from 'react';
import { maximumProductImages } from '#contract/images/image.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { fieldNames } from '#contract/products/product-fields.ts';
import { useImages } from '#web/admin/images/use-images.ts';
import { useAdminForm } from '#web/admin/use-admin-form.tsx';
import { callApi } from '#web/api/client.ts';
import { isRecord } from '#web/base/storage.ts';
import { useSession } from '#web/session/session.ts';
import type { ProductDraft } from './product-draft.ts';
import { toDetailPath, toDraft, toProductInput } from './product-draft.ts';

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

/** Unsaved form values, and the product they are based on; null for a new product. */
interface StoredDraft {
  opened: AdminProduct | null;
  draft: ProductDraft;
}

/** Session storage key of an unsaved product form. A draft survives the end of a session and a reload. */
export function draftKey(userId: string, productId: string | undefined): string {
  return `product-draft ${userId} ${productId ?? 'new'}`;
}

/** Returns null if nothing is stored, or if it has the format of another version. */
export function readDraft(key: string): StoredDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isStoredDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** @param text the `StoredDraft` as JSON */
export function storeDraft(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage is full or blocked: the form itself still has the values.
  }
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {}
}

const texts = [...fieldNames, 'stock'];
const lists = ['image', 'category', 'subCategory'];

// Another version of the app may have written it.
function isStoredDraft(value: unknown): value is StoredDraft {
  if (!isRecord(value) || !isRecord(value.draft)) return false;
  const { opened, draft } = value;
  const { more_details: details } = draft;
  return (
    (opened === null || (isRecord(opened) && typeof opened.updatedAt === 'string')) &&
    texts.every((field) => typeof draft[field] === 'string') &&
    lists.every((field) => isListOf(draft[field], (one) => typeof one === 'string')) &&
    isListOf(details, (one) => isRecord(one) && typeof one.label === 'string' && typeof one.text === 'string')
  );
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}
