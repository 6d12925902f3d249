import { tableSizes } from './view-choice.ts';

interface RowsChoiceProps {
  size: number;
  onChoose: (size: number) => void;
}

/** How many rows a page of the table holds. */
export function RowsChoice({ size, onChoose }: RowsChoiceProps) {
  return (
    <p className="mt-4 flex items-center justify-center gap-3 text-sm text-ink-soft">
      <label htmlFor="rows">Rows a page</label>
      <select
        id="rows"
        value={size}
        onChange={(event) => onChoose(Number(event.target.value))}
        className="h-11 rounded-md border border-line bg-surface px-3 text-base text-ink tabular-nums"
      >
        {tableSizes.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </p>
  );
}
