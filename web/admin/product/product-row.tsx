import { memo } from 'react';
import type { Product } from '#contract/product.ts';
import { formatPaise, productPricePaise } from '#contract/rules/money.ts';
import { Thumbnail } from '../thumbnail.tsx';
import { type Figure, figures } from './figure.ts';
import { FigureCell } from './figure-cell.tsx';
import type { FigureEdit, FigureEdits } from './figure-edits.ts';
import { figureLabels } from './figure-labels.ts';
import { type Action, RowActions } from './row-actions.tsx';

interface ProductRowProps {
  product: Product;
  price: FigureEdit | undefined;
  discount: FigureEdit | undefined;
  stock: FigureEdit | undefined;
  edits: FigureEdits;
  isChosen: boolean;
  onChoose: (product: Product, isChosen: boolean, isRange: boolean) => void;
  onAct: (action: Action, product: Product) => void;
}

/** How many columns a row has, for what stands across all of them. */
const columnCount = 6;

/** A product as a row to work on. */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, edits, isChosen, onChoose, onAct } = props;
  const { _id, name, image, category, subCategory, unit } = product;
  const price = props.price?.saving ?? product.price;
  const discount = props.discount?.saving ?? product.discount;
  const problems = figures.flatMap((figure) => {
    const problem = props[figure]?.problem ?? null;
    return problem === null ? [] : [{ figure, problem }];
  });
  const noteId = `figures-of-${_id}`;
  return (
    <>
      <tr data-chosen={isChosen}>
        <td className="choice">
          <label>
            <input
              type="checkbox"
              checked={isChosen}
              aria-label={`Choose ${name}`}
              // The click knows about the shift key, the change does not.
              onClick={(event) => onChoose(product, event.currentTarget.checked, event.shiftKey)}
              onChange={() => {}}
            />
          </label>
        </td>
        <td className="name">
          <div className="what">
            <Thumbnail
              src={image[0] ?? ''}
              hue={category[0]?.hue}
              sizes="2.75rem"
              className="size-11 flex-none rounded-md"
            />
            <span className="min-w-20 flex-1 basis-20">
              <span className="line-clamp-2 font-semibold wrap-anywhere" title={name}>
                {name}
              </span>
              <span className="line-clamp-1 font-normal text-ink-soft">
                {[unit, ...subCategory.map((one) => one.name)].join(' · ')}
              </span>
            </span>
            <RowActions product={product} onAct={onAct} />
          </div>
        </td>
        {figures.map((figure) => (
          <td key={figure} className={`number ${figure}`} data-title={figureLabels[figure]}>
            <FigureCell
              product={product}
              figure={figure}
              edit={props[figure]}
              edits={edits}
              noteId={noteId}
            />
          </td>
        ))}
        <td className="number sells-at">{formatPaise(productPricePaise({ price, discount }))}</td>
      </tr>
      {problems.length > 0 && (
        <tr className="figure-problems">
          <td colSpan={columnCount}>
            <div id={noteId} role="alert">
              <ul>
                {problems.map(({ figure, problem }) => (
                  <li key={figure} className="flex flex-wrap items-center justify-end gap-x-3 text-danger">
                    <span>
                      <strong>{figureLabels[figure]}</strong>: {problem}
                    </span>
                    <button
                      type="button"
                      onClick={(event) => {
                        focusFigure(event.currentTarget, figure);
                        edits.cancel(_id, figure);
                      }}
                    >
                      Leave it as it was
                    </button>
                    <button
                      type="button"
                      onClick={(event) => {
                        focusFigure(event.currentTarget, figure);
                        void edits.commit(_id, figure);
                      }}
                    >
                      Try again
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          </td>
        </tr>
      )}
    </>
  );
});

/** The button goes with the problem: the focus goes back to what the problem was about. */
function focusFigure(button: HTMLElement, figure: Figure): void {
  const row = button.closest('tr')?.previousElementSibling;
  row?.querySelector<HTMLElement>(`[data-figure="${figure}"]`)?.focus();
}
