import type { ReactNode } from 'react';
import './table.css';

interface Column {
  title: string;
  /** Its cells hold numbers: they carry the class `number`, too. */
  isNumber?: boolean;
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
          {columns.map(({ title, isNumber = false }) => (
            <th key={title} scope="col" className={isNumber ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
