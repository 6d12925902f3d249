import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Product } from '#contract/product.ts';
import { type Conflict, toConflict } from '#web/admin/conflict.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { showToast } from '#web/ui/toast.ts';
import { cellLabels, formatCell, type NumericField, parseCell } from './cell-values.ts';
import type { ProductChange, useProductWrites } from './product-writes.tsx';

/** A figure of the list that is being changed. */
export interface CellEdit {
  /** What is typed, or was typed and could not be saved; null while it is on its way. */
  typed: string | null;
  /** What it becomes when the shop takes it. */
  saving: number | null;
  problem: string | null;
  /** The product as it was seen when this was begun. */
  seen: Product;
}

/** What was to be saved when somebody else had changed the product. */
interface CellConflict {
  product: Product;
  figure: NumericField;
  typed: string;
  conflict: Conflict<Product>;
}

export interface CellEditsState {
  edits: ReadonlyMap<string, CellEdit>;
  /** Those that somebody has to decide, the first one first. */
  conflicts: readonly CellConflict[];
}

/** Sends one change; gives why it was refused, or null when it is done and shown. */
type Send = (
  change: ProductChange,
  save: { before: Product; figure: NumericField },
) => Promise<ApiError | null>;

/** By what an edit is found. */
export function editKey(productId: string, figure: NumericField): string {
  return `${productId} ${figure}`;
}

/**
 * The figures that are being changed within the list. Each shows at once; those of one product are sent one after
 * the other, so that no change of one's own stands in the way of the next.
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

  /** Notes what is typed. */
  type(product: Product, figure: NumericField, typed: string): void {
    const edit = this.#find(product._id, figure);
    const isBegun = edit !== undefined && edit.typed !== null;
    const seen = isBegun ? edit.seen : { ...product, [figure]: edit?.saving ?? product[figure] };
    this.#put(figure, { typed, saving: null, problem: null, seen });
  }

  /** Gives up what is typed. */
  cancel(productId: string, figure: NumericField): void {
    const edit = this.#find(productId, figure);
    if (edit !== undefined && edit.typed !== null) this.#remove(productId, figure);
  }

  /** Saves what is typed; what cannot be right stays, with what is wrong about it. */
  async commit(productId: string, figure: NumericField): Promise<void> {
    const edit = this.#find(productId, figure);
    if (edit === undefined || edit.typed === null) return;
    const reading = parseCell(figure, edit.typed, edit.seen);
    if ('problem' in reading) this.#put(figure, { ...edit, problem: reading.problem });
    else if (reading.value === edit.seen[figure]) this.#remove(productId, figure);
    else await this.#save(figure, edit.seen, reading.value, edit.typed);
  }

  /**
   * Saves what is typed as somebody goes on; but not what was refused as it stands: they may be on their way to give
   * it up.
   */
  async leave(productId: string, figure: NumericField): Promise<void> {
    if (this.#find(productId, figure)?.problem === null) await this.commit(productId, figure);
  }

  /** Goes back to what was typed, and decides nothing: the next try asks again. */
  decideLater(cellConflict: CellConflict): void {
    const { product: seen, figure, typed } = cellConflict;
    this.#drop(cellConflict);
    const problem = 'Not saved: somebody else has changed this product meanwhile.';
    this.#put(figure, { typed, saving: null, problem, seen });
  }

  /** Leaves a product as somebody else has made it. */
  takeTheirs(cellConflict: CellConflict): void {
    this.#drop(cellConflict);
  }

  /** Saves what was to be saved upon what somebody else has made of the product. */
  async keepMine(cellConflict: CellConflict): Promise<void> {
    const { figure, typed, conflict } = cellConflict;
    this.#drop(cellConflict);
    // Read once more: what was to be added is added to what they have left.
    this.#put(figure, { typed, saving: null, problem: null, seen: conflict.current });
    await this.commit(conflict.current._id, figure);
  }

  async #save(figure: NumericField, seen: Product, value: number, typed: string): Promise<void> {
    const mine = this.#put(figure, { typed: null, saving: value, problem: null, seen });
    const refusal = await this.#inTurn(seen._id, () => {
      // Only now is it known what became of the change before.
      const base = this.#find(seen._id, figure) === mine ? mine.seen : seen;
      return this.#send(changeOf(figure, base, value), { before: base, figure });
    });
    const now = this.#find(seen._id, figure);
    if (now !== mine) {
      // Something newer is typed upon a figure that was never saved; it is the same edit, upon another ground.
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

/** The figures that are being changed within the list; whatever is saved can be taken back. */
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
        // Nobody sees the cell any more.
        if (isLeft.current) showToast('error', `${name} was not saved: ${outcome.error.message}`);
        return outcome.error;
      }),
  );
  return [edits, useSyncExternalStore(edits.subscribe, edits.getState, edits.getState)];
}
