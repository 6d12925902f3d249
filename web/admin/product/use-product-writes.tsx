import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Product } from '#contract/product.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { callApi } from '#web/api.ts';
import { dismissToast, showToast } from '#web/ui/toast.ts';
import { OwnWrites } from './own-writes.ts';
import { readListAgain, showProducts } from './product-list.ts';
import { type ProductChange, reverseOf } from './undo.ts';

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
  const [writes] = useState(() => new OwnWrites());
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
    showProducts(queries, after);
    return { isOk: true, before, after };
  }

  /** Says what was changed, and offers for ten seconds to take it back; Ctrl+Z does so until the next change. */
  function offerUndo(message: string, before: readonly Product[], after: readonly Product[]): void {
    const changes = reverseOf(before, after);
    if (changes.length === 0) return;
    showOffer({ message, changes });
  }

  function showOffer(next: Offer): void {
    setOffer(next);
    const undo = () => void takeBack(next);
    showToast('success', <UndoMessage message={next.message} onUndo={undo} />, {
      ...{ id: toastId, durationMilliseconds: undoMilliseconds },
    });
  }

  async function takeBack({ changes }: Offer): Promise<void> {
    setOffer(null);
    dismissToast(toastId);
    const outcome = await write(changes);
    if (outcome.isOk) {
      // What the change had moved out of the list comes back.
      readListAgain(queries);
      showToast('success', 'Taken back');
    } else if (outcome.error.isRefusal) {
      showToast('error', `Not taken back: ${outcome.error.message}`);
    } else {
      showOffer({ message: `Not taken back. ${outcome.error.message}`, changes });
    }
  }

  useUndoKey(offer !== null, () => {
    if (offer !== null) void takeBack(offer);
  });

  return { write, offerUndo };
}

function latestVersion(writes: OwnWrites, { _id, updatedAt }: ProductChange) {
  return updatedAt === undefined ? {} : { updatedAt: writes.latestOf({ _id, updatedAt }) };
}

/** Ctrl+Z, except where it takes back what is typed. */
function useUndoKey(isOffered: boolean, undo: () => void): void {
  const takeBack = useEffectEvent(undo);
  useEffect(() => {
    if (!isOffered) return;
    const listen = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || isTyping() || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      takeBack();
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
