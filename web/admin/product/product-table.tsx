import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Product } from '#contract/product.ts';
import type { StockOrder } from '#contract/product-upkeep.ts';
import '#web/ui/table.css';
import { editKey, type FigureEdits, type FigureEditsState } from './figure-edits.ts';
import type { ListParameters } from './list-parameters.ts';
import { ProductRow } from './product-row.tsx';
import './product-table.css';
import type { Action } from './row-actions.tsx';
import type { Selection } from './selection.ts';

interface ProductTableProps {
  products: readonly Product[];
  isBusy: boolean;
  sort: Pick<ListParameters, 'order' | 'isDescending'>;
  onSort: (order: StockOrder) => void;
  edits: FigureEdits;
  state: FigureEditsState;
  selection: Selection;
  onChoose: (product: Product, isChosen: boolean, isRange: boolean) => void;
  onChoosePage: (isChosen: boolean) => void;
  onAct: (action: Action, product: Product) => void;
}

const columns: { order: StockOrder; title: string; isNumber: boolean }[] = [
  { order: 'name', title: 'Product', isNumber: false },
  { order: 'price', title: 'Price', isNumber: true },
  { order: 'discount', title: 'Discount', isNumber: true },
  { order: 'stock', title: 'Stock', isNumber: true },
];

/** The products as rows, whose figures are changed where they stand. */
export function ProductTable(props: ProductTableProps) {
  const { products, isBusy, sort, onSort, edits, state, selection, onChoose, onChoosePage, onAct } = props;
  const chosenHere = products.filter(({ _id }) => selection.has(_id)).length;
  return (
    <div className="product-table">
      <table className="data-table" aria-label="Products" aria-busy={isBusy}>
        <thead>
          <tr>
            <th scope="col" className="choice">
              <PageChoice chosen={chosenHere} total={products.length} onChoose={onChoosePage} />
            </th>
            {columns.map(({ order, title, isNumber }) => {
              const isSorted = sort.order === order;
              const Icon = !isSorted ? ArrowUpDown : sort.isDescending ? ArrowDown : ArrowUp;
              return (
                <th
                  key={order}
                  scope="col"
                  className={isNumber ? `number ${order}` : order}
                  aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
                >
                  <button type="button" className="sort" data-sorted={isSorted} onClick={() => onSort(order)}>
                    {title}
                    <Icon aria-hidden="true" className="size-3.5 flex-none" />
                  </button>
                </th>
              );
            })}
            <th scope="col" className="number sells-at">
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
              onAct={onAct}
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
        aria-label="Choose all on this page"
        checked={total > 0 && chosen === total}
        onChange={(event) => onChoose(event.target.checked)}
      />
    </label>
  );
}
