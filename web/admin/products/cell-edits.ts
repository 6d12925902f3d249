import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Product } from '#contract/product.ts';
import { type Conflict, toConflict } from '#web/admin/conflict.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { showToast } from '#web/ui/toast.ts';
import { cellLabels, formatCell, type NumericField, parseCell } from './cell-values.ts';
import type { ProductChange, useProductWrites } from './product-writes.tsx';

/** A cell of the product table that is being edited or saved. */
export interface CellEdit {
  /** Text in the input, also after a failed save; null while saving. */
  typed: string | null;
  /** Optimistic value while saving. */
  saving: number | null;
  problem: string | null;
  /** The product when the edit began. */
  seen: Product;
}

/** A cell edit rejected because another admin changed the product. */
interface CellConflict {
  product: Product;
  figure: NumericField;
  typed: string;
  conflict: Conflict<Product>;
}

export interface CellEditsState {
  edits: ReadonlyMap<string, CellEdit>;
  /** Conflicts to resolve, oldest first. */
  conflicts: readonly CellConflict[];
}

/** Sends one change; returns the error, or null on success. */
type Send = (
  change: ProductChange,
  save: { before: Product; figure: NumericField },
) => Promise<ApiError | null>;

export function editKey(productId: string, figure: NumericField): string {
  return `${productId} ${figure}`;
}

/**
 * Edits in the product table, optimistic. Edits of one product are sent one after the other, so that each has
 * the version that the previous one produced.
 */
export class CellEdits {
  #state: CellEditsState = { edits: new Map(), conflicts: [] };
  #listeners = new Set<() => void>();
  #queues = new Map<string, Promise<unknown>>();
  #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly getState = () => this.#state;

  type(product: Product, figure: NumericField, typed: string): void {
    const edit = this.#find(product._id, figure);
    const isBegun = edit !== undefined && edit.typed !== null;
    const seen = isBegun ? edit.seen : { ...product, [figure]: edit?.saving ?? product[figure] };
    this.#put(figure, { typed, saving: null, problem: null, seen });
  }

  /** Discards the text. */
  cancel(productId: string, figure: NumericField): void {
    const edit = this.#find(productId, figure);
    if (edit !== undefined && edit.typed !== null) this.#remove(productId, figure);
  }

  /** Validates and saves; invalid text stays in the cell with its error. */
  async commit(productId: string, figure: NumericField): Promise<void> {
    const edit = this.#find(productId, figure);
    if (edit === undefined || edit.typed === null) return;
    const reading = parseCell(figure, edit.typed, edit.seen);
    if ('problem' in reading) this.#put(figure, { ...edit, problem: reading.problem });
    else if (reading.value === edit.seen[figure]) this.#remove(productId, figure);
    else await this.#save(figure, edit.seen, reading.value, edit.typed);
  }

  /**
   * Saves when the cell loses the focus, except text that was already rejected: the user may be about to
   * discard it.
   */
  async leave(productId: string, figure: NumericField): Promise<void> {
    if (this.#find(productId, figure)?.problem === null) await this.commit(productId, figure);
  }

  /** Returns to the typed text; the next save asks again. */
  decideLater(cellConflict: CellConflict): void {
    const { product: seen, figure, typed } = cellConflict;
    this.#drop(cellConflict);
    const problem = 'Not saved: another admin changed this product.';
    this.#put(figure, { typed, saving: null, problem, seen });
  }

  takeTheirs(cellConflict: CellConflict): void {
    this.#drop(cellConflict);
  }

  /** Saves this edit on top of the other admin's changes. */
  async keepMine(cellConflict: CellConflict): Promise<void> {
    const { figure, typed, conflict } = cellConflict;
    this.#drop(cellConflict);
    // Parsed again: a relative stock change applies to their stock.
    this.#put(figure, { typed, saving: null, problem: null, seen: conflict.current });
    await this.commit(conflict.current._id, figure);
  }

  async #save(figure: NumericField, seen: Product, value: number, typed: string): Promise<void> {
    const mine = this.#put(figure, { typed: null, saving: value, problem: null, seen });
    const refusal = await this.#inTurn(seen._id, () => {
      // The result of the previous save of this product is known only now.
      const base = this.#find(seen._id, figure) === mine ? mine.seen : seen;
      return this.#send(changeOf(figure, base, value), { before: base, figure });
    });
    const now = this.#find(seen._id, figure);
    if (now !== mine) {
      // The cell was edited again while this save failed: the newer edit starts from the unsaved value.
      if (refusal !== null && now !== undefined) now.seen = { ...now.seen, [figure]: seen[figure] };
      return;
    }
    const conflict = refusal && toConflict<Product>(refusal);
    if (refusal === null) this.#remove(seen._id, figure);
    else if (conflict === null) {
      this.#put(figure, { typed, saving: null, problem: `Not saved: ${refusal.message}`, seen });
    } else {
      this.#remove(seen._id, figure);
      this.#change({ conflicts: [...this.#state.conflicts, { product: seen, figure, typed, conflict }] });
    }
  }

  #inTurn<Result>(productId: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#queues.get(productId) ?? Promise.resolve()).then(work);
    this.#queues.set(productId, result);
    return result;
  }

  #find(productId: string, figure: NumericField): CellEdit | undefined {
    return this.#state.edits.get(editKey(productId, figure));
  }

  #put(figure: NumericField, edit: CellEdit): CellEdit {
    this.#change({ edits: new Map(this.#state.edits).set(editKey(edit.seen._id, figure), edit) });
    return edit;
  }

  #remove(productId: string, figure: NumericField): void {
    const edits = new Map(this.#state.edits);
    edits.delete(editKey(productId, figure));
    this.#change({ edits });
  }

  #drop(cellConflict: CellConflict): void {
    this.#change({ conflicts: this.#state.conflicts.filter((other) => other !== cellConflict) });
  }

  #change(parts: Partial<CellEditsState>): void {
    this.#state = { ...this.#state, ...parts };
    for (const listener of this.#listeners) listener();
  }
}

function changeOf(figure: NumericField, seen: Product, value: number): ProductChange {
  const change = { _id: seen._id, updatedAt: seen.updatedAt };
  if (figure === 'stock') return { ...change, stock: value, stockBefore: seen.stock };
  return figure === 'price' ? { ...change, price: value } : { ...change, discount: value };
}

/** Cell edits of the product table; each saved edit can be undone. */
export function useCellEdits({
  write,
  offerUndo,
}: ReturnType<typeof useProductWrites>): [CellEdits, CellEditsState] {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const [edits] = useState(
    () =>
      new CellEdits(async (change, { before: { name }, figure }) => {
        const outcome = await write([change]);
        if (outcome.isOk) {
          const value = outcome.after[0]?.[figure] ?? 0;
          const message = `${cellLabels[figure]} of ${name} is now ${formatCell(figure, value)}`;
          offerUndo(message, outcome.before, outcome.after);
          return null;
        }
        // The table has been left: the error cannot be shown in its cell.
        if (isLeft.current) showToast('error', `${name} was not saved: ${outcome.error.message}`);
        return outcome.error;
      }),
  );
  return [edits, useSyncExternalStore(edits.subscribe, edits.getState, edits.getState)];
}
