import { useEffect, useRef, useState } from 'react';
import { createStore, useStore } from 'zustand';
import type { AdminProduct } from '#contract/products/product.ts';
import { type Conflict, toConflict } from '#web/admin/conflict-dialog.tsx';
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
  seen: AdminProduct;
}

/** A cell edit rejected because another admin changed the product. */
interface CellConflict {
  product: AdminProduct;
  field: NumericField;
  typed: string;
  conflict: Conflict<AdminProduct>;
}

export interface CellEditsState {
  edits: ReadonlyMap<string, CellEdit>;
  /** Conflicts to resolve, oldest first. */
  conflicts: readonly CellConflict[];
}

/** Sends one change; returns the error, or null on success. */
type Send = (
  change: ProductChange,
  save: { before: AdminProduct; field: NumericField },
) => Promise<ApiError | null>;

export function editKey(productId: string, field: NumericField): string {
  return `${productId} ${field}`;
}

/**
 * Edits in the product table, optimistic. Edits of one product are sent one after the other, so that each has
 * the version that the previous one produced.
 */
export class CellEdits {
  readonly store = createStore<CellEditsState>(() => ({ edits: new Map(), conflicts: [] }));
  #queues = new Map<string, Promise<unknown>>();
  #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  type(product: AdminProduct, field: NumericField, typed: string): void {
    const edit = this.#find(product._id, field);
    const isBegun = edit !== undefined && edit.typed !== null;
    const seen = isBegun ? edit.seen : { ...product, [field]: edit?.saving ?? product[field] };
    this.#put(field, { typed, saving: null, problem: null, seen });
  }

  /** Discards the text. */
  cancel(productId: string, field: NumericField): void {
    const edit = this.#find(productId, field);
    if (edit !== undefined && edit.typed !== null) this.#remove(productId, field);
  }

  /** Validates and saves; invalid text stays in the cell with its error. */
  async commit(productId: string, field: NumericField): Promise<void> {
    const edit = this.#find(productId, field);
    if (edit === undefined || edit.typed === null) return;
    const reading = parseCell(field, edit.typed, edit.seen);
    if ('problem' in reading) this.#put(field, { ...edit, problem: reading.problem });
    else if (reading.value === edit.seen[field]) this.#remove(productId, field);
    else await this.#save(field, edit.seen, reading.value, edit.typed);
  }

  /**
   * Saves when the cell loses the focus, except text that was already rejected: the user may be about to
   * discard it.
   */
  async leave(productId: string, field: NumericField): Promise<void> {
    if (this.#find(productId, field)?.problem === null) await this.commit(productId, field);
  }

  /** Returns to the typed text; the next save asks again. */
  decideLater(cellConflict: CellConflict): void {
    const { product: seen, field, typed } = cellConflict;
    this.#drop(cellConflict);
    const problem = 'Not saved: another admin changed this product.';
    this.#put(field, { typed, saving: null, problem, seen });
  }

  takeTheirs(cellConflict: CellConflict): void {
    this.#drop(cellConflict);
  }

  /** Saves this edit on top of the other admin's changes. */
  async keepMine(cellConflict: CellConflict): Promise<void> {
    const { field, typed, conflict } = cellConflict;
    this.#drop(cellConflict);
    // Parsed again: a relative stock change applies to their stock.
    this.#put(field, { typed, saving: null, problem: null, seen: conflict.current });
    await this.commit(conflict.current._id, field);
  }

  async #save(field: NumericField, seen: AdminProduct, value: number, typed: string): Promise<void> {
    const mine = this.#put(field, { typed: null, saving: value, problem: null, seen });
    const refusal = await this.#inTurn(seen._id, () => {
      // The result of the previous save of this product is known only now.
      const base = this.#find(seen._id, field) === mine ? mine.seen : seen;
      return this.#send(changeOf(field, base, value), { before: base, field });
    });
    const now = this.#find(seen._id, field);
    if (now !== mine) {
      // The cell was edited again while this save failed: the newer edit starts from the unsaved value.
      if (refusal !== null && now !== undefined) now.seen = { ...now.seen, [field]: seen[field] };
      return;
    }
    const conflict = refusal && toConflict<AdminProduct>(refusal);
    if (refusal === null) this.#remove(seen._id, field);
    else if (conflict === null) {
      this.#put(field, { typed, saving: null, problem: `Not saved: ${refusal.message}`, seen });
    } else {
      this.#remove(seen._id, field);
      this.store.setState({
        conflicts: [...this.store.getState().conflicts, { product: seen, field, typed, conflict }],
      });
    }
  }

  #inTurn<Result>(productId: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#queues.get(productId) ?? Promise.resolve()).then(work);
    this.#queues.set(productId, result);
    return result;
  }

  #find(productId: string, field: NumericField): CellEdit | undefined {
    return this.store.getState().edits.get(editKey(productId, field));
  }

  #put(field: NumericField, edit: CellEdit): CellEdit {
    this.store.setState({
      edits: new Map(this.store.getState().edits).set(editKey(edit.seen._id, field), edit),
    });
    return edit;
  }

  #remove(productId: string, field: NumericField): void {
    const edits = new Map(this.store.getState().edits);
    edits.delete(editKey(productId, field));
    this.store.setState({ edits });
  }

  #drop(cellConflict: CellConflict): void {
    this.store.setState({
      conflicts: this.store.getState().conflicts.filter((other) => other !== cellConflict),
    });
  }
}

function changeOf(field: NumericField, seen: AdminProduct, value: number): ProductChange {
  const change = { _id: seen._id, updatedAt: seen.updatedAt };
  if (field === 'stock') return { ...change, stock: value, stockBefore: seen.stock };
  return field === 'price' ? { ...change, price: value } : { ...change, discount: value };
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
      new CellEdits(async (change, { before: { name }, field }) => {
        const outcome = await write([change]);
        if (outcome.isOk) {
          const value = outcome.after[0]?.[field] ?? 0;
          const message = `${cellLabels[field]} of ${name} is now ${formatCell(field, value)}`;
          offerUndo(message, outcome.before, outcome.after);
          return null;
        }
        // The table has been left: the error cannot be shown in its cell.
        if (isLeft.current) showToast('error', `${name} was not saved: ${outcome.error.message}`);
        return outcome.error;
      }),
  );
  return [edits, useStore(edits.store)];
}
