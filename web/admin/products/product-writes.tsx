import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { EndpointInput } from '#contract/api.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import {
  type BulkEditedField,
  bulkEditedFields,
  mapFields,
  type ProductValues,
} from '#contract/products/product-fields.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { dismissToast, showToast } from '#web/ui/toast.ts';
import { invalidateProductList, updateProductCache } from './product-queries.ts';

/** A version of a product; every write changes `updatedAt`. */
interface Version {
  _id: string;
  updatedAt: string;
}

/**
 * The versions that this page itself has written. An edit that started while an earlier write of this page was
 * pending has the older version; with the version from `findLatestVersion` the server does not reject it as a
 * conflict.
 */
export class LocalWrites {
  /** The `updatedAt` that replaced a version, by version. */
  #nextUpdatedAt = new Map<string, string>();

  /** Records a write of this page. */
  record(before: Version, after: Version): void {
    if (before.updatedAt !== after.updatedAt) this.#nextUpdatedAt.set(versionKey(before), after.updatedAt);
  }

  /** The `updatedAt` after all recorded writes that follow the given version. */
  findLatestVersion({ _id, updatedAt }: Version): string {
    let latest = updatedAt;
    for (;;) {
      const next = this.#nextUpdatedAt.get(versionKey({ _id, updatedAt: latest }));
      if (next === undefined) return latest;
      latest = next;
    }
  }
}

function versionKey({ _id, updatedAt }: Version): string {
  return `${_id} ${updatedAt}`;
}

export type ProductChange = EndpointInput<'changeProducts'>['changes'][number];

/**
 * The changes that undo an edit. They contain only the edited fields, apply only if the product has not changed
 * since, and change stock by the difference, so that units sold since the edit stay sold.
 */
export function toUndoChanges(
  before: readonly AdminProduct[],
  after: readonly AdminProduct[],
): ProductChange[] {
  const beforeById = new Map(before.map((product) => [product._id, product]));
  return after.flatMap((product) => {
    const previous = beforeById.get(product._id);
    const change = previous === undefined ? {} : toUndoFields(previous, product);
    if (Object.keys(change).length === 0) return [];
    return [{ _id: product._id, updatedAt: product.updatedAt, ...change }];
  });
}

function toUndoFields(before: AdminProduct, after: AdminProduct): Partial<ProductChange> {
  return {
    // The server rejects the undo if the stock is no longer the one that the change has set.
    ...(before.stock !== after.stock && { stock: before.stock, stockBefore: after.stock }),
    ...differentFields(after, before),
    ...toUndoCategories('category', sortedIds(before.category), sortedIds(after.category)),
    ...toUndoCategories('subCategory', sortedIds(before.subCategory), sortedIds(after.subCategory)),
  };
}

function toUndoCategories(field: 'category' | 'subCategory', before: string[], after: string[]) {
  // A product may be without a category, but the server does not allow removing the last one.
  if (before.length === 0 || before.join() === after.join()) return {};
  return { [field]: before };
}

type BulkEditedValues = Pick<ProductValues, BulkEditedField>;

/** The bulk-edited fields of `after` that differ from `before`. */
export function differentFields(
  before: BulkEditedValues,
  after: BulkEditedValues,
): Partial<BulkEditedValues> {
  return mapFields(
    (_field, name) => (before[name] === after[name] ? undefined : after[name]),
    bulkEditedFields,
  );
}

export function sortedIds(categories: readonly { _id: string }[]): string[] {
  return categories.map(({ _id }) => _id).sort();
}

/** `before` and `after` are of the products that were changed, also when a later part of the changes failed. */
export type WriteOutcome = { before: AdminProduct[]; after: AdminProduct[] } & (
  | { isOk: true }
  | { isOk: false; error: ApiError }
);

type PartOutcome =
  | { isOk: true; before: AdminProduct[]; after: AdminProduct[] }
  | { isOk: false; error: ApiError };

// Limit of the `changeProducts` call. Orders of these products wait while one request changes them.
const maximumPart = 500;

/**
 * Writes changes in several requests, one after the other: each changes all of its products or none. Ends with the
 * first that fails.
 */
export async function writeInParts<Change>(
  changes: readonly Change[],
  writePart: (part: Change[]) => Promise<PartOutcome>,
): Promise<WriteOutcome> {
  const written: Record<'before' | 'after', AdminProduct[]> = { before: [], after: [] };
  for (let first = 0; first < changes.length; first += maximumPart) {
    const outcome = await writePart(changes.slice(first, first + maximumPart));
    if (!outcome.isOk) return { ...outcome, ...written };
    written.before.push(...outcome.before);
    written.after.push(...outcome.after);
  }
  return { isOk: true, ...written };
}

