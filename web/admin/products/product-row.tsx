import { Eye, History, Pencil, Trash2 } from 'lucide-react';
import { type ComponentType, type KeyboardEvent, memo } from 'react';
import { Link } from 'react-router';
import { formatPaise, productPricePaise } from '#contract/base/money.ts';
import { productPath } from '#contract/base/slug.ts';
import { toStockLevel } from '#contract/inventory/stock.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import type { ProductStatus } from '#contract/products/product-fields.ts';
import { statusNames } from '#web/admin/catalogue-record.ts';
import { Thumbnail } from '#web/admin/page-parts.tsx';
import { numberCell } from '#web/admin/table.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { CellEdit, CellEdits } from './cell-edits.ts';
import { cellLabels, editableFields, formatCell, type NumericField } from './cell-values.ts';
import styles from './product-table.module.css';

export type ProductAction = 'edit' | 'history' | 'delete';

interface RowActionsProps {
  product: AdminProduct;
  onAction: (action: ProductAction, product: AdminProduct) => void;
}

function RowActions({ product, onAction }: RowActionsProps) {
  const { name } = product;
  return (
    <span className={styles.actions}>
      <ActionButton
        label={`Edit ${name}`}
        title="Edit"
        Icon={Pencil}
        onClick={() => onAction('edit', product)}
      />
      <ActionButton
        label={`History of ${name}`}
        title="History"
        Icon={History}
        onClick={() => onAction('history', product)}
      />
      <Link to={productPath(product)} aria-label={`View ${name} in store`} title="View in store">
        <Eye aria-hidden="true" className="size-4" />
      </Link>
      <ActionButton
        label={`Delete ${name}`}
        title="Delete"
        Icon={Trash2}
        onClick={() => onAction('delete', product)}
      />
    </span>
  );
}

interface ActionButtonProps {
  label: string;
  title: string;
  Icon: ComponentType<{ className: string; 'aria-hidden': 'true' }>;
  onClick: () => void;
}

function ActionButton({ label, title, Icon, onClick }: ActionButtonProps) {
  return (
    <button type="button" aria-label={label} title={title} onClick={onClick}>
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}

interface EditableCellProps {
  product: AdminProduct;
  field: NumericField;
  edit: CellEdit | undefined;
  edits: CellEdits;
  /** Id of the error text. */
  noteId: string;
}

/** Editable number cell: Enter or blur saves, Escape discards, the arrow keys move between rows. */
function EditableCell({ product, field, edit, edits, noteId }: EditableCellProps) {
  const { _id, name } = product;
  const value = edit?.saving ?? product[field];
  const isTyped = edit !== undefined && edit.typed !== null;
  const isWrong = edit !== undefined && edit.problem !== null;

  function act(event: KeyboardEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    if (event.key === 'Enter') {
      void edits.commit(_id, field);
      // Selects the saved value so that the next digit replaces it, unless typing has already started.
      requestAnimationFrame(() => {
        if (input.dataset.typed === 'false') input.select();
      });
    } else if (event.key === 'Escape') {
      edits.cancel(_id, field);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      neighbourCell(input, field, event.key === 'ArrowUp' ? -1 : 1)?.focus();
    }
  }

  return (
    <input
      className={styles.cell}
      aria-label={`${cellLabels[field]} of ${name}`}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? noteId : undefined}
      aria-busy={edit !== undefined && edit.saving !== null}
      data-field={field}
      data-typed={isTyped}
      data-level={field === 'stock' && !isTyped ? toStockLevel(value, product.lowStockThreshold) : undefined}
      // The numeric keyboard of phones has a plus sign only in `tel` mode.
      inputMode={field === 'stock' ? 'tel' : 'decimal'}
      enterKeyHint="done"
      autoComplete="off"
      maxLength={20}
      value={edit?.typed ?? formatCell(field, value)}
      onChange={(event) => edits.type(product, field, event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => void edits.leave(_id, field)}
      onKeyDown={act}
    />
  );
}

/** The same column in the row above or below. */
function neighbourCell(
  input: HTMLInputElement,
  field: NumericField,
  step: -1 | 1,
): HTMLInputElement | undefined {
  const column = [
    ...(input.closest('table')?.querySelectorAll<HTMLInputElement>(`[data-field="${field}"]`) ?? []),
  ];
  return column[column.indexOf(input) + step];
}

interface ProductRowProps {
  product: AdminProduct;
  price: CellEdit | undefined;
  discount: CellEdit | undefined;
  stock: CellEdit | undefined;
  edits: CellEdits;
  isChosen: boolean;
  onChoose: (product: AdminProduct, isChosen: boolean, isRange: boolean) => void;
  onAction: (action: ProductAction, product: AdminProduct) => void;
}

const columnCount = 6;

export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, edits, isChosen, onChoose, onAction } = props;
  const { _id, name, brand, sku, image, category, subCategory, unit } = product;
  const price = props.price?.saving ?? product.price;
  const discount = props.discount?.saving ?? product.discount;
  // A discount ends the sale.
  const salePrice = discount > 0 ? null : product.salePrice;
  const problems = editableFields.flatMap((field) => {
    const problem = props[field]?.problem ?? null;
    return problem === null ? [] : [{ field, problem }];
  });
  const noteId = `errors-of-${_id}`;
  return (
    <>
      <tr data-chosen={isChosen}>
        <td className={styles.choice}>
          <label>
            <input
              type="checkbox"
              checked={isChosen}
              aria-label={`Select ${name}`}
              // Only the click event knows the shift key.
              onClick={(event) => onChoose(product, event.currentTarget.checked, event.shiftKey)}
              onChange={() => {}}
            />
          </label>
        </td>
        <td className={styles.name}>
          <div className={styles.what}>
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
              <StatusChip status={product.status} />
              <span className="line-clamp-1 font-normal text-ink-soft">
                {[brand, unit, sku, ...subCategory.map((one) => one.name)]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </span>
            </span>
            <RowActions product={product} onAction={onAction} />
          </div>
        </td>
        {editableFields.map((field) => (
          <td
            key={field}
            className={`${styles.number} ${numberCell} ${styles[field]}`}
            data-title={cellLabels[field]}
          >
            <EditableCell product={product} field={field} edit={props[field]} edits={edits} noteId={noteId} />
          </td>
        ))}
        <td className={`${styles.number} ${numberCell} ${styles.sellsAt}`}>
          {formatPaise(productPricePaise({ price, discount, salePrice }))}
        </td>
      </tr>
      {problems.length > 0 && (
        <tr className={styles.problems}>
          <td colSpan={columnCount}>
            <div id={noteId}>
              <ul>
                {problems.map(({ field, problem }) => (
                  <li key={field} className="flex flex-wrap items-center justify-end gap-x-3 text-danger">
                    <span role="alert">
                      <strong>{cellLabels[field]}</strong>: {problem}
                    </span>
                    <button
                      type="button"
                      onClick={(event) => {
                        focusCell(event.currentTarget, field);
                        edits.cancel(_id, field);
                      }}
                    >
                      Discard
                    </button>
                    <button
                      type="button"
                      onClick={(event) => {
                        focusCell(event.currentTarget, field);
                        void edits.commit(_id, field);
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

/** The focused button is removed with the error, so the cell gets the focus. */
function focusCell(button: HTMLElement, field: NumericField): void {
  const row = button.closest('tr')?.previousElementSibling;
  row?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
}

/** The status of a product; nothing for an active one, as most are. */
export function StatusChip({ status }: { status: ProductStatus }) {
  if (status === 'active') return null;
  return <Chip look={status === 'draft' ? 'warning' : 'plain'}>{statusNames[status]}</Chip>;
}
