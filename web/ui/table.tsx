import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import './table.css';

export type SortDirection = 'ascending' | 'descending';

interface Column {
  title: string;
  /** For numbers: its cells carry the class `number` as well. */
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
    <table className="data-table" aria-label={label} aria-busy={isBusy}>
      <thead>
        <tr>
          {columns.map(({ title, isNumber = false, sort }) => (
            <th
              key={title}
              scope="col"
              aria-sort={sort?.direction ?? undefined}
              className={isNumber ? 'number' : undefined}
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
    <button type="button" onClick={onToggle} className={`sort ${direction === null ? '' : 'is-sorted'}`}>
      {title}
      <Icon aria-hidden="true" className="size-4 flex-none" />
    </button>
  );
}