/** The change that Undo would revert. */
interface UndoableChange {
  message: string;
  /** What to write to revert it. */
  undoChanges: ProductChange[];
}

const toastId = 'product-undo';
// A change of hundreds of products takes a while.
const writeTimeoutMilliseconds = 60_000;

/** Writes product changes, updates the cached lists and offers undo. */
export function useProductWrites() {
  const queries = useQueryClient();
  const [writes] = useState(() => new LocalWrites());
  const [undoable, setUndoable] = useState<UndoableChange | null>(null);

  const write = (changes: readonly ProductChange[]) => writeInParts(changes, writePart);

  async function writePart(changes: readonly ProductChange[]): Promise<PartOutcome> {
    const latest = changes.map((change) => ({ ...change, ...latestVersion(writes, change) }));
    const outcome = await callApi(
      'changeProducts',
      { changes: latest },
      // The browser finishes the request after the page is closed; only small bodies are allowed.
      { keepalive: changes.length === 1, timeoutMilliseconds: writeTimeoutMilliseconds },
    );
    if (!outcome.isOk) return outcome;
    const { before, after } = outcome.response.data;
    for (const [index, product] of after.entries()) writes.record(before[index] ?? product, product);
    updateProductCache(queries, after);
    return { isOk: true, before, after };
  }

  /** Shows a toast with an undo button for ten seconds; Ctrl+Z works until the next change. */
  function offerUndo(message: string, before: readonly AdminProduct[], after: readonly AdminProduct[]): void {
    const undoChanges = toUndoChanges(before, after);
    if (undoChanges.length > 0) showUndoToast({ message, undoChanges });
  }

  function showUndoToast(change: UndoableChange): void {
    setUndoable(change);
    const undo = () => void undoChange(change);
    showToast('success', <UndoMessage message={change.message} onUndo={undo} />, { id: toastId });
  }

  async function undoChange({ undoChanges }: UndoableChange): Promise<void> {
    setUndoable(null);
    dismissToast(toastId);
    const outcome = await write(undoChanges);
    // Products that the change had filtered out of the list reappear.
    if (outcome.after.length > 0) invalidateProductList(queries);
    if (outcome.isOk) {
      showToast('success', 'Undone');
    } else if (outcome.error.isClientError) {
      showToast('error', `Couldn't undo: ${outcome.error.message}`);
    } else {
      const remaining = undoChanges.slice(outcome.after.length);
      showUndoToast({ message: `Couldn't undo. ${outcome.error.message}`, undoChanges: remaining });
    }
  }

  useUndoShortcut(undoable !== null, () => {
    if (undoable !== null) void undoChange(undoable);
  });

  return { write, offerUndo };
}

function latestVersion(writes: LocalWrites, { _id, updatedAt }: ProductChange) {
  return updatedAt === undefined ? {} : { updatedAt: writes.findLatestVersion({ _id, updatedAt }) };
}

/** Calls `undo` on Ctrl+Z, except in a text field, where Ctrl+Z undoes typing. */
function useUndoShortcut(isEnabled: boolean, undo: () => void): void {
  const onUndo = useEffectEvent(undo);
  useEffect(() => {
    if (!isEnabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || isTyping() || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      onUndo();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isEnabled]);
}

function isTyping(): boolean {
  const { activeElement } = document;
  if (activeElement instanceof HTMLTextAreaElement) return true;
  if (!(activeElement instanceof HTMLInputElement) || activeElement.type === 'checkbox') return false;
  // In a table cell without typed text, Ctrl+Z undoes the last change.
  return activeElement.dataset.field === undefined || activeElement.dataset.typed === 'true';
}

function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <span className="flex items-center gap-3">
      <span className="min-w-0 wrap-anywhere">{message}</span>
      <button
        type="button"
        title="Ctrl+Z"
        onClick={(event) => {
          // While a toast has the focus, no toast is closed.
          event.currentTarget.blur();
          onUndo();
        }}
        className="-my-2.5 -mr-2 min-h-11 flex-none rounded-md px-3 font-bold text-accent-on-inverse underline underline-offset-4 focus-visible:-outline-offset-2 focus-visible:outline-accent-on-inverse"
      >
        Undo
      </button>
    </span>
  );
}
