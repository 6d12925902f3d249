import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { EndpointInput } from '#contract/api.ts';
import type { Product } from '#contract/product.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api/client.ts';
import { dismissToast, showToast } from '#web/ui/toast.ts';
import { invalidateProductList, updateProductCache } from './product-queries.ts';

interface Version {
  _id: string;
  updatedAt: string;
}

/**
 * Versions produced by this page's own writes, so that an edit begun before an earlier own write was answered
 * is not treated as a conflict.
 */
export class LocalWrites {
  #successors = new Map<string, string>();

  /** Records that this page replaced one version with another. */
  note(before: Version, after: Version): void {
    if (before.updatedAt !== after.updatedAt) this.#successors.set(keyOf(before), after.updatedAt);
  }

  /** The version that results from own writes on top of the given one. */
  latestVersionOf({ _id, updatedAt }: Version): string {
    let latest = updatedAt;
    for (;;) {
      const next = this.#successors.get(keyOf({ _id, updatedAt: latest }));
      if (next === undefined) return latest;
      latest = next;
    }
  }
}

function keyOf({ _id, updatedAt }: Version): string {
  return `${_id} ${updatedAt}`;
}

export type ProductChange = EndpointInput<'changeProducts'>['changes'][number];

/**
 * Changes that undo an edit: only the edited fields, only if the product has not changed since, and stock as
 * a difference, so that units sold in between stay sold.
 */
export function toUndoChanges(before: readonly Product[], after: readonly Product[]): ProductChange[] {
  const former = new Map(before.map((product) => [product._id, product]));
  return after.flatMap((product) => {
    const was = former.get(product._id);
    const change = was === undefined ? {} : differences(was, product);
    if (Object.keys(change).length === 0) return [];
    return [{ _id: product._id, updatedAt: product.updatedAt, ...change }];
  });
}

function differences(was: Product, is: Product): Partial<ProductChange> {
  return {
    ...(was.price !== is.price && { price: was.price }),
    ...(was.discount !== is.discount && { discount: was.discount }),
    ...(was.stock !== is.stock && { stock: was.stock, stockBefore: is.stock }),
    ...categoryDifference('category', sortedIds(was.category), sortedIds(is.category)),
    ...categoryDifference('subCategory', sortedIds(was.subCategory), sortedIds(is.subCategory)),
  };
}

function categoryDifference(field: 'category' | 'subCategory', was: string[], is: string[]) {
  // The server requires a category, although older products may have none.
  if (was.length === 0 || was.join() === is.join()) return {};
  return { [field]: was };
}

export function sortedIds(categories: readonly { _id: string }[]): string[] {
  return categories.map(({ _id }) => _id).sort();
}

export type WriteOutcome =
  | { isOk: true; before: Product[]; after: Product[] }
  | { isOk: false; error: ApiError };

interface Offer {
  message: string;
  changes: ProductChange[];
}

const toastId = 'product-undo';
const undoMilliseconds = 10_000;
const manyTimeoutMilliseconds = 60_000;

/** Writes product changes, updates the cached lists and offers undo. */
export function useProductWrites() {
  const queries = useQueryClient();
  const [writes] = useState(() => new LocalWrites());
  const [offer, setOffer] = useState<Offer | null>(null);

  async function write(changes: readonly ProductChange[]): Promise<WriteOutcome> {
    const latest = changes.map((change) => ({ ...change, ...latestVersion(writes, change) }));
    const outcome = await callApi(
      'changeProducts',
      { changes: latest },
      // A small request finishes even if the page is left.
      { keepalive: changes.length === 1, timeoutMilliseconds: manyTimeoutMilliseconds },
    );
    if (!outcome.isOk) return outcome;
    const { before, after } = outcome.answer.data;
    for (const [index, product] of after.entries()) writes.note(before[index] ?? product, product);
    updateProductCache(queries, after);
    return { isOk: true, before, after };
  }

  /** Shows a toast with an undo button for ten seconds; Ctrl+Z works until the next change. */
  function offerUndo(message: string, before: readonly Product[], after: readonly Product[]): void {
    const changes = toUndoChanges(before, after);
    if (changes.length === 0) return;
    showOffer({ message, changes });
  }

  function showOffer(next: Offer): void {
    setOffer(next);
    const undo = () => void undoChange(next);
    showToast('success', <UndoMessage message={next.message} onUndo={undo} />, {
      ...{ id: toastId, durationMilliseconds: undoMilliseconds },
    });
  }

  async function undoChange({ changes }: Offer): Promise<void> {
    setOffer(null);
    dismissToast(toastId);
    const outcome = await write(changes);
    if (outcome.isOk) {
      // Products that the change had filtered out of the list reappear.
      invalidateProductList(queries);
      showToast('success', 'Undone');
    } else if (outcome.error.isRejected) {
      showToast('error', `Couldn't undo: ${outcome.error.message}`);
    } else {
      showOffer({ message: `Couldn't undo. ${outcome.error.message}`, changes });
    }
  }

  useUndoKey(offer !== null, () => {
    if (offer !== null) void undoChange(offer);
  });

  return { write, offerUndo };
}

function latestVersion(writes: LocalWrites, { _id, updatedAt }: ProductChange) {
  return updatedAt === undefined ? {} : { updatedAt: writes.latestVersionOf({ _id, updatedAt }) };
}

/** Ctrl+Z, except where it undoes typing. */
function useUndoKey(isOffered: boolean, undo: () => void): void {
  const undoChange = useEffectEvent(undo);
  useEffect(() => {
    if (!isOffered) return;
    const listen = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || isTyping() || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      undoChange();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOffered]);
}

function isTyping(): boolean {
  const { activeElement } = document;
  if (activeElement instanceof HTMLTextAreaElement) return true;
  if (!(activeElement instanceof HTMLInputElement) || activeElement.type === 'checkbox') return false;
  // Without typed text, Ctrl+Z in a cell undoes the last change.
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
          // The toaster keeps all toasts open while one of them has the focus.
          event.currentTarget.blur();
          onUndo();
        }}
        className="-my-2.5 -mr-2 min-h-11 flex-none rounded-md px-3 font-bold text-leaf-on-ink underline underline-offset-4 focus-visible:-outline-offset-2 focus-visible:outline-leaf-on-ink"
      >
        Undo
      </button>
    </span>
  );
}
