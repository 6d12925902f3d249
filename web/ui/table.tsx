import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import './table.css';

export type SortDirection = 'ascending' | 'descending';

interface Column {
  title: string;
  /** Its cells hold numbers: they carry the class `number`, too. */
  isNumber?: boolean;
  /** For a column that can put the rows into order: in which direction it does so now, or null. */
  sort?: { direction: SortDirection | null; onToggle: () => void } | undefined;
}

interface TableProps {
  /** What is listed, for those who hear it. */
  label: string;
  columns: readonly Column[];
  /** The rows: `tr` elements with a cell for each column. */
  children: ReactNode;
  isBusy?: boolean;
}

/** Data in rows, below a heading that stays in view. */
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
