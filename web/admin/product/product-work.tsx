import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Product } from '#contract/product.ts';
import { ApiError } from '#web/api/api-error.ts';
import { showToast } from '#web/ui/toast.ts';
import { ChangedMeanwhileDialog } from '../changed-meanwhile-dialog.tsx';
import { useUnsavedChanges } from '../unsaved-changes.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { type ListParameters, nextSort } from './list-parameters.ts';
import { readAllFound, readListAgain, showProducts } from './product-list.ts';
import { ProductTable } from './product-table.tsx';
import type { Action } from './row-actions.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useFigureEdits } from './use-figure-edits.ts';
import { useProductWrites } from './use-product-writes.tsx';
import { useSelection } from './use-selection.ts';

interface ProductWorkProps {
  products: readonly Product[];
  totalCount: number;
  parameters: ListParameters;
  isBusy: boolean;
  onSort: (sort: string) => void;
  onAct: (action: Action, product: Product) => void;
  /** What was in focus is gone: the bar of what is chosen, with its buttons. */
  onBarGone: () => void;
}

/** The products as a table to work on: figures changed where they stand, many products changed together. */
export function ProductWork(props: ProductWorkProps) {
  const { products, totalCount, parameters, isBusy, onSort, onAct, onBarGone } = props;
  const queries = useQueryClient();
  const writes = useProductWrites();
  const [edits, state] = useFigureEdits(writes);
  const { search, level, category } = parameters;
  const chosen = useSelection(products, JSON.stringify([search, level, category]));
  const [isChanging, setIsChanging] = useState(false);
  const [isReadingAll, setIsReadingAll] = useState(false);
  const hasTyped = [...state.edits.values()].some(({ typed }) => typed !== null);
  const { question } = useUnsavedChanges(hasTyped);
  const [quarrel] = state.quarrels;

  async function chooseAll() {
    setIsReadingAll(true);
    try {
      chosen.choose(await readAllFound(parameters), true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showToast('error', error.message);
    } finally {
      setIsReadingAll(false);
    }
  }

  function chooseNone() {
    chosen.clear();
    onBarGone();
  }

  function showChanged(before: Product[], after: Product[]) {
    setIsChanging(false);
    chooseNone();
    writes.offerUndo(
      `${after.length === 1 ? '1 product' : `${after.length} products`} changed`,
      before,
      after,
    );
    // What a filter or an order says may be true no longer.
    readListAgain(queries);
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
          onAct={onAct}
        />
      )}
      {chosen.selection.size > 0 && (
        <SelectionBar
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
        <BulkDialog
          selection={chosen.selection}
          write={writes.write}
          onChanged={showChanged}
          onClose={() => setIsChanging(false)}
        />
      )}
      {quarrel !== undefined && (
        <ChangedMeanwhileDialog
          name={quarrel.product.name}
          conflict={quarrel.conflict}
          onTakeTheirs={() => {
            showProducts(queries, [quarrel.conflict.current]);
            edits.takeTheirs(quarrel);
          }}
          onKeepMine={() => {
            showProducts(queries, [quarrel.conflict.current]);
            void edits.keepMine(quarrel);
          }}
          onClose={() => edits.decideLater(quarrel)}
        />
      )}
      {question}
    </>
  );
}
