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
 * Remembers what this page itself has written, so that a change which was begun before its own former one was
 * answered is not taken for one against somebody else.
 */
export class LocalWrites {
  #successors = new Map<string, string>();

  /** Notes that this page has made one version of a product into another. */
  note(before: Version, after: Version): void {
    if (before.updatedAt !== after.updatedAt) this.#successors.set(keyOf(before), after.updatedAt);
  }

  /** What a version has become by writes of this page alone. */
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

/** A change of one product within the list, as the shop takes it. */
export type ProductChange = EndpointInput<'changeProducts'>['changes'][number];

/**
 * What makes products again what they were before a change: only what it has changed, only if nobody has changed
 * them since, and of the stock only the difference, so that what was sold meanwhile stays sold.
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
  // The shop takes no product without a shelf, though it may have had some from before.
  if (was.length === 0 || was.join() === is.join()) return {};
  return { [field]: was };
}

/** The ids of shelves, in an order of their own. */
export function sortedIds(shelves: readonly { _id: string }[]): string[] {
  return shelves.map(({ _id }) => _id).sort();
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

/** Changes products of the list, shows them as they have become, and offers to take it back. */
export function useProductWrites() {
  const queries = useQueryClient();
  const [writes] = useState(() => new LocalWrites());
  const [offer, setOffer] = useState<Offer | null>(null);

  async function write(changes: readonly ProductChange[]): Promise<WriteOutcome> {
    const latest = changes.map((change) => ({ ...change, ...latestVersion(writes, change) }));
    const outcome = await callApi(
      'changeProducts',
      { changes: latest },
      // What is under way is finished even if the page is left; a browser lets small requests do so.
      { keepalive: changes.length === 1, timeoutMilliseconds: manyTimeoutMilliseconds },
    );
    if (!outcome.isOk) return outcome;
    const { before, after } = outcome.answer.data;
    for (const [index, product] of after.entries()) writes.note(before[index] ?? product, product);
    updateProductCache(queries, after);
    return { isOk: true, before, after };
  }

  /** Says what was changed, and offers for ten seconds to take it back; Ctrl+Z does so until the next change. */
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
      // What the change had moved out of the list comes back.
      invalidateProductList(queries);
      showToast('success', 'Taken back');
    } else if (outcome.error.isRejected) {
      showToast('error', `Not taken back: ${outcome.error.message}`);
    } else {
      showOffer({ message: `Not taken back. ${outcome.error.message}`, changes });
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

/** Ctrl+Z, except where it takes back what is typed. */
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
  // A figure in which nothing was typed has nothing of its own to take back.
  return activeElement.dataset.figure === undefined || activeElement.dataset.typed === 'true';
}

function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <span className="flex items-center gap-3">
      <span className="min-w-0 wrap-anywhere">{message}</span>
      <button
        type="button"
        title="Ctrl+Z"
        onClick={(event) => {
          // The toast goes, and would keep all others as long as the focus seems to be on it.
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
