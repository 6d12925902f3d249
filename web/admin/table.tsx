import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './table.module.css';

/** The class of the cells of numbers. */
export const numberCell = styles.number;

/** For a table that does not use `Table`. */
export const tableClass = styles.table;
export const sortButton = styles.sort;

export type SortDirection = 'ascending' | 'descending';

interface Column {
  title: string;
  /** Its cells have the class `numberCell`. */
  isNumber?: boolean;
  /** Makes the column sortable. `direction` is null while another column sorts. */
  sort?: { direction: SortDirection | null; onToggle: () => void } | undefined;
}

interface TableProps {
  label: string;
  columns: readonly Column[];
  /** `tr` elements with one cell for each column. */
  children: ReactNode;
  isBusy?: boolean;
}

/** A data table with a sticky header. */
export function Table({ label, columns, children, isBusy = false }: TableProps) {
  return (
    <table className={tableClass} aria-label={label} aria-busy={isBusy}>
      <thead>
        <tr>
          {columns.map(({ title, isNumber = false, sort }) => (
            <th
              key={title}
              scope="col"
              aria-sort={sort?.direction ?? undefined}
              className={isNumber ? numberCell : undefined}
            >
              {sort === undefined ? title : <SortButton title={title} {...sort} />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function SortButton({ title, direction, onToggle }: { title: string } & NonNullable<Column['sort']>) {
  const Icon = direction === null ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onToggle}
      className={`${sortButton} ${direction === null ? '' : styles.sorted}`}
    >
      {title}
      <Icon aria-hidden="true" className="size-4 flex-none" />
    </button>
  );
}
