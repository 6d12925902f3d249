import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ArrowUpDown, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AdminProduct, ProductSort } from '#contract/products/product.ts';
import { ConflictDialog } from '#web/admin/conflict-dialog.tsx';
import { useUnsavedChanges } from '#web/admin/dialog-form.tsx';
import { numberCell, sortButton, tableClass } from '#web/admin/table.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { BulkEditDialog } from './bulk-edit-dialog.tsx';
import { type CellEdits, type CellEditsState, editKey, useCellEdits } from './cell-edits.ts';
import {
  fetchAllMatching,
  invalidateProductList,
  type ListParameters,
  nextSort,
  toFilterKey,
  updateProductCache,
} from './product-queries.ts';
import { type ProductAction, ProductRow } from './product-row.tsx';
import styles from './product-table.module.css';
import { useProductWrites } from './product-writes.tsx';
import { maximumSelected, type Selection, useSelection } from './use-selection.ts';

interface ProductTableProps {
  products: readonly AdminProduct[];
  isBusy: boolean;
  sort: Pick<ListParameters, 'order' | 'isDescending'>;
  onSort: (order: ProductSort) => void;
  edits: CellEdits;
  state: CellEditsState;
  selection: Selection;
  onChoose: (product: AdminProduct, isChosen: boolean, isRange: boolean) => void;
  onChoosePage: (isChosen: boolean) => void;
  onAction: (action: ProductAction, product: AdminProduct) => void;
}

const columns: { order: ProductSort; title: string; isNumber: boolean }[] = [
  { order: 'name', title: 'Product', isNumber: false },
  { order: 'price', title: 'Price', isNumber: true },
  { order: 'discount', title: 'Discount', isNumber: true },
  { order: 'stock', title: 'Stock', isNumber: true },
];

