import { useEffect, useRef, useState } from 'react';
import type { Product } from '#contract/product.ts';
import { maximumProductImages } from '#contract/rules/image.ts';
import { useCatalogueInvalidation } from '#web/admin/catalogue-queries.ts';
import { type Conflict, isSame, keepMine, toConflict } from '#web/admin/conflict.ts';
import { uploadError, useImages } from '#web/admin/image-field/use-images.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { useSession } from '#web/session/session.ts';
import {
  type FieldErrors,
  fieldNames,
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

/**
 * State and submission of the product form. When another admin has changed the product, offers to take their version or
 * to save the fields edited here on top of it. Entered values survive every error, the end of the session and a reload.
 */
export function useProductForm({ product, onSaved }: ProductFormOptions) {
  const key = draftKey(useSession().user?._id ?? '', product?._id);
  const [stored] = useState(() => readDraft(key));
  const [isRestored, setIsRestored] = useState(stored !== null);
  const opened = stored?.opened ?? product;
  const [typed, setTyped] = useState(stored?.draft ?? toDraft(opened));
  const images = useImages({ initial: typed.image, maximum: maximumProductImages });
  const draft: ProductDraft = { ...typed, image: images.urls };
  const element = useRef<HTMLFormElement>(null);
  // As last read: sent along so that the server rejects the write if the product has changed since.
  const [version, setVersion] = useState(opened);
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [error, setError] = useState('');
  const [conflict, setConflict] = useState<Conflict<Product> | null>(null);
  const { changed } = useCatalogueInvalidation();
  const before = toDraft(version);
  const isChanged = !isSame(before, draft);

  // A change of a displayed value clears the error of its field.
  const shown: Record<string, unknown> = {
    ...shownFields(draft),
    image: images.slots.map(({ id, state }) => [id, state]),
  };
  const [validated, setValidated] = useState(shown);
  if (!isSame(validated, shown)) {
    setValidated(shown);
    const current = Object.entries(errors).filter(([field]) => isSame(validated[field], shown[field]));
    setErrors(Object.fromEntries(current));
  }

  function show(next: ProductDraft): void {
    setTyped(next);
    images.reset(next.image);
  }

  /** Shows errors at their fields and focuses the first one; returns false if there is none. */
  function reject(found: FieldErrors): boolean {
    setErrors(found);
    const first = fieldNames(draft).find((name) => found[name] !== undefined);
    const input = first && element.current?.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
    return first !== undefined;
  }

  async function save(wanted = draft, since = version) {
    if (isBusy) return;
    setIsBusy(true);
    setError('');
    const outcome = await send(wanted, since);
    setIsBusy(false);
    if (outcome.isOk) {
      changed();
      forget();
      setIsRestored(false);
      onSaved(outcome.response.message, outcome.response.data);
      return;
    }
    // The list behind the form is older than this response.
    if (outcome.error.code === 'CHANGED_MEANWHILE' || outcome.error.code === 'NOT_FOUND') changed();
    const found = toConflict<Product>(outcome.error);
    setConflict(found);
    if (found === null && !reject(toFieldErrors(outcome.error, fieldNames(draft)))) {
      setError(outcome.error.message);
    }
  }

  const forget = () => removeDraft(key);
  useStoredDraft(key, { opened: opened ?? null, draft }, isChanged);

  return {
    element,
    isBusy,
    errors,
    /** Error that belongs to no field; empty if there is none. */
    error,
    conflict,
    draft,
    images,
    /** Includes images that are still uploading or have failed. */
    isUnsaved: isChanged || uploadError(images) !== undefined,
    /** The values come from a stored draft. */
    isRestored,
    change(values: Partial<ProductDraft>) {
      setTyped((current) => ({ ...current, ...values }));
    },
    submit() {
      const image = uploadError(images);
      if (!reject({ ...validateDraft(draft), ...(image !== undefined && { image }) })) void save();
    },
    decideLater: () => setConflict(null),
    takeTheirs() {
      if (conflict === null) return;
      setConflict(null);
      setErrors({});
      setVersion(conflict.current);
      show(toDraft(conflict.current));
    },
    keepMine() {
      if (conflict === null) return;
      const merged = keepMine(before, draft, toDraft(conflict.current));
      setConflict(null);
      setVersion(conflict.current);
      show(merged);
      void save(merged, conflict.current);
    },
    /** Discards unsaved changes. */
    discard() {
      forget();
      setIsRestored(false);
      setErrors({});
      show(toDraft(opened));
    },
    forget,
    /** Clears the form for another product. */
    empty: () => show(toDraft(undefined)),
  };
}
export type ProductForm = ReturnType<typeof useProductForm>;

function send(draft: ProductDraft, version: Product | undefined) {
  const input = toProductInput(draft);
  if (version === undefined) return callApi('createProduct', input);
  const { _id, updatedAt, stock: stockBefore } = version;
  return callApi('updateProduct', { ...input, _id, updatedAt, stockBefore });
}

/** Maps the issues of an API error to form fields; an issue of a part such as `image.0` belongs to its field. */
export function toFieldErrors({ issues }: ApiError, fields: readonly string[]): FieldErrors {
  const found: FieldErrors = {};
  for (const { path, message } of issues) {
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
    if (field !== undefined) found[field] ??= message;
  }
  return found;
}

function useStoredDraft(key: string, stored: StoredDraft, isChanged: boolean): void {
  const text = JSON.stringify(stored);
  useEffect(() => {
    if (isChanged) storeDraft(key, text);
    else removeDraft(key);
  }, [key, text, isChanged]);
}
