// A spreadsheet would take such a cell for a formula; an apostrophe before it keeps it text.
const formulaLike = /^[=+\-@\t\r]/;

/** Rows as a CSV file that spreadsheets open as it is: as UTF-8, and without running anything. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => quoted(cell)).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function quoted(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const text = formulaLike.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