function ProductTable(props: ProductTableProps) {
  const { products, isBusy, sort, onSort, edits, state, selection, onChoose, onChoosePage, onAction } = props;
  const chosenHere = products.filter(({ _id }) => selection.has(_id)).length;
  return (
    <div className={styles.root}>
      <table className={`${styles.grid} ${tableClass}`} aria-label="Products" aria-busy={isBusy}>
        <thead>
          <tr>
            <th scope="col" className={styles.choice}>
              <PageChoice chosen={chosenHere} total={products.length} onChoose={onChoosePage} />
            </th>
            {columns.map(({ order, title, isNumber }) => {
              const isSorted = sort.order === order;
              const Icon = !isSorted ? ArrowUpDown : sort.isDescending ? ArrowDown : ArrowUp;
              return (
                <th
                  key={order}
                  scope="col"
                  className={isNumber ? `${styles.number} ${numberCell} ${styles[order]}` : styles[order]}
                  aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
                >
                  <button
                    type="button"
                    className={`${styles.sort} ${sortButton}`}
                    data-sorted={isSorted}
                    onClick={() => onSort(order)}
                  >
                    {title}
                    <Icon aria-hidden="true" className="size-3.5 flex-none" />
                  </button>
                </th>
              );
            })}
            <th scope="col" className={`${styles.number} ${numberCell} ${styles.sellsAt}`}>
              Sells at
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <ProductRow
              key={product._id}
              product={product}
              price={state.edits.get(editKey(product._id, 'price'))}
              discount={state.edits.get(editKey(product._id, 'discount'))}
              stock={state.edits.get(editKey(product._id, 'stock'))}
              edits={edits}
              isChosen={selection.has(product._id)}
              onChoose={onChoose}
              onAction={onAction}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PageChoiceProps {
  chosen: number;
  total: number;
  onChoose: (isChosen: boolean) => void;
}

function PageChoice({ chosen, total, onChoose }: PageChoiceProps) {
  const box = useRef<HTMLInputElement>(null);
  const isSome = chosen > 0 && chosen < total;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label>
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all on this page"
        checked={total > 0 && chosen === total}
        onChange={(event) => onChoose(event.target.checked)}
      />
    </label>
  );
}

interface ProductSelectionBarProps {
  count: number;
  /** Number of products that match the filters. */
  totalCount: number;
  /** The whole page is selected, so selecting all matches is offered. */
  isPageChosen: boolean;
  isReadingAll: boolean;
  onChooseAll: () => void;
  onChange: () => void;
  onClear: () => void;
}

/** Bulk actions for the selected products; sticks to the bottom edge. */
function ProductSelectionBar(props: ProductSelectionBarProps) {
  const { count, totalCount, isPageChosen, isReadingAll, onChooseAll, onChange, onClear } = props;
  const reachable = Math.min(totalCount, maximumSelected);
  return (
    <section
      aria-label="Selected products"
      data-bottom-bar="tall"
      className="sticky bottom-[calc(var(--bottom-bar-height)+0.75rem)] z-10 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-leaf bg-surface py-2 pr-2 pl-4 shadow-floating md:bottom-4 short:static"
    >
      <p role="status" className="font-semibold tabular-nums">
        {`${count.toLocaleString('en-IN')} selected`}
      </p>
      {isPageChosen && count < reachable && (
        <Button variant="quiet" isBusy={isReadingAll} onClick={onChooseAll}>
          {totalCount > reachable
            ? `Select the first ${reachable.toLocaleString('en-IN')} of ${totalCount.toLocaleString('en-IN')}`
            : `Select all ${reachable.toLocaleString('en-IN')}`}
        </Button>
      )}
      <div className="ml-auto flex gap-2">
        <Button onClick={onChange}>Bulk edit</Button>
        <IconButton label="Clear" onClick={onClear}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </section>
  );
}

interface ProductTableViewProps {
  products: readonly AdminProduct[];
  totalCount: number;
  parameters: ListParameters;
  isBusy: boolean;
  onSort: (sort: string) => void;
  onAction: (action: ProductAction, product: AdminProduct) => void;
  /** Called when the selection bar, which had the focus, is removed. */
  onSelectionEnd: () => void;
}

/** Product table with inline editing, selection and bulk edit. */
export function ProductTableView(props: ProductTableViewProps) {
  const { products, totalCount, parameters, isBusy, onSort, onAction, onSelectionEnd } = props;
  const queries = useQueryClient();
  const writes = useProductWrites();
  const [edits, state] = useCellEdits(writes);
  const chosen = useSelection(products, toFilterKey(parameters));
  const [isChanging, setIsChanging] = useState(false);
  const [isReadingAll, setIsReadingAll] = useState(false);
  const hasTyped = [...state.edits.values()].some(({ typed }) => typed !== null);
  const { question } = useUnsavedChanges(hasTyped);
  const [cellConflict] = state.conflicts;

  async function chooseAll() {
    setIsReadingAll(true);
    try {
      chosen.choose(await fetchAllMatching(parameters), true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showToast('error', error.message);
    } finally {
      setIsReadingAll(false);
    }
  }

  function chooseNone() {
    chosen.clear();
    onSelectionEnd();
  }

  function showChanged(before: AdminProduct[], after: AdminProduct[]) {
    setIsChanging(false);
    chooseNone();
    writes.offerUndo(
      `${after.length === 1 ? '1 product' : `${after.length.toLocaleString('en-IN')} products`} changed`,
      before,
      after,
    );
    // Filters and sorting may no longer match.
    invalidateProductList(queries);
  }

  return (
    <>
      {products.length > 0 && (
        <ProductTable
          products={products}
          isBusy={isBusy}
          sort={parameters}
          onSort={(order) => onSort(nextSort(parameters, order))}
          edits={edits}
          state={state}
          selection={chosen.selection}
          onChoose={chosen.chooseOne}
          onChoosePage={(isChosen) => chosen.choose(products, isChosen)}
          onAction={onAction}
        />
      )}
      {chosen.selection.size > 0 && (
        <ProductSelectionBar
          count={chosen.selection.size}
          totalCount={totalCount}
          isPageChosen={products.every(({ _id }) => chosen.selection.has(_id))}
          isReadingAll={isReadingAll}
          onChooseAll={() => void chooseAll()}
          onChange={() => setIsChanging(true)}
          onClear={chooseNone}
        />
      )}
      {isChanging && (
        <BulkEditDialog
          selection={chosen.selection}
          write={writes.write}
          onChanged={showChanged}
          onClose={() => setIsChanging(false)}
        />
      )}
      {cellConflict !== undefined && (
        <ConflictDialog
          kind="product"
          name={cellConflict.product.name}
          conflict={cellConflict.conflict}
          onTakeTheirs={() => {
            updateProductCache(queries, [cellConflict.conflict.current]);
            edits.takeTheirs(cellConflict);
          }}
          onKeepMine={() => {
            updateProductCache(queries, [cellConflict.conflict.current]);
            void edits.keepMine(cellConflict);
          }}
          onClose={() => edits.decideLater(cellConflict)}
        />
      )}
      {question}
    </>
  );
}
